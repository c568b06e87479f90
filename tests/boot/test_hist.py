# SPDX-License-Identifier: MIT
"""Triggers and histograms on four processors: exact sums, changes while events come, the shell's words."""

import re

import pytest

SWITCH = "/tracing/events/sched/sched_switch"
WAKING = "/tracing/events/sched/sched_waking"
EXIT = "/tracing/events/sched/sched_process_exit"


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test takes its triggers away, and its synthetic events."""
    yield
    assert guest.output("cat /tracing/events/*/*/trigger | grep -v '^#' | cat") == ""
    assert guest.output("cat /tracing/dynamic_events") == ""
    assert guest.output("cat /tracing/events/*/*/enable | grep '\\*' | cat") == ""


def totals(text):
    """Hits, entries, dropped and the sum of all hitcounts of each histogram in a file."""
    found = []
    for part in text.split("# event histogram")[1:]:
        numbers = [int(n) for n in re.findall(r"(?m)^    (?:Hits|Entries|Dropped): (\d+)", part)]
        found.append((*numbers, sum(int(n) for n in re.findall(r"hitcount: +(\d+)", part))))
    return found


def test_sums_are_exact_on_four_processors(guest, time_scale):
    keys = ("comm", "common_cpu", "pid,comm", "comm:name=one")
    for key in keys:
        guest.output(f"echo 'hist:keys={key}:vals=prio if comm == \"cat\"' >> {EXIT}/trigger")
    guest.output("for c in 1 2 3 4 5 6 7 8; do (for i in 1 2 3 4 5 6 7 8 9 10; do cat; cat; cat; cat; cat; done)"
                 " < /dev/null & done; wait", 120 * time_scale)
    text = guest.read(f"{EXIT}/hist")
    for key in keys:
        guest.output(f"echo '!hist:keys={key}:vals=prio if comm == \"cat\"' >> {EXIT}/trigger")
    assert len(totals(text)) == len(keys)
    for hits, entries, dropped, counted in totals(text):
        assert (hits, dropped, counted) == (400, 0, 400)
        assert entries > 0
    for part in text.split("# event histogram")[1:]:
        assert sum(int(n) for n in re.findall(r" prio: +(\d+)", part)) == 400 * 120


def test_a_full_table_counts_what_it_drops(guest, time_scale):
    guest.output(f"echo 'hist:keys=next_pid,common_timestamp:size=128' > {SWITCH}/trigger")
    guest.output("stress -t 2 sched sched sched sched > /dev/null", 60 * time_scale)
    guest.output(f"echo 'hist:keys=next_pid,common_timestamp:size=128:pause' >> {SWITCH}/trigger")
    (hits, entries, dropped, counted), = totals(guest.read(f"{SWITCH}/hist"))
    guest.output(f"echo > {SWITCH}/trigger")
    assert entries == 128 and hits == counted == 128 and dropped > 1000


def test_changes_while_events_come(guest, time_scale):
    guest.output("echo 'lat u64 lat; pid_t pid; char comm[16]; char long[]' > /tracing/synthetic_events")
    guest.output("stress -t 8 sched sched timer work > /dev/null &")
    for turn in range(6):
        guest.output(f"echo 'hist:keys=pid:ts0=common_timestamp.usecs' > {WAKING}/trigger")
        guest.output(f"echo 'hist:keys=next_pid:lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking)"
                     f".lat($lat,next_pid,next_comm,prev_comm):onmax($lat).save(next_comm)' > {SWITCH}/trigger")
        guest.output("echo 'hist:keys=comm,long.buckets' > /tracing/events/synthetic/lat/trigger || true")
        guest.output("echo 'hist:keys=comm,long:vals=lat:sort=lat' > /tracing/events/synthetic/lat/trigger")
        guest.output(f"echo 'hist:keys=stacktrace' >> {SWITCH}/trigger; echo stacktrace:5 >> {SWITCH}/trigger")
        guest.output(f"echo 'disable_event:sched:sched_waking if next_pid == 0' >> {SWITCH}/trigger; echo 1 > {WAKING}/enable")
        guest.output(f"cat {SWITCH}/hist {WAKING}/hist > /dev/null; sleep 0.3")
        guest.wait_until("grep -q 'Hits: [1-9]' /tracing/events/synthetic/lat/hist")
        text = guest.read("/tracing/events/synthetic/lat/hist")
        (hits, entries, dropped, _), = totals(text)
        assert hits > 0 and entries > 0 and dropped == 0
        guest.output(f"echo 'hist:keys=stacktrace:clear' >> {SWITCH}/trigger")
        guest.output(f"echo '!stacktrace' >> {SWITCH}/trigger; echo '!disable_event:sched:sched_waking' >> {SWITCH}/trigger")
        for folder in (SWITCH, WAKING, "/tracing/events/synthetic/lat"):
            guest.output(f"echo > {folder}/trigger; echo 0 > {folder}/enable")
        if turn == 3:
            guest.output("mkdir /tracing/instances/other")
            guest.output("cd /tracing/instances/other/events/sched; echo 'hist:keys=pid:ts0=common_timestamp' > sched_waking/trigger;"
                         "echo 'hist:keys=next_pid:a=common_timestamp-$ts0' > sched_switch/trigger; echo traceoff > sched_waking/trigger;"
                         "sleep 0.2; cat sched_switch/hist > /dev/null; cd /; rmdir /tracing/instances/other")
    guest.output("wait; echo > /tracing/synthetic_events; cat /tracing/tracing_on", 60 * time_scale)


def test_a_string_for_which_there_is_no_room_says_so(guest):
    triggers = [("fork", "hist:keys=child_pid:ts=common_timestamp"),
                ("exec", "hist:keys=pid:d=common_timestamp-$ts:onmatch(sched.sched_process_fork).two(filename,filename,$d)")]
    guest.output("cd /tracing; echo > trace; echo 'two char a[]; char b[]; u64 c' >> synthetic_events")
    for event, trigger in triggers:
        guest.output(f"echo '{trigger}' >> events/sched/sched_process_{event}/trigger")
    guest.output(f"echo 1 > events/synthetic/two/enable; for i in 1 2 3; do {'x' * 300}; done 2> /dev/null; "
                 "echo 0 > events/synthetic/two/enable")
    text = guest.read("trace")
    for event, trigger in reversed(triggers):
        guest.output(f"echo '!{trigger}' >> events/sched/sched_process_{event}/trigger")
    guest.output("echo '!two char a[]; char b[]; u64 c' >> synthetic_events")
    assert re.findall(r"two: a=(\S*) b=(\S*) c=\d+$", text, re.M) == [("x" * 248 + "...", "...")] * 3 + [("echo", "echo")]
    guest.output("cd /")


def test_the_word_hist_of_trace(guest):
    text = guest.output("trace -v hist 'sched:sched_process_exit key=comm' -- cat /dev/null")
    assert text.startswith("echo hist:key=comm >> /tracing/events/sched/sched_process_exit/trigger\n") or \
        text.startswith("echo 'hist:key=comm' >> /tracing/events/sched/sched_process_exit/trigger\n")
    assert re.search(r"(?m)^{ comm: cat +} hitcount: +1$", text)
    assert guest.run("trace hist sched:sched_process_exit key=nosuch -- true")[1] == 1
    guest.send("trace -v hist sched:sched_switch key=next_pid if next_pid == 0\n")
    guest.expect(r"sched_switch/trigger\r*\n")    # it is at work
    guest.send("\x03")
    guest.expect(r"Hits: \d+")
    guest.output("true")


def test_triggers_from_boot_on(boot):
    guest = boot(append='trace_trigger="sched_waking.hist:keys=pid,sched:sched_switch.traceoff:2 if next_pid == 99999,bogus.traceoff"')
    assert guest.read(f"{WAKING}/trigger") == "hist:keys=pid:vals=hitcount:sort=hitcount:size=2048 [active]"
    assert guest.read(f"{SWITCH}/trigger") == "traceoff:count=2 if next_pid == 99999"
    assert totals(guest.read(f"{WAKING}/hist"))[0][0] > 0


def test_a_bar_keeps_its_width_while_its_value_grows(guest):
    """The printing itself is counted: each histogram says its size, the second one behind its having been collected."""
    guest.output("echo 'p:line seq_printf fmt=+0(%si):string size=%cx:u32' > /tracing/kprobe_events")
    folder = "/tracing/events/kprobes/line"
    guest.output(f"echo 'hist:keys=common_type:vals=size.graph:size=131072 if fmt == \"%s:size=%u\"' > {folder}/trigger")
    guest.output(f"echo 'hist:keys=common_type.hex:vals=size.graph:size=128 if fmt == \"%s:size=%u\"' >> {folder}/trigger")
    text = guest.read(f"{folder}/hist")
    guest.output(f"echo > {folder}/trigger; echo > /tracing/kprobe_events")
    assert re.findall(r"(?m) size: ([# ]+)$", text) == ["#" * 20]


def test_a_table_is_still_while_it_is_emptied(guest, time_scale):
    """Whatever switches it on meanwhile."""
    guest.output(f"echo 'hist:keys=next_pid:size=131072' > {SWITCH}/trigger")
    guest.output(f"echo enable_hist:sched:sched_switch > {WAKING}/trigger")
    guest.output("stress -t 3 sched sched timer work > /dev/null &")
    clear = f"echo 'hist:keys=next_pid:size=131072:clear' >> {SWITCH}/trigger"
    guest.output(f"for i in $(seq 20); do {clear}; done; wait", 60 * time_scale)
    guest.output(f"echo '!enable_hist:sched:sched_switch' > {WAKING}/trigger")
    guest.output(f"echo 'hist:keys=next_pid:size=131072:pause' >> {SWITCH}/trigger")
    (hits, entries, dropped, counted), = totals(guest.read(f"{SWITCH}/hist"))
    guest.output(f"echo > {SWITCH}/trigger")
    assert entries > 0 and hits == counted and dropped == 0


def test_a_trigger_switches_an_event_on_as_a_write_does(guest):
    """The buffer has its size, and what was recorded is gone with the event."""
    guest.output("echo 'p:line seq_printf' > /tracing/kprobe_events")
    guest.output(f"echo 'enable_event:kprobes:line:1' > {EXIT}/trigger")
    assert "expanded" not in guest.read("/tracing/buffer_size_kb")
    guest.output(f"cat /dev/null; cat {EXIT}/trigger > /dev/null; echo '!enable_event:kprobes:line' > {EXIT}/trigger")
    assert "line: (seq_printf" in guest.read("/tracing/trace")
    guest.output("echo 0 > /tracing/events/kprobes/line/enable; echo > /tracing/kprobe_events")
    assert guest.output("grep -v '^#' /tracing/trace | cat") == ""


def test_names_may_be_as_long_as_they_may(guest):
    group, name, field = "g" * 63, "n" * 63, "f" * 31
    guest.output(f"echo 'p:{group}/{name} vfs_read {field[:30]}=%di:u64' > /tracing/kprobe_events")
    guest.output(f"echo 'long u64 {field}' > /tracing/synthetic_events")
    guest.output(f"echo 'hist:keys=common_pid' > /tracing/events/{group}/{name}/trigger")
    guest.output(f"echo 'hist:keys=common_pid:onmatch({group}.{name}).long({field[:30]})' > {EXIT}/trigger")
    guest.output(f"cat /dev/null; echo > {EXIT}/trigger; echo > /tracing/events/{group}/{name}/trigger")
    guest.output("echo > /tracing/kprobe_events")
    fields = [f"{chr(97 + i)}{field[1:]}" for i in range(16)]
    guest.output("echo 'all " + "; ".join(f"char {one}[]" for one in fields) + "' > /tracing/synthetic_events")
    text = guest.read("/tracing/events/synthetic/all/format")
    guest.output("echo > /tracing/synthetic_events")
    assert text.rstrip().endswith(f"__get_str({fields[-1]})")


def test_hitcount_in_two_ways(guest):
    guest.output(f"echo 'hist:keys=prio:vals=hitcount.percent,hitcount.graph' > {EXIT}/trigger")
    text = guest.read(f"{EXIT}/trigger")
    guest.output("cat /dev/null")
    shown = guest.read(f"{EXIT}/hist")
    guest.output(f"echo > {EXIT}/trigger")
    assert text == "hist:keys=prio:vals=hitcount.percent,hitcount.graph:sort=hitcount:size=2048 [active]"
    assert re.search(r"(?m)^{ prio: +120 } +hitcount \(%\): 100\.00  hitcount: #{20}$", shown)
