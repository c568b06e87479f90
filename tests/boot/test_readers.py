# SPDX-License-Identifier: MIT
"""Readers of trace, trace_pipe and trace_pipe_raw at once, while task, softirq, interrupt and NMI write on four processors.

By the clock `counter` every record has a number of its own. So one that is torn, doubled, out of
order or lost without being counted is found out.
"""

import collections
import re
import struct
import subprocess
import sys

import machine
import pytest
from trace_dat import page_events, page_lost

BOOT = machine.TOP / "scripts/host/boot.py"
WRITERS = ("stress_call_target", "run_timer_softirq", "hrtimer_interrupt", "nmi_handle")
CPUS, CALLS, ROUNDS = 4, 400, 4
RAW = " ".join(f"/tmp/raw{cpu}" for cpu in range(CPUS))

STORM = f"""cd /tracing; echo 0 > tracing_on; echo counter > trace_clock
echo {' '.join(WRITERS)} > set_ftrace_filter; echo function > current_tracer; echo 1 > snapshot; echo 2 > snapshot
echo 0 > buffer_percent; SETTING
cat trace_pipe > /tmp/pipe &
for c in 0 1 2 3; do cat per_cpu/cpu$c/trace_pipe_raw > /tmp/raw$c & readers="$readers $!"; done
echo 1 > tracing_on
ringstorm -t 0.4 > /tmp/storm &
for i in 0 1 2 3; do stress call -n {CALLS} > /dev/null; cat trace > /tmp/trace$i; MEANWHILE; done
wait %6; echo 0 > tracing_on
while cat per_cpu/cpu*/stats | grep -q 'entries: [1-9]'; do sleep 0.01; done
for r in $readers; do until grep -q trace_pipe_sleep /proc/$r/stack; do sleep 0.01; done; done
kill %2 %3 %4 %5; wait
dd if=trace_pipe iflag=nonblock >> /tmp/pipe
cat per_cpu/cpu*/stats > /tmp/stats
grep '{chr(92)}({(chr(92) + '|').join(WRITERS)}{chr(92)})$' /proc/kallsyms > /tmp/symbols
for f in pipe raw0 raw1 raw2 raw3 trace0 trace1 trace2 trace3 stats symbols; do echo "=== $f $(wc -c < /tmp/$f)"; cat /tmp/$f; done"""

LINE = re.compile(r" *(\S.*)-(\d+) +\[(\d{3})\] (.....) +(\d+): (\w+) <-\S+")
LOST = re.compile(r"CPU:(\d+) \[LOST (\d+) EVENTS\]")
Record = collections.namedtuple("Record", "cpu number name context")


def run(setting, meanwhile, limit):
    """Return: {name of a file: what was in it}."""
    script = STORM.replace("SETTING", setting).replace("MEANWHILE", meanwhile)
    done = subprocess.run([sys.executable, BOOT, "--timeout", str(limit), "-c", script], stdin=subprocess.DEVNULL,
                          capture_output=True)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    files, rest = {}, done.stdout
    while rest:
        head, _, rest = rest.partition(b"\n")
        name, size = re.fullmatch(rb"=== (\w+) +(\d+)", head).groups()
        files[name.decode()], rest = rest[:int(size)], rest[int(size):]
    return files


def read_text(text):
    """Return: the records of the lines, {processor: events lost}."""
    records, lost = [], collections.Counter()
    for line in text.decode().splitlines():
        match, gap = LINE.fullmatch(line), LOST.fullmatch(line)
        if gap:
            lost[int(gap[1])] += int(gap[2])
        elif not line.startswith("#"):
            assert match, line
            records.append(Record(int(match[3]), int(match[5]), match[6], match[4][2]))
    return records, lost


def read_raw(data, cpu, names):
    """The same from pages."""
    assert len(data) % 4096 == 0
    records, lost = [], collections.Counter()
    for at in range(0, len(data), 4096):
        page = data[at:at + 4096]
        lost[cpu] += page_lost(page)
        for number, event in page_events(page):
            kind, flags, _, _, ip, _ = struct.unpack("<HBBiQQ", event)
            assert kind == 1
            context = "Z" if flags & 0x40 and flags & 8 else "z" if flags & 0x40 else \
                "H" if flags & 8 and flags & 16 else "h" if flags & 8 else "s" if flags & 16 else "."
            records.append(Record(cpu, number, names[ip], context))
    return records, lost


def check_order(records):
    last = {}
    for record in records:
        assert record.number > last.get(record.cpu, -1), f"{record} after {last[record.cpu]}"
        last[record.cpu] = record.number


@pytest.fixture
def storm(time_scale):
    def go(setting, meanwhile=":"):
        """Return: the records that were taken, {processor: lost}, the lines of stats by name."""
        files = run(setting, meanwhile, 60 * time_scale)
        names = {int(address, 16): name for address, _, name in map(str.split, files["symbols"].decode().splitlines())}
        assert sorted(names.values()) == sorted(WRITERS)
        sources = [read_text(files["pipe"])] + [read_raw(files[f"raw{cpu}"], cpu, names) for cpu in range(CPUS)]
        lost = collections.Counter()
        for records, gaps in sources:
            check_order(records)
            lost.update(gaps)
        taken = [record for records, _ in sources for record in records]
        assert all(record.name in WRITERS for record in taken)
        numbers = [record.number for record in taken]
        assert len(set(numbers)) == len(numbers), "a record was read twice"
        assert all(records for records, _ in sources), "a reader got nothing"
        for look in range(ROUNDS):      # whoever only looks on sees the same records, in order of time
            seen, _ = read_text(files[f"trace{look}"])
            assert [record.number for record in seen] == sorted({record.number for record in seen})
            assert all(record.name in WRITERS for record in seen)
        found = re.findall(r"([a-z ]+): +([\d.]+)", files["stats"].decode())
        return taken, lost, {name: [int(n) for key, n in found if key == name] for name, _ in found}
    return go


def count(records, cpu):
    return sum(record.cpu == cpu for record in records)


def test_nothing_is_lost_in_a_large_buffer(storm):
    taken, lost, stats = storm("echo 4096 > buffer_size_kb")
    assert not +lost and not sum(stats["overrun"] + stats["dropped events"] + stats["entries"])
    assert [count(taken, cpu) for cpu in range(CPUS)] == stats["read events"]
    assert sum(record.name == "stress_call_target" for record in taken) == CPUS * CALLS * ROUNDS
    contexts = collections.Counter(record.context for record in taken)
    assert contexts["."] and contexts["s"] and contexts["h"] + contexts["H"] and contexts["z"] + contexts["Z"], contexts


@pytest.mark.parametrize("overwrite", (1, 0))
def test_what_a_small_buffer_loses_is_counted(storm, overwrite):
    taken, lost, stats = storm(f"echo 4 > buffer_size_kb; echo {overwrite} > options/overwrite")
    assert [count(taken, cpu) for cpu in range(CPUS)] == stats["read events"]
    assert [lost[cpu] for cpu in range(CPUS)] == stats["overrun"]
    assert sum(stats["overrun" if overwrite else "dropped events"]) and not sum(stats["entries"])


def test_resets_and_snapshots_make_no_record_appear_twice(storm):
    storm("echo 64 > buffer_size_kb", "echo > trace; echo 1 > snapshot; echo 2 > snapshot; echo > per_cpu/cpu1/trace")
