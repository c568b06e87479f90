# SPDX-License-Identifier: MIT
"""scripts/debug: gdb on a stopped QEMU, with symbols and source lines."""

import os
import pathlib
import re
import socket
import subprocess

import pytest

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


CALLERS = ["version_proc_show", "seq_show_record", "seq_fill", "seq_fill_grow", "seq_transfer", "seq_read", "vfs_read",
           "ksys_read", "cat_descriptor", "cat_file", "cmd_cat", "shell_run_command", "shell_child_work",
           "shell_child_main", "new_task_entry", "ret_from_fork"]


def functions(text):
    return re.findall(r"(?m)^#\d+ +(?:0x\w+ in )?(\w*) \(", text)


@pytest.mark.parametrize("tracing", ["function_graph > current_tracer", "function > current_tracer",
                                     "function_graph > current_tracer; echo 1 > function_profile_enabled"])
def test_a_backtrace_shows_who_called_while_calls_are_traced(time_scale, tracing):
    said = debug(time_scale, ["--smp", "1", "-c", f"cd /tracing; echo {tracing}; cat /proc/version"],
                 "break version_proc_show", "continue", "backtrace", "echo ----\n", "backtrace -no-filters")
    plain, _, whole = said.partition("----")
    assert [name for name in functions(plain) if name] == CALLERS
    assert tracing.startswith("function ") or len(functions(whole)) > len(functions(plain)) + 5


def test_a_backtrace_from_the_tracer_itself_shows_what_is_traced(time_scale):
    said = debug(time_scale, ["--smp", "1", "-c", "cd /tracing; echo version_proc_show > set_ftrace_filter; "
                              "echo function_graph > current_tracer; cat /proc/version"],
                 "break graph_trace_call", "continue", "backtrace", "delete", "echo ----\n", "break fgraph_return",
                 "continue", "backtrace")
    before, _, after = said.partition("----")
    assert functions(before)[:3] == ["graph_trace_call", "version_proc_show", "seq_show_record"]
    assert functions(after)[:2] == ["fgraph_return", "seq_show_record"]
    assert functions(before)[-2:] == functions(after)[-2:] == ["ret_from_fork", ""]
