# SPDX-License-Identifier: MIT
"""Processors, interrupts and time: that all of them come, do what they are asked, and are missed."""

import re

import machine
import pexpect
import pytest
from guest import FATAL, Guest

QUICK_TESTS = "clock hrtimer timer irq_work stop_machine"
# What the kernel logs when its tests call it wrongly.
REFUSAL = "BUG: .* in atomic context.*, refused"


def online(guest):
    """Return: how many CPUs /proc/interrupts has a column for."""
    return len(guest.output("head -n 1 /proc/interrupts").split())


def all_but_probes(guest):
    """Those of probes take long; test_kprobe.py runs them on several processors."""
    names = re.findall(r"(?m)^(\w+) ", guest.output("selftest"))
    return " ".join(name for name in names if not name.startswith("kprobe"))


def selftest(guest, names, limit):
    """Run the kernel's own tests; the log says what is wrong with one that fails."""
    text, status = guest.run(f"selftest {names}", limit=limit)
    assert status == 0, text + guest.output("dmesg | tail -n 20")


@pytest.mark.parametrize("smp", [1, 2, 4, 8, 16])
def test_every_cpu_comes_online_and_works(boot, time_scale, smp):
    guest = boot(smp=smp, limit=120)
    assert online(guest) == smp
    selftest(guest, QUICK_TESTS, limit=120 * time_scale)


def test_the_kernels_own_tests_pass_on_4_cpus(guest, time_scale):
    selftest(guest, all_but_probes(guest), limit=180 * time_scale)
    guest.forgive(REFUSAL)


def test_the_kernels_own_tests_pass_when_instructions_are_counted(boot, time_scale):
    guest = boot(smp=1, deterministic=True)
    selftest(guest, "all", limit=60 * time_scale)
    guest.forgive(REFUSAL)


@pytest.mark.parametrize("smp", [1, 4])
def test_idle_cpus_are_quiet(boot, smp):
    """A sleep of 100 s of virtual time passes at once, with next to no timer interrupts."""
    guest = boot(smp=smp, deterministic=True)
    before, after = re.findall(
        r"LOC:(.*) Local", guest.output("grep LOC /proc/interrupts; sleep 100; grep LOC /proc/interrupts"))
    for early, late in zip(before.split(), after.split()):
        assert int(late) - int(early) < 100


@pytest.mark.parametrize("options, cpus, says", [
    ({"machine": "pc,acpi=off"}, 1, "acpi: no tables: one CPU"),
    ({"append": "acpi=off"}, 1, "acpi: switched off: one CPU"),
    ({"append": "nolapic", "machine": "pc"}, 1, "apic: switched off: one CPU, 8259 interrupts"),
    ({"smp": 1, "cpu": "qemu64,-apic"}, 1, "apic: this processor has none"),
    ({"machine": "pc,hpet=off"}, 4, "MHz by pit"),
    ({"append": "maxcpus=3"}, 3, "smp: 3 of 4 CPUs are used"),
    ({"append": "nosmp"}, 1, "smp: 1 of 4 CPUs are used"),
])
def test_boots_with_less_than_a_pc_has(boot, time_scale, options, cpus, says):
    guest = boot(**options)
    assert says in guest.output("dmesg")
    assert online(guest) == cpus
    selftest(guest, "clock hrtimer timer", limit=60 * time_scale)


@pytest.mark.parametrize("bad", ["maxcpus=0", "maxcpus=many", "watchdog_thresh=-1", "acpi=maybe"])
def test_a_bad_option_is_named_and_ignored(boot, bad):
    guest = boot(smp=2, append=bad)
    assert f"Command line: {bad}: " in guest.output("dmesg")
    assert online(guest) == 2


@pytest.mark.parametrize("crash, report", [
    ("SOFTLOCKUP", r"soft lockup - CPU#\d stuck for \d+s! \[lkdtm:\d+\]"),
    ("HARDLOCKUP", r"hard lockup - CPU#\d takes no interrupts for \d+s, says CPU#\d"),
])
def test_a_hung_cpu_is_named(time_scale, crash, report):
    with Guest(smp=2, prompt=False, limit=60 * time_scale, append=f"watchdog_thresh=2 lkdtm={crash}") as guest:
        guest.expect(rf"watchdog: BUG: {report}")
        guest.expect(rf"RIP: 0010:lkdtm_{crash}\+")


def test_a_hung_cpu_is_a_panic_when_asked(time_scale):
    with Guest(smp=2, prompt=False, limit=60 * time_scale,
               append="watchdog_thresh=2 fivebyte.hung_panic lkdtm=HARDLOCKUP") as guest:
        guest.expect("Kernel panic - not syncing: watchdog: hard lockup on CPU#", fatal=False)
        assert guest.wait_exit() == machine.EXIT_PANIC


def without_exit_device(**options):
    """QEMU as on a real machine: no device to leave by, and a reset that resets."""
    words = machine.Machine(**options).command()
    for at in [words.index("isa-debug-exit,iobase=0xf4,iosize=4"), words.index("-no-reboot")]:
        del words[at - (words[at - 1] == "-device"):at + 1]
    return words + ["-serial", "stdio"]


@pytest.mark.parametrize("model", ["q35", "pc"])
def test_acpi_powers_off_and_resets(time_scale, model):
    words = without_exit_device(machine=model, smp=2)
    child = pexpect.spawn(words[0], words[1:], encoding="utf-8", timeout=60 * time_scale, echo=False)
    for command in ["reboot", "poweroff"]:
        assert child.expect(["fivebyte:[^\r\n]*# ", FATAL]) == 0
        child.send(command + "\n")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_backtraces_of_all_cpus(guest):
    guest.output("echo l > /proc/sysrq-trigger")
    log = guest.output("dmesg")
    for cpu in range(4):
        assert f"NMI backtrace for cpu {cpu}" in log
    assert "does not answer" not in log
