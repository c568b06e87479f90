# SPDX-License-Identifier: MIT
"""Filters of events: what one instance records through a filter is what Python picks from another's records."""

import fnmatch
import random
import re

import pytest

INSTANCES = 8
# The numbers and strings of an event's text; after a / how the field is named in a filter.
EVENTS = {
    "sched/sched_switch": ("prev_pid prev_prio next_pid next_prio", "prev_comm next_comm"),
    "sched/sched_wakeup": ("pid prio target_cpu", "comm"),
    "sched/sched_stat_runtime": ("pid runtime vruntime", "comm"),
    "kmem/kmalloc": ("ptr bytes_req bytes_alloc node", "call_site.function"),
    "irq/irq_handler_entry": ("irq", "name"),
    "workqueue/workqueue_queue_work": ("req_cpu cpu", "workqueue function.function"),
}
LINE = re.compile(r" *(\S.*)-(\d+) +\[(\d+)\] \S{5,6} +(\d+\.\d{6}): (\w+): (.*)")
WORKLOAD = "stress sched mm work irq vfs -n 20 > /dev/null; ls -l /proc > /dev/null; sleep 0.02"


def parse(text):
    """Return: [(cpu, time, name, text, {field: value})]; cpu and common_pid are fields, too."""
    found = []
    for line in text.split("\n"):
        match = LINE.fullmatch(line)
        if not match:
            continue
        _, pid, cpu, when, name, text = match.groups()
        values = {"common_pid": int(pid), "CPU": int(cpu)}
        for field, value in re.findall(r"(\w+)=(.*?)(?= \[| \w+=| ==>|$)", text):
            if re.fullmatch(r"-?\d+|ffff[0-9a-f]{12}", value):
                values[field] = int(value, 16 if len(value) == 16 and value.startswith("ffff") else 10)
            else:
                values[field] = value
                values[field + ".function"] = value.split("+")[0]
        found.append((int(cpu), float(when), name, text, values))
    return found


def random_term(rng, event, records):
    """Return: its text, a function of a record's values."""
    numbers, strings = (names.split() for names in EVENTS[event])
    field = rng.choice(numbers + ["common_pid", "CPU"] + strings * 2)
    value = rng.choice(records)[4][field]
    if isinstance(value, int):
        value += rng.choice([0, 0, 0, 1, -1])
        operator = rng.choice(["==", "!=", "<", "<=", ">", ">=", "&"])
        if value < 0 and field not in ("node", "req_cpu"):
            value = 0
        text = f"{field} {operator} {value if rng.random() < 0.7 or value < 0 else hex(value)}"
        return text, {"==": lambda r: r[field] == value, "!=": lambda r: r[field] != value,
                      "<": lambda r: r[field] < value, "<=": lambda r: r[field] <= value,
                      ">": lambda r: r[field] > value, ">=": lambda r: r[field] >= value,
                      "&": lambda r: r[field] & value != 0}[operator]
    if field.endswith(".function"):
        operator = rng.choice(["==", "!="])
        return f"{field} {operator} {value}", lambda r: (r[field] == value) == (operator == "==")
    operator = rng.choice(["==", "!=", "~"])
    if operator == "~":
        value = rng.choice([value[:2] + "*", "*" + value[-1:], "*" + value[1:-1] + "*", "?" + value[1:], "[a-k]*"])
        return f'{field} ~ "{value}"', lambda r: fnmatch.fnmatchcase(r[field], value)
    return f'{field} {operator} "{value}"', lambda r: (r[field] == value) == (operator == "==")


def random_filter(rng, event, records):
    text, judge = random_term(rng, event, records)
    for _ in range(rng.randrange(0, 4)):
        more, other = random_term(rng, event, records)
        first = judge
        if rng.random() < 0.25:
            text, first = f"!({text})", lambda r, judge=judge: not judge(r)
        if rng.random() < 0.5:
            text, judge = f"({text}) && {more}", lambda r, a=first, b=other: a(r) and b(r)
        else:
            text, judge = f"{more} || {text}", lambda r, a=first, b=other: b(r) or a(r)
    return text, judge


@pytest.fixture
def instances(guest):
    names = [f"instances/f{n}" for n in range(INSTANCES)]
    guest.output(f"cd /tracing; mkdir {' '.join(names)}; for d in . instances/f*; do echo 4096 > $d/buffer_size_kb; done")
    yield names
    guest.output("cd /tracing; echo nop > current_tracer; echo 0 > events/enable; echo > trace; "
                 f"echo 1408 > buffer_size_kb; rmdir {' '.join(names)}")


def recorded(guest, event, instances, limit):
    """Has all record the event. Return: what the first and each of the instances have."""
    on = "".join(f"echo 1 > {name}/events/{event}/enable; " for name in instances)
    guest.output(f"echo 1 > events/{event}/enable; {on}echo begin > trace_marker")
    guest.output(WORKLOAD, limit=limit)
    guest.output(f"echo end > trace_marker; {on.replace('echo 1', 'echo 0')}echo 0 > events/{event}/enable")
    everything = guest.output("grep -v '^#' trace", limit=limit)
    each = [parse(guest.output(f"grep -v '^#' {name}/trace || true", limit=limit)) for name in instances]
    for name in [".", *instances]:
        assert set(re.findall(r"(?m)^overrun: (\d+)", guest.output(f"cat {name}/per_cpu/cpu*/stats"))) == {"0"}
        guest.output(f"echo > {name}/trace")
    marks = [float(when) for when in re.findall(r" (\d+\.\d{6}): tracing_mark_write: (?:begin|end)", everything)]
    return parse(everything), marks, each


@pytest.mark.parametrize("event", EVENTS)
def test_a_filter_lets_through_what_it_says(guest, instances, event, time_scale):
    rng = random.Random(event)
    name = event.split("/")[1]
    limit = 60 * time_scale
    records = [record for record in recorded(guest, event, [], limit)[0] if record[2] == name]
    assert records
    for _ in range(2):
        filters = [random_filter(rng, event, records) for _ in instances]
        for instance, (text, _) in zip(instances, filters):
            guest.output(f"echo '{text}' > {instance}/events/{event}/filter")
            assert guest.output(f"cat {instance}/events/{event}/filter") == text
        everything, (begin, end), each = recorded(guest, event, instances, limit)
        assert sum(begin < record[1] < end for record in everything) > 5
        for (text, judge), got in zip(filters, each):
            for cpu in {record[0] for record in everything}:
                wanted = [record for record in everything
                          if record[0] == cpu and record[2] == name and judge(record[4])]
                must = [record for record in wanted if begin < record[1] < end]
                texts = [record[3] for record in got if record[0] == cpu]
                all_texts = [record[3] for record in wanted]
                assert len(texts) >= len(must), text
                assert any(all_texts[i:i + len(texts)] == texts for i in range(len(all_texts) - len(texts) + 1)), text


def test_mistakes_are_said_as_on_linux(guest):
    """As captured from Linux 6.1."""
    guest.output("cd /tracing; echo > error_log")
    for text, status in (("bogus == 1", "Invalid argument"), ("prev_pid ==", "Invalid argument"),
                         ("(prev_pid == 1", "No such file or directory"), ("prev_pid == 1)", "Operation not permitted"),
                         ('prev_pid ~ "a"', "Invalid argument"), ('prev_comm == "sh', "No such process"),
                         ("prev_pid == abc", "Invalid argument")):
        assert status in guest.run(f"echo '{text}' > events/sched/sched_switch/filter")[0]
    log = re.sub(r"(?m)^\[ *\d+\.\d{6}\]", "", guest.output("cat error_log")).split("\n")
    assert log == """ event filter parse error: error: Field not found
  Command: bogus == 1
                 ^
 event filter parse error: error: Invalid value (did you forget quotes)?
  Command: prev_pid ==
                      ^
 event filter parse error: error: Too many '('
  Command: (prev_pid == 1
           ^
 event filter parse error: error: Too few '('
  Command: prev_pid == 1)
                        ^
 event filter parse error: error: Expecting numeric field
  Command: prev_pid ~ "a"
                       ^
 event filter parse error: error: Missing matching quote
  Command: prev_comm == "sh
                        ^
 event filter parse error: error: Invalid value (did you forget quotes)?
  Command: prev_pid == abc
                        ^""".split("\n")
    assert guest.output("cat events/sched/sched_switch/filter; echo .").split("\n") == [
        "prev_pid == abc", "             ^", "parse_error: Invalid value (did you forget quotes)?", "", "."]
    assert guest.output("echo 0 > events/sched/sched_switch/filter; cat events/sched/sched_switch/filter") == "none"


def test_a_system_s_filter_is_for_the_events_that_have_the_fields(guest):
    guest.output("cd /tracing/events/sched")
    help_text = guest.output("cat filter")
    assert help_text.startswith("### global filter ###\n# Use this to set filters for multiple events.\n")
    guest.output("echo 'prev_pid != 0' > filter")
    assert guest.output("cat filter sched_switch/filter") == "prev_pid != 0\nprev_pid != 0"
    assert "prev_pid" not in guest.output("cat sched_wakeup/filter")
    guest.output("echo 'common_pid > 1' > filter")
    assert guest.output("cat sched_switch/filter sched_wakeup/filter") == "common_pid > 1\ncommon_pid > 1"
    assert guest.run("echo 'nothing == 0' > filter")[1] == 1
    assert "parse_error" in guest.output("cat filter")
    guest.output("echo 0 > filter")
    assert guest.output("cat filter; cat */filter | sort | uniq") == help_text + "\nnone"
