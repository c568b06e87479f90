# SPDX-License-Identifier: MIT
"""The ring's page protocol in all interleavings, and that each known mistake is found out."""

import pathlib
import subprocess

import pytest

MODEL = pathlib.Path(__file__).with_name("ring.pml")
LIMIT_SECONDS = 400


def search(folder, mistake, discard=0):
    """Return: what Spin's verifier says of the model with that mistake (0: none), overwriting or not."""
    def run(*command):
        return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True,
                              timeout=LIMIT_SECONDS).stdout

    run("spin", f"-DMISTAKE={mistake}", f"-DDISCARD={discard}", "-a", MODEL)
    # A mistake is found in a moment, in less than it takes to optimise.
    run("cc", "-O0" if mistake else "-O1", "-w", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c")
    return run("./pan", "-m100000")


@pytest.mark.parametrize("discard", (0, 1))
def test_no_interleaving_tears_doubles_or_miscounts(tmp_path, discard):
    said = search(tmp_path, 0, discard)
    assert "errors: 0" in said and "Search not completed" not in said, said


@pytest.mark.parametrize("mistake", range(1, 7))
def test_a_mistake_is_found(tmp_path, mistake):
    said = search(tmp_path, mistake)
    assert "assertion violated" in said, said


def test_a_ring_that_stays_full_is_found(tmp_path):
    said = search(tmp_path, 7, discard=1)
    assert "assertion violated" in said, said
