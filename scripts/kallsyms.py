# SPDX-License-Identifier: MIT
"""Makes the symbol table that the kernel carries with it.

kallsyms.py FIRST.elf > kallsyms.asm   write the table of a kernel linked without one
kallsyms.py --verify FIRST.elf ELF     check that linking it in has moved nothing

The table goes into section .kallsyms, which linker.ld puts at the end. kernel/kallsyms.c
reads it: the number of symbols, the bytes of all names, then for each symbol, by
rising address, its address minus KERNEL_BASE and where its name begins; then the
symbols' numbers in the order of their names; then the names, each with its type
letter in front and a 0 behind it.
"""

import collections
import sys

from elf import SHF_EXECINSTR, SHF_WRITE, SHT_NOBITS, STT_FUNC, STT_NOTYPE, STT_OBJECT, Elf

KERNEL_BASE = 0xffffffff80000000


def type_letter(symbol):
    """As nm prints it."""
    flags = symbol.section.flags
    if flags & SHF_EXECINSTR:
        letter = "t"
    elif symbol.section.type == SHT_NOBITS:
        letter = "b"
    else:
        letter = "d" if flags & SHF_WRITE else "r"
    return letter.upper() if symbol.is_global else letter


def is_wanted(symbol, low, high):
    """Without what the compiler and nasm name for themselves: a dot, but for split functions."""
    if not low <= symbol.address < high:
        return False
    if symbol.kind == STT_FUNC:
        return True
    return symbol.kind in (STT_OBJECT, STT_NOTYPE) and "." not in symbol.name


def table_symbols(elf):
    """By address; at the same address a function first, then what is global, then by name."""
    low, high = elf.addresses["_stext"], elf.addresses["__start_kallsyms"]
    wanted = [symbol for symbol in elf.symbols if is_wanted(symbol, low, high)]
    return sorted(wanted, key=lambda s: (s.address, s.kind != STT_FUNC, not s.is_global, s.name))


def check_names(symbols):
    """A function's name is all that a trace shows of it: it must be its own."""
    counts = collections.Counter(s.name for s in symbols if s.section.flags & SHF_EXECINSTR)
    twice = [name for name, count in sorted(counts.items()) if count > 1]
    if twice:
        raise SystemExit(f"kallsyms: more than one function is called: {' '.join(twice)}")


def print_numbers(comment, numbers):
    print(f"\t; {comment}")
    for start in range(0, len(numbers), 12):
        print("\tdd " + ",".join(f"{number:#x}" for number in numbers[start:start + 12]))


def print_table(symbols):
    name_at, at = [], 0
    for symbol in symbols:
        name_at.append(at)
        at += len(symbol.name) + 2
    print("section .kallsyms alloc noexec nowrite progbits align=8")
    print(f"\tdd {len(symbols)}, {at}")
    print_numbers("addresses", [symbol.address - KERNEL_BASE for symbol in symbols])
    print_numbers("where the names begin", name_at)
    # Several symbols of one name: by address, so that a search finds the first.
    order = sorted(range(len(symbols)), key=lambda i: (symbols[i].name.encode(), i))
    print_numbers("by name", order)
    for symbol in symbols:
        print(f"\tdb '{type_letter(symbol)}{symbol.name}',0")


def verify(first, final):
    low, high = first.addresses["_stext"], first.addresses["__start_kallsyms"]
    before = sorted((s.name, s.address) for s in first.symbols if low <= s.address < high)
    after = sorted((s.name, s.address) for s in final.symbols if low <= s.address < high)
    moved = set(before) ^ set(after)
    if moved or final.addresses["__start_kallsyms"] != high:
        raise SystemExit("kallsyms: the table moved symbols: " +
                         " ".join(sorted({name for name, _ in moved})[:10]))
    if final.addresses["__stop_kallsyms"] == high:
        raise SystemExit("kallsyms: the table is not in the image")


def main(words):
    if words[0] == "--verify":
        verify(Elf(words[1]), Elf(words[2]))
        return
    symbols = table_symbols(Elf(words[0]))
    check_names(symbols)
    print_table(symbols)


if __name__ == "__main__":
    main(sys.argv[1:])
