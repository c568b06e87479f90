# SPDX-License-Identifier: MIT
"""scripts/boot -c: what it prints where, and the status it ends with."""

import os
import pathlib
import pty
import shutil
import signal
import subprocess
import termios
import time

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
BOOT = TOP / "scripts/boot"
RESET = """
bits 32
section .note align=4
	dd 4, 4, 18, "Xen"
	dd start
section .text
start:	lidt [nothing]
	int3
nothing: dd 0, 0
"""


def boot(*words, **options):
    return subprocess.run([BOOT, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)


def test_commands_print_on_stdout_and_the_log_on_stderr(time_scale):
    done = boot("-c", "echo one; echo two >&2; cat /proc/version")
    assert done.returncode == 0
    first, version = done.stdout.splitlines()
    assert first == "one"
    assert version.startswith("Fivebyte version ")
    assert "two" in done.stderr and "smp: 4 CPUs online" in done.stderr


@pytest.mark.parametrize("status", [0, 1, 3, 200, 255])
def test_the_status_is_that_of_the_last_command(status):
    assert boot("--smp", "1", "-c", f"true; exit {status}").returncode == status


def test_poweroff_ends_with_its_status():
    assert boot("--smp", "1", "-c", "poweroff 7; echo not reached").returncode == 7


def test_output_may_hold_any_byte():
    done = subprocess.run([BOOT, "--smp", "1", "-c", "echo -e 'a\\004\\0377\\x80\\r\\nb\\00044'"], capture_output=True)
    assert done.stdout == b"a\x04\xff\x80\r\nb\x044\n"
    assert done.returncode == 0


def test_a_time_limit_ends_with_124(time_scale):
    done = boot("--smp", "1", "--timeout", str(2 * time_scale), "-c", "sleep 100000")
    assert done.returncode == 124
    assert "no end after" in done.stderr


def test_a_panic_ends_with_125_and_says_where():
    done = boot("--append", "oops=panic", "-c", "echo c > /proc/sysrq-trigger")
    assert done.returncode == 125
    assert "Kernel panic" in done.stderr
    assert "handle_sysrq" in done.stderr


def test_a_triple_fault_ends_with_126(tmp_path):
    (tmp_path / "reset.asm").write_text(RESET)
    elf = tmp_path / "fivebyte.elf"
    subprocess.run(["nasm", "-f", "elf64", "-o", tmp_path / "reset.o", tmp_path / "reset.asm"], check=True)
    script = "PHDRS { n PT_NOTE; t PT_LOAD; } SECTIONS { . = 0x200000; .note : { *(.note) } :n :t .text : { *(.text) } :t }"
    (tmp_path / "reset.ld").write_text(script)
    subprocess.run(["x86_64-linux-gnu-ld", "-T", tmp_path / "reset.ld", "-o", elf, tmp_path / "reset.o"], check=True)
    shutil.copy(TOP / "build/initrd.cpio", tmp_path)
    done = boot("-c", "true", env=dict(os.environ, FIVEBYTE_BUILD=str(tmp_path)))
    assert done.returncode == 126
    assert "triple fault" in done.stderr


def test_reboot_ends_with_126_and_is_named():
    done = boot("--smp", "1", "-c", "reboot")
    assert done.returncode == 126
    assert "reset itself: reboot, or" in done.stderr


def test_a_qemu_that_cannot_start_ends_with_126():
    done = boot("--memory", "100T", "-c", "true")
    assert done.returncode == 126


@pytest.mark.parametrize("words", [["--smp", "0"], ["--smp", "65"], ["--nonsense"], ["--deterministic", "--smp", "2"],
                                   ["--deterministic", "--accel", "kvm"]])
def test_bad_options_are_refused(words):
    done = boot(*words, "-c", "true")
    assert done.returncode == 2
    assert "usage:" in done.stderr


def test_help_names_every_option():
    done = boot("--help")
    assert done.returncode == 0
    for word in ("-c", "--smp", "--memory", "--append", "--iso", "--uefi", "--accel", "--deterministic", "--gdb", "--timeout"):
        assert word in done.stdout


def test_the_shell_gets_one_ctrl_a_of_two(time_scale):
    """The other is QEMU's, as --help says."""
    assert "Ctrl-A twice" in boot("--help").stdout
    keys = b"cho one\x01\x01e\rpoweroff\r"
    with subprocess.Popen([BOOT, "--smp", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        text, limit = b"", time.monotonic() + 60 * time_scale
        while b"# " not in text and time.monotonic() < limit:
            text += os.read(process.stdout.fileno(), 4096)
        text += process.communicate(keys, timeout=60 * time_scale)[0]
    assert b"\none\r" in text


@pytest.mark.parametrize("how", ["--iso", "--uefi"])
def test_grub_boots_it(how):
    done = boot(how, "-c", "cat /proc/cmdline")
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "fivebyte.host fivebyte.script=/fivebyte.script\n"     # nothing of firmware's


@pytest.mark.parametrize("end", ["poweroff", "terminate"])
def test_the_terminal_is_as_before(end, time_scale):
    """Run it on a terminal of its own; end it from inside or by a signal."""
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    process = subprocess.Popen([BOOT, "--smp", "1"], stdin=slave, stdout=slave, stderr=slave)
    text, limit = b"", time.monotonic() + 60 * time_scale
    while b"# " not in text and time.monotonic() < limit:
        text += os.read(master, 4096)
    assert termios.tcgetattr(slave) != before
    if end == "poweroff":
        os.write(master, b"poweroff 5\n")
    else:
        process.send_signal(signal.SIGTERM)
    assert process.wait(60 * time_scale) == (5 if end == "poweroff" else 130)
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)
