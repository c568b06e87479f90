# SPDX-License-Identifier: MIT
"""What every test may ask for: guests, and time limits that fit this machine."""

import pathlib
import sys
import time

import pytest

TOP = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOP / "scripts/host"), str(TOP / "tests/boot")]

from guest import Guest  # noqa: E402

# How long a boot to the prompt takes on the machine the limits were chosen on.
REFERENCE_BOOT_SECONDS = 1.5


@pytest.fixture(scope="session")
def time_scale():
    """How much slower this machine is, measured by one boot; never below 1."""
    start = time.monotonic()
    with Guest(smp=1, limit=300):
        return max(1.0, (time.monotonic() - start) / REFERENCE_BOOT_SECONDS)


@pytest.fixture
def boot(time_scale):
    """Call it to get a booted Guest (arguments as Guest's); all are ended after the test."""
    guests = []

    def boot_guest(limit=60, **options):
        guests.append(Guest(limit=limit * time_scale, **options))
        return guests[-1]

    yield boot_guest
    for guest in guests:
        guest.close()


@pytest.fixture(scope="module")
def guest(time_scale):
    """One guest with four processors for all tests of a file that leave it as they found it."""
    with Guest(limit=60 * time_scale) as one:
        yield one
