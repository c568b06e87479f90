# SPDX-License-Identifier: MIT
"""Sorts the table of traceable functions in a linked kernel, and checks every entry.

mcount.py ELF

gcc -mrecord-mcount lists the address of each `call __fentry__` in section __mcount_loc,
in the order it compiled them. The kernel searches that table, so it is sorted here, in the
file. A kernel with an empty table or with one wrong entry is refused: a wrong entry is five
bytes that the tracer would overwrite.
"""

import struct
import sys

from elf import STT_FUNC, Elf

CALL = 0xe8
ENDBR64 = b"\xf3\x0f\x1e\xfa"


def fault_of_site(elf, site, functions):
    """Return: what is wrong with one site, or None."""
    code = elf.bytes_at(site, 5)
    if not elf.addresses["_stext"] <= site <= elf.addresses["_etext"] - 5:
        return "is outside the text"
    if len(code) < 5 or code[0] != CALL:
        return f"holds {code.hex(' ')}, not a call of 5 bytes"
    target = site + 5 + struct.unpack("<i", code[1:])[0]
    if target != elf.addresses["__fentry__"]:
        return f"calls {target:#x}, not __fentry__"
    if elf.bytes_at(site - 4, 4) == ENDBR64:
        return "has an endbr64 in front of it: compile with -fcf-protection=none"
    if site not in functions:
        return "is not where a function begins"
    return None


def main(path):
    elf = Elf(path)
    start, stop = elf.addresses["__start_mcount_loc"], elf.addresses["__stop_mcount_loc"]
    count = (stop - start) // 8
    if not count:
        raise SystemExit("mcount: no traceable functions: is the kernel compiled with -pg -mfentry?")
    offset = elf.offset_of(start, stop - start)
    sites = sorted(struct.unpack_from(f"<{count}Q", elf.data, offset))
    functions = {symbol.address for symbol in elf.symbols if symbol.kind == STT_FUNC}
    faults = [f"mcount: site {site:#x} {fault}" for site in sites
              for fault in [fault_of_site(elf, site, functions)] if fault]
    faults += [f"mcount: site {site:#x} is listed twice" for site, after in zip(sites, sites[1:])
               if site == after]
    if faults:
        raise SystemExit("\n".join(faults[:20]))
    struct.pack_into(f"<{count}Q", elf.data, offset, *sites)
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(elf.data[offset:offset + count * 8])


if __name__ == "__main__":
    main(sys.argv[1])
