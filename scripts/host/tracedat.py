# SPDX-License-Identifier: MIT
"""Writes the records of a guest as a trace.dat file, version 6: trace-cmd.dat(5).

trace-cmd and KernelShark read it. The pages of the ring go into it as they are;
around them is what tells the tools what they mean. All from the guest's memory.
"""

import contextlib
import functools
import os
import pathlib
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import kallsyms  # noqa: E402
from kernel_memory import NotThere  # noqa: E402
from ring_pages import Ring  # noqa: E402

MAGIC = b"\x17\x08\x44tracing"
LITTLE_ENDIAN, LONG_SIZE = 0, 8
OPTION_CPUSTAT, OPTION_TRACECLOCK = 2, 4
CPUS_MAX, PAGE_SIZES = 64, [4096 << order for order in range(8)]
PROGRESS_AFTER, PROGRESS_STEP = 1.0, 8 << 20    # seconds, bytes


class Trace:
    """One instance, a struct trace_array; the guest stands still for as long as this is used."""

    def __init__(self, kernel, address=None):
        self.kernel = kernel
        buffer = kernel.get(address or kernel.symbol("global_trace"), "trace_array.buffer")
        if not buffer:
            raise NotThere("the guest has not got so far as to have a trace buffer")
        self.page_size = kernel.get(buffer, "ring_buffer.subbuf_size")
        cpus, first = kernel.get(buffer, "ring_buffer.cpus"), buffer + kernel.sizeof("ring_buffer")
        if not 1 <= cpus <= CPUS_MAX or self.page_size not in PAGE_SIZES:
            raise NotThere("there is no trace buffer where it should be")
        self.ring_addresses = [kernel.number(first + cpu * 8) for cpu in range(cpus)]

    def is_changing(self):
        """Whether a processor was stopped in the middle of reading or resizing one of the rings."""
        return any(self.kernel.get(address, f"ring_buffer_per_cpu.{member}")
                   for address in self.ring_addresses for member in ("lock", "changing"))

    @functools.cached_property
    def rings(self):
        return [Ring(self.kernel, address, self.page_size) for address in self.ring_addresses]

    def header_page(self):
        return ("\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
                "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
                "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
                f"\tfield: char data;\toffset:16;\tsize:{self.page_size - 16};\tsigned:1;\n")

    def clock(self):
        """Return: the name of the clock, and the line of the file trace_clock."""
        kernel, names, at = self.kernel, [], self.kernel.symbol("trace_clocks")
        chosen, mine = "", self.rings[0].get("clock")
        while kernel.get(at, "trace_clock.name"):
            name = kernel.get_string(at, "trace_clock.name")
            if kernel.get(at, "trace_clock.read") == mine:
                chosen = name
            names.append(f"[{name}]" if name == chosen else name)
            at += kernel.sizeof("trace_clock")
        return chosen, " ".join(names)

    def formats(self):
        """Return: {system: [text of each file `format`]}, as trace/events/event_format.c makes it."""
        kernel, systems = self.kernel, {}
        common = kernel.string(kernel.symbol("trace_common_format"))
        for event in kernel.list_entries(kernel.symbol("trace_events"), "trace_event.list"):
            text = (f"name: {kernel.get_string(event, 'trace_event.name')}\n"
                    f"ID: {kernel.get(event, 'trace_event.id')}\n{common}")
            at = kernel.get(event, "trace_event.fields")
            for _ in range(kernel.get(event, "trace_event.field_count")):
                text += self.field(at)
                at += kernel.sizeof("trace_field")
            text += f"\nprint fmt: {kernel.get_string(event, 'trace_event.print_fmt')}\n"
            systems.setdefault(kernel.get_string(event, "trace_event.system"), []).append(text)
        return systems

    def field(self, at):
        kernel = self.kernel
        offset, size, signed = (kernel.get(at, f"trace_field.{member}")
                                for member in ("offset", "size", "is_signed"))
        return (f"\tfield:{kernel.get_string(at, 'trace_field.type')} "
                f"{kernel.get_string(at, 'trace_field.name')};"
                f"\toffset:{offset};\tsize:{size};\tsigned:{signed};\n")

    def symbols(self):
        """As /proc/kallsyms; two more say where the one before them ends."""
        kernel = self.kernel
        lines = [f"{symbol.address:016x} {kallsyms.type_letter(symbol)} {symbol.name}"
                 for symbol in kallsyms.table_symbols(kernel.elf)]
        lines.append(f"{kernel.symbol('_end'):016x} B _end")
        live = [[kernel.get(at, f"live_trampoline.{member}") for member in ("start", "size")]
                for at in kernel.array("live_trampolines", "live_trampoline")]
        for start, size in sorted(live):
            if size:
                lines += [f"{start:016x} t ftrace_trampoline\t[__builtin__ftrace]", f"{start + size:016x} t ftrace_trampoline_end"]
        return "\n".join(lines) + "\n"

    def command_names(self):
        """The file saved_cmdlines: a pid and a name a line; of those that have exited, then of all others."""
        kernel = self.kernel
        size = kernel.number(kernel.symbol("saved_size"), 4)
        saved = kernel.array("saved_cmdlines", "saved_cmdline")[:size]
        oldest = kernel.number(kernel.symbol("saved_next"), 4) % len(saved)
        names = dict(self.command_name(at, "saved_cmdline") for at in (*saved[oldest:], *saved[:oldest]))
        with contextlib.suppress(NotThere):     # a list that a crash has broken: what can be had of it
            for at in kernel.list_entries(kernel.symbol("task_list"), "task_struct.tasks"):
                names.update([self.command_name(at, "task_struct")])
        return "".join(f"{pid} {name}\n" for pid, name in sorted(names.items()) if pid)

    def command_name(self, at, struct):
        return (self.kernel.get(at, f"{struct}.pid"),
                self.kernel.string(at + self.kernel.layout[f"{struct}.comm"][0]))

    def stats(self, cpu):
        """The file per_cpu/cpuN/stats, without what changes while nothing is recorded."""
        ring = self.rings[cpu]
        read = ring.reader("read")
        return (f"CPU: {cpu}\nentries: {ring.entries}\n"
                f"overrun: {ring.written - ring.get('written_base') - read - ring.entries}\n"
                f"commit overrun: {ring.get('commit_overrun') - ring.get('commit_overrun_base')}\n"
                f"bytes: {sum(stretch.bytes for stretch in ring.stretches)}\n"
                f"dropped events: {ring.get('dropped') - ring.get('dropped_base')}\n"
                f"read events: {read}\n")


def sized(text, form="<Q"):
    data = text.encode()
    return struct.pack(form, len(data)) + data


def option(number, text):
    data = text.encode() + b"\0"
    return struct.pack("<HI", number, len(data)) + data


def metadata(trace):
    """All before the table of where each processor's pages are."""
    clock, clocks = trace.clock()
    systems = trace.formats()
    own = systems.pop("ftrace")
    parts = [MAGIC, b"6\0", struct.pack("<BBI", LITTLE_ENDIAN, LONG_SIZE, trace.page_size),
             b"header_page\0", sized(trace.header_page()),
             b"header_event\0", sized(trace.kernel.string(trace.kernel.symbol("trace_header_event"))),
             struct.pack("<I", len(own)), *map(sized, own),
             struct.pack("<I", len(systems))]
    for name, formats in systems.items():
        parts += [name.encode() + b"\0", struct.pack("<I", len(formats)), *map(sized, formats)]
    parts += [sized(trace.symbols(), "<I"), sized("", "<I"), sized(trace.command_names()),
              struct.pack("<I", len(trace.rings)),
              b"options  \0", option(OPTION_TRACECLOCK, clocks),
              *(option(OPTION_CPUSTAT, trace.stats(cpu)) for cpu in range(len(trace.rings))),
              struct.pack("<H", 0), b"flyrecord\0"]
    return b"".join(parts), sized(f"[{clock}]")


def write(file, trace, progress):
    """Write the file; progress is told bytes of pages from time to time."""
    head, clock = metadata(trace)
    table_at = len(head)
    at = table_at + 16 * len(trace.rings) + len(clock)
    at += -at % trace.page_size
    table = b""
    for ring in trace.rings:
        size = len(ring.stretches) * trace.page_size
        table += struct.pack("<QQ", at, size)
        at += size
    head += table + clock
    file.write(head + b"\0" * (-len(head) % trace.page_size))
    total, done = sum(len(ring.stretches) for ring in trace.rings) * trace.page_size, 0
    for ring in trace.rings:
        for stretch in ring.stretches:
            file.write(ring.sealed_page(stretch))
            done += trace.page_size
            if done % PROGRESS_STEP == 0:
                progress(done, total)


def save(trace, name, say):
    """Write the file name, which appears whole or not at all. say: told how it goes on if it takes long."""
    start = time.monotonic()

    def progress(done, total):
        if time.monotonic() - start > PROGRESS_AFTER:
            say(f"{name}: {done >> 20} of {total >> 20} MiB")

    part = f"{name}.part"
    try:
        with open(part, "wb") as file:
            write(file, trace, progress)
        os.replace(part, name)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
