# SPDX-License-Identifier: MIT
"""scripts/debug: gdb on a stopped QEMU, with symbols and source lines."""

import os
import pathlib
import socket
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def debug(time_scale, boot_words, *commands):
    """Return: what gdb said, doing these commands."""
    words = [word for command in commands for word in ("-ex", command)]
    done = subprocess.run([TOP / "scripts/debug", *boot_words, "--", "-batch", *words],
                          env=dict(os.environ, FIVEBYTE_GDB_PORT=str(free_port())), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120 * time_scale)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_gdb_stops_where_it_is_told_from_the_first_instruction_on(time_scale):
    said = debug(time_scale, ["--smp", "2"], "info registers rip", "break kmain", "continue", "backtrace", "info threads")
    assert "0xfff0" in said
    assert "Breakpoint 1, kmain (loader_magic=" in said
    assert "kernel/main.c:" in said
    assert "Thread 1.2" in said or "CPU#1" in said


def test_a_backtrace_reaches_from_the_file_to_the_task(time_scale):
    said = debug(time_scale, ["--smp", "1", "-c", "cat /proc/version"], "break version_proc_show", "continue", "backtrace")
    frames = [line for line in said.splitlines() if line.startswith("#")]
    at = [next(i for i, frame in enumerate(frames) if f" {name} (" in frame)
          for name in ("version_proc_show", "seq_read", "vfs_read", "new_task_entry")]
    assert at == sorted(at)
