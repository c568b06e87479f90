# SPDX-License-Identifier: MIT
"""function_graph under load: each beginning has its end, and no call takes longer than its caller."""

import re
import struct
import subprocess

import pytest

import machine
from trace_dat import decode

BOOT = machine.TOP / "scripts/boot"
ENTRY, EXIT = 11, 10
TRACING = "cd /sys/kernel/tracing"
LOAD = "stress sched vfs timer work irq"


class Task:
    """The calls of one task that have not returned: [function, depth, time of the calls below it, their first, their last]."""

    def __init__(self):
        self.calls, self.ends = [], 0

    def enter(self, func, depth):
        self.calls.append([func, depth, 0, None, None])

    def leave(self, func, depth, start, end):
        assert self.calls, f"{func:x} has an end and no beginning"
        begun, begun_depth, inside, first, last = self.calls.pop()
        assert (begun, begun_depth) == (func, depth)
        assert 0 <= inside <= end - start
        assert first is None or start <= first <= last <= end
        if self.calls:
            caller = self.calls[-1]
            caller[2] += end - start
            caller[3] = start if caller[3] is None else caller[3]
            caller[4] = end
        self.ends += 1


def follow(events):
    """Return: {task: what became of it}, each processor's idle task being one of its own."""
    tasks = {}
    for cpu, _, data in events:
        kind, _, _, pid = struct.unpack_from("<HBBi", data)
        task = tasks.setdefault(pid or -cpu, Task())
        if kind == ENTRY:
            task.enter(*struct.unpack_from("<Qi", data, 8))
        elif kind == EXIT:
            func, depth, _, start, end = struct.unpack_from("<QiIQQ", data, 8)
            task.leave(func, depth, start, end)
    return tasks


def test_each_beginning_has_its_end_in_a_minute_of_switching_under_load(tmp_path, time_scale):
    """All functions, four processors, NMIs, the profiler and a second graph tracer, all on and off; looked at three times."""
    commands = f"""{TRACING}; echo 8192 > buffer_size_kb; mkdir instances/a
{LOAD} mm -t 60 > /dev/null & ringstorm -t 27 > /dev/null &
for part in 1 2 3; do
for i in $(seq 3); do echo function_graph > current_tracer; sleep 1; echo 1 > function_profile_enabled; sleep 1
echo function_graph > instances/a/current_tracer; echo nop > current_tracer; sleep 0.2; echo 0 > function_profile_enabled; done
echo function_graph > current_tracer; sleep 0.1; echo 0 > tracing_on
cat per_cpu/cpu*/stats | grep overrun; echo graph$part.dat > extract; echo nop > current_tracer; echo nop > instances/a/current_tracer; echo 1 > tracing_on; done
wait; dmesg | grep -c BUG"""
    done = subprocess.run([BOOT, "--timeout", str(int(400 * time_scale)), "-c", commands], cwd=tmp_path,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert re.fullmatch(r"((commit )?overrun: 0\n){24}0\n", done.stdout), done.stdout + done.stderr
    ends = 0
    for part in (1, 2, 3):
        events, lost = decode(tmp_path / f"graph{part}.dat")
        assert not lost
        ends += sum(task.ends for task in follow(events).values())
    assert ends > 5000


@pytest.mark.parametrize("setting, lines, without", [
    ("echo vfs_read > set_graph_function", [r"\|  vfs_read\(\) \{", r"\|    seq_read\(\) \{"], "vfs_open"),
    ("echo vfs_read > set_graph_function; echo seq_read > set_graph_notrace", [r"\|  vfs_read\(\)"], "seq_"),
    ("echo 1 > max_graph_depth", [r"\|  \w+\(\);"], r"\|    "),
    ("echo vfs_read > set_ftrace_filter", [r"\d us +\|  vfs_read\(\);"], "seq_read"),
    ("echo 100000 > tracing_thresh", [r"\* \d+\.\d+ us +\| +\} /\* schedule \*/|@ .*schedule"], r"\{"),
])
def test_only_what_is_asked_for_is_recorded(boot, setting, lines, without):
    guest = boot(smp=1, deterministic=True)
    guest.output(f"{TRACING}; {setting}; echo function_graph > current_tracer; cat /proc/version; sleep 0.15; echo 0 > tracing_on")
    text = guest.output("grep -v '#' trace | head -n 400")
    for line in lines:
        assert re.search(line, text), text[:2000]
    assert not re.search(without, text)


def test_backtraces_show_callers_and_not_the_way_back(boot):
    guest = boot()
    plain = re.findall(r"\] (\w+)\+", guest.output("cat /proc/self/stack"))
    graph = re.findall(r"\] (\w+)\+", guest.output(f"{TRACING}; echo function_graph > current_tracer; cat /proc/self/stack"))
    assert graph == plain and "vfs_read" in graph
    assert "return_to_handler" not in guest.output("for p in 1 2 3; do cat /proc/$p/stack; done")
    guest.output("echo nop > current_tracer")


def test_no_record_names_the_way_back(boot):
    """Stacks behind events and calls, the deepest stack, who asked for memory: all while the graph tracer is on."""
    guest = boot()
    guest.output(f"{TRACING}; mkdir instances/f; echo vfs_read kmalloc > instances/f/set_ftrace_filter; "
                 "echo 1 > instances/f/options/func_stack_trace; echo function_graph > current_tracer; "
                 "echo function > instances/f/current_tracer; echo 1 > /proc/sys/kernel/stack_tracer_enabled; "
                 "echo 1 > options/stacktrace; echo 1 > events/sched/enable; echo 1 > events/kmem/enable; "
                 "ls -l / > /dev/null; cat /proc/version; sleep 0.05; echo 0 > tracing_on; echo 0 > instances/f/tracing_on")
    for file, some in (("trace", "call_site="), ("trace", "<stack trace>"), ("instances/f/trace", "=> vfs_read"), ("stack_trace", "ret_from_fork")):
        assert guest.run(f"grep -c '{some}' {file}")[0] != "0", (file, some)
        assert guest.run(f"grep -c return_to_handler {file}")[0] == "0", (file, some)
    guest.output("echo 0 > /proc/sys/kernel/stack_tracer_enabled; rmdir instances/f")


def test_only_tasks_of_the_pid_list_are_followed(boot):
    guest = boot(smp=2)
    guest.output(f"{TRACING}; echo 1 > options/funcgraph-proc; echo $$ > set_ftrace_pid; echo function_graph > current_tracer; "
                 "for i in 1 2 3; do cat /proc/version; done; echo 0 > tracing_on")
    tasks = set(re.findall(r"(?m)^ \d\) +(\S+-\d+) +\| ", guest.output("cat trace")))
    assert len(tasks) == 1 and guest.output("echo $$") == tasks.pop().rpartition("-")[2]
    guest.output("echo > trace; echo 1 > options/function-fork; echo 1 > tracing_on; cat /proc/version; echo 0 > tracing_on")
    assert re.search(r"(?m)^ \d\) +cat-\d+ +\| .*version_proc_show", guest.output("cat trace"))


def test_nmi_backtraces_end_where_tasks_begin(boot):
    """An NMI comes anywhere: into the tracer, into a function without a frame, into the way back."""
    guest = boot()
    guest.run(f"{TRACING}; echo function_graph > current_tracer; stress sched vfs timer work irq -t 20 > /dev/null &")
    guest.output("for i in $(seq 25); do echo l > /proc/sysrq-trigger; sleep 0.01; done > /dev/null; kill %1; wait; echo nop > current_tracer")
    traces = re.findall(r"Call Trace:\n((?:\[ *[\d.]+\]  \S.*\n)+)", guest.output("dmesg"))
    lines = [[line.partition("]  ")[2] for line in trace.splitlines()] for trace in traces]
    # Its first byte is what return addresses are replaced with; in the middle of it the tracer was called.
    wrong = [trace for trace in lines if any(re.fullmatch(r"return_to_handler\+0x0/\S+", line) for line in trace)]
    assert len(lines) >= 25 and not wrong
    # Another processor's lines may have come before the very last one.
    begin = re.compile("(ret_from_fork|new_task_entry|smp_ap_entry|kmain)[+]")
    assert not [trace for trace in lines if not begin.match(trace[-1])]


def test_a_warning_names_the_function_and_not_the_way_back(boot):
    log = boot(smp=1, append="ftrace=function_graph lkdtm=WARNING_MESSAGE", crash=True).output("dmesg")
    assert re.search(r"WARNING: kernel/lkdtm\.c:\d+ in lkdtm_WARNING_MESSAGE: as asked", log)
    assert "return_to_handler" not in log


def test_nested_and_too_deep_calls_are_counted_exactly(boot):
    assert "ftrace: selftest of function_graph: PASS" in boot(append="ftrace_selftest").output("dmesg")


def test_the_command_line_limits_a_graph_from_boot_on(boot):
    guest = boot(smp=1, append="ftrace=function_graph ftrace_graph_filter=vfs_mkdir,nosuch ftrace_graph_notrace=kmalloc "
                               "ftrace_graph_max_depth=2")
    assert "ftrace_graph_filter=nosuch: Invalid argument, left out" in guest.output("dmesg")
    assert guest.output(f"{TRACING}; cat set_graph_function set_graph_notrace max_graph_depth") == "vfs_mkdir\nkmalloc\n2"
    text = guest.output("cat trace")
    assert re.search(r"\|  vfs_mkdir\(\) \{", text) and re.search(r"\|    \w+\(\);", text) and not re.search(r"\|      \w", text)


def test_the_command_line_sets_a_threshold(boot):
    guest = boot(smp=1, deterministic=True, append="ftrace=function_graph tracing_thresh=2000")
    assert guest.output(f"{TRACING}; cat tracing_thresh") == "2000"
    guest.output("sleep 0.1")
    assert not re.search(r"\{", guest.output("grep -v '^#' trace")), "only ends, and what took long"
    assert "tracing_thresh=soon: Invalid argument" in boot(append="tracing_thresh=soon").output("dmesg")


def test_sleep_time_is_each_instances_own(boot):
    guest = boot(smp=1, deterministic=True)
    guest.output(f"{TRACING}; mkdir instances/a; for i in . instances/a; do echo schedule_hrtimeout > $i/set_ftrace_filter; "
                 "echo function_graph > $i/current_tracer; done; echo 0 > instances/a/options/sleep-time; sleep 0.1; "
                 "echo 0 > tracing_on; echo 0 > instances/a/tracing_on")
    took = [float(re.search(r"([\d.]+) us +\|  schedule_hrtimeout\(\);", guest.output(f"cat {where}/trace"))[1])
            for where in (".", "instances/a")]
    assert took[0] >= 100000 and took[1] < 1000
    guest.output("rmdir instances/a")
