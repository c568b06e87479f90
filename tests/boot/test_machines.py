# SPDX-License-Identifier: MIT
"""The same kernel on every kind of machine it promises to boot on."""

import machine
import pytest


def free_mib(guest):
    """Return: free memory as the guest sees it."""
    lines = dict(line.split(":") for line in guest.output("cat /proc/meminfo").splitlines())
    return int(lines["MemFree"].split()[0]) // 1024


@pytest.mark.parametrize("model", ["q35", "pc"])
@pytest.mark.parametrize("cpu", ["qemu64", "max"])
def test_boots_on(boot, model, cpu):
    guest = boot(machine=model, cpu=cpu, smp=2)
    assert guest.output("seq 42 | tail -n 1") == "42"


@pytest.mark.parametrize("size, least", [("64M", 48), ("1G", 950), ("8G", 7900)])
def test_uses_the_memory_there_is(boot, size, least):
    assert free_mib(boot(memory=size, smp=1)) >= least


@pytest.mark.parametrize("uefi", [False, True])
def test_boots_through_grub(boot, tmp_path, uefi):
    iso = machine.make_iso(tmp_path / "fivebyte.iso", "loglevel=8 it's='a  b'")
    guest = boot(limit=120, iso=iso, uefi=uefi)
    assert guest.output("cat /proc/cmdline").startswith("loglevel=8 it's=")
