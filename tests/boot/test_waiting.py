# SPDX-License-Identifier: MIT
"""Who waits for records, who holds a file open, and what that forbids or stops meanwhile."""

import re

import pytest

EBADF, EBUSY, ENODEV, ENOENT = "Bad file descriptor", "Device or resource busy", "No such device", "No such file or directory"


@pytest.fixture(autouse=True)
def clean(guest):
    guest.output("cd /tracing; echo > trace")
    yield
    guest.output("cd /tracing; kill %1 %2 2> /dev/null; wait; echo > trace; rm -f /tmp/*")


def hold_open(guest, redirection):
    """Start a job that has a file open. Return when it has."""
    guest.output(f"sleep 100 {redirection} &")
    guest.wait_until("grep -q cmd_sleep /proc/$!/stack")


def start_reading(guest, pipe):
    """Start a job that copies to /tmp/got. Return when it waits for records."""
    guest.output(f"cat {pipe} > /tmp/got &")
    guest.wait_until("grep -q trace_pipe_sleep /proc/$!/stack")


def test_recording_pauses_while_trace_is_open(guest):
    guest.output("echo 1 > options/pause-on-trace; echo before > trace_marker")
    hold_open(guest, "< trace")
    assert guest.write("trace_marker", "meanwhile") == EBADF
    assert guest.read("tracing_on") == "1"
    hold_open(guest, "< per_cpu/cpu0/trace")
    guest.output("kill %1; wait %1; true")
    assert guest.write("trace_marker", "still") == EBADF
    guest.output("kill %2; wait %2; cat trace > /dev/null; echo after > trace_marker")
    assert re.findall(r"tracing_mark_write: (\w+)", guest.read("trace")) == ["before", "after"]
    guest.output("echo 0 > options/pause-on-trace")
    hold_open(guest, "< trace")
    guest.output("echo go on > trace_marker")


def test_who_opens_trace_for_writing_pauses_nothing(guest):
    guest.output("echo 1 > options/pause-on-trace")
    hold_open(guest, ">> trace")
    guest.output("echo x > trace_marker; echo 0 > options/pause-on-trace")


def test_a_read_waits_for_the_first_record(guest):
    start_reading(guest, "trace_pipe")
    assert guest.output("wc -c < /tmp/got").strip() == "0"
    guest.output("echo one > trace_marker")
    guest.wait_until("[ -s /tmp/got ]")
    assert guest.output("cat /tmp/got").endswith("tracing_mark_write: one")
    guest.output("kill %1; wait")


@pytest.mark.parametrize("percent, calls, pages", [(50, 280, 0), (50, 300, 1), (100, 430, 0), (100, 450, 1), (1, 140, 0), (1, 150, 1), (0, 1, 1)])
def test_a_raw_read_waits_until_the_ring_is_full_enough(guest, percent, calls, pages):
    """A ring of 3 pages, each with room for 145 records; the reader has one, as the buffer was emptied."""
    guest.output("echo 0 > tracing_on; echo stress_call_target > set_ftrace_filter; echo 8 > buffer_subbuf_size_kb; echo 4 > buffer_subbuf_size_kb; echo 11 > buffer_size_kb; "
                 "echo function > current_tracer; echo 1 > tracing_on; "
                 f"echo {percent} > buffer_percent")
    start_reading(guest, "per_cpu/cpu0/trace_pipe_raw")
    guest.output(f"stress call -n {calls} -c 1 > /dev/null")
    if pages:
        guest.wait_until("[ -s /tmp/got ]")
    else:
        guest.output("sleep 0.1")       # it looks every 20 ms, and must not take anything
    size = int(guest.output("wc -c < /tmp/got"))
    assert size % 4096 == 0 and bool(size) == bool(pages)
    # Whoever waits gets the rest when tracing ends.
    guest.output("echo 0 > tracing_on")
    guest.wait_until("[ -s /tmp/got ]")
    guest.output("kill %1; wait")
    assert int(guest.output("wc -c < /tmp/got")) > 0
    guest.output("echo nop > current_tracer; echo > set_ftrace_filter; echo 1408 > buffer_size_kb; echo 50 > buffer_percent; echo 1 > tracing_on")


@pytest.mark.parametrize("pipe", ["trace_pipe", "per_cpu/cpu1/trace_pipe", "per_cpu/cpu1/trace_pipe_raw", "per_cpu/cpu2/snapshot_raw"])
def test_pages_keep_their_size_while_somebody_reads_them(guest, pipe):
    hold_open(guest, f"< {pipe}")
    assert guest.write("buffer_subbuf_size_kb", "8") == EBUSY
    assert guest.write("buffer_subbuf_size_kb", "4") == ""      # as it is
    assert guest.write("current_tracer", "function") == EBUSY
    assert guest.write("current_tracer", "nop") == ""
    guest.output("kill %1; wait; echo 8 > buffer_subbuf_size_kb")
    assert guest.read("buffer_subbuf_size_kb") == "8"
    guest.output("echo 4 > buffer_subbuf_size_kb")


def test_pages_of_another_size_hold_the_records(guest):
    guest.output("echo 16 > buffer_subbuf_size_kb; for i in $(seq 200); do echo text $i > trace_marker; done")
    assert re.findall(r"text (\d+)$", guest.read("trace"), re.M) == [str(i) for i in range(1, 201)]
    guest.output("echo 4 > buffer_subbuf_size_kb")
    assert "text" not in guest.read("trace")


def test_a_file_of_an_instance_that_goes_meanwhile(guest, time_scale):
    """It is there, or it is not, or its instance is going: nothing else, and nobody falls."""
    guest.output("for i in $(seq 60); do mkdir instances/i; sleep 0.002; rmdir instances/i; done > /tmp/makes 2>&1 &")
    # The shell may tell in between that this job is done.
    text = guest.output("for i in $(seq 150); do head -n 20 instances/i/trace > /dev/null; cat instances/i/per_cpu/cpu1/stats instances/i/options/raw > /dev/null; "
                        "echo function > instances/i/current_tracer; echo x > instances/i/trace_marker; done > /tmp/said 2>&1; cat /tmp/said",
                        limit=60 * time_scale)
    allowed = (ENOENT, ENODEV, EBUSY, EBADF, "Permission denied")
    assert not [line for line in text.split("\n") if line and not line.startswith("[1]") and not line.endswith(allowed)]
    guest.output("wait; rmdir instances/i; true")
    assert all(line.endswith((EBUSY, "File exists")) for line in guest.read("/tmp/makes").split("\n") if line)
    assert guest.output("ls instances") == ""
