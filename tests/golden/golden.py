#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Golden tests: each folder here holds commands for the guest's shell, and what they print.

golden.py NAME...   shows what differs; with --write, the guest's text becomes the expected one

The machine has one processor and counts instructions, so that everything repeats. What changes
with every change of the kernel is replaced by letters: see normalise().
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BOOT = HERE.parents[1] / "scripts/host/boot.py"


def names():
    return sorted(path.parent.name for path in HERE.glob("*/commands"))


def normalise(text):
    """Time stamps, addresses, offsets and pids as letters, as wide as they were."""
    for pattern in (r"\d+\.\d{6}(?=:)",             # a time stamp
                    r"(?<= ts:) +\d+\.\d{6}",      # those of stats
                    r"\b(?:0x)?ffff[89cf][0-9a-f]{11}\b",
                    r"(?<=\+0x)[0-9a-f]+/0x[0-9a-f]+",
                    r"(?<= e8 )(?:[0-9a-f]{2} ){4}"):   # the distance of a call
        text = re.sub(pattern, lambda match: re.sub(r"[0-9a-f](?!x)", "n", match.group()), text)
    # The duration of a graph: its digits, and how much it is.
    text = re.sub(r"(?m)(?:[ +!#*@$] )?\d+\.\d+ us +(?=\|  )", "  n.nnn us    ", text)
    text = re.sub(r"(?m)(?<=-)\d+(?= +(?:=>|\||$))", lambda m: "n" * len(m[0]), text)    # its tasks
    text = re.sub(r"(?m)^ +\d+\.\d{6} (?=\|  )", lambda m: re.sub(r"\d", "n", m[0]), text)
    text = re.sub(r"(?m)^\[ *\d+\.\d{6}\](?= \S.*: error: )", "[TIME]", text)    # error_log
    # Histograms: stacks, pids, and times by their names.
    text = re.sub(r"(?m)^( {9}\w+)\+0x\w+/0x\w+$", r"\1+0xN/0xN", text)
    text = re.sub(r"\b((?:\w+_)?pid|lat|max|changed|onchange\(\$pid\) })(?:=|: +)\d+", r"\1=N", text)
    text = re.sub(r"(?m)(?<=pid: )(.{16})\[ *\d+\]", r"\1[PID]", text)
    # TASK-PID: the pid is as wide as it was, whatever it was.
    return re.sub(r"(?m)^( *\S.*-)(\d+)( +)(?=\[\d{3}\]|\()", lambda m: m[1] + "PID".ljust(len(m[2] + m[3])), text)


def run(name):
    """Return: the normalised output of the commands; their errors are part of it."""
    commands = (HERE / name / "commands").read_text()
    # "# append: WORDS" is for the kernel command line.
    append = " ".join(re.findall(r"(?m)^# append: (.*)", commands))
    done = subprocess.run([sys.executable, BOOT, "--deterministic", "--append", append, "-c", f"{{\n{commands}\n}} 2>&1"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode >= 124:
        return f"{done.stdout}\n{done.stderr}\nscripts/boot ended with {done.returncode}\n"
    return normalise(done.stdout)


def difference(name, found):
    """Return: how found differs from what is expected, as a diff; "" when it does not."""
    path = HERE / name / "expected"
    expected = path.read_text() if path.exists() else ""
    lines = difflib.unified_diff(expected.splitlines(True), found.splitlines(True), f"{name}/expected", "found")
    return "".join(lines)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("names", nargs="*", default=names())
    options = parser.parse_args(argv)
    different = False
    for name in options.names:
        found = run(name)
        change = difference(name, found)
        sys.stdout.write(change)
        different |= bool(change)
        if options.write:
            (HERE / name / "expected").write_text(found)
    return 1 if different and not options.write else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
