# SPDX-License-Identifier: MIT
"""What a crash prints, who dies of it, and how a panic ends."""

import re

import machine
import pytest
from guest import Guest

# Each in a task of its own: what the log must say about it, in this order.
CRASHES = {
    "EXCEPTION": (r"Page fault: write at 0{16} \(a null pointer\): no page is there",
                  r"Oops #\d+: page fault, error code 0002"),
    "BUG": (r"Oops #\d+: BUG at kernel/lkdtm\.c:\d+",),
    "EXHAUST_STACK": (r"Stack overflow: the stack of task lkdtm/\d+ is full",
                      r"Oops #\d+: double fault",
                      r"lkdtm_recurse\+\S+ \(interrupted\)",
                      r"lkdtm_recurse\+\S+, and \d\d times more",
                      r"lkdtm_EXHAUST_STACK\+"),
    "WRITE_RO": (r"Page fault: write at \S+ \(constants\): the page is read-only",),
    "WRITE_KERN": (r"Page fault: write at \S+ \(kernel text\): the page is read-only",),
    "EXEC_DATA": (r"Page fault: execution at \S+: the page is not executable",),
    "EXEC_NULL": (r"Page fault: execution at 0{16} \(a null pointer\): no page is there",
                  r" 0x0 \(interrupted\)"),
    "ACCESS_NONCANONICAL": (r"Oops #\d+: general protection fault",),
    "DIVIDE_BY_ZERO": (r"Oops #\d+: divide error",),
}
# What every oops has, behind that.
PARTS = (r"CPU: \d+ PID: \d+ Comm: lkdtm, preempt_count 0", r"RIP: 0010:\S+", r"Code:.* <\S\S>",
         r"RSP: 0018:\S{16} EFLAGS: ", r"RAX: \S{16} RBX: \S{16}", r"Call Trace:",
         r"lkdtm_thread\+", r"new_task_entry\+", r"ret_from_fork\+",
         r"Task lkdtm/\d+ is ended, the others go on")


@pytest.fixture(scope="module", params=["nop", "function_graph"])
def crashed(time_scale, request):
    """A guest with every crash behind it, at the prompt, and its log: the same while calls are followed."""
    options = " ".join([f"ftrace={request.param}", *(f"lkdtm={name}" for name in CRASHES)])
    with Guest(limit=60 * time_scale, append=options) as guest:
        yield guest, guest.output("dmesg", limit=60 * time_scale)


def section(log, name):
    """The log of one crash: the crashes came in the order of the dictionary."""
    pieces = re.split(r"(?m)^.*is ended, the others go on$", log)
    assert len(pieces) == len(CRASHES) + 1
    return pieces[list(CRASHES).index(name)] + "Task lkdtm/0 is ended, the others go on"


def assert_in_order(text, patterns):
    at = 0
    for pattern in patterns:
        match = re.compile(pattern).search(text, at)
        assert match, f"{pattern!r} is not in what follows:\n{text[at:]}"
        at = match.end()


@pytest.mark.parametrize("name", CRASHES)
def test_a_crash_is_explained(crashed, name):
    text = section(crashed[1], name)
    assert "return_to_handler" not in text
    assert_in_order(text, CRASHES[name])
    assert_in_order(text, PARTS)


def test_the_kernel_goes_on_after_all_of_them(crashed):
    guest, _ = crashed
    assert guest.output("echo still here | cat") == "still here"
    assert "lkdtm" not in guest.output("ps")


def test_a_warning_shows_where_and_goes_on(boot):
    log = boot(smp=1, append="lkdtm=WARNING_MESSAGE", crash=True).output("dmesg")
    assert_in_order(log, (r"WARNING: kernel/lkdtm\.c:\d+ in lkdtm_WARNING_MESSAGE: as asked, 42",
                          r"Call Trace:", r"lkdtm_WARNING_MESSAGE\+", r"lkdtm_thread\+"))


@pytest.mark.parametrize("append, why", [
    ("lkdtm=PANIC", "lkdtm: as asked"),
    ("oops=panic lkdtm=BUG", r"oops: BUG at kernel/lkdtm\.c:\d+ oops=panic"),
])
def test_a_panic_leaves_qemu_with_its_own_status(boot, append, why):
    guest = boot(append=append, prompt=False, crash=True)
    guest.expect("Kernel panic - not syncing: " + why, fatal=False)
    assert guest.wait_exit() == machine.EXIT_PANIC


def test_sysrq_c_crashes_the_kernel(boot):
    guest = boot(smp=2, crash=True)
    guest.send("echo c > /proc/sysrq-trigger\n")
    guest.expect("Kernel panic - not syncing: sysrq", fatal=False)
    assert guest.wait_exit() == machine.EXIT_PANIC
    assert_in_order(guest.log, (r"Call Trace:", r"panic\+", r"sysrq_crash\+", r"handle_sysrq\+",
                                r"vfs_write\+"))


def test_sysrq_l_shows_every_cpu_without_harm(guest):
    guest.output("dmesg > /dev/null; echo l > /proc/sysrq-trigger")
    log = guest.output("dmesg")
    for cpu in range(4):
        assert f"NMI backtrace for cpu {cpu}" in log


def test_unknown_options_are_named_and_ignored(boot):
    log = boot(smp=1, append='nonsense some-thing="a b" loglevel=high').output("dmesg")
    assert "Command line: nonsense: unknown, ignored" in log
    assert "Command line: some-thing=a b: unknown, ignored" in log
    assert "Command line: loglevel=high: Invalid argument" in log


def test_quiet_keeps_the_console_clean_and_the_log_whole(boot):
    guest = boot(smp=1, append="quiet")
    assert "smp:" not in guest.log
    assert "smp: 1 CPUs online" in guest.output("dmesg")


def test_a_written_line_appears_in_the_log(guest):
    guest.output("echo from the shell > /dev/kmsg")
    assert re.search(r"\[ *\d+\.\d{6}\] from the shell", guest.output("dmesg | tail -n 1"))
