# SPDX-License-Identifier: MIT
"""The ring buffer in the guest: written from every context, read in every way, counted exactly."""

import re

import pytest


@pytest.mark.parametrize("smp", [1, 4, 16])
def test_every_event_is_read_or_counted(boot, time_scale, smp):
    guest = boot(smp=smp, limit=120)
    text, status = guest.run("ringstorm -t 1", limit=60 * time_scale)
    assert status == 0, text
    rows = re.findall(r"(\d+) task, (\d+) softirq, (\d+) irq, (\d+) nmi = .* 0 wrong: ok", text)
    assert len(rows) == 2 * smp, text
    for context in zip(*rows):      # each kind of writer did write
        assert sum(map(int, context)) > 0, text


def total(guest, name):
    """The sum over the processors of one line of stats."""
    return sum(map(int, re.findall(rf"(?m)^{name}: (\d+)", guest.output("cat per_cpu/cpu*/stats"))))


@pytest.mark.parametrize("first, second", [("echo 0 > options/overwrite", "echo function > current_tracer"),
                                           ("echo function > current_tracer", "echo 0 > options/overwrite")])
def test_a_full_buffer_counts_what_it_drops_until_somebody_reads(guest, first, second):
    guest.output("cd /tracing; echo 0 > tracing_on; echo stress_call_target > set_ftrace_filter; echo 8 > buffer_size_kb; "
                 f"{first}; {second}; echo > trace; echo 1 > tracing_on; stress call -n 5000 > /dev/null; echo 0 > tracing_on")
    there, dropped = total(guest, "entries"), total(guest, "dropped events")
    assert there > 0 and dropped > 0 and there + dropped == 4 * 5000 and total(guest, "overrun") == 0
    oldest = guest.output("cat trace | grep -v '#' | head -n 1")
    guest.output("cat trace_pipe > /tmp/all; echo 1 > tracing_on; stress call -n 10 > /dev/null; echo 0 > tracing_on")
    assert guest.output("head -n 1 /tmp/all") == oldest
    assert total(guest, "entries") == 40 and total(guest, "dropped events") == dropped
    guest.output("echo 1 > options/overwrite; echo 1 > tracing_on; stress call -n 5000 > /dev/null; echo 0 > tracing_on")
    assert total(guest, "dropped events") == dropped and total(guest, "overrun") > 0
    guest.output("echo nop > current_tracer; echo > set_ftrace_filter; echo 1408 > buffer_size_kb; echo 1 > tracing_on")
