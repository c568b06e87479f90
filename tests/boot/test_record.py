# SPDX-License-Identifier: MIT
"""scripts/boot --record, `trace record -o`, `trace extract`: whenever a trace is wanted, a file is there."""

import pathlib
import re
import subprocess
import time

import pexpect
import pytest

from guest import PROMPT
from trace_dat import decode, report

BOOT = pathlib.Path(__file__).resolve().parents[2] / "scripts/boot"
FROM_BOOT_ON = "ftrace=function ftrace_filter=vfs_*,lkdtm_*,panic,kernel_restart"

def run(folder, *words, limit=300):
    return subprocess.run([BOOT, "--timeout", str(limit), *words], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, cwd=folder)


def texts(file):
    return [event.text.split()[0] for event in report(file)]


def test_record_writes_what_the_commands_traced(tmp_path):
    done = run(tmp_path, "--record", "out", "-c", "trace start -f 'vfs_*'; cat /proc/version; trace stop; trace show | grep cat-; exit 9")
    assert done.returncode == 9
    events = [event.text.split()[0] for event in report(tmp_path / "out") if event.comm == "cat"]
    assert events == ["vfs_open", "vfs_read", "vfs_fstat", "vfs_getattr", "vfs_write", "vfs_read"]
    assert re.findall(r": (vfs_\w+) <-", done.stdout) == events
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_guest_that_panicked(tmp_path):
    done = run(tmp_path, "--record", "out", "--append", f"{FROM_BOOT_ON} lkdtm=PANIC", "-c", "sleep 100")
    assert done.returncode == 125
    assert texts(tmp_path / "out")[-2:] == ["lkdtm_PANIC", "panic"]


def test_a_guest_that_hangs(tmp_path, time_scale):
    done = run(tmp_path, "--record", "out", "--append", f"{FROM_BOOT_ON} lkdtm=HARDLOCKUP nowatchdog",
               "-c", "sleep 1000", limit=6 * time_scale)
    assert done.returncode == 124
    assert "lkdtm_HARDLOCKUP" in texts(tmp_path / "out")


def test_a_guest_that_reset_itself(tmp_path):
    done = run(tmp_path, "--record", "out", "--append", FROM_BOOT_ON, "-c", "reboot")
    assert done.returncode == 126
    assert texts(tmp_path / "out")[-1] == "kernel_restart"


def test_a_guest_that_never_started(tmp_path):
    done = run(tmp_path, "--record", "out", "--memory", "2M", "-c", "true", limit=2)
    assert done.returncode == 124
    assert "out: the guest has not started this kernel" in done.stderr
    assert not list(tmp_path.iterdir())


def test_memory_above_four_gib(tmp_path):
    done = run(tmp_path, "--record", "out", "--memory", "6G", "--append", FROM_BOOT_ON, "-c", "true")
    assert done.returncode == 0
    assert "vfs_read" in texts(tmp_path / "out")


def test_a_folder_that_is_not_there(tmp_path):
    done = run(tmp_path, "--record", "no/out", "-c", "true")
    assert done.returncode == 2
    assert "--record no/out: cannot write there" in done.stderr


def test_record_to_a_file_from_inside(tmp_path):
    done = run(tmp_path, "--smp", "2", "-c", "trace record -o in.dat -f 'vfs_*' ls /proc; echo $?")
    assert done.stdout.splitlines()[-1] == "0"
    assert "<-" not in done.stdout
    assert {"vfs_open", "vfs_write"} <= set(texts(tmp_path / "in.dat"))


@pytest.mark.parametrize("name, message", [
    ("no/out.dat", "No such file or directory"),
    (".bashrc", "Invalid argument"),
    ("a" * 252 + ".dat", ""),
    ("/proc/1/out.dat", "No such file or directory"),
])
def test_names_that_cannot_be_written(tmp_path, name, message):
    done = run(tmp_path, "--smp", "1", "-c", f"trace extract {name}; echo $?; trace extract; echo $?")
    assert done.stdout == "1\n2\n"
    assert message in done.stderr
    assert not list(tmp_path.iterdir())


def test_without_a_host_there_is_an_error_at_once(boot):
    text, status = boot(smp=1).run("trace extract out.dat")
    assert status == 1
    assert "trace: out.dat > extract: No such device" in text
    assert "scripts/boot would" in text


def test_from_an_interactive_shell(tmp_path, time_scale):
    child = pexpect.spawn(str(BOOT), ["--smp", "2"], cwd=tmp_path, encoding="utf-8", timeout=60 * time_scale)
    child.expect(PROMPT)
    for number in range(2):
        child.send(f"trace record -f vfs_read -o {number}.dat cat /proc/uptime; echo '<'$?'>'\r")
        child.expect("<0>")
        child.expect(PROMPT)
    child.send("poweroff 5\r")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 5
    for number in range(2):
        assert texts(tmp_path / f"{number}.dat").count("vfs_read") >= 2


def test_while_others_write_and_read(tmp_path):
    """The machine is stopped wherever it is: each file is whole all the same."""
    script = """cd /tracing; echo 64 > buffer_size_kb; echo function > current_tracer
    cat trace_pipe > /dev/null & stress call vfs sched -t 30 > /dev/null &
    for i in 1 2 3 4 5 6 7 8 9; do trace extract $i.dat || echo failed; done"""
    done = run(tmp_path, "--smp", "3", "-c", script)
    assert done.stdout == ""
    for number in range(1, 10):
        events, _ = decode(tmp_path / f"{number}.dat")
        assert len(report(tmp_path / f"{number}.dat")) == len(events)
        for cpu in range(3):
            stamps = [event[1] for event in events if event[0] == cpu]
            assert stamps == sorted(stamps)


def test_two_deterministic_runs_give_the_same_file(tmp_path):
    """Also of what comes after the machine was stopped for a file."""
    script = "cd /tracing; echo function > current_tracer; ls / > /dev/null; trace extract {0}.dat; ls / > /dev/null"
    for name in "ab":
        done = run(tmp_path, "--deterministic", "--record", f"{name}{name}", "-c", script.format(name))
        assert done.returncode == 0
    assert (tmp_path / "a.dat").read_bytes() == (tmp_path / "b.dat").read_bytes()
    assert (tmp_path / "aa").read_bytes() == (tmp_path / "bb").read_bytes()


def test_64_mib_leave_the_guest_quickly(tmp_path, time_scale):
    script = """cd /tracing; echo 16384 > buffer_size_kb; echo function > current_tracer
    while grep -q '^overrun: 0' per_cpu/cpu*/stats; do stress call vfs -t 1 > /dev/null; done
    echo 0 > tracing_on; sleep 0.5; echo begin; trace extract 64.dat; echo end"""
    with subprocess.Popen([BOOT, "--timeout", str(300 * time_scale), "-c", script], cwd=tmp_path, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout.readline() == "begin\n"
        start = time.monotonic()
        assert process.stdout.readline() == "end\n"
        seconds = time.monotonic() - start
    assert (tmp_path / "64.dat").stat().st_size > 64 << 20
    print(f"{seconds:.2f} s")
    assert seconds < 5 * time_scale
