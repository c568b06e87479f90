# SPDX-License-Identifier: MIT
"""scripts/mcount.py refuses a kernel whose table of traceable functions is not right."""

import pathlib
import struct
import subprocess
import sys

import pytest

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "scripts"))
from elf import Elf  # noqa: E402


class Table:
    """The built kernel's table, in bytes that a test may damage."""

    def __init__(self, path):
        self.path = path
        self.elf = Elf(TOP / "build/fivebyte.elf")
        start, stop = (self.elf.addresses[f"__{end}_mcount_loc"] for end in ("start", "stop"))
        self.at, self.count = self.elf.offset_of(start, 8), (stop - start) // 8

    def sites(self):
        return list(struct.unpack_from(f"<{self.count}Q", self.elf.data, self.at))

    def set_sites(self, sites):
        struct.pack_into(f"<{self.count}Q", self.elf.data, self.at, *sites)

    def set_text(self, address, code):
        at = self.elf.offset_of(address, len(code))
        self.elf.data[at:at + len(code)] = code

    def run(self):
        self.path.write_bytes(self.elf.data)
        return subprocess.run([sys.executable, TOP / "scripts/mcount.py", self.path],
                              capture_output=True, text=True)


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path / "kernel.elf")


def refused(table, why):
    done = table.run()
    assert done.returncode == 1 and why in done.stderr
    assert table.path.read_bytes() == table.elf.data, "a refused kernel is left as it was"


def test_the_built_table_is_sorted_and_whole(table):
    assert table.count > 50
    assert table.sites() == sorted(set(table.sites()))
    assert table.run().returncode == 0


def test_an_unsorted_table_is_sorted_in_the_file(table):
    right = table.sites()
    table.set_sites(right[::-1])
    assert table.run().returncode == 0
    table.elf = Elf(table.path)
    assert table.sites() == right


def test_a_site_that_is_no_call_is_refused(table):
    table.set_text(table.sites()[0], b"\x0f\x1f\x44\x00\x00")
    refused(table, "not a call of 5 bytes")


def test_a_site_that_calls_something_else_is_refused(table):
    table.set_text(table.sites()[0] + 1, b"\x00")
    refused(table, "not __fentry__")


def test_a_site_outside_the_text_is_refused(table):
    table.set_sites([0x1000] + table.sites()[1:])
    refused(table, "outside the text")


def test_a_site_inside_an_instruction_is_refused(table):
    sites = table.sites()
    table.set_sites([sites[0] + 1] + sites[1:])
    refused(table, "not a call of 5 bytes")


def test_a_site_behind_an_endbr64_is_refused(table):
    table.set_text(table.sites()[1] - 4, b"\xf3\x0f\x1e\xfa")
    refused(table, "endbr64")


def test_a_site_listed_twice_is_refused(table):
    sites = table.sites()
    table.set_sites([sites[0]] + sites[:-1])
    refused(table, "twice")


def test_an_empty_table_is_refused(table):
    start, stop = (table.elf.addresses[f"__{end}_mcount_loc"] for end in ("start", "stop"))
    symbols = next(s for s in table.elf.sections if s.name == ".symtab")
    for at in range(symbols.offset + 8, symbols.offset + symbols.size, 24):
        if struct.unpack_from("<Q", table.elf.data, at)[0] == stop:
            struct.pack_into("<Q", table.elf.data, at, start)
    refused(table, "no traceable functions")
