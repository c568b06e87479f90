# SPDX-License-Identifier: MIT
"""The deepest stack: stack_trace, stack_max_size, stack_trace_filter, and the two ways to switch it on."""

import re

import pytest

ENABLED = "/proc/sys/kernel/stack_tracer_enabled"
DISABLED = """        Depth    Size   Location    (0 entries)
        -----    ----   --------
#
#  Stack tracer disabled
#
# To enable the stack tracer, either add 'stacktrace' to the
# kernel command line
# or 'echo 1 > /proc/sys/kernel/stack_tracer_enabled'
#"""


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test leaves it off."""
    guest.output("cd /tracing")
    yield
    guest.output(f"cd /tracing; echo 0 > {ENABLED}; echo 0 > stack_max_size; echo > stack_trace_filter")


def check(text, size):
    """A table as it must be. Return: its rows."""
    lines = text.split("\n")
    assert lines[0] == f"        Depth    Size   Location    ({len(lines) - 2} entries)"
    assert lines[1] == "        -----    ----   --------"
    rows = [re.fullmatch(r"([ \d]{3})\) ([ \d]{8})   ([ \d]{5})   (\w[\w.]*\+0x[0-9a-f]+/0x[0-9a-f]+)", line)
            for line in lines[2:]]
    assert all(rows), text
    assert [int(row[1]) for row in rows] == list(range(len(rows)))
    depths = [int(row[2]) for row in rows] + [0]
    assert depths[0] == size
    assert [int(row[3]) for row in rows] == [inner - outer for inner, outer in zip(depths, depths[1:])]
    assert all(inner > outer for inner, outer in zip(depths, depths[1:]))
    assert "trampoline" not in text     # the tracers' own frames do not count
    return [row[4] for row in rows]


def test_it_is_off_after_boot(guest):
    assert guest.output(f"cat {ENABLED} stack_max_size stack_trace_filter").split("\n") == [
        "0", "0", "#### all functions enabled ####"]
    assert guest.output("cat stack_trace") == DISABLED


def test_the_deepest_stack_is_shown_with_the_size_of_each_frame(guest):
    text = guest.output(f"echo 1 > {ENABLED}; ls -l / > /dev/null; echo 0 > {ENABLED}; cat {ENABLED} stack_max_size stack_trace")
    enabled, size, table = text.split("\n", 2)
    assert enabled == "0"
    names = check(table, int(size))
    assert re.search(r"\+0x5/", names[0])       # behind the five bytes of the site
    assert names[-1].startswith("ret_from_fork+")
    assert guest.output("cat enabled_functions") == ""


def test_only_deeper_stacks_than_stack_max_size_replace_it(guest):
    guest.output(f"echo 1 > {ENABLED}; ls / > /dev/null; echo 16000 > stack_max_size")
    before = guest.output("cat stack_trace")
    assert guest.output("ls -l / > /dev/null; cat stack_max_size") == "16000"
    assert guest.output("cat stack_trace") == before
    guest.output("echo 0 > stack_max_size")
    assert 0 < int(guest.output("cat stack_max_size")) < 16000


@pytest.mark.parametrize("text", ["x", "-1", "''", "1k"])
def test_bad_sizes_are_refused(guest, text):
    guest.output("echo 77 > stack_max_size")
    assert guest.run(f"echo {text} > stack_max_size") == ("echo: write error: Invalid argument", 1)
    assert guest.output("cat stack_max_size") == "77"


def test_the_filter_limits_it(guest):
    assert guest.run("echo nosuch > stack_trace_filter")[1] == 1
    assert guest.run("echo vfs_mkdir:traceoff > stack_trace_filter")[1] == 1
    guest.output(f"echo vfs_mkdir > stack_trace_filter; echo 1 > {ENABLED}; mkdir /tmp/deep; rmdir /tmp/deep; echo 0 > {ENABLED}")
    assert guest.output("cat stack_trace_filter") == "vfs_mkdir"
    size, table = guest.output("cat stack_max_size stack_trace").split("\n", 1)
    assert [name.split("+")[0] for name in check(table, int(size))] == [
        "vfs_mkdir", "do_mkdirat", "cmd_mkdir", "shell_run_command", "shell_child_main", "new_task_entry", "ret_from_fork"]


def test_it_runs_beside_a_tracer_under_load(guest, time_scale):
    guest.output(f"echo function > current_tracer; echo 1 > {ENABLED}; stress -t 2 sched mm vfs irq timer; "
                 f"echo nop > current_tracer; echo 0 > {ENABLED}", limit=90 * time_scale)
    size, table = guest.output("cat stack_max_size stack_trace").split("\n", 1)
    check(table, int(size))
    guest.output("echo > trace")


def test_it_is_switched_on_by_the_command_line(boot):
    guest = boot(append="stacktrace")
    assert guest.output(f"cat {ENABLED}") == "1"
    assert int(guest.output("cat /tracing/stack_max_size")) > 0
    guest = boot(append="stacktrace_filter=vfs_mkdir,nosuch")
    assert guest.output(f"cat {ENABLED} /tracing/stack_trace_filter").split() == ["1", "vfs_mkdir"]
    assert "stacktrace_filter=nosuch" in guest.output("dmesg")
