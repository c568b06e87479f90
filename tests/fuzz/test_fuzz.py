# SPDX-License-Identifier: MIT
"""Each fuzzer for a while, always with the same seed; a crash leaves its input in the report. `make fuzz` has built them.

X.seeds has inputs to begin with, one a line, and X.dict words to put in, for languages that chance does not find.
"""

import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
NAMES = sorted(path.name.removesuffix("_fuzz.c") for path in HERE.glob("*_fuzz.c"))
RUNS = 100_000


@pytest.mark.parametrize("name", NAMES)
def test_fuzzer_finds_nothing(name, tmp_path):
    words, lines, folder = HERE / f"{name}.dict", HERE / f"{name}.seeds", tmp_path / "inputs"
    folder.mkdir()
    for number, line in enumerate(lines.read_bytes().splitlines() if lines.exists() else []):
        (folder / str(number)).write_bytes(line)
    options = [f"-dict={words}"] if words.exists() else []
    done = subprocess.run([TOP / "build/fuzz" / name, f"-runs={RUNS}", "-seed=1", "-max_len=512", "-print_final_stats=0",
                           *options, folder],
                          cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=300)
    crashes = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert done.returncode == 0, f"{crashes}\n{done.stderr[-4000:]}"
