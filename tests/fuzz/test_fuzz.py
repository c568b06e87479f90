# SPDX-License-Identifier: MIT
"""Each fuzzer for a while, always with the same seed; a crash leaves its input in the report. `make fuzz` has built them."""

import pathlib
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
NAMES = sorted(path.name.removesuffix("_fuzz.c") for path in (TOP / "tests/fuzz").glob("*_fuzz.c"))
RUNS = 100_000


@pytest.mark.parametrize("name", NAMES)
def test_fuzzer_finds_nothing(name, tmp_path):
    done = subprocess.run([TOP / "build/fuzz" / name, f"-runs={RUNS}", "-seed=1", "-max_len=512", "-print_final_stats=0"],
                          cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=300)
    crashes = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert done.returncode == 0, f"{crashes}\n{done.stderr[-4000:]}"
