# SPDX-License-Identifier: MIT
"""Reads the memory of a guest that stands still, or is dead, by the names its kernel gives things.

The names of variables come from the symbols of the kernel's ELF file, the places of
members from a table in it, trace_host_layout (trace/files/host_layout.c). Nothing here
needs the guest to run.
"""

import struct

# arch/x86_64/page.h
DIRECT_MAP, DIRECT_MAP_END = 0xffff888000000000, 0xffffc88000000000
KERNEL_BASE, MODULES = 0xffffffff80000000, 0xffffffffa0000000
PAGE = 4096
# A page table entry: Intel SDM volume 3, 4.5.4.
PRESENT, HUGE, FRAME = 1, 1 << 7, 0x000ffffffffff000
FOUR_GIB, Q35_LOW_MAX, Q35_LOW = 1 << 32, 0xb0000000, 0x80000000
LIST_MAX = 1 << 16      # more than there can be tasks: the links are broken


class NotThere(Exception):
    """The guest's memory has not got what was looked for."""


class Kernel:
    """ram: the memory of a q35 machine, mapped."""

    def __init__(self, ram, elf):
        self.ram, self.elf = ram, elf
        # QEMU's hw/i386/pc_q35.c: with this much memory, what is above 2 GiB moves to 4 GiB.
        self.low = Q35_LOW if len(ram) >= Q35_LOW_MAX else len(ram)
        self.layout = self.read_layout()

    def symbol(self, name):
        try:
            return self.elf.addresses[name]
        except KeyError:
            raise NotThere(f"this kernel has no {name}") from None

    def read_layout(self):
        """Return: {"struct.member": (offset, size)}, and {"struct": (0, size)}."""
        layout, at = {}, self.symbol("trace_host_layout")
        raw = self.elf.bytes_at(at, self.elf.sizes["trace_host_layout"])
        try:
            started = self.read(at, len(raw)) == raw
        except NotThere:
            started = False
        if not started:
            raise NotThere("the guest has not started this kernel")
        for name, offset, size in struct.iter_unpack("<QII", raw):
            if not name:
                break
            layout[self.string(name)] = (offset, size)
        return layout

    def physical(self, address):
        """Return: the physical address, and how many bytes from it on are contiguous."""
        if KERNEL_BASE <= address < MODULES:
            return address - KERNEL_BASE, MODULES - address
        if DIRECT_MAP <= address < DIRECT_MAP_END:
            return address - DIRECT_MAP, DIRECT_MAP_END - address
        table = self.symbol("kernel_pml4") - KERNEL_BASE
        for shift in (39, 30, 21, 12):
            at = self.offset(table + (address >> shift & 511) * 8)
            entry, = struct.unpack_from("<Q", self.ram, at)
            if not entry & PRESENT:
                raise NotThere(f"address {address:#x} is not mapped")
            table = entry & FRAME
            if shift == 12 or entry & HUGE and shift != 39:
                break
        inside = address & (1 << shift) - 1
        return (table & -(1 << shift)) + inside, (1 << shift) - inside

    def offset(self, physical):
        """Where in ram that byte is."""
        offset = physical if physical < FOUR_GIB else physical - FOUR_GIB + self.low
        if not 0 <= offset < len(self.ram) or self.low <= physical < FOUR_GIB:
            raise NotThere(f"there is no memory at {physical:#x}")
        return offset

    def read(self, address, length):
        data = b""
        while len(data) < length:
            physical, contiguous = self.physical(address + len(data))
            at = self.offset(physical)
            piece = self.ram[at:at + min(length - len(data), contiguous)]
            if not piece:
                raise NotThere(f"there is no memory at {physical:#x}")
            data += piece
        return data

    def number(self, address, size=8):
        return int.from_bytes(self.read(address, size), "little")

    def set(self, address, member, value):
        offset, size = self.layout[member]
        at = self.offset(self.physical(address + offset)[0])
        self.ram[at:at + size] = (value % (1 << 8 * size)).to_bytes(size, "little")

    def string(self, address, limit=PAGE):
        data = b""
        while b"\0" not in data and len(data) < limit:
            at = address + len(data)
            data += self.read(at, 64 - at % 64)
        return data.split(b"\0")[0].decode(errors="replace")

    def sizeof(self, name):
        return self.layout[name][1]

    def get(self, address, member):
        """The number in this member of the struct at address."""
        offset, size = self.layout[member]
        return self.number(address + offset, size)

    def get_string(self, address, member):
        return self.string(self.get(address, member))

    def pointers(self, address):
        """The pointers of an array that ends with NULL."""
        while pointer := self.number(address):
            yield pointer
            address += 8

    def array(self, name, element):
        """Return: the addresses of the elements of an array."""
        start = self.symbol(name)
        return range(start, start + self.elf.sizes[name], self.sizeof(element))

    def list_entries(self, head, member):
        """The structs in a list, by the member they are linked through."""
        at = head
        for _ in range(LIST_MAX):
            at = self.number(at)
            if at == head:
                return
            yield at - self.layout[member][0]
        raise NotThere("a list has no end")
