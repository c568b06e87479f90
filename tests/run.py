# SPDX-License-Identifier: MIT
"""Builds everything that is tested, runs pytest on two cores, ends with the count."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

TOP = pathlib.Path(__file__).resolve().parents[1]
GOALS = ("all", "unit", "fuzz", "iso")
WORKERS = "2"       # each may run one QEMU


def build():
    """Return: True when every goal was made."""
    for goal in GOALS:
        done = subprocess.run(["make", "-s", f"-j{os.cpu_count()}", goal], cwd=TOP)
        if done.returncode:
            print(f"make {goal} failed")
            return False
    return True


def count(report):
    """Return: passed, failed, skipped of a JUnit report; a report that is not there is a failure."""
    try:
        suite = xml.parse(report).getroot().find("testsuite")
    except (OSError, xml.ParseError):
        return 0, 1, 0
    number = {key: int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped")}
    failed = number["failures"] + number["errors"]
    return number["tests"] - failed - number["skipped"], failed, number["skipped"]


def main(words):
    os.chdir(TOP)
    pytest = [sys.executable, "-m", "pytest", "tests"]
    if "--list" in words:
        return subprocess.run(pytest + ["--collect-only", "-q"]).returncode
    if not build():
        print("0 passed, 1 failed")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.xml")
        options = ["-n", WORKERS, "--dist", "loadfile", "-q", "-ra", "--tb=short", f"--junitxml={report}", "--durations=10"]
        if words:
            options += ["-k", " or ".join(re.sub(r"\W+", "_", word) for word in words)]
        subprocess.run(pytest + options)
        passed, failed, skipped = count(report)
    if not passed and not failed:
        print(f"no test has this name: {' '.join(words)}", file=sys.stderr)
        failed = 1
    tail = f", {skipped} skipped" if skipped else ""
    print(f"{passed} passed, {failed} failed{tail}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
