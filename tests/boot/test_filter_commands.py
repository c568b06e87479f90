# SPDX-License-Identifier: MIT
"""Commands of set_ftrace_filter: what is done when a function is called, how often, and how they go."""

import re

import pytest

ALL = "#### all functions enabled ####"


def listed(guest):
    """The commands that set_ftrace_filter lists."""
    return [line for line in guest.output("cat /tracing/set_ftrace_filter").split("\n") if ":" in line]


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test leaves no command behind."""
    guest.output("cd /tracing")
    yield
    guest.output("cd /tracing; echo > set_ftrace_filter; echo > set_ftrace_notrace")
    for line in listed(guest):
        name, command, left = line.split(":", 2)
        guest.output(f"echo '!{name}:{command}{'' if left == 'unlimited' else ':0'}' >> set_ftrace_filter")
    assert guest.output("cat set_ftrace_filter") == ALL
    guest.output("echo nop > current_tracer; echo 1 > tracing_on; echo > trace; echo 0 > snapshot")
    assert guest.output("cat enabled_functions") == ""


def test_they_are_listed_after_the_functions_newest_first(guest):
    guest.output("for c in trace_target vfs_rename:traceoff:3 vfs_link:traceon vfs_rename:traceoff trace_target:stacktrace:2 "
                 "vfs_mkdir:dump vfs_rmdir:cpudump vfs_link:traceoff:7; do echo $c >> set_ftrace_filter; done")
    assert guest.output("cat set_ftrace_filter").split("\n") == [
        "trace_target", "vfs_rmdir:cpudump:count=1", "vfs_mkdir:dump:count=1", "trace_target:stacktrace:count=2",
        "vfs_rename:traceoff:unlimited", "vfs_link:traceon:unlimited", "vfs_rename:traceoff:count=3",
        "vfs_link:traceoff:count=7"]


def test_truncation_takes_functions_and_leaves_commands(guest):
    guest.output("echo vfs_link:traceoff vfs_rename vfs_link:traceon:2 > set_ftrace_filter; echo > set_ftrace_filter")
    assert guest.output("cat set_ftrace_filter").split("\n") == [ALL, "vfs_link:traceon:count=2",
                                                                "vfs_link:traceoff:unlimited"]


@pytest.mark.parametrize("word", ["vfs_link:bogus", "nosuch:traceoff", "vfs_link:traceoff:x", "vfs_link:traceoff:-1",
                                  "nosuch*:stacktrace", "vfs_link:", ":traceoff", "vfs_link:traceoff:99999999999999999999",
                                  "!vfs_link:traceoff", "!vfs_link:traceon:0"])
def test_what_cannot_be_obeyed_changes_nothing(guest, word):
    guest.output("echo vfs_link:traceon >> set_ftrace_filter")
    assert guest.run(f"echo '{word}' >> set_ftrace_filter") == ("echo: write error: Invalid argument", 1)
    assert listed(guest) == ["vfs_link:traceon:unlimited"]


@pytest.mark.parametrize("command", ["traceon", "traceoff:1", "snapshot", "stacktrace", "dump", "cpudump"])
def test_set_ftrace_notrace_takes_no_command(guest, command):
    assert guest.run(f"echo vfs_link:{command} > set_ftrace_notrace") == ("echo: write error: Invalid argument", 1)
    assert listed(guest) == []


def test_each_kind_is_removed_exactly(guest):
    guest.output("echo vfs_link:traceoff vfs_link:traceoff:3 'vfs_r*:traceoff' >> set_ftrace_filter")
    guest.output("echo '!vfs_rename:traceoff' >> set_ftrace_filter; echo '!vfs_link:traceoff:0' >> set_ftrace_filter")
    assert sorted(listed(guest)) == [f"{name}:traceoff:unlimited" for name in ("vfs_link", "vfs_read", "vfs_rmdir")]
    guest.output("echo '!vfs_*:traceoff' >> set_ftrace_filter")
    assert listed(guest) == []


@pytest.mark.parametrize("pattern, names", [
    ("vfs_r*", {"vfs_read", "vfs_rename", "vfs_rmdir"}), ("*fs_rename", None), ("*_renam*", None),
    ("vfs_r[ae]*", {"vfs_read", "vfs_rename"}), ("vfs_?ead", {"vfs_read"}), ("vfs*ad", {"vfs_read"})])
def test_a_pattern_may_be_any_glob(guest, pattern, names):
    guest.output(f"echo '{pattern}:traceon' >> set_ftrace_filter")
    found = {line.split(":")[0] for line in listed(guest)}
    assert found == names if names else "vfs_rename" in found


def test_a_pattern_may_be_the_number_of_a_line(guest):
    name = guest.output("sed -n 7p available_filter_functions 2>/dev/null || head -n 7 available_filter_functions | "
                        "tail -n 1").split("\n")[-1]
    guest.output("echo 7:traceon >> set_ftrace_filter")
    assert listed(guest) == [f"{name}:traceon:unlimited"]


def test_a_count_is_used_only_when_something_changes(guest):
    guest.output("echo vfs_mkdir:traceoff:2 >> set_ftrace_filter; mkdir /tmp/a /tmp/b /tmp/c")
    assert listed(guest) == ["vfs_mkdir:traceoff:count=1"]
    assert guest.output("cat tracing_on") == "0"
    guest.output("echo 1 > tracing_on; rmdir /tmp/a /tmp/b /tmp/c; mkdir /tmp/a /tmp/b")
    assert listed(guest) == ["vfs_mkdir:traceoff:count=0"]
    guest.output("echo 1 > tracing_on; mkdir /tmp/c")
    assert guest.output("cat tracing_on") == "1"


def test_traceon_and_traceoff_bracket_what_is_recorded(guest):
    guest.output("echo vfs_mkdir:traceon vfs_rmdir:traceoff >> set_ftrace_filter; echo 0 > tracing_on; "
                 "echo 'vfs_*' >> set_ftrace_filter; echo function > current_tracer; ls > /dev/null; mkdir /tmp/x; rmdir /tmp/x")
    assert guest.output("cat tracing_on") == "0"
    names = re.findall(r"(\w+) <-", guest.output("cat trace"))
    assert names and names.count("vfs_mkdir") <= 1 and "vfs_rmdir" not in names[:-1]


def test_stacktrace_records_who_called(guest):
    guest.output("echo vfs_mkdir:stacktrace:2 >> set_ftrace_filter; mkdir /tmp/1 /tmp/2 /tmp/3")
    text = guest.output("cat trace")
    assert len(re.findall(r"^ +mkdir-\d+ +\[\d+\] \S{5} +[\d.]+: <stack trace>\n => vfs_mkdir\n => \w+\n", text, re.M)) == 2
    assert text.rstrip().endswith("=> ret_from_fork")
    assert listed(guest) == ["vfs_mkdir:stacktrace:count=0"]


def test_snapshot_is_taken(guest):
    guest.output("echo function > current_tracer; echo vfs_mkdir:snapshot:1 >> set_ftrace_filter; "
                 "echo vfs_mkdir >> set_ftrace_filter; mkdir /tmp/s; mkdir /tmp/t; echo 0 > tracing_on")
    assert listed(guest) == ["vfs_mkdir:snapshot:count=0"]
    assert "entries-in-buffer" in guest.output("cat snapshot")


@pytest.mark.parametrize("command", ["dump", "cpudump"])
def test_dump_prints_the_buffer_once(guest, command):
    before = guest.output("dmesg | grep -c 'Dumping ftrace buffer' || true")
    guest.output(f"echo vfs_mkdir > set_ftrace_filter; echo function > current_tracer; "
                 f"echo vfs_mkdir:{command} >> set_ftrace_filter; mkdir /tmp/1d; mkdir /tmp/2d")
    assert listed(guest) == [f"vfs_mkdir:{command}:count=0"]
    assert int(guest.output("dmesg | grep -c 'Dumping ftrace buffer'")) == int(before) + 1
    guest.output("rmdir /tmp/1d /tmp/2d")


def test_words_for_modules_wait_until_they_are_taken_back(guest):
    guest.output("echo 'vfs_*:mod:ext4' :mod:xfs vfs_link > set_ftrace_filter; echo '*:mod:ext4' > set_ftrace_notrace")
    assert guest.output("cat set_ftrace_filter").split("\n") == ["vfs_link", "vfs_*:mod:ext4", "*:mod:xfs"]
    assert guest.output("cat set_ftrace_notrace").split("\n") == ["#### no functions disabled ####", "*:mod:ext4"]
    guest.output("echo '!vfs_*:mod:ext4' >> set_ftrace_filter")
    assert guest.run("echo '!vfs_*:mod:ext4' >> set_ftrace_filter")[1] == 1
    assert guest.output("cat set_ftrace_filter").split("\n") == ["vfs_link", "*:mod:xfs"]
    guest.output("echo > set_ftrace_filter")
    assert guest.output("cat set_ftrace_filter") == ALL
    guest.output("echo 'vfs_link:mod:!ext4' > set_ftrace_filter")
    assert guest.output("cat set_ftrace_filter") == "vfs_link"


def test_commands_belong_to_an_instance_and_go_with_it(guest):
    guest.output("mkdir instances/one; echo vfs_mkdir:traceoff:1 vfs_mkdir:stacktrace > instances/one/set_ftrace_filter")
    assert listed(guest) == []
    guest.output("mkdir /tmp/i")
    assert guest.output("cat tracing_on instances/one/tracing_on").split() == ["1", "0"]
    guest.output("rmdir instances/one")
    assert guest.output("cat enabled_functions") == ""


def test_commands_come_and_go_under_load(guest, time_scale):
    guest.output("stress -t 3 sched mm vfs timer &")
    guest.output("for i in $(seq 15); do echo '*alloc*:stacktrace' 'vfs_*:traceoff:5' 'vfs_*:traceon' '*:stacktrace:100' "
                 ">> set_ftrace_filter; echo '!*:stacktrace' '!*:traceoff:0' '!*:traceon' '!*:stacktrace:0' "
                 ">> set_ftrace_filter; done; wait", limit=90 * time_scale)
    assert listed(guest) == []


def test_off_and_on_at_once_on_all_processors(guest, time_scale):
    """The two must not overtake each other: a ring that is switched on twice writes over the end of its pages."""
    guest.output("echo 'vfs_*:traceoff' 'vfs_*:traceon' '*alloc*:stacktrace' >> set_ftrace_filter; "
                 "echo function > current_tracer; stress -t 2 sched mm vfs", limit=90 * time_scale)
    guest.output("echo '!vfs_*:traceoff' '!vfs_*:traceon' '!*alloc*:stacktrace' >> set_ftrace_filter; "
                 "echo nop > current_tracer; echo 1 > tracing_on; echo still there > trace_marker")
    assert guest.output("tail -n 1 trace").endswith("tracing_mark_write: still there")
