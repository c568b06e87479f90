# SPDX-License-Identifier: MIT
"""What a guest must look like when the tests of a file are done with it."""

import re

# What may stay in use: caches of stacks and objects, the shell's history.
MEMORY_SLACK = 384 * 1024
# The function profiler keeps its tables, and with them what it has counted.
PROFILER_SLACK = 1024 * 1024
# Puts tracing back to what it is after boot.
RESET = ("cd /; echo nop > /tracing/current_tracer; echo > /tracing/set_ftrace_filter; "
         "echo > /tracing/set_ftrace_notrace; echo > /tracing/set_ftrace_pid; echo > /tracing/set_ftrace_notrace_pid; "
         "echo > /tracing/set_event; echo > /tracing/set_event_pid; echo > /tracing/set_event_notrace_pid; "
         "echo > /tracing/set_graph_function; echo > /tracing/set_graph_notrace; echo 0 > /tracing/max_graph_depth; "
         "echo 0 > /tracing/tracing_thresh; echo 0 > /tracing/function_profile_enabled; "
         "echo 1 > /tracing/tracing_on; echo > /tracing/trace; echo 0 > /tracing/snapshot; rm -rf /tmp/*")


def state(guest):
    """Return: the memory in use without the ring buffer's, in bytes."""
    used = int(re.search(r"Mem: +\d+ +(\d+)", guest.output("free -b")).group(1))
    buffers = guest.output("cat /tracing/buffer_total_size_kb")
    return used - int(buffers.split()[0]) * 1024


def patched_sites(guest):
    """Return: the lines of the file sites that are not a NOP without users."""
    return guest.run("grep -v ' 0f 1f 44 00 00  users=0  nop$' /tracing/sites")[0]


def check(guest, start):
    """All sites are NOPs, memory is given back, no job is left, the log names no fault."""
    guest.output(RESET)
    assert not patched_sites(guest)
    assert guest.output("jobs") == ""
    used = state(guest) - start
    profiled = re.search(r"(?m)^  \S+ +\d", guest.output("cat /tracing/trace_stat/*")) is not None
    assert used <= MEMORY_SLACK + profiled * PROFILER_SLACK, f"{used} bytes more in use than after boot"
    assert not guest.faults, "\n".join(guest.faults)
