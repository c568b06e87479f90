# SPDX-License-Identifier: MIT
"""The function tracer's own options: func_stack_trace, func-no-repeats and func-args."""

import re

import pytest

LINE = r"^ +(\S+)-\d+ +\[(\d+)\] \S{5} +([\d.]+): "


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test leaves the options off."""
    guest.output("cd /tracing")
    yield
    guest.output("cd /tracing; echo nop > current_tracer; echo 0 > options/func_stack_trace; "
                 "echo 0 > options/func-no-repeats; echo 0 > options/func-args; echo > set_ftrace_filter; echo 1 > tracing_on; echo > trace; "
                 "rm -rf /tmp/f /tmp/g /tmp/h")


def test_they_are_in_trace_options_while_the_tracer_is_current(guest):
    assert "func_stack" not in guest.output("cat trace_options")
    assert guest.run("echo func_stack_trace > trace_options")[1] == 1
    guest.output("echo function > current_tracer")
    assert guest.output("tail -n 3 trace_options").split("\n") == ["nofunc_stack_trace", "nofunc-no-repeats", "nofunc-args"]
    guest.output("echo func_stack_trace > trace_options; echo func-no-repeats > trace_options")
    assert guest.output("cat options/func_stack_trace options/func-no-repeats").split() == ["1", "1"]
    assert guest.output("tail -n 3 trace_options").split("\n") == ["func_stack_trace", "func-no-repeats", "nofunc-args"]


@pytest.mark.parametrize("name", ["func_stack_trace", "func-no-repeats", "func-args"])
@pytest.mark.parametrize("text", ["2", "-1", "x", "''"])
def test_their_files_take_0_and_1(guest, name, text):
    assert guest.run(f"echo {text} > options/{name}") == ("echo: write error: Invalid argument", 1)
    assert guest.output(f"cat options/{name}") == "0"


@pytest.mark.parametrize("first, second", [("echo 1 > options/func_stack_trace", "echo function > current_tracer"),
                                           ("echo function > current_tracer", "echo 1 > options/func_stack_trace")])
def test_func_stack_trace_shows_the_callers_of_each_call(guest, first, second):
    text = guest.output(f"echo vfs_mkdir > set_ftrace_filter; {first}; {second}; mkdir /tmp/f; echo 0 > tracing_on; cat trace")
    body = re.sub(LINE, "mkdir: ", text[text.rindex("#"):].split("\n", 1)[1], flags=re.M)
    assert body.split("\n") == ["mkdir: vfs_mkdir <-do_mkdirat", "mkdir: <stack trace>", " => vfs_mkdir", " => do_mkdirat",
                                " => cmd_mkdir", " => shell_run_command", " => shell_child_main", " => new_task_entry",
                                " => ret_from_fork"]


def test_func_no_repeats_counts_what_comes_again(boot):
    guest = boot(smp=1)
    text = guest.output("cd /tracing; echo vfs_fstatat vfs_mkdir > set_ftrace_filter; echo 1 > options/func-no-repeats; "
                        "echo function > current_tracer; test -e /a; test -e /b; test -e /c; test -e /d; mkdir /tmp/f; "
                        "test -e /e; mkdir /tmp/g; echo 0 > tracing_on; cat trace")
    lines = text[text.rindex("#"):].split("\n")[1:]
    found = [re.sub(LINE, "", line) for line in lines]
    assert found[0] == "vfs_fstatat <-test_condition"
    repeats = re.fullmatch(r"vfs_fstatat <-test_condition \(repeats: 3, last_ts: ( *\d+\.\d{6})\)", found[1])
    assert len(repeats.group(1)) == 12
    times = [float(re.match(LINE, line).group(3)) for line in lines]
    assert times[0] < float(repeats.group(1)) < times[1]
    assert found[2:] == ["vfs_mkdir <-do_mkdirat", "vfs_fstatat <-test_condition", "vfs_mkdir <-do_mkdirat"]


FIRST, AGAIN = "stress_call_target <-stress_call", r"stress_call_target <-stress_call \(repeats: {}, last_ts: +\d+\.\d+\)"
RECORDS = "grep stress_call_target"


def check_repeats(boot, after, times, file="trace"):
    """Behind 50 calls, and what comes after: file has one call, and that it came again so many times."""
    guest = boot(smp=1)
    text = guest.output("cd /tracing; echo stress_call_target > set_ftrace_filter; echo 1 > options/func-no-repeats; "
                        f"echo function > current_tracer; stress call -n 50 > /dev/null; {after}; {RECORDS} {file}")
    found = [re.sub(LINE, "", line) for line in text.split("\n")]
    assert found[0] == FIRST and re.fullmatch(AGAIN.format(times), found[1]) and len(found) == 2


@pytest.mark.parametrize("end", ["echo 0 > tracing_on", "echo 0 > options/func-no-repeats", "echo 1 > snapshot",
                                 "echo 1 > options/func_stack_trace"])
def test_what_is_counted_when_it_ends_is_recorded(boot, end):
    check_repeats(boot, end, 49, "snapshot" if "snapshot" in end else "trace")


@pytest.mark.parametrize("empty", ["echo > trace", "echo uptime > trace_clock", "echo 1 > snapshot", "echo > per_cpu/cpu0/trace",
                                   "echo > free_buffer", "echo 8 > buffer_subbuf_size_kb",
                                   "echo 'e int a' > synthetic_events; echo 1 > events/synthetic/e/enable; echo 0 > events/synthetic/e/enable; echo > synthetic_events",
                                   "echo hist:keys=common_timestamp:clock=uptime > events/sched/sched_switch/trigger"])
def test_in_an_empty_buffer_the_same_call_is_the_first(boot, empty):
    check_repeats(boot, f"{empty}; stress call -n 20 > /dev/null; echo 0 > tracing_on", 19)


def test_calls_and_repeats_are_all_calls_under_load(guest):
    """Each of four processors counts its own; a switch of tasks or an interrupt between two calls loses none."""
    text = guest.output("echo stress_call_target > set_ftrace_filter; echo 1 > options/func-no-repeats; echo > trace; "
                        "echo function > current_tracer; stress sched irq timer -t 1 > /dev/null & stress call -n 20000 > /dev/null; "
                        f"echo 0 > tracing_on; {RECORDS} trace; wait")
    records = [line for line in text.split("\n") if "stress_call_target" in line]
    assert sum(int(re.search(r"repeats: (\d+)", line)[1]) if "repeats" in line else 1 for line in records) == 4 * 20000


def test_both_at_once(guest):
    text = guest.output("echo 1 > options/func-no-repeats; echo 1 > options/func_stack_trace; echo function > current_tracer; "
                        "echo > trace; ls / > /dev/null; echo 0 > tracing_on; cat trace")
    assert "<stack trace>\n => " in text


@pytest.mark.parametrize("options", [("func_stack_trace",), ("func-no-repeats",), ("func_stack_trace", "func-no-repeats"), ("func-args",),
                                     ("func_stack_trace", "func-args")])
def test_options_change_while_everything_is_traced_under_load(guest, time_scale, options):
    flips = "; ".join(f"echo $v > options/{name}" for name in options)
    guest.output("echo function > current_tracer; stress -t 2 sched mm vfs timer irq &")
    guest.output(f"for i in $(seq 20); do for v in 1 0; do {flips}; done; done; wait", limit=90 * time_scale)
    guest.output("echo 0 > tracing_on; tail -n 3 trace")
