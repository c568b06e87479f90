# SPDX-License-Identifier: MIT
"""Files in the guest: /proc, /dev, pipes, a full memory, a bad initrd."""

import re

import cpio
import pytest


PROC_FILES = [
    ("version", r"Fivebyte version \d+\.\d+\.\d+ \(cc .*\) #1 SMP PREEMPT"),
    ("cpuinfo", r"processor\t: 0\nvendor_id\t: \w+\n[\s\S]*flags\t\t:.* nx [\s\S]*processor\t: 3\n[\s\S]*"),
    ("meminfo", r"MemTotal: +\d+ kB\nMemFree: +\d+ kB\nMemAvailable: +\d+ kB\n(\w+: +\d+ kB\n?)*"),
    ("interrupts", r" +CPU0 +CPU1 +CPU2 +CPU3 *\n +4:( +\d+){4} +IO-APIC +4-edge +ttyS0\n[\s\S]*LOC:( +\d+){4} [\s\S]*"),
    ("softirqs", r" +CPU0 +CPU1 +CPU2 +CPU3 *\n( +\w+:( +\d+){4}\n?){10}"),
    ("uptime", r"\d+\.\d\d \d+\.\d\d"),
    ("loadavg", r"(\d+\.\d\d ){3}\d+/\d+ \d+"),
    ("stat", r"cpu ( \d+){10}\n(cpu\d( \d+){10}\n){4}intr( \d+)+\nctxt \d+\nbtime 0\nprocesses \d+\nprocs_running \d+\nprocs_blocked \d+\nsoftirq( \d+){11}"),
    ("filesystems", r"nodev\trootfs\nnodev\tproc\n[\s\S]*"),
    ("mounts", r"rootfs / rootfs rw 0 0\nproc /proc proc rw 0 0\ndevtmpfs /dev devtmpfs rw 0 0[\s\S]*"),
    ("self/stat", r"\d+ \(cat\) R \d+( -?\d+){48}"),
    ("self/status", r"Name:\tcat\nState:\tR \(running\)\n[\s\S]*Cpus_allowed_list:\t0-3\n[\s\S]*"),
    ("self/stack", r"[\s\S]*\[<0>\] vfs_read\+0x\w+/0x\w+\n[\s\S]*"),
    ("1/comm", "init"),
    ("2/comm", "kthreadd"),
    ("sys/kernel/ostype", "Fivebyte"),
]


@pytest.mark.parametrize("path, pattern", PROC_FILES, ids=[path for path, _ in PROC_FILES])
def test_proc_file_reads_as_on_linux(guest, path, pattern):
    assert re.fullmatch(pattern, guest.output(f"cat /proc/{path}"))


def test_kallsyms_knows_the_reader(guest):
    lines = guest.output("grep -E ' (vfs_read|seq_read|version_proc_show)$' /proc/kallsyms").splitlines()
    assert [line.split()[1:] for line in sorted(lines, key=lambda line: line.split()[2])] == [
        ["T", "seq_read"], ["t", "version_proc_show"], ["T", "vfs_read"]]


def test_a_task_has_a_directory_while_it_lives(guest):
    text = guest.output("sleep 100 & until grep -q schedule /proc/$!/stack; do sleep 0.01; done; cat /proc/$!/comm; grep State /proc/$!/status; "
                        "cat /proc/$!/stack; p=$!; ls /proc | grep -c \"^$p\"; kill $p; wait; "
                        "ls -d /proc/$p || echo gone")
    assert re.search(r"sleep\nState:\tS \(sleeping\)\n[\s\S]*\[<0>\] schedule\+[\s\S]*1\n[\s\S]*gone", text)


@pytest.mark.parametrize("command, words", [
    ("mkdir /proc/x", "No such file or directory"),
    ("echo > /proc/new", "No such file or directory"),
    ("rm /proc/version", "Operation not permitted"),
    ("echo > /proc/version", "Invalid argument"),
    ("cat /proc/sysrq-trigger", "Invalid argument"),
    ("cat /proc/99999/stat", "No such file or directory"),
    ("cat /proc/0/stat", "No such file or directory"),
    ("rmdir /proc", "Device or resource busy"),
    ("echo 99 > /proc/sys/kernel/printk", "Invalid argument"),
    ("echo x > /proc/sys/kernel/printk", "Invalid argument"),
    ("echo x > /dev/full", "No space left on device"),
    ("echo > /dev/new", "Permission denied"),
    ("cat /home", "Is a directory"),
    ("cat /etc/motd/x", "Not a directory"),
    ("mv /etc /etc/inside", "Invalid argument"),
])
def test_refusals_are_named_as_on_linux(guest, command, words):
    text, status = guest.run(command)
    assert words in text and status == 1


def test_devices(guest):
    assert guest.output("cat /dev/null | wc -c").strip() == "0"
    assert guest.output("head -c 100000 /dev/zero | wc -c").strip() == "100000"
    assert guest.output("echo lost > /dev/null") == ""
    assert guest.output("echo '<5>through kmsg' > /dev/kmsg; dmesg | tail -1").endswith("] through kmsg")
    assert guest.output("tail -1 /dev/kmsg & sleep 0.2; kill $!; wait; true") is not None


def test_a_pipe_carries_everything_and_ends_both_ways(guest):
    assert guest.output("seq 1 100000 | cat | cat | wc").split() == ["100000", "100000", "588895"]
    assert guest.output("seq 1 1000000 | head -1") == "1"


def test_a_full_memory_is_an_error_and_nothing_is_lost(boot):
    guest = boot(memory="64M", smp=2)
    for _ in range(2):
        text, status = guest.run("cat /dev/zero > /tmp/big")
        assert "No space left on device" in text and status == 1
        assert int(guest.output("ls -l /tmp/big").split()[-3]) > 32 << 20
        free = guest.output("grep MemFree /proc/meminfo; rm /tmp/big; grep MemFree /proc/meminfo").split()
        assert int(free[1]) < 8 << 10 < 40 << 10 < int(free[4])


def test_an_open_file_outlives_its_name(guest):
    text = guest.output("echo kept > /tmp/k; { rm /tmp/k; cat; } < /tmp/k; ls /tmp/k || true")
    assert text.startswith("kept\n") and "No such file" in text


def initrd():
    return cpio.archive({"etc/first": b"first\n", "etc/second": b"2" * 5000, "z/third": b"third\n"})


@pytest.mark.parametrize("name, data, message, files", [
    ("cut", initrd()[:1000], r"initrd: cut off .* at byte \d+ of 1000; the rest is ignored", "first"),
    ("junk", bytes(range(256)) * 9, r"initrd: not a newc cpio archive, at byte 0 of 2304; the rest is ignored", ""),
    ("good", initrd(), r"initrd: unpacked 3 files, 5012 bytes", "first\nsecond"),
])
def test_an_initrd_of_any_kind_lets_it_boot(boot, tmp_path, name, data, message, files):
    path = tmp_path / f"{name}.cpio"
    path.write_bytes(data)
    guest = boot(initrd=path, smp=1)
    assert re.search(message, guest.log)
    assert guest.output("ls -1 /etc") == files
