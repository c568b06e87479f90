# SPDX-License-Identifier: MIT
"""The word `trace kprobe`: one probe, what a command makes it see, and nothing left of it."""

import re

import pytest


def test_trace_kprobe_prints_what_a_command_makes_it_see(boot):
    guest = boot(smp=1)
    text = guest.output("trace kprobe 'p:grp/name vfs_read count=count:u64' if 'count > 1' -- cat /proc/version")
    assert re.search(r"cat-\d+ .* name: \(vfs_read\+0x0/0x[0-9a-f]+\) count=\d+$", text, re.M)
    assert guest.output("cat /tracing/dynamic_events /tracing/set_event") == ""
    assert guest.output("cat /tracing/tracing_on") == "1"
    lines = guest.output("trace -v kprobe 'r vfs_write $retval' -- true").splitlines()
    assert "echo 'r vfs_write $retval' >> /tracing/dynamic_events" in lines
    assert "echo '-:kprobes/r_vfs_write_0 vfs_write arg1=$retval' >> /tracing/dynamic_events" in lines
    for line in lines:
        if line.startswith("echo"):
            guest.output(line)
    assert guest.run("trace kprobe 'p nosuch' -- true")[1] == 1
    assert guest.run("trace kprobe 'p vfs_read'")[1] == 2
    assert guest.run("trace kprobe 'p vfs_read' -- sh -c 'exit 3' > /dev/null")[1] == 3


@pytest.mark.parametrize("probe", ["'-:mine'", "''", "' '", "'#p vfs_read'", "'s:mine u64 x'", '"$(cat /two)"'])
def test_trace_kprobe_takes_one_probe_and_nothing_else(boot, probe):
    guest = boot(smp=1)
    guest.output("echo 'p:mine vfs_read' >> /tracing/kprobe_events; echo 'p:a vfs_read' > /two; echo 'p:b vfs_write' >> /two")
    text, status = guest.run(f"trace kprobe {probe} -- true")
    assert (text.split("PROBE")[0], status) == ("trace: usage: trace [-v] kprobe ", 2)
    assert guest.output("cat /tracing/dynamic_events /tracing/set_event") == "p:kprobes/mine vfs_read"
    assert guest.output("cat /tracing/tracing_on") == "1"


def test_trace_kprobe_takes_its_own_probe_for_its_own(boot):
    guest = boot(smp=1)
    mine = "p:kprobes/mine vfs_read\nf:fprobes/mine vfs_read"
    guest.output("echo 'p:mine vfs_read' >> /tracing/dynamic_events; echo 'f:mine vfs_read' >> /tracing/dynamic_events")
    for probe in ("p:other", "r:other", "f:other"):
        text = guest.output(f"trace kprobe '{probe} vfs_write' -- true; echo 1 > /tracing/tracing_on")
        assert " mine: " not in text
        assert guest.read("/tracing/dynamic_events") == mine
        text = guest.output(f"trace kprobe '{probe} schedule' -- sleep 0.01")
        assert " other: " in text and " mine: " not in text
        assert guest.read("/tracing/dynamic_events") == mine
    assert " mine: (schedule+" in guest.output("trace kprobe 'p:mine schedule' -- sleep 0.01")
    assert guest.read("/tracing/dynamic_events") == mine
