# SPDX-License-Identifier: MIT
"""The ring buffer in the guest: written from every context, read in every way, counted exactly."""

import re

import pytest


@pytest.mark.parametrize("smp", [1, 4, 16])
def test_every_event_is_read_or_counted(boot, time_scale, smp):
    guest = boot(smp=smp, limit=120)
    text, status = guest.run("ringstorm -t 1", limit=60 * time_scale)
    assert status == 0, text
    rows = re.findall(r"(\d+) task, (\d+) softirq, (\d+) irq, (\d+) nmi = .* 0 wrong: ok", text)
    assert len(rows) == 2 * smp, text
    for context in zip(*rows):      # each kind of writer did write
        assert sum(map(int, context)) > 0, text
