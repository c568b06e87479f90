# SPDX-License-Identifier: MIT
"""scripts/boot --deterministic: two boots with the same commands are alike to the byte."""

import pathlib
import re
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
ALL = "echo function > current_tracer;"
CASES = {
    "boot": "true",
    "output": f"{ALL} for i in 1 2; do cat /proc/version; head -n 200 /proc/kallsyms; done",
    "sleep": f"{ALL} sleep 0.05 & sleep 0.01; kill %1; wait; sleep 0.3",
    "pipe": f"{ALL} ls /proc | sort | head -n 3 | cat",
    "switching": f"for i in 1 2 3; do {ALL} cat /proc/meminfo; echo nop > current_tracer; {ALL} done; cat /proc/meminfo",
    "stress": "echo 'try_to_wake_up __schedule kmalloc kfree vfs_*' > set_ftrace_filter;"
              f"{ALL} stress -t 0.05 sched mm vfs timer work irq",
}


def run(append, commands):
    """Return: what came on stdout: the commands' output and the whole trace."""
    done = subprocess.run([TOP / "scripts/boot", "--deterministic", "--append", append, "-c",
                           f"cd /tracing; {commands}; echo 0 > tracing_on; cat trace per_cpu/cpu0/stats"],
                          stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout


@pytest.mark.parametrize("case", CASES)
def test_two_boots_give_the_same_trace_time_stamps_included(case):
    append = "trace_buf_size=200k" + " ftrace=function" * (case == "boot")
    first, second = run(append, CASES[case]), run(append, CASES[case])
    assert first == second
    assert len(re.findall(rb"\[000\] \S{5} +\d+\.\d{6}: ", first)) > 1000
