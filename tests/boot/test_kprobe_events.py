# SPDX-License-Identifier: MIT
"""Events of probes: what is recorded is true, for the guest and for trace-cmd, in every context."""

import pathlib
import re
import subprocess
import time

import pytest

import machine
from test_event_points import LINE, REPORT_LINE, fields, named, parse, same_words

TOP = pathlib.Path(__file__).resolve().parents[2]
# All but char, for which this trace-cmd has no text, and negative numbers of one or two bytes, which it has as large ones.
PROBES = """p:open do_filp_open dfd path:string flags mode:x16 text=+0(%si):x8[4]
p:read vfs_read name=file->f_dentry->d_name:string count file->f_flags:x32 op=file->f_op:symbol a=%dx:u8 b=%dx:s16 c=$comm
p:inside vfs_read+5 ip=%ip:symbol sym=%ip:symstr one=\\100:s8 two=\\-1:s32 three=\\-1:u64 bits=\\0x5a:b4@4/8 none=+0(\\8):string text=\\"a+b"
r:done vfs_read $retval st=$stack0:symbol
f:fprobes/enter vfs_write $arg3 count
f:fprobes/leave vfs_write%return ret=$retval:s32"""
MISSES = re.compile(r"^  (\w+) +(\d+) +(\d+)$", re.M)


@pytest.fixture(scope="module")
def session(tmp_path_factory, time_scale):
    """Return: what the guest printed, and what trace-cmd does of the same records."""
    folder = tmp_path_factory.mktemp("kprobe")
    lines = "\n".join(f"echo '{line}' >> dynamic_events" for line in PROBES.splitlines())
    script = (f"cd /tracing\n{lines}\necho 1 > events/kprobes/enable; echo 1 > events/fprobes/enable; echo > trace\n"
              "cat /proc/version > /dev/null; ls / > /dev/null\n"
              "echo 0 > tracing_on; echo probes.dat > extract; grep -v '^#' trace; echo ===; cat kprobe_profile")
    done = subprocess.run([TOP / "scripts/boot", "--smp", "2", "-c", script], cwd=folder, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=120 * time_scale)
    assert done.returncode == 0, done.stderr
    trace, profile = done.stdout.split("===\n")
    report = subprocess.run(["trace-cmd", "report", "-N", "-t", "-q", folder / "probes.dat"], capture_output=True, text=True)
    assert (report.returncode, report.stderr) == (0, "")
    return parse(LINE, trace), parse(REPORT_LINE, "\n".join(report.stdout.splitlines()[1:])), profile


def symbol(address, symbols={}):
    """Return: its name and what is left, as %pS without the size."""
    if not symbols:
        text = subprocess.run(["nm", "-n", machine.BUILD / "fivebyte.elf"], capture_output=True, text=True, check=True).stdout
        symbols.update({int(value, 16): name for value, kind, name in map(str.split, text.splitlines()) if kind in "tT"})
    start = max(value for value in symbols if value <= address)
    return f"{symbols[start]}+0x{address - start:x}"


def with_names(text):
    """trace-cmd knows where a hit was as a number alone."""
    place = re.match(r"\(([0-9a-f]{16})(?: <- ([0-9a-f]{16}))?\)", text)
    function, caller = place.groups()
    if not caller:
        return f"({symbol(int(function, 16))})" + text[place.end():]
    return f"({symbol(int(caller, 16))} <- {symbol(int(function, 16)).removesuffix('+0x0')})" + text[place.end():]


def test_trace_cmd_prints_each_as_the_guest_does(session):
    mine, theirs, _ = session
    assert len(mine) == len(theirs) > 15
    for here, there in zip(mine, theirs):
        assert abs(here.us - there.us) <= 1
        assert there._replace(us=0, text=same_words(with_names(there.text.replace("<-", " <- ").replace("  ", " ")))) == \
            here._replace(us=0, text=same_words(here.text))


def test_what_they_say_is_true(session):
    mine, _, _ = session
    opened = named(mine, "open")
    assert [fields(event)["path"] for event in opened if event.comm in ("cat", "ls")] == \
        ['"/dev/null"', '"/proc/version"', '"/dev/null"', '"/"']
    assert all('text={0x2f,' in event.text for event in opened if event.comm == "cat")
    reads = [fields(event) for event in named(mine, "read") if event.comm == "cat"]
    assert {(words["name"], words["c"], words["f_flags"]) for words in reads} == {('"version"', '"cat"', "0x0")}
    assert {int(words["a"]) for words in reads} == {int(words["count"]) & 0xff for words in reads}
    inside = fields(named(mine, "inside")[0])
    assert inside["ip"] == inside["sym"].strip('"') and inside["ip"].startswith("vfs_read+0x5/")
    assert (inside["one"], inside["two"], inside["three"], inside["bits"], inside["none"]) == \
        ("100", "-1", str(2**64 - 1), "5", '"(fault)"')
    done = named(mine, "done")
    assert [int(fields(event)["arg1"]) for event in done if event.comm == "cat"][-1] == 0
    writes = [int(fields(event)["count"]) for event in named(mine, "enter")]
    assert [int(fields(event)["ret"]) for event in named(mine, "leave")][:len(writes) - 1] == writes[:-1]


def test_hits_are_counted(session):
    mine, _, profile = session
    counted = {name: (int(hits), int(missed)) for name, hits, missed in MISSES.findall(profile)}
    for name in ("open", "read", "inside", "done"):
        assert counted[name][0] >= len(named(mine, name)) and counted[name][1] == 0


def test_what_a_probe_itself_calls_is_missed_and_counted(boot):
    guest = boot(smp=1)
    guest.output("cd /tracing; echo 'p:asked vfs_read where=%ip:symstr' > kprobe_events; echo 'p:lookup sprint_symbol' >> kprobe_events; "
                 "echo 'r:lookedup sprint_symbol' >> kprobe_events; echo 1 > events/kprobes/enable")
    guest.output("cat /proc/version > /dev/null; echo 0 > events/kprobes/enable")
    counted = {name: (int(hits), int(missed)) for name, hits, missed in MISSES.findall(guest.read("kprobe_profile"))}
    assert counted["asked"][0] >= 2 and counted["asked"][1] == 0
    assert counted["lookup"] == (0, counted["asked"][0])
    assert counted["lookedup"] == (0, counted["asked"][0])


def test_they_are_events_like_any_other(boot):
    guest = boot(smp=1)
    guest.output("cd /tracing; echo 'p:e vfs_read count:u64 name=file->f_dentry->d_name:string' > kprobe_events")
    guest.output("echo 'name == \"version\" && count > 100' > events/kprobes/e/filter; echo 'hist:keys=name:vals=count' > events/kprobes/e/trigger")
    guest.output("mkdir instances/other; echo 1 > instances/other/events/kprobes/e/enable; echo kprobes:e > set_event")
    guest.output("cat /proc/version /proc/uptime > /dev/null; echo > set_event")
    assert {fields(event)["name"] for event in parse(LINE, guest.output("grep -v '^#' trace"))} == {'"version"'}
    assert {'"version"', '"uptime"'} <= {fields(event)["name"] for event in parse(LINE, guest.output("grep -v '^#' instances/other/trace"))}
    assert re.search(r"name: version +} hitcount: +2 +count: +\d+", guest.read("events/kprobes/e/hist"))
    assert guest.run("echo '-:e' >> kprobe_events")[0].endswith("Device or resource busy")
    guest.output("rmdir instances/other; echo '!hist:keys=name:vals=count' > events/kprobes/e/trigger; echo > kprobe_events")
    assert guest.run("ls events/kprobes")[1] != 0


def test_nothing_is_left_of_the_records_of_one_that_is_gone(boot):
    guest = boot(smp=1)
    guest.output("cd /sys/kernel/tracing; mkdir instances/i; echo p:e vfs_read > kprobe_events")
    guest.output("for i in . instances/i; do echo 1 > $i/events/kprobes/e/enable; cat /proc/version > /dev/null; "
                 "echo 1 > $i/snapshot; cat /proc/version > /dev/null; echo 0 > $i/events/kprobes/e/enable; done")
    files = [f"{place}/{name}" for place in (".", "instances/i") for name in ("trace", "snapshot")]
    for file in files:
        assert " e: (vfs_read+" in guest.output(f"cat {file}"), file
    guest.output("echo > kprobe_events")
    for file in files:
        assert guest.output(f"grep -vc '^#' {file} || true") == "0", file


def test_a_text_is_whole_or_cut_to_be_seen(boot):
    """A name of 128 characters in a path of 258, as often as it fits a record, and once more."""
    guest = boot(smp=1)
    guest.output("x=0123456789abcdef; x=$x$x$x$x$x$x$x$x; mkdir /$x; echo hi > /$x/$x; cd /tracing; a=; "
                 "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do a=\"$a a$i=path:string\"; done; echo \"p:o do_filp_open$a\" > kprobe_events; "
                 "echo 1 > events/kprobes/o/enable; cat /$x/$x; echo 0 > tracing_on")
    path = 2 * ("/" + 8 * "0123456789abcdef")
    texts = re.findall(r' a\d+="(.*?)"', guest.output("grep 0123456789 trace"))
    whole = texts.index(next(text for text in texts if text != path))
    assert whole == 15 and len(texts) == 17
    assert texts[whole].endswith("...") and path.startswith(texts[whole][:-3]) and texts[whole + 1:] == ["..."]


def test_a_record_may_have_many_values(boot):
    """128 words; five arrays of 64, of which three are of the same memory."""
    values = {f"{letter}{number}": int(f"{number}{digit}") for number in range(1, 17) for digit, letter in enumerate("abcdefgh")}
    words = " ".join(rf"{letter}${{i}}=\\${{i}}{digit}" for digit, letter in enumerate("abcdefgh"))
    arrays = "a=@kmain:x64[64] b=@vfs_read:x64[64] c=@vfs_write:x64[64] d=@kmain:x64[64] e=@kmain:s64[64]"
    guest = boot(smp=1)
    guest.output(f"cd /tracing; a=; for i in {' '.join(map(str, range(1, 17)))}; do a=\"$a {words}\"; done; "
                 f"echo \"p:words vfs_read$a\" > kprobe_events; echo 'p:arrays vfs_read {arrays}' >> kprobe_events; "
                 "echo 1 > events/kprobes/enable; cat /proc/version; echo 0 > tracing_on")
    events = parse(LINE, guest.output("grep -v '^#' trace"))
    of_words, of_arrays = (next(fields(event) for event in events if event.name == name) for name in ("words", "arrays"))
    assert {name: int(value, 16) for name, value in of_words.items()} == values
    assert {name: value.count(",") for name, value in of_arrays.items()} == dict.fromkeys("abcde", 63)
    assert of_arrays["a"] == of_arrays["d"]
    assert ([int(word, 16) for word in of_arrays["a"].strip("{}").split(",")] ==
            [int(word) % 2 ** 64 for word in of_arrays["e"].strip("{}").split(",")])


def test_a_write_may_be_longer_than_a_line(boot):
    guest = boot(smp=1)
    guest.output("for i in 1 2 3 4 5 6 7 8; do for j in 0 1 2 3 4 5 6 7 8 9; do echo \"p:probe$i$j vfs_read where=%ip:symbol count file->f_flags pos\" "
                 ">> /lines; done; done; cd /tracing; cat /lines > kprobe_events")
    assert int(guest.output("cat /lines | wc -c")) > 4096
    assert guest.read("kprobe_events").split()[::6] == [f"p:kprobes/probe{number}" for number in range(10, 90)]


@pytest.mark.parametrize("place", ["", "instances/i/"])
def test_an_open_file_keeps_none_and_is_about_nothing_afterwards(boot, place):
    guest = boot(smp=1)
    guest.output("cd /sys/kernel/tracing; mkdir instances/i")
    for name in ("id", "format", "hist", "enable", "filter", "trigger"):
        guest.output("echo p:e vfs_read count > kprobe_events")
        text, status = guest.run(f"{{ echo -:e >> kprobe_events; cat; }} < {place}events/kprobes/e/{name}")
        assert text.endswith("No such device") and status == 1, (name, text)
        assert guest.read("kprobe_events") == ""
    for name, value in (("enable", "1"), ("filter", "count > 1"), ("trigger", "traceoff")):
        guest.output("echo p:e vfs_read count > kprobe_events")
        text, status = guest.run(f"{{ echo -:e >> kprobe_events; echo '{value}'; }} >> {place}events/kprobes/e/{name}")
        assert text.endswith("No such device") and status == 1, (name, text)
    guest.output("echo p:e vfs_read count > kprobe_events")
    text = guest.output("{ dd bs=8 count=1; echo > kprobe_events; echo p:e vfs_write > kprobe_events; cat; } "
                        f"2> /dev/null < {place}events/kprobes/e/format || true")
    assert text.startswith("name: e")
    guest.output("echo > kprobe_events")


def test_a_stack_begins_where_the_probe_is(boot):
    """By the site, by an int3, by a jump; and where a function returns to."""
    guest = boot(smp=1)
    guest.output("cd /tracing; for probe in 'p:site vfs_read' 'p:int3 vfs_read+5' 'p:jump vfs_read+6' 'r:back vfs_read'; do "
                 "echo $probe >> kprobe_events; done; echo 1 > options/stacktrace; echo 1 > events/kprobes/enable")
    guest.output("cat /proc/version > /dev/null; echo 0 > events/kprobes/enable; echo 0 > options/stacktrace")
    found = dict(re.findall(r": (\w+): \(.*\n.*<stack trace>\n((?: => \w+\n){2})", guest.read("trace")))
    inside, outside = " => vfs_read\n => ksys_read\n", " => ksys_read\n => cat_descriptor\n"
    assert found == {"site": inside, "int3": inside, "jump": inside, "back": outside}


def test_the_command_line_makes_them(boot):
    guest = boot(smp=1, append="kprobe_event=p:opened,do_filp_open,path:string;r:read,vfs_read,$retval;p,nosuch")
    assert guest.output("cat /tracing/kprobe_events").splitlines() == \
        ["p:kprobes/opened do_filp_open path=path:string", "r:kprobes/read vfs_read arg1=$retval"]
    assert "kprobe_event=p nosuch: error 2, ignored" in guest.output("dmesg")
    assert re.search(r"opened: \(do_filp_open\+0x0/0x[0-9a-f]+\) path=\"", guest.output("cat /tracing/trace"))


def counts(guest, name):
    """Return: hits and misses of each probe of the event."""
    return [(int(hits), int(missed)) for event, hits, missed in MISSES.findall(guest.read("kprobe_profile")) if event == name]


def wait_for(guest, name, expected, limit):
    end = time.monotonic() + limit
    while counts(guest, name) != expected:
        assert time.monotonic() < end, (counts(guest, name), expected)


def test_so_many_calls_are_followed_at_a_time(boot, time_scale):
    guest = boot(smp=2)
    guest.output("cd /tracing; echo 'r2:few cmd_sleep_until' > kprobe_events; echo 'f1:fprobes/one cmd_sleep_until%return $retval' >> dynamic_events; "
                 "echo 'r:all cmd_sleep_until' >> kprobe_events; echo 'r10:many cmd_sleep_until' >> kprobe_events")
    assert [line.split(":")[0] for line in guest.read("dynamic_events").splitlines()] == ["r2", "r", "r10", "f1"]
    guest.output("echo 1 > events/kprobes/enable; echo 1 > events/fprobes/enable; for i in 1 2 3 4 5; do sleep 1000 & done")
    wait_for(guest, "few", [(0, 3)], 60 * time_scale)
    wait_for(guest, "one", [(0, 4)], 60 * time_scale)
    guest.output("kill %1 %2 %3 %4 %5; wait || true", limit=60 * time_scale)
    assert [counts(guest, name) for name in ("few", "one", "all", "many")] == [[(2, 3)], [(1, 4)], [(5, 0)], [(5, 0)]]
    assert {event.text for event in named(parse(LINE, guest.output("grep -v '^#' trace")), "few")} == \
        {event.text for event in named(parse(LINE, guest.output("grep -v '^#' trace")), "all")}
    guest.output("sleep 0.001")
    assert [counts(guest, name) for name in ("few", "one", "all", "many")] == [[(3, 3)], [(2, 4)], [(6, 0)], [(6, 0)]]
    # What has begun before it is switched on again is not its own any more.
    guest.output("sleep 1000 & sleep 1000 & sleep 1000 &")
    wait_for(guest, "few", [(3, 4)], 60 * time_scale)
    guest.output("for i in 0 1; do echo $i > events/kprobes/enable; done; kill %1 %2 %3; wait || true", limit=60 * time_scale)
    assert counts(guest, "few") == [(3, 4)]
    guest.output("sleep 0.001; echo 0 > events/kprobes/enable; echo 0 > events/fprobes/enable; echo > dynamic_events")
    assert guest.output("cat /sys/kernel/debug/kprobes/list") == "" and guest.output("grep -vc ' nop$' sites || true") == "0"


def test_who_follows_a_call_too_is_not_where_it_returns_to(boot):
    """The graph tracer's frame is below those of the probes, each of which has one, as the first are limited."""
    guest = boot(smp=1)
    guest.output("cd /tracing; echo vfs_read > set_graph_function; echo function_graph > current_tracer; for line in 'r1:a vfs_read' 'r2:b vfs_read' "
                 "'r:c vfs_read' 'f:fprobes/d vfs_read%return'; do echo $line >> dynamic_events; done; echo 1 > events/kprobes/enable; "
                 "echo 1 > events/fprobes/enable; cat /proc/version > /dev/null; echo > set_event; echo 0 > tracing_on")
    found = re.findall(r"/\* (\w): \((\w+)\+0x\w+/0x\w+ <- (\w+)\) \*/", guest.read("trace"))
    assert set(found) == {(name, "ksys_read", "vfs_read") for name in "abcd"}


@pytest.mark.parametrize("tracer", ["nop", "function_graph"])
def test_no_place_is_lost_in_a_storm(boot, time_scale, tracer):
    guest = boot(smp=4, limit=120)
    guest.output(f"cd /tracing; echo {tracer} > current_tracer; echo 'r1:one vfs_write' > kprobe_events; echo 'r3:one vfs_read' >> kprobe_events; "
                 "echo 'r:all vfs_write' >> kprobe_events; stress vfs -t 4 > /dev/null &", limit=60 * time_scale)
    guest.output("for i in 1 2 3 4 5 6 7 8; do echo 1 > events/kprobes/one/enable; echo 1 > events/kprobes/all/enable; "
                 "echo 0 > events/kprobes/one/enable; done; echo 1 > events/kprobes/one/enable; wait", limit=120 * time_scale)
    before = counts(guest, "one")
    assert before[0][0] and before[1][0]
    guest.output("for i in 1 2 3; do echo x > /dev/null; done; cat /dev/null /dev/null /dev/null")
    after = counts(guest, "one")
    assert after[0][0] >= before[0][0] + 3 and after[1][0] >= before[1][0] + 3
    guest.output("echo nop > current_tracer; echo 0 > events/kprobes/enable; echo > kprobe_events")
    assert guest.output("grep -vc ' nop$' sites || true") == "0"


@pytest.mark.parametrize("method", ["stop_machine", "breakpoint"])
def test_all_are_disarmed_and_armed_again(boot, time_scale, method):
    guest = boot(smp=4, limit=120)
    debug = "/sys/kernel/debug/kprobes"
    guest.output(f"cd /tracing; echo {method} > text_patch; stress sched vfs -t 600 > /dev/null &", limit=60 * time_scale)
    places = {"p:a": "schedule", "p:b": "schedule+5", "r:c": "schedule", "r2:d": "vfs_read", "p:e": "vfs_read+6", "p:f": "vfs_read+5"}
    for name, place in places.items():
        guest.output(f"echo '{name} {place}' >> kprobe_events")
    guest.output("echo 1 > events/kprobes/enable", limit=60 * time_scale)
    assert guest.run(f"echo x > {debug}/enabled")[1] and guest.run(f"echo 2 > {debug}/enabled")[1]
    for turn in range(6):
        guest.output(f"echo 0 > {debug}/enabled", limit=60 * time_scale)
        assert guest.output("grep -vc ' nop$' sites || true") == guest.read(f"{debug}/enabled") == "0"
        assert not re.search(r"probe: ", guest.output("trace disas vfs_read; trace disas schedule"))
        # Meanwhile they come and go as ever.
        guest.output("echo 0 > events/kprobes/f/enable; echo '-:f' >> kprobe_events; echo 'p:f vfs_read+5' >> kprobe_events; "
                     "echo 1 > events/kprobes/f/enable", limit=60 * time_scale)
        assert "[" not in guest.read(f"{debug}/list")
        guest.output(f"echo 1 > {debug}/enabled", limit=60 * time_scale)
        assert guest.read(f"{debug}/enabled") == "1" and guest.read(f"{debug}/list").count("[FTRACE]") == 3
    guest.output("kill %1; wait", limit=60 * time_scale)
    before = {name[-1]: counts(guest, name[-1])[0][0] for name in places}
    guest.output("cat /proc/version > /dev/null")
    assert all(counts(guest, name)[0][0] > hits for name, hits in before.items())
    guest.output("echo 0 > events/kprobes/enable; echo > kprobe_events")
    assert guest.output("grep -vc ' nop$' sites || true") == "0"


def test_the_blacklist_has_what_is_refused(boot):
    guest = boot(smp=1)
    listed = dict(re.findall(r"^0x([0-9a-f]{16})-0x[0-9a-f]{16}\t(\w+)$", guest.read("/sys/kernel/debug/kprobes/blacklist"), re.M))
    assert {"panic", "exc_page_fault", "memcpy"} <= set(listed.values()) and "vfs_read" not in listed.values()
    for address, name in sorted(listed.items())[::100]:
        assert guest.run(f"echo 'p 0x{address}' >> /tracing/kprobe_events")[1], name


@pytest.mark.parametrize("method", ["stop_machine", "breakpoint"])
def test_in_interrupts_nmis_and_the_scheduler(boot, time_scale, method):
    guest = boot(smp=4, limit=120)
    places = {"schedule": "....", "try_to_wake_up": "", "hrtimer_interrupt": "", "nmi_handle": "", "timer_tick": "", "finish_task_switch": "",
              "__do_softirq": ""}
    known = set(guest.output("cat /tracing/available_filter_functions").split())
    places = [place for place in places if place in known]
    assert {"schedule", "nmi_handle"} <= set(places)
    guest.output(f"cd /tracing; echo {method} > text_patch; echo 4096 > buffer_size_kb")
    for place in places:
        guest.output(f"echo 'p:in/{place} {place} a=+0(%sp):symbol b=+0(%di):u64 c=$comm' >> kprobe_events; echo 'p:in/{place}_5 {place}+5' >> kprobe_events; "
                     f"echo 'r:in/{place}_r {place} %ax' >> kprobe_events")
    guest.output("echo 1 > events/in/enable; selftest nmi > /dev/null; sleep 0.1; echo 0 > events/in/enable", limit=60 * time_scale)
    text = guest.output("grep -v '^#' trace", limit=60 * time_scale)
    for place in places:
        for name in (place, f"{place}_5", f"{place}_r"):
            assert re.search(rf": {name}: \(", text), name
    assert re.search(r"\] \S\S[Zz]\S\S +[\d.]+: nmi_handle: ", text)
    guest.output("echo > kprobe_events")


@pytest.mark.parametrize("method", ["stop_machine", "breakpoint"])
def test_made_and_removed_in_a_storm(boot, time_scale, method):
    """On four processors under load, while functions, graphs and events are traced and switched."""
    guest = boot(smp=4, limit=120)
    guest.output(f"cd /tracing; echo {method} > text_patch; stress all -t 9 > /dev/null &", limit=60 * time_scale)
    probes = ["p:a schedule+5 %ip:symbol", "p:b try_to_wake_up %di:u64 c=$comm", "r:c vfs_read $retval", "p:d vfs_read count file->f_flags",
              "r:e schedule", "p:f vfs_write+5 x=+0(%sp):u64"]
    make = "; ".join(f"echo '{probe}' >> kprobe_events" for probe in probes)
    other = "breakpoint" if method == "stop_machine" else "stop_machine"
    for tracer in ("function", "function_graph", "nop"):
        guest.output(f"echo {tracer} > current_tracer; for i in 1 2 3 4 5; do {make}; echo 1 > events/kprobes/enable; echo 1 > events/sched/enable; "
                     f"echo {other} > text_patch; echo 0 > events/kprobes/d/enable; echo '-:d' >> kprobe_events; echo {method} > text_patch; "
                     "echo 0 > events/sched/enable; echo 0 > events/kprobes/enable; echo > kprobe_events; done", limit=200 * time_scale)
    guest.output("wait; echo nop > current_tracer", limit=120 * time_scale)
    assert guest.read("kprobe_events") == ""
    assert guest.output("grep -vc ' nop$' sites || true") == "0"
    assert guest.output("cat /sys/kernel/debug/kprobes/list") == ""


@pytest.mark.parametrize("method", ["stop_machine", "breakpoint"])
def test_one_event_of_many_probes_changes_while_it_is_on(boot, time_scale, method):
    """Each of them comes and goes, the first as well, on four processors that hit them."""
    guest = boot(smp=4, limit=120)
    guest.output(f"cd /tracing; echo {method} > text_patch; stress sched -t 600 > /dev/null &", limit=60 * time_scale)
    places = ["schedule", "schedule+5", "try_to_wake_up", "finish_task_switch"]
    add = [f"echo 'p:many {place} a=%di c=$comm' >> kprobe_events" for place in places]
    take = [f"echo '-:many {place}' >> kprobe_events" for place in places]
    guest.output(f"{'; '.join(add)}; echo 1 > events/kprobes/many/enable")
    for turn in range(12):
        one = turn % len(places)
        assert guest.run(f"{take[one]}; {take[one]}", limit=60 * time_scale)[0].count("No such file") == 1
        assert [line.split()[1] for line in guest.read("kprobe_events").splitlines()].count(places[one]) == 0
        guest.output(f"{add[one]}", limit=60 * time_scale)
    assert guest.output("echo '-:many' >> kprobe_events || true").endswith("Device or resource busy")
    assert len(guest.read("kprobe_events").splitlines()) == len(places)
    guest.output("kill %1; wait; echo 0 > events/kprobes/many/enable; echo '-:many' >> kprobe_events", limit=60 * time_scale)
    assert guest.read("kprobe_events") + guest.output("cat /sys/kernel/debug/kprobes/list") == ""
    assert guest.output("grep -vc ' nop$' sites || true") == "0"


def test_names_of_files_are_not_for_groups_and_events(guest):
    guest.output("cd /tracing; echo > kprobe_events; mkdir instances/i")
    before = guest.output("echo events/* events/*/* instances/i/events/* instances/i/events/*/*")
    for line in ("p:sched/enable vfs_read", "p:sched/filter vfs_read", "p:x/enable vfs_read", "p:enable vfs_read", "p:enable/x vfs_read",
                 "p:header_page/x vfs_read", "p:header_event/x vfs_read", "p:sched/sched_switch vfs_read"):
        text, status = guest.run(f"echo '{line}' >> kprobe_events")
        assert status == 1 and text.endswith("File exists"), (line, text)
        assert line in guest.read("error_log")
    text, status = guest.run("echo 'enable u64 x' >> synthetic_events")
    assert status == 1 and text.endswith("File exists")
    assert guest.output("echo events/* events/*/* instances/i/events/* instances/i/events/*/*") == before
    assert guest.read("kprobe_events") == "" and guest.read("synthetic_events") == ""
    guest.output("rmdir instances/i; echo > error_log")


def test_stacks_of_a_probe_in_an_nmi_name_who_was_stopped(boot):
    """It comes to processors that sleep while others change text; an instance keeps what is recorded meanwhile."""
    guest = boot(smp=4)
    guest.output("cd /tracing; mkdir instances/k; cd instances/k; echo 'p:n nmi_handle' > /tracing/kprobe_events; "
                 "echo 1 > options/stacktrace; echo 1 > events/kprobes/n/enable")
    for _ in range(20):
        guest.run("patchstorm -n 3 -a 1 > /dev/null")     # it finds the probe at its site
        if guest.run("grep -q stop_machine_halt trace")[1] == 0:
            break
    guest.output("echo 0 > tracing_on")
    stacks = [[line.strip() for line in stack.split("\n => ")[1:]] for stack in guest.read("trace").split("<stack trace>")[1:]]
    assert any("stop_machine_halt_while" in line for stack in stacks for line in stack)
    for stack in stacks:
        assert re.match("ret_from_fork|new_task_entry|smp_ap_entry|kmain|start_secondary", stack[-1].split("\n")[0]), stack
