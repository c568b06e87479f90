# SPDX-License-Identifier: MIT
"""All events there are: each one fires, prints as its format says, and says what is true."""

import collections
import pathlib
import re
import subprocess

import pexpect
import pytest

from guest import PROMPT

TOP = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = pathlib.Path(__file__).resolve().parent / "golden/linux_events.txt"
PARAMETERS = "trace_event=*:* trace_buf_size=8M lkdtm=APIC_ERROR lkdtm=APIC_SPURIOUS lkdtm=EXCEPTION"
OPERATIONS = 24
# What makes them fire, beside booting and typing this.
LOAD = [f"stress sched mm vfs timer work irq -n {OPERATIONS} > /dev/null",
        "selftest hrtimer ftrace_free",
        "sleep 100 &",
        "sleep 0.2; kill $!; wait",
        "ls -l / > /dev/null; sleep 0.05"]
HZ = 250
LINE = re.compile(r" *(\S.*)-(\d+) +\[(\d+)\] \S{5,6} +(\d+)\.(\d{6}): (\w+): (.*)")
REPORT_LINE = re.compile(r" *(\S.*)-(\d+) +\[(\d+)\] +(\d+)\.(\d{9}): +(\w+): +(.*)")

Event = collections.namedtuple("Event", "comm pid cpu us name text")


def parse(pattern, text):
    found = []
    for line in text.splitlines():
        match = pattern.fullmatch(line)
        assert match, line
        comm, pid, cpu, seconds, fraction, name, what = match.groups()
        found.append(Event(comm, int(pid), int(cpu), int(seconds) * 10**6 + int(fraction[:6]), name, what))
    return found


def fields(event):
    return dict(re.findall(r"(\w+)=(\S+)", event.text))


@pytest.fixture(scope="module")
def session(tmp_path_factory, time_scale):
    """One guest with all events on. Return: its trace.dat, and {command: what it printed}."""
    folder = tmp_path_factory.mktemp("points")
    child = pexpect.spawn(str(TOP / "scripts/boot"), ["--append", PARAMETERS], cwd=folder, encoding="utf-8",
                          timeout=120 * time_scale, maxread=1 << 16, dimensions=(24, 200))
    child.expect(PROMPT)
    printed = {}
    for command in ["cd /tracing", *LOAD, "echo 0 > tracing_on; echo points.dat > extract", "cat per_cpu/cpu*/stats",
                    "cat available_events", "cat events/*/*/format", "grep -v '^#' trace"]:
        child.send(command + "\r")
        child.expect(PROMPT)
        printed[command] = child.before.replace("\r", "").split("\n", 1)[1]
    child.send("poweroff\r")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    return folder / "points.dat", printed


@pytest.fixture(scope="module")
def events(session):
    """What `cat trace` shows of it."""
    assert all(int(lost) == 0 for lost in re.findall(r"(?:overrun|dropped events): (\d+)", session[1]["cat per_cpu/cpu*/stats"]))
    return parse(LINE, session[1]["grep -v '^#' trace"])


def named(events, *names):
    return [event for event in events if event.name in names]


def test_every_event_fires(session, events):
    there = {name for system, name in re.findall(r"^(\w+):(\w+)$", session[1]["cat available_events"], re.M)
             if system != "ftrace"}
    assert len(there) > 60
    assert there - {event.name for event in events} == set()


def joined(literals):
    """As one: C lets a literal be in pieces; and a size the other way it can be written."""
    return literals.replace('" "', "").replace("%Lu", "%lu")


def test_names_types_and_texts_are_linuxs(session):
    """The golden file has of each event the fields as Linux 6.1 has them, and the format of its text."""
    golden = dict(line.split(": ", 1) for line in GOLDEN.read_text().splitlines())
    mine = {}
    for text in session[1]["cat events/*/*/format"].split("name: ")[1:]:
        name, own = text.split("\n", 1)[0], text.split("\n\n")[1]
        mine[name] = "; ".join(re.findall(r"field:(.*?);\toffset", own)) + " | " + joined(re.search(r"print fmt: (\".*?\")(,|$)", text, re.M)[1])
    assert {name: mine[name] for name in golden} == {name: joined(text) for name, text in golden.items()}


def same_words(text):
    """Pointers and offsets as both write them."""
    text = re.sub(r"\(nil\)", "0" * 16, text.strip())
    text = re.sub(r"\b0x([0-9a-f]{16})\b", r"\1", text)
    return re.sub(r"(\w\+0x[0-9a-f]+)/0x[0-9a-f]+", r"\1", text)


def test_trace_cmd_prints_each_as_the_guest_does(session, events):
    done = subprocess.run(["trace-cmd", "report", "-N", "-t", "-q", str(session[0])], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    report = parse(REPORT_LINE, "\n".join(done.stdout.splitlines()[1:]))
    assert len(report) == len(events)
    for theirs, mine in zip(report, events):
        assert abs(theirs.us - mine.us) <= 1
        assert theirs._replace(us=mine.us, text=same_words(theirs.text)) == mine._replace(text=same_words(mine.text))


def test_tasks_follow_each_other_on_each_processor(events):
    running = {}
    for event in named(events, "sched_switch"):
        words = fields(event)
        assert event.pid == int(words["prev_pid"])
        assert running.get(event.cpu, event.pid) == event.pid
        running[event.cpu] = int(words["next_pid"])
    assert len(running) == 4


def test_sizes_of_objects(events):
    wanted = [8 << n * 7 % 11 << (n % 17 == 0) for n in range(OPERATIONS)]
    for cpu in range(4):
        mine = [fields(event) for event in named(events, "kmalloc")
                if event.comm == f"stress-mm/{cpu}" and "call_site=stress_mm+" in event.text]
        assert [int(words["bytes_req"]) for words in mine] == wanted
        assert {words["gfp_flags"] for words in mine} == {"GFP_KERNEL"}
    assert all(int(fields(event)["bytes_alloc"]) >= int(fields(event)["bytes_req"]) for event in named(events, "kmalloc"))


@pytest.mark.parametrize("given, freed, key", [(("kmalloc", "kmem_cache_alloc"), ("kfree", "kmem_cache_free"), "ptr"),
                                               (("mm_page_alloc",), ("mm_page_free",), "page")])
def test_what_is_given_out_was_free(events, given, freed, key):
    owned = set()
    for event in named(events, *given, *freed):
        what = fields(event)[key]
        if event.name in given:
            assert what not in owned
            owned.add(what)
        else:
            owned.discard(what)


def test_a_sleep_ends_when_its_timer_said(events):
    started, begun, sleeps = {}, {}, []
    for event in named(events, "sched_process_exec", "hrtimer_start", "hrtimer_expire_entry", "hrtimer_cancel"):
        timer = fields(event).get("hrtimer")
        if event.name == "sched_process_exec":
            begun[event.pid] = event.us
        elif event.name == "hrtimer_start":
            started[timer] = event
        elif event.name == "hrtimer_expire_entry" and timer in started:
            start, now = started.pop(timer), int(fields(event)["now"])
            assert int(fields(start)["expires"]) <= now
            assert now // 1000 <= event.us
            if start.comm == "sleep" and "function=hrtimer_wakeup " in start.text:
                # It looked at the clock after it began; a microsecond of a stamp may be rounded.
                end = int(fields(start)["expires"]) // 1000
                sleeps.append(range(end - start.us, end - begun[start.pid] + 2))
        else:
            started.pop(timer, None)
    assert sum(50000 in possible for possible in sleeps) == 1
    assert sum(200000 in possible for possible in sleeps) == 1


def test_timers_run_in_their_jiffy(events):
    started, before = {}, {}
    for event in events:
        words, task = fields(event), (event.pid, event.cpu if event.pid == 0 else None)
        if event.name == "timer_start":
            started[words["timer"]] = int(words["expires"]), int(words["cpu"])
            jiffy = int(words["expires"]) - int(re.search(r"timeout=(-?\d+)", event.text)[1])
            # It looked at the clock between two events; a microsecond may be rounded.
            assert (before.get(task, 1) - 1) * HZ // 10**6 <= jiffy <= event.us * HZ // 10**6
        elif event.name == "timer_expire_entry" and words["timer"] in started:
            assert started[words["timer"]][0] <= int(words["now"])
            assert started[words["timer"]][1] == event.cpu
        before[task] = event.us


# In these a task may be switched out; in an interrupt it is not.
OF_TASKS = ("workqueue_execute_start", "contention_begin")


@pytest.mark.parametrize("begin, end", [
    ("irq_handler_entry", "irq_handler_exit"), ("softirq_entry", "softirq_exit"), ("local_timer_entry", "local_timer_exit"),
    ("call_function_entry", "call_function_exit"), ("reschedule_entry", "reschedule_exit"),
    ("irq_work_entry", "irq_work_exit"), ("hrtimer_expire_entry", "hrtimer_expire_exit"),
    ("timer_expire_entry", "timer_expire_exit"), ("initcall_start", "initcall_finish"),
    ("workqueue_execute_start", "workqueue_execute_end"), ("contention_begin", "contention_end")])
def test_what_begins_ends(events, begin, end):
    """In the same task, on the same processor, and it is the same."""
    inside = collections.defaultdict(list)
    for event in named(events, begin, end):
        what = re.search(r"(?:irq|vec|vector|func|timer)=(\S+)|([0-9a-f]{16})", event.text)[0]
        mine = inside[event.pid, event.cpu if event.pid == 0 else None]
        if event.name == begin:
            # Who waits for a mutex may have to wait for the spinlock in it.
            assert not mine or begin == "contention_begin"
            mine.append((what, event))
        else:
            assert mine.pop()[0] == what
    # Tracing may go off while other processors are inside: nothing after it tells of their having left.
    switched = {event.cpu: event.us for event in named(events, "sched_switch")}
    left = [event for mine in inside.values() for _, event in mine]
    assert not left or begin != "initcall_start"
    assert all(begin in OF_TASKS or event.us >= switched.get(event.cpu, 0) for event in left)
    assert len(left) <= len(switched)


def test_softirqs_run_because_they_were_raised(events):
    raised = collections.Counter()
    for event in named(events, "softirq_raise", "softirq_entry"):
        raised[event.cpu, fields(event)["vec"]] += 1 if event.name == "softirq_raise" else -1
        assert min(raised.values()) >= 0


def test_work_runs_where_it_was_queued(events):
    queued, ran = {}, 0
    for event in named(events, "workqueue_queue_work", "workqueue_execute_start"):
        work, function = re.search(r"[0-9a-f]{16}", event.text)[0], re.search(r"function[= ](\S+)", event.text)[1]
        if event.name == "workqueue_queue_work":
            assert "workqueue=events" in event.text
            queued[work] = function, int(fields(event)["cpu"])
        elif work in queued:
            assert queued.pop(work) == (function, event.cpu) and event.comm == f"kworker/{event.cpu}:0"
            ran += 1
    assert ran >= 4 * OPERATIONS and not queued


def test_idle_processors_sleep_and_wake(events):
    for cpu in range(4):
        mine = [fields(event) for event in named(events, "cpu_idle") if event.cpu == cpu]
        assert {words["cpu_id"] for words in mine} == {str(cpu)}
        states = [words["state"] for words in mine]
        assert set(states) == {"1", "4294967295"}
        assert all(one != other for one, other in zip(states, states[1:]))
    assert {event.pid for event in named(events, "cpu_idle")} == {0}


def test_signals_faults_and_the_log(events):
    sent, = named(events, "signal_generate")
    killed = re.fullmatch(r"sig=15 errno=0 code=0 comm=sleep pid=(\d+) grp=1 res=0", sent.text)
    delivered, = named(events, "signal_deliver")
    assert (delivered.pid, delivered.text) == (int(killed[1]), "sig=15 errno=0 code=0 sa_handler=0 sa_flags=0")
    assert [event.text for event in named(events, "page_fault_kernel")] == ["address=0x0 ip=lkdtm_EXCEPTION error_code=0x2"]
    log = [event.text for event in named(events, "console")]
    assert any(re.match(r"Oops #1: page fault", line) for line in log)


def test_run_time_is_what_was_between_two_switches(events):
    """sched_stat_runtime, which others may report too, adds up to what sched_switch says."""
    since, ran, on_cpu, reported = {}, collections.Counter(), 0, 0
    for event in named(events, "sched_switch", "sched_stat_runtime"):
        words = fields(event)
        if event.name == "sched_stat_runtime":
            ran[int(words["pid"])] += int(words["runtime"]) // 1000
        else:
            if event.cpu in since and event.pid in ran:
                on_cpu += event.us - since[event.cpu]
                reported += ran[event.pid]
            ran.pop(event.pid, None)
            ran.pop(int(words["next_pid"]), None)
            since[event.cpu] = event.us
    assert on_cpu > 10**5 and abs(on_cpu - reported) < on_cpu / 50


ALL_AT_ONCE = """
cd /tracing
echo 1 > options/stacktrace; echo 1 > events/enable
stress all -n 40 > /dev/null; echo $?
echo function > current_tracer; stress all -n 20 > /dev/null; echo $?
echo function_graph > current_tracer; stress all -n 20 > /dev/null; echo $?
for method in breakpoint stop_machine; do
	echo $method > text_patch
	(for n in 1 2 3 4; do echo 0 > events/enable; echo 1 > events/enable; done) &
	stress all -n 20 > /dev/null; echo $?
	wait
done
echo 0 > events/enable; echo nop > current_tracer
"""


def run(parameters, commands, limit):
    return subprocess.run([TOP / "scripts/boot", "--timeout", str(limit), "--append", parameters, "-c", commands],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)


def test_with_stacks_and_tracers_and_while_they_are_switched(time_scale):
    """Recording uses nothing that would record in turn without end."""
    done = run("", ALL_AT_ONCE, int(120 * time_scale))
    assert (done.returncode, done.stdout) == (0, "0\n" * 5), done.stderr
    assert not re.search(r"WARNING|BUG|Oops", done.stderr)


def test_all_of_them_in_the_log(time_scale):
    """With tp_printk each event prints, and printing is an event, and wakes who reads the log."""
    done = run("tp_printk trace_event=*:*", "cat /dev/kmsg > /dev/null & stress all -n 2 > /dev/null; echo $?; kill $!",
               int(120 * time_scale))
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr
    assert re.search(r"^\[ *[\d.]+\] workqueue_execute_start: work struct [0-9a-f]{16}: function stress_work_fn$", done.stderr, re.M)
    assert "console: console:" not in done.stderr
