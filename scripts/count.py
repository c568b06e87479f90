# SPDX-License-Identifier: MIT
"""Counts the kernel's lines of code by room and holds them to the budget.

Blank lines and comments are free: a contract in a header must not cost anything.

count.py          the table
count.py --check  also fail, with the reasons, where the budget is passed
"""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[1]
ROOMS = ("lib", "boot", "arch", "kernel", "trace", "modules")
TRACING = ("trace/", "arch/x86_64/ftrace", "arch/x86_64/text_patch")
TOTAL_LINES, TRACING_LINES = 54000, 24000
FILE_LINES, FILE_LINES_WISHED, FUNCTION_LINES = 800, 400, 60


def sources():
    for room in ROOMS:
        for path in sorted((TOP / room).rglob("*")):
            if path.suffix in (".c", ".h", ".asm", ".inc"):
                yield path.relative_to(TOP).as_posix(), path.read_text().splitlines()


def code(name, lines):
    """How many of the lines are neither blank nor comment."""
    if name.endswith((".asm", ".inc")):
        return sum(1 for line in lines if line.strip() and not line.strip().startswith(";"))
    text = re.sub(r"/\*.*?\*/", "", "\n".join(lines), flags=re.S)
    return sum(1 for line in text.split("\n") if line.strip())


def functions(lines):
    """Yield (first line, length) of each C function: its braces stand in column one."""
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line.startswith("}") and start:
            yield start, number - start + 1
            start = None


def main():
    rooms, tracing, faults, long_files = {}, 0, [], []
    for name, lines in sources():
        room = name.split("/")[0]
        files, total = rooms.get(room, (0, 0))
        rooms[room] = files + 1, total + code(name, lines)
        tracing += code(name, lines) if name.startswith(TRACING) else 0
        if len(lines) > FILE_LINES:
            faults.append(f"{name}: {len(lines)} lines, at most {FILE_LINES}")
        elif len(lines) > FILE_LINES_WISHED:
            long_files.append(f"{name} {len(lines)}")
        if name.endswith(".c"):
            faults += [f"{name}:{start}: function of {length} lines, at most {FUNCTION_LINES}"
                       for start, length in functions(lines) if length > FUNCTION_LINES]
    total = sum(lines for _, lines in rooms.values())
    for room, (files, lines) in rooms.items():
        print(f"{room:8} {files:4} files {lines:6} lines")
    print(f"{'all':8} {sum(files for files, _ in rooms.values()):4} files {total:6} lines of {TOTAL_LINES}")
    print(f"tracing            {tracing:6} lines of {TRACING_LINES}")
    if long_files:
        print(f"past {FILE_LINES_WISHED} lines: {', '.join(long_files)}")
    if total > TOTAL_LINES:
        faults.append(f"{total} lines in all, at most {TOTAL_LINES}")
    if tracing > TRACING_LINES:
        faults.append(f"{tracing} lines of tracing, at most {TRACING_LINES}")
    if "--check" not in sys.argv:
        return 0
    for fault in faults:
        print(f"budget: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
