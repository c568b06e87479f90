# SPDX-License-Identifier: MIT
"""The files in events/, set_event and its like: which events are on, for whom, and what refuses."""

import re

import pytest

INVALID = "echo: write error: Invalid argument"
SYSTEM_HELP = """### global filter ###
# Use this to set filters for multiple events.
# Only events with the given fields will be affected.
# If no events are modified, an error message will be displayed here"""
SCHED = ["sched_switch", "sched_waking", "sched_wakeup", "sched_wakeup_new", "sched_migrate_task", "sched_stat_runtime",
         "sched_process_fork", "sched_process_exec", "sched_process_exit", "sched_process_free", "sched_process_wait",
         "sched_kthread_stop", "sched_kthread_stop_ret"]


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test begins and leaves with all events off."""
    guest.output("cd /tracing; echo > trace")
    yield
    for line in guest.output("grep _event: set_ftrace_filter || true").split("\n"):
        if line:
            word, _, left = line.rpartition(":")
            guest.output(f"echo '!{word}{'' if left == 'unlimited' else ':0'}' >> set_ftrace_filter")
    guest.output("cd /tracing; echo > set_event; echo > set_event_pid; echo > set_event_notrace_pid; echo nop > current_tracer; "
                 "for f in events/*/filter; do echo 0 > $f; done; for o in event-fork fields raw stacktrace; do echo 0 > options/$o; done; echo 1 > tracing_on; echo > trace")
    assert guest.read("events/enable") == "0"
    assert guest.output("selftest static_branch").count("ok") == 1


def on(guest):
    return guest.read("set_event").split()


def records(text):
    """Return: [(comm, pid, event, text)] of the lines of a trace."""
    return [(comm, int(pid), name, rest) for comm, pid, name, rest in
            re.findall(r"^ *(\S.*)-(\d+) +\[\d+\] \S+ +[\d.]+: (\w+): (.*)$", text, re.M)]


def test_available_events_are_those_that_can_be_switched(guest):
    available = guest.read("available_events").split()
    assert [name.partition(":")[2] for name in available if name.startswith("sched:")] == SCHED
    assert not [name for name in available if name.startswith("ftrace:")]
    assert sorted(guest.output("echo events/*/*/enable").split()) == sorted(f"events/{name.replace(':', '/')}/enable" for name in available)
    assert sorted(guest.output("echo events/*/enable").split()) == sorted({f"events/{name.partition(':')[0]}/enable" for name in available})


def test_ids_are_different_and_as_the_formats_say(guest):
    ids = guest.output("cat events/*/*/id").split()
    assert len(set(ids)) == len(ids)
    formats = guest.output("cat events/*/*/format | grep ^ID:")
    assert re.findall(r"ID: (\d+)", formats) == ids


def test_enable_at_every_level(guest):
    def levels():
        return guest.output("cat events/enable events/sched/enable events/sched/sched_switch/enable").split()

    assert levels() == ["0", "0", "0"]
    assert guest.write("events/sched/sched_switch/enable", "1") == ""
    assert levels() == ["X", "X", "1"]
    assert on(guest) == ["sched:sched_switch"]
    assert guest.write("events/sched/enable", "1") == ""
    assert levels() == ["X", "1", "1"]
    assert on(guest) == [f"sched:{name}" for name in SCHED]
    assert guest.write("events/sched/sched_switch/enable", "0") == ""
    assert levels() == ["X", "X", "0"]
    assert guest.write("events/enable", "1") == ""
    assert levels() == ["1", "1", "1"]
    assert on(guest) == guest.read("available_events").split()
    assert guest.write("events/sched/enable", "0") == ""
    assert levels() == ["X", "0", "0"]
    assert guest.write("events/enable", "0") == ""
    assert levels() == ["0", "0", "0"]


@pytest.mark.parametrize("path", ["events/enable", "events/sched/enable", "events/sched/sched_switch/enable"])
@pytest.mark.parametrize("text", ["2", "x", "-1", "", "1 1", "0x10"])
def test_enable_takes_0_and_1_alone(guest, path, text):
    guest.output("echo 1 > events/sched/sched_waking/enable")
    assert guest.run(f"echo '{text}' > {path}") == (INVALID, 1)
    assert on(guest) == ["sched:sched_waking"]


def test_set_event_reads_back_what_is_on_and_truncation_clears(guest):
    guest.output("echo sched:sched_switch > set_event; echo sched_waking >> set_event")
    assert on(guest) == ["sched:sched_switch", "sched:sched_waking"]
    guest.output("echo '!sched:sched_switch' >> set_event")
    assert on(guest) == ["sched:sched_waking"]
    guest.output("echo sched_wakeup > set_event")
    assert on(guest) == ["sched:sched_wakeup"]
    guest.output("echo > set_event")
    assert on(guest) == []


@pytest.mark.parametrize("word, names", [
    ("sched:*", SCHED), ("sched:", SCHED), ("sched", SCHED), ("*:sched_switch", ["sched_switch"]), (":sched_switch", ["sched_switch"]),
    ("sched:sched_wak*", ["sched_waking", "sched_wakeup", "sched_wakeup_new"]), ("sched_process_e*", ["sched_process_exec", "sched_process_exit"]),
    ("sc*d:sched_k*", ["sched_kthread_stop", "sched_kthread_stop_ret"]),
    ("sched_switch sched_waking", ["sched_switch", "sched_waking"]), ("sched !sched:sched_*_* sched_switch", ["sched_switch", "sched_waking", "sched_wakeup"])])
def test_words_of_set_event(guest, word, names):
    assert guest.run(f"echo '{word}' > set_event") == ("", 0)
    assert on(guest) == [f"sched:{name}" for name in SCHED if name in names]


def test_all_of_them(guest):
    guest.output("echo '*:*' > set_event")
    assert on(guest) == guest.read("available_events").split()
    guest.output("echo '!*:*' >> set_event")
    assert on(guest) == []


@pytest.mark.parametrize("word", ["nosuch", "no:such", "sched:nosuch", "nosuch:sched_switch", "ftrace:function", "!nosuch", "!", "sched:sched_switch:x",
                                  "x" * 300])
def test_words_that_name_nothing_are_refused(guest, word):
    guest.output("echo sched_waking > set_event")
    assert guest.run(f"echo '{word}' >> set_event") == (INVALID, 1)
    assert on(guest) == ["sched:sched_waking"]


def test_words_before_a_bad_one_are_obeyed(guest):
    assert guest.run("echo sched_switch nosuch sched_waking > set_event") == (INVALID, 1)
    assert on(guest) == ["sched:sched_switch"]


def test_an_event_says_what_happened(guest):
    guest.output("echo sched_process_fork sched_process_exec sched_process_exit > set_event; cat /proc/version > /dev/null; "
                 "echo > set_event")
    found = [(comm, name, text) for comm, _, name, text in records(guest.read("trace")) if "cat" in text]
    fork, execute, end = found[:3]
    pid = re.search(r"child_comm=cat child_pid=(\d+)", fork[2])[1]
    assert fork[:2] == ("sh", "sched_process_fork") or fork[1] == "sched_process_fork"
    assert execute == ("cat", "sched_process_exec", f"filename=cat pid={pid} old_pid={pid}")
    assert end == ("cat", "sched_process_exit", f"comm=cat pid={pid} prio=120")


def test_fields_and_raw_and_stacktrace(guest):
    guest.output("echo sched_process_exec > set_event; cat /proc/version > /dev/null; echo > set_event")
    guest.output("echo 1 > options/fields")
    assert re.search(r"sched_process_exec: filename=cat pid=\d+ old_pid=\d+$", guest.read("trace"))
    number = guest.read("events/sched/sched_process_exec/id")
    guest.output("echo 0 > options/fields; echo 1 > options/raw")
    assert re.search(rf"(?m)^\d+ \d \d+ type: {number}$", guest.read("trace"))
    guest.output("echo 0 > options/raw; echo > trace; echo 1 > options/stacktrace; echo sched_process_exec > set_event; "
                 "cat /proc/version > /dev/null; echo > set_event; echo 0 > options/stacktrace")
    assert re.search(r"sched_process_exec: filename=cat.*\n.*<stack trace>\n( => shell_child_work\n)? => shell_child_main\n", guest.read("trace"))


def test_a_string_is_cut_where_there_is_no_more_room(guest):
    name = "x" * 300
    guest.output(f"echo sched_process_exec > set_event; {name} 2> /dev/null; echo > set_event")
    assert f"sched_process_exec: filename={'x' * 248}... pid=" in guest.read("trace")
    guest.output(f"echo 'filename == \"{'x' * 248}...\"' > events/sched/sched_process_exec/filter; echo > trace; "
                 f"echo sched_process_exec > set_event; {name} 2> /dev/null; ls / > /dev/null; echo > set_event")
    assert len(records(guest.read("trace"))) == 1


def test_a_filter_lets_through_what_it_says(guest):
    guest.output("echo 'filename == \"cat\" && pid > 0' > events/sched/sched_process_exec/filter")
    assert guest.read("events/sched/sched_process_exec/filter") == 'filename == "cat" && pid > 0'
    guest.output("echo sched_process_exec > set_event; cat /proc/version > /dev/null; ls / > /dev/null; echo > set_event")
    found = records(guest.read("trace"))
    assert [text.split()[0] for _, _, _, text in found] == ["filename=cat"]
    guest.output("echo 0 > events/sched/sched_process_exec/filter")
    assert guest.read("events/sched/sched_process_exec/filter") == "none"


def test_filters_by_common_fields(guest):
    guest.output("echo 'common_pid == 0 && common_flags & 1' > events/sched/sched_switch/filter; echo sched_switch > set_event; sleep 0.05; "
                 "echo > set_event")
    found = records(guest.read("trace"))
    assert found and {pid for _, pid, _, _ in found} == {0}


def test_a_bad_filter_is_shown_and_leaves_none(guest):
    guest.output("echo 'prev_pid > 1' > events/sched/sched_switch/filter")
    assert guest.write("events/sched/sched_switch/filter", "bogus == 1") == "Invalid argument"
    shown = guest.read("events/sched/sched_switch/filter").split("\n")
    assert shown[0] == "bogus == 1" and shown[1].strip() == "^" and shown[2] == "parse_error: Field not found"
    assert "event filter parse error: error: Field not found" in guest.read("error_log")
    guest.output("echo sched_switch > set_event; sleep 0.05; echo > set_event; echo > error_log")
    assert records(guest.read("trace"))


def test_a_filter_of_a_system_is_for_those_that_have_the_fields(guest):
    assert guest.read("events/sched/filter") == SYSTEM_HELP
    guest.output("echo 'comm ~ \"x*\"' > events/sched/sched_switch/filter")
    assert guest.write("events/sched/filter", "target_cpu == 2") == ""
    assert guest.read("events/sched/filter") == "target_cpu == 2"
    assert guest.read("events/sched/sched_waking/filter") == "target_cpu == 2"
    assert guest.read("events/sched/sched_switch/filter") == "none"
    assert guest.write("events/sched/filter", "nosuch == 2") == "Invalid argument"
    assert "parse_error: Field not found" in guest.read("events/sched/filter")
    assert guest.write("events/sched/filter", "0") == ""
    assert guest.read("events/sched/filter") == SYSTEM_HELP
    guest.output("echo > error_log")


def test_only_listed_tasks_have_events(guest):
    text = guest.output("sh -c 'echo $$ > set_event_pid; echo sched_process_exec sched_process_exit > set_event; cat set_event_pid; exec ls /'; "
                        "ls / > /dev/null; echo > set_event; cat trace; cat set_event_pid")
    pid = int(re.search(r"(?m)^(\d+)$", text)[1])
    assert {found for _, found, _, _ in records(text)} == {pid}
    assert text.endswith(f"\n{pid}")


def test_an_event_about_two_tasks_is_seen_from_both(guest):
    text = guest.output("sh -c 'echo $$ > set_event_pid; echo sched_switch > set_event; sleep 0.05; sleep 0.05; exit 0'; "
                        "echo > set_event; cat set_event_pid; cat trace")
    pid = re.search(r"(?m)^(\d+)$", text)[1]
    found = records(text)
    assert {f"prev_pid={pid} " in text or f"next_pid={pid} " in text for _, _, _, text in found} == {True}
    assert any(f"prev_pid={pid} " in text for _, _, _, text in found)
    assert any(f"next_pid={pid} " in text for _, _, _, text in found)


def test_notrace_pids_are_left_out(guest):
    text = guest.output("sh -c 'echo $$ > set_event_notrace_pid; echo sched_process_exec > set_event; exec ls /' > /dev/null; "
                        "cat /proc/version > /dev/null; echo > set_event; cat set_event_notrace_pid; cat trace")
    pid = int(re.search(r"(?m)^(\d+)$", text)[1])
    found = records(text)
    assert found and pid not in {each for _, each, _, _ in found}
    assert any("filename=cat" in text for _, _, _, text in found)


@pytest.mark.parametrize("name, there", [("set_event_pid", False), ("set_event_notrace_pid", True)])
def test_an_event_made_later_asks_for_the_task_too(guest, name, there):
    guest.output(f"echo 1 > {name}; echo 'p:later vfs_read' >> kprobe_events; echo 1 > events/kprobes/later/enable; "
                 "cat /proc/version > /dev/null; echo 0 > events/kprobes/later/enable")
    found = records(guest.read("trace"))
    guest.output("echo '-:later' >> kprobe_events")
    assert any(comm == "cat" and event == "later" for comm, _, event, _ in found) == there


def test_event_fork_follows_children(guest):
    script = ("sh -c 'echo $$ > set_event_pid; echo sched_process_exec > set_event; (cat /proc/version; true); exit 0' > /dev/null; ls / > /dev/null; echo > set_event; "
              "cat trace; wc -l < set_event_pid; echo > set_event_pid; echo > trace")
    without = guest.output(script)
    assert "filename=cat" not in without
    followed = guest.output("echo 1 > options/event-fork; " + script)
    assert "filename=cat" in followed and "filename=ls" not in followed
    assert followed.endswith("\n0")


@pytest.mark.parametrize("name", ["set_event_pid", "set_event_notrace_pid"])
@pytest.mark.parametrize("text", ["abc", "-5", "5 x", "32768"])
def test_what_is_no_pid_is_refused(guest, name, text):
    guest.output(f"echo 4 6 > {name}")
    assert guest.run(f"echo {text} >> {name}") == (INVALID, 1)
    assert guest.read(name).split() == ["4", "6"]


def test_commands_at_functions_switch_events(guest):
    guest.output("echo 'ksys_read:enable_event:sched:sched_process_exec:1 ksys_write:disable_event:sched:sched_switch' >> set_ftrace_filter")
    assert guest.read("events/sched/sched_switch/enable") == "0*"
    guest.output("cat /proc/version > /dev/null")
    assert guest.read("events/sched/sched_process_exec/enable") == "1*"
    listed = guest.read("set_ftrace_filter")
    assert "ksys_write:disable_event:sched:sched_switch:unlimited" in listed
    assert "ksys_read:enable_event:sched:sched_process_exec:count=0" in listed
    guest.output("cat < /proc/version > /dev/null")
    assert "sched_process_exec: filename=cat" in guest.read("trace")
    guest.output("echo '!ksys_read:enable_event:sched:sched_process_exec:0' >> set_ftrace_filter; "
                 "echo '!ksys_write:disable_event:sched:sched_switch' >> set_ftrace_filter")
    assert guest.output("cat events/sched/sched_switch/enable events/sched/sched_process_exec/enable").split() == ["0", "1"]


@pytest.mark.parametrize("word", ["vfs_link:enable_event:sched:nosuch", "vfs_link:enable_event:nosuch", "vfs_link:enable_event",
                                  "vfs_link:disable_event:sched:sched_switch:x", "nosuch:enable_event:sched:sched_switch",
                                  "!vfs_link:enable_event:sched:sched_switch", "vfs_link:enable_event:ftrace:function"])
def test_commands_about_events_that_cannot_be_obeyed(guest, word):
    assert guest.run(f"echo '{word}' >> set_ftrace_filter") == (INVALID, 1)
    assert guest.read("events/sched/sched_switch/enable") == "0"


def test_instances_have_their_own_events(guest):
    guest.output("mkdir instances/one; echo 'pid > 0' > instances/one/events/sched/sched_waking/filter; echo sched_process_exec > instances/one/set_event")
    assert on(guest) == [] and guest.read("instances/one/set_event") == "sched:sched_process_exec"
    guest.output("echo sched_process_exit > set_event; cat /proc/version > /dev/null; echo > set_event")
    assert {name for _, _, name, _ in records(guest.read("trace"))} == {"sched_process_exit"}
    assert {name for _, _, name, _ in records(guest.read("instances/one/trace"))} == {"sched_process_exec"}
    assert guest.read("events/sched/sched_waking/filter") == "none"
    guest.output("rmdir instances/one")
    assert guest.read("events/enable") == "0"


def test_one_event_in_many_instances(guest):
    guest.output("for i in 1 2 3 4; do mkdir instances/$i; echo sched_process_exec > instances/$i/set_event; done; cat /proc/version > /dev/null; "
                 "for i in 1 2 3 4; do echo > instances/$i/set_event; done")
    texts = [guest.read(f"instances/{i}/trace") for i in range(1, 5)]
    assert all("filename=cat" in text for text in texts)
    guest.output("rmdir instances/*")


def test_an_open_file_keeps_an_instance(guest):
    guest.output("mkdir instances/one")
    assert guest.run("rmdir instances/one < instances/one/events/sched/sched_switch/enable")[1] == 1
    guest.output("rmdir instances/one")


def test_events_are_switched_by_the_command_line(boot):
    guest = boot(append="trace_event=sched_process_fork,sched:sched_process_e*,nosuch trace_instance=foo,sched:sched_switch,sched_waking trace_instance=bar")
    assert re.search("ftrace: trace_event=nosuch: Invalid argument, ignored", guest.output("dmesg"))
    guest.output("cd /tracing")
    assert on(guest) == ["sched:sched_process_fork", "sched:sched_process_exec", "sched:sched_process_exit"]
    assert guest.read("instances/foo/set_event").split() == ["sched:sched_switch", "sched:sched_waking"]
    assert guest.read("instances/bar/set_event") == ""
    assert re.search(r"swapper.*sched_process_fork: comm=swapper|<idle>.*sched_process_fork", guest.read("trace"))


def test_tp_printk_prints_events_in_the_log(boot):
    guest = boot(append="tp_printk")
    guest.output("echo sched_process_exec > /tracing/set_event; cat /proc/version > /dev/null; echo > /tracing/set_event")
    assert re.search(r"\] sched_process_exec: filename=cat pid=\d+ old_pid=\d+", guest.output("dmesg"))


@pytest.mark.parametrize("method", ["stop_machine", "breakpoint"])
def test_events_switched_in_a_storm(boot, time_scale, method):
    """On four processors, under load, while functions and graphs are traced and switched as well."""
    guest = boot(smp=4, limit=120)
    guest.output(f"cd /tracing; echo {method} > text_patch; mkdir instances/other; stress all -t 12 > /dev/null &", limit=60 * time_scale)
    for tracer in ("function", "function_graph", "nop"):
        guest.output(f"echo {tracer} > current_tracer; for i in 1 2 3; do echo 1 > events/enable; echo 'common_pid > 1' > events/sched/filter; "
                     "echo 1 > instances/other/events/sched/enable; mkdir instances/brief; echo 1 > instances/brief/events/enable; "
                     "echo hist:keys=common_pid > events/sched/sched_waking/trigger; echo 1 > set_event_pid; echo > set_event_pid; echo 0 > events/enable; "
                     "echo 0 > instances/other/events/enable; echo 0 > events/sched/filter; rmdir instances/brief; "
                     "echo '!hist:keys=common_pid' > events/sched/sched_waking/trigger; done", limit=120 * time_scale)
    guest.output("wait; echo nop > current_tracer; rmdir instances/other", limit=120 * time_scale)
    assert guest.read("events/enable") == "0"
    assert guest.output("selftest static_branch").count("ok") == 1
    assert re.search(r"(?m)^ *\S.*: \w+: ", guest.read("trace"))


def test_events_that_come_and_go_while_all_is_read(boot, time_scale):
    guest = boot(smp=4, limit=120)
    guest.output("cd /tracing; echo sched_process_exec > set_event")
    guest.output("for j in 1 2; do (while [ ! -e /tmp/stop ]; do cat trace events/synthetic/lat/format available_events; done) > /dev/null 2>&1 & done")
    guest.output("(while [ ! -e /tmp/stop ]; do mkdir instances/z; echo 1 > instances/z/events/enable; rmdir instances/z; done) > /dev/null 2>&1 &")
    guest.output("for i in 1 2 3 4 5 6 7 8; do until echo 'lat u64 lat; pid_t pid' >> synthetic_events; do true; done; "
                 "echo 1 > events/synthetic/lat/enable; "
                 "echo 'hist:keys=pid:ts0=common_timestamp.usecs' >> events/sched/sched_waking/trigger; "
                 "echo 'hist:keys=next_pid:wl=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).lat($wl,next_pid)' >> events/sched/sched_switch/trigger; "
                 "sleep 0.02; echo 0 > events/synthetic/lat/enable; "
                 "echo '!hist:keys=next_pid:wl=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).lat($wl,next_pid)' >> events/sched/sched_switch/trigger; "
                 "echo '!hist:keys=pid:ts0=common_timestamp.usecs' >> events/sched/sched_waking/trigger; "
                 "until echo '!lat u64 lat; pid_t pid' >> synthetic_events 2> /dev/null; do true; done; done", limit=120 * time_scale)
    guest.output("touch /tmp/stop; wait; echo > set_event", limit=60 * time_scale)
    assert guest.read("events/enable") == "0" and guest.read("dynamic_events") == ""


def test_texts_that_are_too_long_say_so(boot):
    guest = boot(smp=1)
    guest.output("cd /tracing; echo 'two char a[]; char b[]; char c[]' > synthetic_events; echo 1 > events/synthetic/two/enable; "
                 "echo 'hist:keys=common_pid:x=common_timestamp:onmax($x).trace(two,msg,msg,msg)' > events/printk/console/trigger; "
                 "echo 1 > events/printk/console/enable")
    for text, parts in (("short", ["short"] * 3), ("x" * 100, ["x" * 100, "x" * 100, "x" * 40 + "..."]),
                        ("y" * 300, ["y" * 248 + "...", "...", "..."])):
        guest.output(f"echo > trace; echo {text} > /dev/kmsg")
        trace = guest.read("trace")
        assert re.search(r"console: (.*)", trace)[1] == parts[0]
        assert re.search(r"two: a=(.*) b=(.*) c=(.*)", trace).groups() == tuple(parts)
