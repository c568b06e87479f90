# SPDX-License-Identifier: MIT
"""The kernel knows its own symbols as the linker does."""

import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
from elf import STT_FUNC, Elf  # noqa: E402


def test_proc_kallsyms_agrees_with_the_linked_image():
    done = subprocess.run([TOP / "scripts/boot", "--smp", "1", "-c", "echo function > /tracing/current_tracer; cat /proc/kallsyms"],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0
    lines = [line.split() for line in done.stdout.splitlines()]
    *lines, trampoline = lines
    assert trampoline[1:] == ["t", "ftrace_trampoline", "[__builtin__ftrace]"]
    assert int(trampoline[0], 16) > int(lines[-1][0], 16)
    shown = {(int(address, 16), name): kind for address, kind, name in lines}
    assert [int(line[0], 16) for line in lines] == sorted(int(line[0], 16) for line in lines)
    elf = Elf(TOP / "build/fivebyte.elf")
    low, high = elf.addresses["_stext"], elf.addresses["_etext"]
    for symbol in elf.symbols:
        if symbol.kind == STT_FUNC and low <= symbol.address < high:
            kind = shown.get((symbol.address, symbol.name))
            assert kind == ("T" if symbol.is_global else "t"), symbol
    assert shown[elf.addresses["console_loglevel"], "console_loglevel"] == "D"
    assert shown[elf.addresses["kmsg_ring"], "kmsg_ring"] == "B"
