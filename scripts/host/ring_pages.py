# SPDX-License-Identifier: MIT
"""Finds the records of a ring buffer in a guest's memory, page by page.

What trace/ring/ring_iter.c does inside the kernel: nothing is taken, nothing changed.
"""

import collections
import struct

from kernel_memory import NotThere

# trace/ring/ring_write.h, ring_internal.h, ring_page.h
POSITION_BITS, SLOT_INDEX_BITS = 48, 20
ADDRESS_TOP = -1 << POSITION_BITS & (1 << 64) - 1
PAGE_HEADER = 16
MISSED_EVENTS, MISSED_STORED = 1 << 31, 1 << 30

# Records that lie in a row on one page. stamp: what the first one's delta counts from.
Stretch = collections.namedtuple("Stretch", "stamp address bytes lost")


class Ring:
    """One processor's ring, as it is now."""

    def __init__(self, kernel, address, subbuf_size):
        self.kernel, self.address, self.subbuf_size = kernel, address, subbuf_size
        self.slot_count = self.get("slot_count")
        if not 1 < self.slot_count < 1 << SLOT_INDEX_BITS:
            raise NotThere("there is no ring where it should be")
        self.pages = kernel.read(self.get("pages"),
                                 (self.slot_count + 1) * kernel.sizeof("ring_page"))
        raw = kernel.read(self.get("slots"), self.slot_count * 8)
        self.slots = struct.unpack(f"<{self.slot_count}Q", raw)
        self.find_commit()
        self.entries = 0
        self.stretches = list(self.find_stretches())

    def get(self, member):
        return self.kernel.get(self.address, f"ring_buffer_per_cpu.{member}")

    def reader(self, member):
        at = self.address + self.kernel.layout["ring_buffer_per_cpu.reader"][0]
        return self.kernel.get(at, f"ring_reader.{member}")

    def cursor(self, member):
        """Where the reader is on its page."""
        at = self.address + self.kernel.layout["ring_buffer_per_cpu.reader"][0]
        return self.kernel.get(at + self.kernel.layout["ring_reader.cursor"][0], f"ring_cursor.{member}")

    def page(self, index, member):
        offset, size = self.kernel.layout[f"ring_page.{member}"]
        at = index * self.kernel.sizeof("ring_page") + offset
        return int.from_bytes(self.pages[at:at + size], "little")

    def find_commit(self):
        """Readers may read up to there. Its high bits count events, those of earlier pages too."""
        commit = self.get("commit")
        last = (commit % (1 << POSITION_BITS) | ADDRESS_TOP) - 1
        page = last & -self.subbuf_size
        self.commit_bytes = last + 1 - page - PAGE_HEADER
        self.commit_index = self.kernel.get(page, "ring_page_header.index")
        events = (commit >> POSITION_BITS) - self.page(self.commit_index, "count_start")
        self.written = (self.page(self.commit_index, "first") + events % (1 << 16) -
                        self.page(self.commit_index, "discarded"))

    def page_end(self, index):
        """Return: bytes of records on this page, the ordinal behind its last event."""
        if index == self.commit_index:
            return self.commit_bytes, self.written
        return (self.page(index, "used"),
                self.page(index, "first") + self.page(index, "entries"))

    def oldest(self, seq):
        """Return: the number of the first page that is there, from number seq on."""
        for _ in range(self.slot_count + 1):
            holds = self.slots[seq % self.slot_count] >> SLOT_INDEX_BITS
            if holds == seq:
                return seq
            # A later number: of the pages before it, one round at most is left.
            seq = holds - self.slot_count + 1
        raise NotThere("a trace buffer was written over by something else")

    def unread_pages(self):
        """Yields, oldest first, (index, bytes already read, ordinal of the next event)."""
        index = self.reader("index")
        if self.reader("valid"):
            yield index, self.cursor("offset"), self.reader("ordinal")
            if index == self.commit_index:
                return
        seq = self.oldest(self.reader("seq") + self.reader("valid"))
        for seq in range(seq, seq + self.slot_count):
            index = self.slots[seq % self.slot_count] % (1 << SLOT_INDEX_BITS)
            yield index, 0, self.page(index, "first")
            if index == self.commit_index:
                return

    def find_stretches(self):
        """Counts what was overwritten as lost before the page that follows it."""
        expected = self.get("written_base") + self.reader("read")
        for index, start, ordinal in self.unread_pages():
            end, behind = self.page_end(index)
            if end == start:
                continue
            address = self.page(index, "data")
            stamp = (self.cursor("ts") if start else
                     self.kernel.get(address, "ring_page_header.time_stamp"))
            yield Stretch(stamp, address + PAGE_HEADER + start, end - start, ordinal - expected)
            expected = behind
            self.entries += behind - ordinal

    def sealed_page(self, stretch):
        """The page as trace_pipe_raw would give it."""
        commit, tail = stretch.bytes, b""
        if stretch.lost:
            commit |= MISSED_EVENTS
            if stretch.bytes + 8 <= self.subbuf_size - PAGE_HEADER:
                commit |= MISSED_STORED
                tail = struct.pack("<Q", stretch.lost)
        page = struct.pack("<QQ", stretch.stamp, commit)
        page += self.kernel.read(stretch.address, stretch.bytes) + tail
        return page.ljust(self.subbuf_size, b"\0")
