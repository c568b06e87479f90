# SPDX-License-Identifier: MIT
"""set_ftrace_pid, set_ftrace_notrace_pid: whose calls are traced."""

import re

import pytest

FILES = ("set_ftrace_pid", "set_ftrace_notrace_pid")


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test begins and leaves without pids."""
    guest.output("cd /tracing")
    yield
    guest.output("cd /tracing; for f in set_ftrace_pid set_ftrace_notrace_pid; do echo > $f; done; "
                 "echo 0 > options/function-fork; trace reset; mkdir -p /tmp")


def pids(text):
    """The tasks that have lines in a trace."""
    return set(map(int, re.findall(r"^ *\S+-(\d+) +\[\d+\]", text, re.M)))


@pytest.mark.parametrize("name", FILES)
def test_the_list_reads_as_linux_shows_it(guest, name):
    script = f"""cat {name}; echo 1 > {name}; cat {name}; echo 3 2 1 > {name}; cat {name}
                 echo 7 >> {name}; cat {name}; echo > {name}; cat {name}"""
    assert guest.output(script).split("\n") == "no pid|1|1|2|3|1|2|3|7|no pid".split("|")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("text", ["abc", "-5", "5 x", "32768", "99999999999999999999", "1,2", "'*'"])
def test_what_is_no_pid_is_refused_and_changes_nothing(guest, name, text):
    guest.output(f"echo 4 6 > {name}")
    assert guest.run(f"echo {text} >> {name}") == ("echo: write error: Invalid argument", 1)
    assert guest.output(f"cat {name}").split() == ["4", "6"]


@pytest.mark.parametrize("name", FILES)
def test_every_pid_can_be_listed(guest, name):
    guest.output(f"seq 0 32767 > {name}")
    assert guest.output(f"wc -l < {name}") == "32768"
    assert guest.output(f"sort -n {name} | head -n 1; tail -n 1 {name}").split() == ["0", "32767"]


def test_only_listed_tasks_are_traced(guest):
    text = guest.output("echo 0 > tracing_on; echo function > current_tracer; echo > trace; "
                        "sh -c 'echo $$ > /tmp/pid; echo $$ > set_ftrace_pid; echo 1 > tracing_on; "
                        "exec cat /proc/version'; "
                        "echo 0 > tracing_on; cat trace")
    assert pids(text) == {int(guest.output("cat /tmp/pid"))}
    assert "vfs_read <-ksys_read" in text


def test_tasks_listed_in_notrace_are_not_traced_whatever_the_other_list_says(guest):
    text = guest.output("echo vfs_read > set_ftrace_filter; echo function > current_tracer; echo > trace; "
                        "echo 1 > tracing_on; sh -c 'echo $$ > set_ftrace_notrace_pid; echo $$ > set_ftrace_pid; cat < /proc/version; "
                        "exec cat /proc/version'; cat /proc/version; echo > set_ftrace_pid; cat /proc/version;"
                        "echo 0 > tracing_on; cat set_ftrace_notrace_pid; cat trace")
    assert text.count("Fivebyte version") == 4
    never = int(re.search(r"^(\d+)$", text, re.M).group(1))
    assert pids(text) and never not in pids(text)


def test_without_function_fork_children_are_not_followed(guest):
    text = guest.output("echo vfs_read > set_ftrace_filter; echo function > current_tracer; "
                        "sh -c 'echo $$ > set_ftrace_pid; cat /proc/version; true'; echo 0 > tracing_on; cat trace")
    assert " cat-" not in text


def test_function_fork_follows_children_and_forgets_the_dead(guest):
    script = """echo 1 > options/function-fork; echo vfs_read > set_ftrace_filter; echo function > current_tracer
        sh -c 'echo $$ > set_ftrace_pid; (cat /proc/version; cat < /proc/version); wc -l < set_ftrace_pid; exit 0'
        cat /proc/version; echo 0 > tracing_on; wc -l < set_ftrace_pid; cat trace"""
    text = guest.output(script.replace("\n", ";").replace(";;", ";"))
    lines = re.findall(r"^\d+$", text, re.M)
    assert int(lines[0]) >= 2           # the shell, and who counts
    assert lines[1] == "0"              # all have ended, and still nobody else is traced
    assert len({pid for pid in pids(text) if re.search(rf" cat-{pid} ", text)}) == 2


def test_the_trace_command_shows_children(guest):
    text = guest.output("trace record -f vfs_read sh -c 'cat /proc/version; cat /proc/version; true'")
    assert len(pids(text)) >= 2 and text.count("Fivebyte version") == 2
    assert guest.output("cat set_ftrace_pid options/function-fork").split("\n") == ["no pid", "0"]


def test_lists_change_while_every_processor_switches_tasks(guest, time_scale):
    guest.output("echo function > current_tracer; echo 1 > options/function-fork; stress -t 3 sched mm vfs &")
    guest.output("for i in $(seq 60); do seq $i 40 > set_ftrace_pid; seq $i 30 > set_ftrace_notrace_pid; "
                 "seq 400 >> set_ftrace_pid; done; wait", limit=60 * time_scale)
    text = guest.output("echo 0 > tracing_on; echo > trace; echo 1 > set_ftrace_pid; echo > set_ftrace_notrace_pid; "
                        "echo 1 > tracing_on; cat /proc/version /proc/meminfo > /dev/null; echo 0 > tracing_on; cat trace")
    assert pids(text) <= {1}


def test_each_instance_has_its_own_lists(guest):
    script = """mkdir instances/one; cd instances/one; echo vfs_read > set_ftrace_filter
        echo 1 > set_ftrace_notrace_pid; cat set_ftrace_notrace_pid ../../set_ftrace_notrace_pid
        echo vfs_read > ../../set_ftrace_filter; echo function > ../../current_tracer; echo function > current_tracer
        sh -c 'echo $$ > set_ftrace_pid; exec cat /proc/version'; cat /proc/version
        echo 0 > tracing_on; echo 0 > ../../tracing_on; grep -c cat- trace; grep -c cat- ../../trace
        echo nop > current_tracer; cd ../..; rmdir instances/one"""
    lines = guest.output("; ".join(line.strip() for line in script.split("\n"))).split("\n")
    assert lines[:2] == ["1", "no pid"]
    assert 0 < int(lines[-2]) < int(lines[-1])
