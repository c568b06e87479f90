# SPDX-License-Identifier: MIT
"""Conditions on arguments: which calls the graph and the function tracer follow."""

import re
import time

import pytest

LINE = re.compile(r"^ (\d+)\) +([\w<>/.:-]+?)-(\d+) +\|.*\|( +)(\S.*)$")


@pytest.fixture(autouse=True)
def clean(guest):
    guest.output("cd /tracing")
    yield
    guest.output("cd /tracing; echo function > current_tracer; echo > set_graph_function; echo > set_ftrace_filter; "
                 "echo 1 > options/funcgraph-irqs; echo 0 > options/funcgraph-proc; echo 1 > tracing_on; "
                 "for option in func_stack_trace func-no-repeats func-args; do echo no$option > trace_options; done; "
                 "echo nop > current_tracer; echo > trace; echo > error_log; rm -rf /tmp/f /tmp/p; echo 1408 > buffer_size_kb")


def graph(guest, root, commands, *options, limit=None):
    """Return: [(cpu, task, pid, depth, what stands there)] of what `commands` did below the root."""
    guest.output(f"echo '{root}' > set_graph_function; echo 8192 > buffer_size_kb; echo 1 > options/funcgraph-proc")
    guest.output("".join(f"{option}; " for option in options) + "echo > trace; echo function_graph > current_tracer")
    guest.output(f"echo 1 > tracing_on; {commands}; echo 0 > tracing_on", limit=limit)
    lines = guest.output("grep -v '^#' trace || true", limit=limit).split("\n")
    return [(int(found[1]), found[2], int(found[3]), len(found[4]) // 2, found[5])
            for found in map(LINE.match, lines) if found]


def roots(lines):
    """Return: [the lines of one call of a root], each a whole tree, by its task."""
    trees, current = [], {}
    for line in lines:
        tree = current.setdefault(line[2], [])
        tree.append(line)
        if line[3] == 1 and (line[4].startswith("}") or line[4].endswith(";")):
            trees.append(current.pop(line[2]))
    assert not current, "a tree has no end"
    return trees


def test_it_chooses_calls_by_argument(guest):
    lines = graph(guest, "vfs_read if count == 77",
                  "dd if=/proc/version of=/dev/null bs=77 count=1; dd if=/proc/version of=/dev/null bs=78 count=1; "
                  "cat /proc/version > /dev/null; dd if=/proc/version of=/dev/null bs=77 count=1")
    trees = roots(lines)
    assert len(trees) == 2
    for tree in trees:
        assert tree[0][4] == "vfs_read() {" and len(tree) > 5
        assert any(line[4].startswith("seq_read") for line in tree)
        assert {line[1] for line in tree} == {"dd"}


def test_of_two_tasks_in_it_at_once_the_one_that_matches_is_followed(guest):
    both = "".join(f"(until [ -e /tmp/f ]; do sleep 0.01; done; echo hello) | dd bs={size} count=1 > /dev/null & "
                   "until grep -q pipe_read /proc/$!/stack; do sleep 0.01; done; " for size in (77, 78))
    both += "touch /tmp/f; wait; rm /tmp/f"
    trees = roots(graph(guest, "vfs_read if count == 77", both))
    assert len(trees) == 1
    assert len({line[2] for line in trees[0]}) == 1
    assert any("schedule" in line[4] for line in trees[0])     # it slept, and the other one was there too
    both = both.replace("77", "78")
    assert not graph(guest, "vfs_read if count == 77", both)


def test_recursion_inside_a_match_does_not_end_it(guest):
    lines = graph(guest, "shell_run_compound if node->kind > 0",
                  "if true; then if true; then true; fi; cd .; cd /tracing; fi")
    trees = [tree for tree in roots(lines) if sum(line[4].startswith("shell_run_compound") for line in tree) == 2]
    assert len(trees) == 1
    tree = trees[0]
    inner = next(line[3] for line in tree[1:] if line[4].startswith("shell_run_compound"))
    end = next(i for i, line in enumerate(tree) if line[3] == inner and line[4].startswith("}"))
    assert sum("path_walk" in line[4] for line in tree[end:]) >= 2     # what came after it is there


def test_a_match_that_sleeps_and_migrates_is_followed_on_its_new_cpu(guest, time_scale):
    """Nobody stays where he is while others keep the processors busy."""
    guest.output("stress -t 1000 call call call call > /dev/null &")
    moved, deadline = [], time.monotonic() + 60 * time_scale
    while not moved and time.monotonic() < deadline:
        lines = graph(guest, "vfs_read if count == 77",
                      "for i in 1 2 3 4 5 6 7 8; do (sleep 0.01; echo x) | dd bs=77 count=1 > /dev/null; done",
                      limit=60 * time_scale)
        trees = roots(lines)
        assert len(trees) == 8
        moved += [tree for tree in trees if tree[0][0] != tree[-1][0]]
    guest.output("kill %1; wait", limit=60 * time_scale)
    assert moved
    for tree in moved:
        here = [line for line in tree if line[0] == tree[-1][0]]
        assert len(here) > 2 and len({line[2] for line in tree}) == 1


@pytest.mark.parametrize("shown", [True, False])
def test_interrupts_inside_a_match_are_shown_or_not(guest, shown, time_scale):
    command = "for i in 1 2 3 4 5 6 7 8; do dd if=/proc/kallsyms of=/dev/null bs=65536 count=1; done"
    guest.output("echo vfs_read '*timer_interrupt' > set_ftrace_filter")
    lines = graph(guest, "vfs_read if count == 65536", command, f"echo {int(shown)} > options/funcgraph-irqs",
                  limit=60 * time_scale)
    assert sum(line[4].startswith("vfs_read") for line in lines) == 8
    assert any("timer_interrupt" in line[4] for line in lines) == shown


def test_a_call_that_does_not_match_costs_no_space(guest):
    lines = graph(guest, "vfs_read if count == 1234567 || $arg3 > 100000000",
                  "cat /proc/version /proc/cpuinfo > /dev/null; ls /proc > /dev/null")
    assert not lines
    assert set(re.findall(r"^entries: (\d+)$", guest.output("cat per_cpu/cpu*/stats"), re.M)) == {"0"}
    assert set(re.findall(r"^overrun: (\d+)$", guest.output("cat per_cpu/cpu*/stats"), re.M)) == {"0"}


def test_bad_pointers_make_it_false_also_in_an_nmi(guest):
    assert guest.output("selftest condition").endswith("ok")


def test_a_bad_one_changes_nothing_and_says_where(guest):
    for name in "set_graph_function", "set_ftrace_filter":
        guest.output(f"echo 'vfs_read if count >= 4096' > {name}; echo > error_log")
        for text, column in (("vfs_read if bogus >= 4096", 12), ("vfs_write vfs_read if count >= ", 31),
                             ("vfs_read if count >= 1 && file->bogus == 1", 32),
                             ("vfs_read if (count >= 1", 12), ("vfs_read if count ~ 3", 18),
                             ("no_such_function if count == 1", 0)):
            said, status = guest.run(f"echo '{text}' > {name}")
            assert status == 1 and "Invalid argument" in said
            assert guest.output(f"cat {name}") == "vfs_read if count >= 4096"
            log = guest.output("tail -n 3 error_log").split("\n")
            assert log[0].split("] ")[1].startswith("function condition: error: ")
            assert log[1] == "  Command: " + text.rstrip()
            assert log[2] == " " * (11 + min(column, len(text.rstrip()))) + "^", text
        for text in "vfs_read:traceoff if count > 1", "!vfs_read if count > 1":
            assert guest.run(f"echo '{text}' > {name}")[1] == 1
        assert guest.output(f"cat {name}") == "vfs_read if count >= 4096"
    assert guest.run("echo 'vfs_read if count > 1' > set_ftrace_notrace")[1] == 1
    assert "Only functions to trace have conditions" in guest.output("tail -n 3 error_log")
    assert guest.run("echo 'vfs_read if count > 1' > set_graph_notrace")[1] == 1


def test_the_files_show_conditions_and_take_what_they_show(guest):
    for name in "set_graph_function", "set_ftrace_filter":
        guest.output(f"echo 'vfs_* if count > 3' > {name}; echo seq_read >> {name}")
        shown = guest.output(f"cat {name}").split("\n")
        assert sorted(shown) == ["seq_read", "vfs_read if count > 3", "vfs_write if count > 3"]
        guest.output(f"cat {name} > /tmp/f; echo > {name}; cat /tmp/f > {name}")
        assert guest.output(f"cat {name}").split("\n") == shown
        guest.output(f"echo '* if $arg1 > 5 && comm == \"a b\"' > {name}; cat {name} > /tmp/f; echo > {name}; "
                     f"cat /tmp/f > {name}; cat {name} > /tmp/p")
        assert guest.output("wc -c < /tmp/f; wc -c < /tmp/p").split()[0] == guest.output("wc -c < /tmp/p").strip()
        assert guest.output("grep -c ' if $arg1 > 5 && comm == \"a b\"' /tmp/p") == guest.output("wc -l < /tmp/p").strip()
        assert int(guest.output("wc -c < /tmp/p")) > 3 * 4096
        guest.output(f"cat {name} > /tmp/f; echo 'vfs_write if count > 3' > {name}")
        guest.output(f"echo vfs_read >> {name}; echo '!vfs_write' >> {name}; echo seq_read >> {name}")
        assert sorted(guest.output(f"cat {name}").split("\n")) == ["seq_read", "vfs_read"]
        guest.output(f"echo 'vfs_write if $arg3 == 1 && comm == \"x y\"' >> {name}")
        assert "vfs_write if $arg3 == 1 && comm == \"x y\"" in guest.output(f"cat {name}")


@pytest.mark.parametrize("option", ["func_stack_trace", "func-no-repeats", "func-args", None])
def test_the_function_tracer_records_the_hits_that_meet_it(guest, option):
    guest.output("echo 'vfs_read if count == 77 && file->f_flags == 0 && comm != cat' > set_ftrace_filter")
    guest.output("echo function > current_tracer; " + (f"echo 1 > options/{option}" if option else ":"))
    run = "dd if=/proc/version of=/dev/null bs=77 count=1; cat /proc/version > /dev/null"
    guest.output(run)
    assert guest.output("grep -c 'vfs_read.*<-' trace") == "1"
    guest.output("echo vfs_read > set_ftrace_filter; echo > trace; " + run)
    assert option == "func-no-repeats" or int(guest.output("grep -c 'vfs_read.*<-' trace")) > 2
    guest.output("echo 'vfs_read if count == 78' > set_ftrace_filter; echo > trace; " + run)
    assert guest.output("grep -c 'vfs_read.*<-' trace || true") == "0"


def test_several_users_of_a_site_each_have_their_condition(guest):
    guest.output("mkdir -p instances/two; echo 'vfs_read if count == 77' > set_ftrace_filter; "
                 "echo 'vfs_read if count == 78' > instances/two/set_ftrace_filter; "
                 "echo function > current_tracer; echo function > instances/two/current_tracer")
    guest.output("for size in 76 77 78 78; do dd if=/proc/version of=/dev/null bs=$size count=1; done")
    assert guest.output("grep -c 'vfs_read <-' trace") == "1"
    assert guest.output("grep -c 'vfs_read <-' instances/two/trace") == "2"
    guest.output("echo nop > instances/two/current_tracer; echo > trace; rmdir instances/two; "
                 "dd if=/proc/version of=/dev/null bs=77 count=1")
    assert guest.output("grep -c 'vfs_read <-' trace") == "1"


def test_changing_them_under_load(guest, time_scale):
    guest.output("echo function_graph > current_tracer; stress -t 5 vfs sched mm > /dev/null &")
    guest.output("for i in 1 2 3 4 5 6 7 8 9 10; do echo \"vfs_* if count > $i && file->f_pos < 1$i\" > set_graph_function; "
                 "echo \"*alloc* if comm ~ 's*' || $arg1 > 5\" >> set_graph_function; echo > set_graph_function; "
                 "echo \"*alloc* if comm ~ 's*' || \\$arg1 > 5\" > set_ftrace_filter; echo > set_ftrace_filter; done; wait",
                 limit=120 * time_scale)
    assert "BUG" not in guest.output("dmesg")
