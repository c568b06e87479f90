# SPDX-License-Identifier: MIT
"""Each host test as a test of the whole suite; `make unit` has built them."""

import functools
import importlib.machinery
import importlib.util
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).parent
loader = importlib.machinery.SourceFileLoader("unit_run", str(HERE / "run"))
unit = importlib.util.module_from_spec(importlib.util.spec_from_loader("unit_run", loader))
loader.exec_module(unit)


@functools.lru_cache(maxsize=None)
def results(name):
    """Return: {test: (passed, what it said)}; a program runs once."""
    return {test: (passed, said) for test, passed, said in unit.run_binary(dict(unit.binaries())[name])}


def cases():
    for name, _ in unit.binaries():
        text = (HERE / f"{name}.c").read_text()
        for test in re.findall(r"^static void (\w+)\(void \*\*", text, re.M):
            yield pytest.param(name, test, id=f"{name}:{test}")


@pytest.mark.parametrize("name, test", cases())
def test_unit(name, test):
    for missing in results(name).get("the_program_ends_well", ()), results(name).get("the_program_has_tests", ()):
        assert not missing, missing[1]
    passed, said = results(name).get(test, (False, "it did not run"))
    assert passed, said
