# SPDX-License-Identifier: MIT
"""Reads a trace.dat in two ways that know nothing of each other, and of how it was written:
by trace-cmd, and by decoding its pages here."""

import collections
import re
import struct
import subprocess

Event = collections.namedtuple("Event", "comm pid cpu flags stamp text")


def trace_cmd(*words):
    """Return: what it prints; it must succeed."""
    done = subprocess.run(["trace-cmd", *words], capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


LINE = re.compile(r" *(\S.*)-(\d+) +\[(\d+)\] +([\d.]+): +(\w+): +(.*)")
LATENCY_LINE = re.compile(r".*-\d+ +\d+(\S{5,6}) +[\d.]+: +\w+: .*")
# How trace-cmd words what the guest words as Linux does.
WORDING = {
    "function": (r"(\S+) <-- (\S+)", r"\1 <-\2"),
    "func_repeats": (r"(\S+) <-- (\S+) \(count: (\d+)  last_ts: ", r"\1 <-\2 (repeats: \3, last_ts: "),
    "kernel_stack": ("<stack trace >", "<stack trace>"),
    "raw_data": (r"# (\w+) ", r"# \1 buf: "),
}


def join_frames(text):
    """A stack trace is one line then, as other records are; an address without name has no 0x."""
    text = re.sub(r"^ *=> 0x([0-9a-f]{16})$", r" => \1", text, flags=re.M)
    return re.sub(r"\n *=> (\S+)(?: \[\w+\])?( \([0-9a-f]{16}\))?(?=\n)", r" => \1", text)


def report(path):
    """Return: the events as trace-cmd prints them, in its order; stamps as they are in the file."""
    options = ("-t", "-q", "-O", "ftrace:parent=1", str(path))
    text = trace_cmd("report", *options)
    assert "UNKNOWN EVENT" not in text and "[FAILED" not in text
    # Only the other layout has the flags, and only this one the whole name of the task.
    flags = [match[1] for match in map(LATENCY_LINE.fullmatch, trace_cmd("report", "-l", *options).splitlines()) if match]
    lines = [match.groups() for match in map(LINE.fullmatch, join_frames(text).splitlines()) if match]
    assert len(flags) == len(lines)
    return [Event(comm, int(pid), int(cpu), flag, int(stamp.replace(".", "")), re.sub(*WORDING.get(kind, ("^", "")), what))
            for (comm, pid, cpu, stamp, kind, what), flag in zip(lines, flags)]


def dropped(path):
    """Return: {processor: events that trace-cmd says were dropped}."""
    text = trace_cmd("report", "-q", str(path))
    found = collections.Counter()
    for cpu, count in re.findall(r"CPU:(\d+) \[(\d+) EVENTS DROPPED\]", text):
        found[int(cpu)] += int(count)
    return dict(found)


def file_pages(path):
    """Return: for each processor the list of its pages."""
    data = path.read_bytes()
    page_size, = struct.unpack_from("<I", data, 14)
    options = data.index(b"options  \0")
    cpus, = struct.unpack_from("<I", data, options - 4)
    table = data.index(b"flyrecord\0", options) + 10
    blocks = struct.iter_unpack("<QQ", data[table:table + 16 * cpus])
    return [[data[at:at + page_size] for at in range(start, start + size, page_size)] for start, size in blocks]


def page_events(page):
    """Yields (stamp, data) of each event; the layout is said in trace/ring/ring_page.h."""
    stamp, commit = struct.unpack_from("<QQ", page)
    at, end = 16, 16 + (commit & (1 << 27) - 1)
    while at < end:
        word, behind = struct.unpack_from("<II", page + b"\0\0\0\0", at)
        kind, delta = word & 31, word >> 5
        stamp += delta
        if kind == 30:
            stamp, size = stamp + (behind << 27), 8
        elif kind == 31:
            stamp, size = stamp - delta & -1 << 59 | behind << 27 | delta, 8
        elif kind == 29:
            size = 4 + behind
        else:
            size, start = (4 + kind * 4, at + 4) if kind else (4 + behind, at + 8)
            yield stamp, page[start:at + size]
        at += size
    assert at == end


def page_lost(page):
    commit, = struct.unpack_from("<Q", page, 8)
    if commit & 1 << 30:
        return struct.unpack_from("<Q", page, 16 + (commit & (1 << 27) - 1))[0]
    assert not commit & 1 << 31
    return 0


def decode(path):
    """Return: [(processor, stamp, data)] by time, and {processor: events lost}."""
    events, lost = [], {}
    for cpu, pages in enumerate(file_pages(path)):
        for page in pages:
            assert any(page[16:]), "an empty page was written"
            if page_lost(page):
                lost[cpu] = lost.get(cpu, 0) + page_lost(page)
            events += [(cpu, *event) for event in page_events(page)]
    return sorted(events, key=lambda event: event[1]), lost
