# SPDX-License-Identifier: MIT
"""Reads what the link steps need of a linked little-endian ELF64: sections, symbols, bytes."""

import collections
import struct

Section = collections.namedtuple("Section", "name type flags address offset size link")
Symbol = collections.namedtuple("Symbol", "name address size kind is_global section")

SHT_SYMTAB, SHT_NOBITS = 2, 8
SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR = 1, 2, 4
STT_NOTYPE, STT_OBJECT, STT_FUNC = 0, 1, 2


class Elf:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = bytearray(file.read())
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise SystemExit(f"{path}: not a little-endian ELF64")
        self.sections = self.read_sections()
        self.symbols = self.read_symbols()
        self.addresses = {symbol.name: symbol.address for symbol in self.symbols}
        self.sizes = {symbol.name: symbol.size for symbol in self.symbols}

    def string(self, table, at):
        start = table + at
        return self.data[start:self.data.index(0, start)].decode()

    def read_sections(self):
        """ELF-64 Object File Format, version 1.5, figures 2 and 4."""
        headers, = struct.unpack_from("<Q", self.data, 0x28)
        each, count, names = struct.unpack_from("<HHH", self.data, 0x3a)
        raw = [struct.unpack_from("<IIQQQQII", self.data, headers + i * each) for i in range(count)]
        return [Section(self.string(raw[names][4], name), kind, flags, address, offset, size, link)
                for name, kind, flags, address, offset, size, link, _ in raw]

    def read_symbols(self):
        """Those that lie in a section, as the linker left them; figure 5."""
        table = next(s for s in self.sections if s.type == SHT_SYMTAB)
        strings = self.sections[table.link].offset
        symbols = []
        for at in range(table.offset, table.offset + table.size, 24):
            name, info, _, index, address, size = struct.unpack_from("<IBBHQQ", self.data, at)
            if name and 0 < index < len(self.sections):
                symbols.append(Symbol(self.string(strings, name), address, size, info & 15,
                                      info >> 4 != 0, self.sections[index]))
        return symbols

    def offset_of(self, address, length):
        """Return: where in the file these bytes are; None if they are not in it."""
        for section in self.sections:
            if (section.flags & SHF_ALLOC and section.type != SHT_NOBITS and
                    section.address <= address and
                    address + length <= section.address + section.size):
                return section.offset + address - section.address
        return None

    def bytes_at(self, address, length):
        """Return: the bytes, or none at all if the file has them not."""
        offset = self.offset_of(address, length)
        return b"" if offset is None else bytes(self.data[offset:offset + length])
