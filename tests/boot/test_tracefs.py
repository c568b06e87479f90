# SPDX-License-Identifier: MIT
"""The files of tracefs: what each refuses, how it is read, snapshots, instances, raw pages."""

import re
import struct

import pytest

TRACING = "/sys/kernel/tracing"
EINVAL, EBUSY = "Invalid argument", "Device or resource busy"
EBADF, EEXIST, ENODEV = "Bad file descriptor", "File exists", "No such device"
ENOENT, EAGAIN = "No such file or directory", "Resource temporarily unavailable"

# File, what is written, the reason it is refused: as Linux 6.1 does.
REFUSED = [
    ("current_tracer", "bogus", EINVAL), ("current_tracer", "", EINVAL),
    ("set_ftrace_filter", "no_such_function", EINVAL), ("set_ftrace_filter", "schedule:bogus", EINVAL),
    ("set_ftrace_filter", "schedule:traceoff:x", EINVAL), ("set_ftrace_filter", "99999999", EINVAL),
    ("trace_options", "bogus", EINVAL), ("trace_options", "x" * 70, EINVAL),
    ("options/sym-offset", "2", EINVAL), ("options/sym-offset", "x", EINVAL), ("options/raw", "-1", EINVAL),
    ("trace_clock", "bogus", EINVAL), ("trace_clock", "", EINVAL),
    ("buffer_size_kb", "0", EINVAL), ("buffer_size_kb", "-1", EINVAL), ("buffer_size_kb", "abc", EINVAL),
    ("buffer_size_kb", "99999999999", "Cannot allocate memory"),
    ("per_cpu/cpu0/buffer_size_kb", "0", EINVAL),
    ("buffer_percent", "101", EINVAL), ("buffer_percent", "-1", EINVAL), ("buffer_percent", "x", EINVAL),
    ("buffer_subbuf_size_kb", "0", EINVAL), ("buffer_subbuf_size_kb", "513", EINVAL),
    ("buffer_subbuf_size_kb", "x", EINVAL),
    ("tracing_on", "x", EINVAL), ("tracing_cpumask", "zz", EINVAL),
    ("saved_cmdlines_size", "0", EINVAL), ("saved_cmdlines_size", "x", EINVAL),
    ("saved_cmdlines_size", "99999999", EINVAL),
    ("tracing_thresh", "x", EINVAL), ("tracing_thresh", "99999999999999999999999", "Numerical result out of range"),
    ("tracing_max_latency", "-1", EINVAL),
    ("snapshot", "x", EINVAL), ("snapshot", "-1", EINVAL), ("snapshot", "", EINVAL),
    ("per_cpu/cpu0/snapshot", "0", EINVAL), ("per_cpu/cpu0/snapshot", "1", EINVAL),
    ("available_tracers", "x", EINVAL), ("enabled_functions", "x", EINVAL), ("touched_functions", "x", EINVAL),
    ("available_filter_functions", "x", EINVAL), ("available_filter_functions_addrs", "x", EINVAL),
    ("per_cpu/cpu0/stats", "x", EINVAL), ("per_cpu/cpu0/trace_pipe_raw", "x", EINVAL), ("trace_pipe", "x", EINVAL),
    ("README", "x", EINVAL), ("timestamp_mode", "x", EINVAL), ("dyn_ftrace_total_info", "x", EINVAL),
    ("saved_cmdlines", "x", EINVAL), ("saved_tgids", "x", EINVAL), ("buffer_total_size_kb", "1", EINVAL),
    ("trace_marker_raw", "ab", EINVAL),
]
TAKEN = [("tracing_on", "2"), ("snapshot", "3"), ("per_cpu/cpu0/snapshot", "2"), ("trace_marker", ""),
         ("per_cpu/cpu0/trace", "x"), ("trace_marker_raw", "12345"), ("error_log", "x"), ("current_tracer", " nop ")]
# Files whose text does not change by itself.
STILL = ["available_tracers", "current_tracer", "trace_options", "trace_clock", "buffer_size_kb", "snapshot",
         "available_filter_functions", "dyn_ftrace_total_info", "README", "error_log", "timestamp_mode", "trace",
         "per_cpu/cpu0/snapshot", "set_ftrace_filter", "options/raw", "events/ftrace/function/format", "sites",
         "touched_functions"]


def write(guest, file, text):
    """Write without a newline if text is shorter than a number of trace_marker_raw. Return: the reason, or ""."""
    said, status = guest.run(f"echo {'-n ' if file == 'trace_marker_raw' and len(text) < 4 else ''}'{text}' > {TRACING}/{file}")
    assert bool(said) == bool(status), (said, status)
    return said.rpartition(": ")[2]


@pytest.mark.parametrize("file, text, reason", REFUSED)
def test_a_bad_write_is_refused_as_on_linux_and_changes_nothing(guest, file, text, reason):
    readable = file in STILL or file in ("tracing_on", "buffer_percent", "tracing_cpumask", "saved_cmdlines_size")
    before = guest.run(f"cat {TRACING}/{file}")[0] if readable else None
    assert write(guest, file, text) == reason
    assert not readable or guest.run(f"cat {TRACING}/{file}")[0] == before


@pytest.mark.parametrize("file, text", TAKEN)
def test_an_odd_write_is_taken_as_on_linux(guest, file, text):
    assert write(guest, file, text) == ""


@pytest.mark.parametrize("file", ["current_tracer", "trace_clock", "buffer_percent", "tracing_thresh", "options/raw"])
def test_a_write_that_is_too_long_is_refused(guest, file):
    guest.output("seq 1 2000 > /tmp/long")
    assert EINVAL in guest.run(f"dd if=/tmp/long of={TRACING}/{file} bs=8192")[0]


@pytest.mark.parametrize("file", ["free_buffer", "trace_marker", "trace_marker_raw"])
def test_what_can_only_be_written_is_not_read(guest, file):
    assert EINVAL in guest.run(f"cat {TRACING}/{file}")[0]


@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("file", STILL)
def test_small_reads_give_the_same_bytes(guest, file, size):
    count = 1500 // size
    whole = guest.output(f"head -c {count * size} {TRACING}/{file} > /tmp/text; wc -c < /tmp/text; cat /tmp/text; echo")
    parts = guest.output(f"dd if={TRACING}/{file} bs={size} count={count} > /tmp/text; wc -c < /tmp/text; cat /tmp/text; echo")
    assert parts == whole


def test_a_second_reader_of_a_pipe_is_refused_and_the_tracer_stays(guest):
    guest.output(f"sleep 100 < {TRACING}/trace_pipe &")
    guest.wait_until("grep -q cmd_sleep /proc/$!/stack")
    assert EBUSY in guest.run(f"head -c 1 {TRACING}/trace_pipe")[0]
    assert EBUSY in guest.run(f"head -c 1 {TRACING}/per_cpu/cpu1/trace_pipe")[0]
    assert write(guest, "current_tracer", "function") == EBUSY
    guest.output("kill %1; wait; true")
    assert EAGAIN in guest.run(f"dd if={TRACING}/per_cpu/cpu1/trace_pipe iflag=nonblock")[0]


def test_raw_pages_hold_the_records_and_continue_where_a_read_ended(guest):
    guest.output(f"cd {TRACING}; echo 0 > tracing_on; echo > trace; echo 1 > tracing_on; echo raw bytes > trace_marker; cd /")
    for cpu in range(4):
        guest.run(f"dd if={TRACING}/per_cpu/cpu{cpu}/trace_pipe_raw bs=1000 iflag=nonblock >> /tmp/raw")
    assert guest.output("wc -c < /tmp/raw").strip() == "4096"
    lines = guest.output("hexdump -C /tmp/raw | head -n 4").splitlines()
    data = bytes.fromhex("".join(line[10:58] for line in lines).replace(" ", ""))
    assert 0 < struct.unpack_from("<Q", data, 8)[0] < 100
    assert b"raw byte" in data
    assert EAGAIN in guest.run(f"dd if={TRACING}/per_cpu/cpu0/trace_pipe_raw iflag=nonblock")[0]


def test_a_snapshot_keeps_what_was_there(guest):
    guest.output(f"cd {TRACING}; echo > trace; echo one > trace_marker; echo 1 > snapshot; echo two > trace_marker; cd /")
    assert "tracing_mark_write: one" in guest.read(f"{TRACING}/snapshot")
    assert "one" not in guest.output(f"grep mark_write {TRACING}/trace")
    guest.output(f"echo 64 > {TRACING}/buffer_size_kb; echo 1 > {TRACING}/snapshot")
    assert "tracing_mark_write: two" in guest.read(f"{TRACING}/snapshot")
    guest.output(f"echo 2 > {TRACING}/snapshot")
    assert "# * Snapshot is allocated *" in guest.read(f"{TRACING}/snapshot")
    guest.output(f"echo 0 > {TRACING}/snapshot")
    assert "# * Snapshot is freed *" in guest.read(f"{TRACING}/snapshot")


def test_snapshots_under_load_keep_the_switch_of_recording(guest):
    guest.output(f"cd {TRACING}; echo function > current_tracer; stress -t 2 sched vfs & "
                 f"for i in $(seq 1 200); do echo 1 > {TRACING}/snapshot; done; wait; echo nop > {TRACING}/current_tracer; cd /",
                 limit=guest.limit * 3)
    guest.output(f"echo 0 > {TRACING}/tracing_on; echo 1 > {TRACING}/snapshot")
    assert write(guest, "trace_marker", "off") == EBADF
    guest.output(f"echo 1 > {TRACING}/snapshot")
    assert write(guest, "trace_marker", "off") == EBADF
    guest.output(f"echo 1 > {TRACING}/tracing_on; echo on > {TRACING}/trace_marker; echo 0 > {TRACING}/snapshot")


def test_an_instance_has_its_own_everything(guest):
    guest.output(f"cd {TRACING}; mkdir instances/foo; echo vfs_read > instances/foo/set_ftrace_filter; "
                 "echo function > instances/foo/current_tracer; echo own > instances/foo/trace_marker; "
                 "cat /proc/version > /dev/null; cd /")
    text = guest.read(f"{TRACING}/instances/foo/trace")
    assert "tracing_mark_write: own" in text and "vfs_read <-" in text
    assert guest.read(f"{TRACING}/current_tracer") == "nop"
    assert EEXIST in guest.run(f"mkdir {TRACING}/instances/foo")[0]
    guest.output(f"sleep 100 < {TRACING}/instances/foo/options/raw &")
    guest.wait_until("grep -q cmd_sleep /proc/$!/stack")
    assert EBUSY in guest.run(f"rmdir {TRACING}/instances/foo")[0]
    guest.output("kill %1; wait; true")
    guest.output(f"rmdir {TRACING}/instances/foo")
    assert ENOENT in guest.run(f"cat {TRACING}/instances/foo/trace")[0]
    assert guest.output(f"ls {TRACING}/instances") == ""


def test_instances_come_and_go_under_load(guest):
    guest.output(f"stress -t 3 sched vfs & for i in $(seq 1 20); do mkdir {TRACING}/instances/i; "
                 f"echo 'vfs_*' > {TRACING}/instances/i/set_ftrace_filter; echo function > {TRACING}/instances/i/current_tracer; "
                 f"rmdir {TRACING}/instances/i; done; wait", limit=guest.limit * 3)


def test_free_buffer_gives_the_memory_back_when_it_is_closed(guest):
    guest.output(f"echo 1000 > {TRACING}/buffer_size_kb; echo disable_on_free > {TRACING}/trace_options; echo x > {TRACING}/free_buffer")
    assert guest.read(f"{TRACING}/buffer_size_kb") == "7"
    assert guest.read(f"{TRACING}/tracing_on") == "0"
    guest.output(f"echo nodisable_on_free > {TRACING}/trace_options; echo 1 > {TRACING}/tracing_on; echo 1408 > {TRACING}/buffer_size_kb")


def test_words_of_the_command_line(boot):
    guest = boot(append="trace_options=sym-addr,bogus trace_clock=counter trace_instance=a trace_instance=b "
                        "ftrace=function ftrace_filter=do_one_initcall ftrace_boot_snapshot")
    assert guest.output(f"ls -1 {TRACING}/instances").split() == ["a", "b"]
    assert "[counter]" in guest.read(f"{TRACING}/trace_clock")
    assert guest.read(f"{TRACING}/options/sym-addr") == "1"
    assert re.search(r"do_one_initcall <ffffffff8\w{7}> <-", guest.read(f"{TRACING}/snapshot"))
    assert "trace_options=bogus: error 22, ignored" in guest.output("dmesg")


def test_options_of_the_tracer_that_the_command_line_starts(boot):
    guest = boot(append="ftrace=function_graph trace_options=funcgraph-retval,nofuncgraph-irqs,func-args,sym-addr")
    assert [guest.read(f"{TRACING}/options/{name}") for name in
            ("funcgraph-retval", "funcgraph-irqs", "funcgraph-args", "func-args", "sym-addr")] == ["1", "0", "0", "0", "1"]
    assert re.findall("trace_options=(.*): error 22, ignored", guest.output("dmesg")) == ["func-args"]
    assert re.search(r"\} /\* \w+ .*= ", guest.output(f"echo 0 > {TRACING}/tracing_on; head -2000 {TRACING}/trace"))


def test_instances_of_the_command_line(boot):
    guest = boot(append="trace_instance=off^traceoff trace_instance=text^traceprintk^bogus trace_instance=old@0x1000:1M trace_instance=^traceoff")
    assert guest.output(f"ls -1 {TRACING}/instances").split() == ["off", "text"]
    assert guest.output(f"cat {TRACING}/tracing_on {TRACING}/instances/*/tracing_on").split() == ["1", "0", "1"]
    guest.output("selftest trace_printk")
    assert "selftest_trace_printk" in guest.read(f"{TRACING}/instances/text/trace")
    assert "selftest_trace_printk" not in guest.read(f"{TRACING}/trace")
    log = guest.output("dmesg")
    for bad in ("bogus", "old@0x1000:1M", "^traceoff"):
        assert f"trace_instance={bad}: error 22, ignored" in log


def test_one_instance_gets_what_trace_printk_says(guest):
    def who():
        guest.output("selftest trace_printk > /dev/null")
        return guest.output(f"for i in . instances/*; do [ -e {TRACING}/$i ] && cat {TRACING}/$i/options/trace_printk_dest; done; true").split()

    guest.output(f"cd {TRACING}; mkdir instances/a instances/b")
    assert who() == ["1", "0", "0"]
    guest.output(f"echo 1 > {TRACING}/instances/a/options/trace_printk_dest; echo > {TRACING}/trace")
    assert who() == ["0", "1", "0"]
    assert "selftest_trace_printk" in guest.read(f"{TRACING}/instances/a/trace")
    assert "selftest_trace_printk" not in guest.read(f"{TRACING}/trace")
    guest.output(f"echo trace_printk_dest > {TRACING}/instances/b/trace_options; rmdir {TRACING}/instances/a")
    assert who() == ["0", "1"]
    guest.output(f"echo 0 > {TRACING}/instances/b/options/trace_printk_dest")
    assert who() == ["1", "0"]
    assert write(guest, "options/trace_printk_dest", "0") == EINVAL
    guest.output(f"echo 1 > {TRACING}/instances/b/options/trace_printk_dest; rmdir {TRACING}/instances/b")
    assert who() == ["1"]
    guest.output(f"echo > {TRACING}/trace; selftest trace_printk > /dev/null")
    assert "selftest_trace_printk" in guest.read(f"{TRACING}/trace")
    guest.output("cd /")


def test_a_warning_switches_tracing_off_when_asked_to(boot):
    guest = boot(append="traceoff_on_warning lkdtm=WARNING", crash=True)
    assert guest.read(f"{TRACING}/tracing_on") == "0"
