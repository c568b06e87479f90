# SPDX-License-Identifier: MIT
"""`trace`, the short words for tracing files: what it writes, prints, and leaves behind."""

import re

import pytest

from guest import PROMPT

CLEAN = {"current_tracer": "nop", "tracing_on": "1", "set_ftrace_filter": "#### all functions enabled ####",
         "set_ftrace_notrace": "#### no functions disabled ####", "set_ftrace_pid": "no pid",
         "set_ftrace_notrace_pid": "no pid",
         "set_graph_function": "#### all functions enabled ####", "max_graph_depth": "0", "tracing_thresh": "0",
         "function_profile_enabled": "0", "options/graph-time": "1", "options/funcgraph-proc": "0"}


def state(guest):
    text = guest.output(f"for f in {' '.join(CLEAN)}; do cat /tracing/$f; done")
    return dict(zip(CLEAN, text.split("\n"), strict=True))


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test leaves tracing as it was at boot."""
    yield
    guest.run("trace reset")
    assert state(guest) == CLEAN


def calls(text):
    """The function names of the lines of a trace."""
    return re.findall(r"^ +\S+-\d+ +\[\d+\] \S+ +[\d.]+: (\w+) <-\w+$", text, re.M)


def test_record_prints_what_the_command_did(guest):
    text = guest.output("trace record -f 'vfs_*' cat /proc/version")
    assert text.startswith("Fivebyte version")
    assert "# tracer: function\n" in text
    assert calls(text) == ["vfs_open", "vfs_read", "vfs_fstat", "vfs_getattr", "vfs_write", "vfs_read"]
    assert set(re.findall(r"^ +(\S+)-\d+ ", text, re.M)) == {"cat"}


def test_record_ends_with_the_status_of_the_command(guest):
    assert guest.run("trace record -f schedule sh -c 'exit 7' > /tmp/out")[1] == 7
    assert guest.run("trace record nosuch > /tmp/out")[1] == 127


def test_start_stop_show(guest):
    guest.output("trace start -f ksys_read -f ksys_write")
    guest.output("cat /proc/version > /dev/null; trace stop")
    shown = guest.output("trace show")
    assert {"ksys_read", "ksys_write"} == set(calls(shown))
    assert guest.output("trace show") == shown
    assert len(calls(guest.output("trace show -n 2"))) == 2
    guest.output("cat /proc/version > /dev/null")
    assert calls(guest.output("trace show")) == calls(shown)


def test_verbose_lines_can_be_pasted(guest):
    lines = guest.output("trace start -v -f 'vfs_r*' -f vfs_open -n vfs_rename").split("\n")
    assert all(re.fullmatch(r"echo( \S+)? >>? /tracing/\w+", line) for line in lines)
    before = guest.output("sort /tracing/enabled_functions")
    undo = guest.output("trace -v reset").split("\n")
    for line in lines:
        guest.output(line)
    assert guest.output("sort /tracing/enabled_functions") == before
    for line in undo:
        guest.output(line)
    assert state(guest) == CLEAN


def test_status_tells_what_is_set(guest):
    guest.output("trace start -f 'vfs_*'")
    text = guest.output("trace status")
    assert re.search(r"^tracer +function$", text, re.M)
    assert re.search(r"^recording +1$", text, re.M)
    assert re.search(r"^filter +vfs_\w+ .* \.\.\. \(\d+\)$", text, re.M)
    assert re.search(r"^entries +\d+/\d+ in the buffer / written$", text, re.M)


def test_list(guest):
    assert re.match(r"tracers: +function_graph function nop\nfunctions: \d+;", guest.output("trace list"))
    names = guest.output("trace list 'vfs_r?ad'").split()
    assert names == ["vfs_read"]
    assert guest.run("trace list nosuch*") == ("trace: nosuch*: no function has this name", 1)


def test_show_follows(guest):
    guest.output("trace start -f ksys_getdents64; ls / > /dev/null; ls / > /dev/null")
    guest.send("trace show -f\n")
    guest.expect("ls-.*ksys_getdents64")
    guest.send("\x03")
    guest.expect(PROMPT)
    assert guest.run("echo $?") == ("130", 0)


@pytest.mark.parametrize("command, message, status", [
    ("trace start nosuch", "trace: nosuch > current_tracer: Invalid argument", 1),
    ("trace record -f nosuch true", "trace: nosuch > set_ftrace_filter: Invalid argument", 1),
    ("trace graph vfs_read if 'cuont > 3' -- ls",
     "trace: vfs_read if cuont > 3 > set_graph_function: Invalid argument\n"
     "trace: vfs_read if cuont > 3\n"
     "trace:             ^ Field not found", 1),
    ("trace hist 'sched:sched_switch key=prev_com' -- ls",
     "trace: hist:key=prev_com > events/sched/sched_switch/trigger: Invalid argument\n"
     "trace: hist:key=prev_com\n"
     "trace:          ^ Couldn't find field", 1),
    ("trace nosuch", "trace: nosuch: no such word; trace alone lists them", 2),
])
def test_failure_leaves_nothing_behind(guest, command, message, status):
    assert guest.run(command) == (message, status)
    assert state(guest) == CLEAN


def test_every_word_is_explained(guest):
    text = guest.output("trace")
    for word in ("list", "start", "stop", "show", "status", "reset", "record", "extract", "graph", "profile", "slow"):
        assert re.search(rf"^trace {word}.*\n    .*\n    Try: trace {word}", text, re.M), word


def tree(text):
    """The calls of a graph as it was printed, with two blanks a level."""
    return re.findall(r"(?m)^ \d+\) .*\|  ( *\w+\(\)(?=;| \{))", text)


def test_graph_prints_the_tree_of_one_command(guest):
    text = guest.output("trace graph -d 2 vfs_read -- cat /proc/version")
    assert text.startswith("Fivebyte version") and "# tracer: function_graph\n" in text and "\x1b" not in text
    calls = [call for call in tree(text) if "seq" in call or "vfs" in call]
    assert calls == ["vfs_read()", "  seq_read()"] * 2
    assert state(guest) == CLEAN


def test_graph_takes_a_condition_and_all_its_words(guest):
    condition = "count == 16384 && file != 0"
    lines = guest.output(f"trace -v graph vfs_read if '{condition}' -- cat /proc/version > /tmp/out; cat /tmp/out").split("\n")
    assert f"echo 'vfs_read if {condition}' > /tracing/set_graph_function" in lines
    assert "vfs_read()" in tree("\n".join(lines))
    assert not tree(guest.output("trace graph vfs_read if count '<' 100 -- cat /proc/version"))
    assert state(guest) == CLEAN


@pytest.mark.parametrize("words, status", [
    ("graph nosuch -- true", 1), ("graph vfs_read if nosuch == 1 -- true", 1), ("graph vfs_read -- sh -c 'exit 7'", 7),
    ("graph -d x vfs_read -- true", 1), ("graph vfs_read cat", 2), ("graph -- true", 2), ("graph vfs_read --", 2),
    ("graph vfs_read if -- true", 2), ("profile true", 2), ("profile -s nosuch -- true", 2), ("profile vfs_read -- true", 2),
    ("slow vfs_read", 2), ("slow vfs_read x", 1), ("slow nosuch 1", 1), ("profile -- sh -c 'exit 3' > /tmp/out", 3),
])
def test_what_ends_otherwise_leaves_nothing_behind(guest, words, status):
    assert guest.run(f"trace {words}")[1] == status
    assert state(guest) == CLEAN


def test_profile_is_a_table_of_what_one_command_called(guest):
    def table(order):
        lines = guest.output(f"trace profile {order} -- cat /proc/version").split("\n")
        assert lines[:2] == [lines[0], "FUNCTION                             HITS      TOTAL us       SELF us    AVERAGE us"]
        rows = [re.fullmatch(r"(\S+) +(\d+) +(\d+\.\d{3}) +(\d+\.\d{3}) +(\d+\.\d{3})", line) for line in lines[2:]]
        assert rows and all(rows)
        return {row[1]: [float(number) for number in row.groups()[1:]] for row in rows}

    for order, column in (("", 1), ("-s total", 1), ("-s avg", 3), ("-s hits", 0)):
        found = table(order)
        keys = [row[column] for row in found.values()]
        assert keys == sorted(keys, reverse=True)
        assert found["vfs_read"][0] == 2 and found["version_proc_show"][0] == 1
        assert found["vfs_read"][1] > found["seq_read"][1] > found["version_proc_show"][1] > 0
        assert found["vfs_read"][1] > found["vfs_read"][2] > 0
    assert state(guest) == CLEAN


@pytest.mark.parametrize("words", ["graph schedule -- sleep 100", "profile -- sleep 100", "slow schedule_hrtimeout 1"])
def test_ctrl_c_ends_it_and_puts_everything_back(guest, words):
    guest.send(f"trace -v {words}\n")
    guest.expect(r"echo 1 > /tracing/(tracing_on|function_profile_enabled)\r*\n")
    guest.send("\x03")
    guest.expect(PROMPT)
    assert state(guest) == CLEAN
    guest.output("trace profile -- true > /dev/null")


@pytest.mark.parametrize("words, done", [
    ("graph cmd_sleep -- sleep 100", r"\|  cmd_sleep\(\) \{"), ("profile -- sleep 100", r"cmd_sleep +1 "),
    ("record -f cmd_sleep -- sleep 100", r"sleep-\d+ .* cmd_sleep <-"),
])
def test_ctrl_c_prints_what_was_done_until_then(guest, words, done):
    guest.tell_when("cat /proc/[0-9]*/stack 2> /dev/null | grep -q cmd_sleep", "asleep")
    guest.send(f"trace -v {words}\n")
    guest.expect("asleep")
    guest.send("\x03")
    guest.expect(done)
    guest.expect(PROMPT)
    assert guest.run("echo $?") == ("130", 0)
    assert state(guest) == CLEAN


# What it writes last, with recording off before, is tracing_on.
SLOW_IS_AT_WORK = "grep -q graph /tracing/current_tracer && grep -q 1 /tracing/tracing_on"


def test_slow_does_not_tell_about_its_own_lines(guest):
    guest.output("trace slow vfs_write 1 > /tmp/slow &")
    guest.wait_until(SLOW_IS_AT_WORK)
    guest.output("echo a > /tmp/a")
    guest.wait_until("grep -q vfs_write /tmp/slow")
    lines = int(guest.output("grep -c vfs_write /tmp/slow; echo b > /tmp/a"))
    guest.wait_until(f"[ $(grep -c vfs_write /tmp/slow) -gt {lines} ]")     # and the writing of those lines is over
    guest.output("kill -INT %1; wait")
    text = guest.output("cat /tmp/slow")
    assert re.search(r"^ \d\) +(echo|sh)-\d+ ", text, re.M) and not re.search(r"^ \d\) +trace-\d+ ", text, re.M)


def test_slow_prints_long_calls_as_they_end(guest, time_scale):
    guest.output("trace slow schedule_hrtimeout 5000 > /tmp/slow &")
    guest.wait_until(SLOW_IS_AT_WORK)
    guest.output("sleep 0.1; sleep 0.0001; sleep 0.2")
    guest.wait_until("[ $(grep -c schedule_hrtimeout /tmp/slow) -ge 2 ]")
    guest.output("kill -INT %1; wait", 60 * time_scale)
    lines = [line for line in guest.output("cat /tmp/slow").split("\n") if "schedule_hrtimeout" in line]
    assert len(lines) >= 2
    calls = [re.fullmatch(r" \d\) +sleep-\d+ +\| [#*@$] ([\d.]+) us +\|  \} /\* schedule_hrtimeout \*/", line) for line in lines]
    assert all(calls) and min(float(call[1]) for call in calls) > 5000, lines
    assert state(guest) == CLEAN


@pytest.mark.parametrize("term, coloured", [("", False), ("TERM=dumb", False), ("TERM=xterm", True)])
def test_colour_is_for_consoles_that_have_it(boot, term, coloured):
    guest = boot(smp=1, append=term)
    assert ("\x1b[" in guest.output("trace graph vfs_read -- cat /proc/version")) == coloured
    assert "\x1b" not in guest.output("trace graph vfs_read -- cat /proc/version > /tmp/out; cat /tmp/out")


def test_events_are_listed_by_system_and_with_their_fields(guest):
    systems = dict(line.split() for line in guest.output("trace events").split("\n"))
    assert systems["sched"] == "13" and "ftrace" not in systems
    assert sum(map(int, systems.values())) == len(guest.read("/tracing/available_events").split())
    assert guest.output("trace events sched:sched_waking") == "sched:sched_waking  comm pid prio target_cpu"
    assert guest.output("trace events 'sched_w*'").count("\n") == 2
    assert guest.output("trace events sched:") == guest.output("trace events 'sched:*'")
    assert guest.output("trace events :sched_waking") == guest.output("trace events sched:sched_waking")
    assert guest.run("trace events nosuch") == ("trace: nosuch: no event has this name", 1)


def test_record_takes_events_and_their_filters(guest):
    text = guest.output("trace record -e 'sched_process_*' -e kmem:kmalloc --filter 'bytes_req > 5000' -- sh -c 'cat /proc/version; true'")
    assert "# tracer: nop" in text
    found = re.findall(r"^ *\S+-(\d+) .*?: (sched_process_exec|kmalloc): (.*)", text, re.M)
    assert [rest.split()[0] for _, name, rest in found if name == "sched_process_exec"] == ["filename=sh", "filename=cat", "filename=true"]
    sizes = [int(re.search(r"bytes_req=(\d+)", rest)[1]) for _, name, rest in found if name == "kmalloc"]
    assert sizes and min(sizes) > 5000
    assert state(guest) == CLEAN


def test_events_beside_functions(guest):
    text = guest.output("trace record -f vfs_read -e sched:sched_process_exec cat /proc/version")
    assert "# tracer: function\n" in text and set(calls(text)) == {"vfs_read"}
    assert "sched_process_exec: filename=cat" in text


@pytest.mark.parametrize("words", ["--filter", "-- --filter"])
def test_the_options_of_the_command_are_its_own(guest, words):
    assert guest.output(f"trace record -f vfs_read echo {words}").split("\n")[0] == words


@pytest.mark.parametrize("words", ["-e nosuch ls", "-e nosuch --filter x==1 ls", "-e sched_switch --filter nosuch==1 ls", "--filter x==1 ls"])
def test_what_is_wrong_with_events_is_said_and_nothing_stays(guest, words):
    text, status = guest.run(f"trace record {words}")
    assert status and "trace: " in text
    guest.output("echo > /tracing/error_log")
    assert state(guest) == CLEAN


def test_count_counts_calls_and_events_of_one_command(guest):
    text = guest.output("trace count vfs_read vfs_open sched_process_exec sched:sched_process_fork -- sh -c 'cat /proc/version > /dev/null; true'")
    assert dict(line.split() for line in text.split("\n")) == {
        "vfs_read": "2", "vfs_open": "2", "sched:sched_process_exec": "3", "sched:sched_process_fork": "2"}
    assert state(guest) == CLEAN
    assert guest.output("cat /tracing/events/sched/*/trigger | grep -v '^#' || true") == ""


def test_count_counts_until_it_is_interrupted(guest):
    guest.tell_when("grep -q 'Hits: [1-9]' /tracing/events/sched/sched_switch/hist", "counted")
    guest.send("trace count sched_switch\n")
    guest.expect("counted")
    guest.send("\x03")
    guest.expect(r"sched:sched_switch +[1-9]\d*")
    guest.expect(PROMPT)
    assert state(guest) == CLEAN
