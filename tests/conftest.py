# SPDX-License-Identifier: MIT
"""What every test may ask for: guests, and time limits that fit this machine."""

import pathlib
import sys
import time

import pytest

TOP = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOP / "scripts/host"), str(TOP / "tests/boot")]

import sound  # noqa: E402
from guest import Guest  # noqa: E402

# How long a boot to the prompt takes on the machine the limits were chosen on.
REFERENCE_BOOT_SECONDS = 1.5
# The folders and files whose tests take longest: whoever begins with them has the short ones to even out the end.
# Storms on four processors are slow beside another such storm; so the rest stands in between.
LONGEST = ("boot/test_kprobe.py", "unit", "model", "golden", "boot/test_ftrace.py", "check", "fuzz", "boot/test_graph.py",
           "boot/test_smp.py", "boot/test_events.py", "boot/test_kprobe_events.py", "boot/test_record.py")


def pytest_collection_modifyitems(items):
    """The longest first; otherwise in the order of their names."""
    def rank(item):
        name = item.nodeid.removeprefix("tests/")
        return next((i for i, longest in enumerate(LONGEST) if name.startswith(longest)), len(LONGEST))

    items.sort(key=rank)


@pytest.fixture(scope="session")
def time_scale():
    """How much slower this machine is, measured by one boot; never below 1."""
    start = time.monotonic()
    with Guest(smp=1, limit=300):
        return max(1.0, (time.monotonic() - start) / REFERENCE_BOOT_SECONDS)


@pytest.fixture
def boot(time_scale):
    """Call it to get a booted Guest (arguments as Guest's); all are ended after the test.

    The test fails when one of them logged a fault, unless it was booted with crash=True.
    """
    guests = []

    def boot_guest(limit=60, crash=False, **options):
        guests.append((Guest(limit=limit * time_scale, **options), crash))
        return guests[-1][0]

    yield boot_guest
    for guest, _ in guests:
        guest.close()
    faults = [fault for guest, crash in guests if not crash for fault in guest.faults]
    assert not faults, "\n".join(faults)


class Shared:
    """The guest that the tests of one file share; a new one after one that died."""

    def __init__(self, limit):
        self.limit, self.guest = limit, None

    def get(self):
        if self.guest is None or self.guest.dead:
            self.close()
            self.guest = Guest(limit=self.limit)
            self.start = sound.state(self.guest)
        return self.guest

    def close(self):
        if self.guest:
            self.guest.close()


@pytest.fixture(scope="module")
def shared(time_scale):
    one = Shared(60 * time_scale)
    yield one
    try:
        if one.guest and not one.guest.dead:
            sound.check(one.guest, one.start)
    finally:
        one.close()


@pytest.fixture
def guest(shared):
    """A guest with four processors for all tests of a file, which leave it as they found it.

    Behind the file's last test it must be sound: see sound.py.
    """
    return shared.get()
