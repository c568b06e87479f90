# SPDX-License-Identifier: MIT
"""Each folder beside this file: commands, and the text they must print."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import golden  # noqa: E402


@pytest.mark.parametrize("name", golden.names())
def test_golden(name):
    difference = golden.difference(name, golden.run(name))
    assert not difference, "\n" + difference


@pytest.mark.parametrize("text, normal", [
    ("            echo-26      [000] d..1.    12.022642: vfs_read <-ksys_read",
     "            echo-PID     [000] d..1.    nn.nnnnnn: vfs_read <-ksys_read"),
    ("     kworker/0:0-5       [000] .....     0.000001: a-b <-c", "     kworker/0:0-PID     [000] .....     n.nnnnnn: a-b <-c"),
    ("ffffffff8020fa80 vfs_read   e8 7b 05 df 1f  users=1  call f", "nnnnnnnnnnnnnnnn vfs_read   e8 nn nn nn nn  users=1  call f"),
    ("tramp: 0xffffffffa0000000 (f+0x0/0x180) ->f+0x0/0x180", "tramp: 0xnnnnnnnnnnnnnnnn (f+0xn/0xnnn) ->f+0xn/0xnnn"),
    ("entries: 3\nnow ts:     0.022855", "entries: 3\nnow ts:     n.nnnnnn"),
])
def test_only_what_changes_by_itself_is_replaced(text, normal):
    assert golden.normalise(text) == normal
