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


def test_recording_pauses_while_trace_is_open(guest):
    guest.output("echo 1 > options/pause-on-trace; echo before > trace_marker; sleep 100 < trace & sleep 0.1")
    assert guest.write("trace_marker", "meanwhile") == EBADF
    assert guest.read("tracing_on") == "1"
    guest.output("sleep 100 < per_cpu/cpu0/trace & sleep 0.1; kill %1; sleep 0.1")
    assert guest.write("trace_marker", "still") == EBADF
    guest.output("kill %2; sleep 0.1; cat trace > /dev/null; echo after > trace_marker")
    assert re.findall(r"tracing_mark_write: (\w+)", guest.read("trace")) == ["before", "after"]
    guest.output("echo 0 > options/pause-on-trace; sleep 100 < trace & sleep 0.1; echo go on > trace_marker")


def test_who_opens_trace_for_writing_pauses_nothing(guest):
    guest.output("echo 1 > options/pause-on-trace; sleep 100 >> trace & sleep 0.1; echo x > trace_marker; "
                 "echo 0 > options/pause-on-trace")


@pytest.mark.parametrize("pipe, record", [("trace_pipe", "tracing_mark_write: one"), ("per_cpu/cpu0/trace_pipe_raw", "one")])
def test_a_read_waits_for_the_first_record(guest, pipe, record):
    guest.output(f"cat {pipe} > /tmp/got & sleep 0.2")
    assert guest.output("wc -c < /tmp/got").strip() == "0"
    # On each processor, as a raw file is one processor's.
    guest.output("for i in $(seq 40); do sh -c 'echo one > trace_marker' & wait %2; done; sleep 0.2")
    assert guest.output(f"grep -c '{record}' /tmp/got; true") != "0"
    guest.output("kill %1; wait")


@pytest.mark.parametrize("pipe", ["trace_pipe", "per_cpu/cpu1/trace_pipe", "per_cpu/cpu1/trace_pipe_raw", "per_cpu/cpu2/snapshot_raw"])
def test_pages_keep_their_size_while_somebody_reads_them(guest, pipe):
    guest.output(f"sleep 100 < {pipe} & sleep 0.1")
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
    text = guest.output("for i in $(seq 150); do head -n 20 instances/i/trace > /dev/null; cat instances/i/per_cpu/cpu1/stats instances/i/options/raw > /dev/null; "
                        "echo function > instances/i/current_tracer; echo x > instances/i/trace_marker; done > /tmp/said 2>&1; cat /tmp/said",
                        limit=60 * time_scale)
    allowed = (ENOENT, ENODEV, EBUSY, EBADF, "Permission denied")
    assert all(line.endswith(allowed) for line in text.split("\n") if line), text
    guest.output("wait; rmdir instances/i; true")
    assert all(line.endswith((EBUSY, "File exists")) for line in guest.read("/tmp/makes").split("\n") if line)
    assert guest.output("ls instances") == ""
