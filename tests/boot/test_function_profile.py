# SPDX-License-Identifier: MIT
"""function_profile_enabled and trace_stat/: how often each function was called, and how long that took."""

import re

import pytest

HITS = ["  Function                               Hit", "  --------                               ---"]
TIMES = [HITS[0] + "    Time            Avg             s^2", HITS[1] + "    ----            ---             ---"]
NUMBER = r" {4}(\d+(?:\.\d+)?) us +"


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test leaves the profiler off."""
    guest.output("cd /tracing")
    yield
    guest.output("cd /tracing; echo 0 > function_profile_enabled; echo > set_ftrace_filter; echo nop > current_tracer; "
                 "echo 1 > tracing_on; echo > trace; echo > set_ftrace_pid; echo 0 > tracing_thresh; "
                 "echo 1 > options/graph-time; echo 1 > options/sleep-time")


def table(text):
    """A table of hits and times as it must be. Return: [(name, hits, time, average, variance)], in us."""
    lines = text.split("\n")
    assert lines[:2] == TIMES
    rows = [re.fullmatch(r"  (\S{1,30}) {2,} *(\d+)" + 3 * NUMBER, line) for line in lines[2:]]
    assert all(rows), text
    assert all(len(line) >= 92 for line in lines[2:])
    found = [(row[1], int(row[2]), *map(float, row.groups()[2:])) for row in rows]
    times = [time for _, _, time, _, _ in found]
    assert times == sorted(times, reverse=True)
    assert all(abs(time / hits - average) < 0.01 + time / 1e4 for _, hits, time, average, _ in found), text
    return found


def counts(text):
    """A table, of hits alone or with times. Return: hits by name."""
    lines = text.split("\n")
    if lines[0] == TIMES[0]:
        return {row[0]: row[1] for row in table(text)}
    assert lines[:2] == HITS
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


@pytest.mark.parametrize("mode", [1, 2])
def test_every_call_is_counted(guest, mode):
    guest.output(f"echo vfs_mkdir vfs_rmdir > set_ftrace_filter; echo {mode} > function_profile_enabled; "
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
    wrong = {name: (traced.count(name), hits) for name, hits in found.items() if not 0 <= traced.count(name) - hits <= 2}
    assert found and not wrong


def test_it_counts_everything_under_load(guest, time_scale):
    guest.output("echo 1 > function_profile_enabled; stress -t 2 sched mm vfs irq timer; echo 0 > function_profile_enabled",
                 limit=90 * time_scale)
    found = all_counts(guest)
    assert found["__schedule"] > 100 and found["kfree"] > 100


def profile(boot, setting, commands, seconds=60):
    """Return: the table of what commands did, by name, on one processor that counts instructions."""
    guest = boot(smp=1, deterministic=True)
    guest.output(f"cd /tracing; {setting}; echo 1 > function_profile_enabled; {commands}; echo 0 > function_profile_enabled", limit=seconds)
    return guest, {row[0]: row[1:] for row in table(guest.output("cat trace_stat/function0"))}


def test_times_are_those_of_the_calls_and_without_graph_time_their_own(boot):
    guest, total = profile(boot, "echo vfs_read seq_read version_proc_show > set_ftrace_filter", "cat /proc/version")
    guest.output("echo 0 > options/graph-time")
    own = {row[0]: row[1:] for row in table(guest.output("cat trace_stat/function0"))}
    names = ("vfs_read", "seq_read", "version_proc_show")
    assert set(total) == set(own) == set(names)
    assert [total[name][0] for name in names] == [2, 2, 1]
    assert total["vfs_read"][1] > total["seq_read"][1] > total["version_proc_show"][1] > 0
    for caller, called in zip(names, names[1:]):
        assert abs(total[caller][1] - own[caller][1] - total[called][1]) < 0.003
    # Two calls: each lies as far from the average, so the variance is twice that distance squared.
    assert total["version_proc_show"][3] == own["version_proc_show"][3] == 0
    assert total["seq_read"][3] > 0


@pytest.mark.parametrize("sleeps", [0, 1])
def test_sleep_counts_as_sleep_time_says(boot, sleeps):
    _, found = profile(boot, f"echo {sleeps} > options/sleep-time; echo schedule_hrtimeout > set_ftrace_filter", "sleep 0.2")
    longest = max(row[1] for row in found.values())
    assert 200000 <= longest < 260000 if sleeps else 0 < longest < 50000, found


def test_only_long_averages_and_wanted_tasks_are_shown(boot):
    guest, found = profile(boot, "echo 5 > tracing_thresh", "cat /proc/version")
    assert found and min(row[2] for row in found.values()) >= 5
    guest.output("echo 0 > tracing_thresh; echo 1 > set_ftrace_pid; echo 1 > function_profile_enabled; cat /proc/version; echo 0 > function_profile_enabled")
    assert "version_proc_show" not in counts(guest.output("cat trace_stat/function0"))


def test_profiler_and_graph_tracer_share_the_shadow_stack(boot):
    def tree(guest):
        guest.output("echo > trace; echo 1 > tracing_on; cat /proc/version; echo 0 > tracing_on")
        return re.findall(r"\|  ( *\w+\(\)|\s*\})", guest.output("grep -v '#' trace"))

    guest = boot(smp=1, deterministic=True)
    guest.output("cd /tracing; echo vfs_read > set_graph_function; echo 0 > options/funcgraph-irqs; echo function_graph > current_tracer")
    alone = tree(guest)
    guest.output("echo 1 > function_profile_enabled")
    assert tree(guest) == alone and len(alone) > 20
    guest.output("echo nop > current_tracer; echo > set_graph_function; echo function_graph > current_tracer; cat /proc/version; "
                 "echo 0 > function_profile_enabled; cat /proc/version; echo nop > current_tracer")
    found = {row[0]: row[1:] for row in table(guest.output("cat trace_stat/function0"))}
    assert found["version_proc_show"][0] == 2 and found["vfs_read"][1] > found["seq_read"][1]
