# SPDX-License-Identifier: MIT
"""make check: format, static analysis, the size budget."""

import pathlib
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]


def test_format_analysis_and_budget_are_clean():
    done = subprocess.run([TOP / "scripts/check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
