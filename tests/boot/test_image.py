# SPDX-License-Identifier: MIT
"""What a loader sees of the kernel image: entries, segments and their permissions, size."""

import os
import struct

import machine
import pytest

PT_LOAD, PT_NOTE = 1, 4
PF_X, PF_W = 1, 2
KERNEL_BASE = 0xffffffff80000000
MULTIBOOT1_MAGIC, MULTIBOOT2_MAGIC = 0x1badb002, 0xe85250d6
MULTIBOOT1_LIMIT, MULTIBOOT2_LIMIT = 8192, 32768


@pytest.fixture(scope="module")
def image():
    return (machine.BUILD / "fivebyte.elf").read_bytes()


@pytest.fixture(scope="module")
def segments(image):
    """Return: (type, flags, offset, virtual, physical, file size, memory size) of each."""
    start, = struct.unpack_from("<Q", image, 32)
    size, count = struct.unpack_from("<HH", image, 54)
    return [struct.unpack_from("<IIQQQQQ", image, start + i * size) for i in range(count)]


def words(image, limit, step):
    return [struct.unpack_from("<I", image, at)[0] for at in range(0, limit, step)]


def test_multiboot2_header_is_in_reach_and_sums_to_zero(image):
    at = 8 * words(image, MULTIBOOT2_LIMIT, 8).index(MULTIBOOT2_MAGIC)
    magic, architecture, length, checksum = struct.unpack_from("<IIII", image, at)
    assert (magic + architecture + length + checksum) % 2**32 == 0
    assert at + length <= MULTIBOOT2_LIMIT


def test_there_is_no_multiboot1_header(image):
    assert MULTIBOOT1_MAGIC not in words(image, MULTIBOOT1_LIMIT, 4)


def test_pvh_note_names_an_entry_in_the_boot_segment(image, segments):
    note = next(s for s in segments if s[0] == PT_NOTE)
    name_size, value_size, kind = struct.unpack_from("<III", image, note[2])
    entry, = struct.unpack_from("<Q", image, note[2] + 16)
    assert (name_size, value_size, kind, image[note[2] + 12:note[2] + 16]) == (4, 8, 18, b"Xen\0")
    boot = next(s for s in segments if s[0] == PT_LOAD)
    assert boot[3] <= entry < boot[3] + boot[6]


def test_no_segment_is_writable_and_executable(segments):
    assert all(s[1] & (PF_W | PF_X) != PF_W | PF_X for s in segments)


def test_segments_share_no_page_and_lie_where_the_kernel_expects(segments):
    end = 0
    for _, _, _, virtual, physical, _, size in [s for s in segments if s[0] == PT_LOAD and s[6]]:
        assert physical >= end and physical % 4096 == 0
        assert virtual in (physical, physical + KERNEL_BASE)
        end = (physical + size + 4095) & ~4095


def test_what_is_loaded_is_under_a_mebibyte(segments):
    assert sum(s[5] for s in segments if s[0] == PT_LOAD) < 1 << 20


def test_the_iso_is_there_to_boot():
    assert os.path.getsize(machine.BUILD / "fivebyte.iso") > 1 << 20
