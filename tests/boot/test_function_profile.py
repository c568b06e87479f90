# SPDX-License-Identifier: MIT
"""function_profile_enabled and trace_stat/: how often each function was called."""

import re

import pytest

HEADER = ["  Function                               Hit", "  --------                               ---"]


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test leaves the profiler off."""
    guest.output("cd /tracing")
    yield
    guest.output("cd /tracing; echo 0 > function_profile_enabled; echo > set_ftrace_filter; echo nop > current_tracer; "
                 "echo 1 > tracing_on; echo > trace")


def counts(text):
    """A table as it must be. Return: hits by name."""
    lines = text.split("\n")
    assert lines[:2] == HEADER
    rows = [re.fullmatch(r"  (\S{1,30}) {2,} *(\d+)", line) for line in lines[2:]]
    assert all(rows), text
    assert all(len(line) == 44 for line in lines[2:])
    hits = [int(row[2]) for row in rows]
    assert hits == sorted(hits, reverse=True) and 0 not in hits
    return {row[1]: int(row[2]) for row in rows}


def all_counts(guest):
    total = {}
    for cpu in range(int(guest.output("ls trace_stat | wc -l"))):
        for name, hits in counts(guest.output(f"cat trace_stat/function{cpu}")).items():
            total[name] = total.get(name, 0) + hits
    return total


def test_every_call_is_counted(guest):
    guest.output("echo vfs_mkdir vfs_rmdir > set_ftrace_filter; echo 1 > function_profile_enabled; "
                 "for i in $(seq 20); do mkdir /tmp/p; rmdir /tmp/p; done; mkdir /tmp/p; echo 0 > function_profile_enabled; "
                 "rmdir /tmp/p")
    assert all_counts(guest) == {"vfs_mkdir": 21, "vfs_rmdir": 20}
    assert guest.output("cat enabled_functions") == ""


def test_counts_begin_at_0_when_it_is_switched_on(guest):
    guest.output("echo vfs_mkdir > set_ftrace_filter; echo 1 > function_profile_enabled; mkdir /tmp/p; "
                 "echo 0 > function_profile_enabled; echo 1 > function_profile_enabled; rmdir /tmp/p")
    assert all_counts(guest) == {}
    assert guest.output("cat function_profile_enabled") == "1"


@pytest.mark.parametrize("text", ["x", "-1", "''", "1 2"])
def test_what_is_no_number_is_refused(guest, text):
    assert guest.run(f"echo {text} > function_profile_enabled") == ("echo: write error: Invalid argument", 1)
    assert guest.output("cat function_profile_enabled") == "0"


def test_it_agrees_with_the_function_tracer_beside_it(guest):
    guest.output("echo 0 > tracing_on; echo 'vfs_*' > set_ftrace_filter; echo function > current_tracer; echo > trace; "
                 "sh -c 'echo 1 > tracing_on; echo 1 > function_profile_enabled; exec ls -l /' > /dev/null; "
                 "echo 0 > function_profile_enabled; echo 0 > tracing_on")
    traced = re.findall(r": (\w+) <-", guest.output("cat trace"))
    found = all_counts(guest)
    assert found and all(0 <= traced.count(name) - hits <= 2 for name, hits in found.items()), (found, traced)


def test_it_counts_everything_under_load(guest, time_scale):
    guest.output("echo 1 > function_profile_enabled; stress -t 2 sched mm vfs irq timer; echo 0 > function_profile_enabled",
                 limit=90 * time_scale)
    found = all_counts(guest)
    assert found["__schedule"] > 100 and found["kfree"] > 100
