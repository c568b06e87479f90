# SPDX-License-Identifier: MIT
"""make bench: what tracing costs, counted in instructions and held to limits."""

import json
import os
import pathlib
import subprocess

import machine
import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
ROWS = ("function_one", "function_all", "function_tracing_off", "function_pid_filtered", "function_wrapped",
        "function_full", "function_no_repeats", "function_args", "function_stack_trace", "profile_hits",
        "profile_times", "function_condition", "trace_marker", "site_nop", "switch_all_on_per_site",
        "switch_all_off_per_site", "parked_per_1000_sites", "patch_stopped_per_site", "patch_stopped_total",
        "patch_stopped_held", "patch_int3_per_site", "patch_int3_total", "patch_int3_held",
        "switch_one_on", "graph_one", "graph_all", "graph_tracing_off",
        "graph_outside", "graph_args", "graph_condition_number", "graph_condition_string",
        "graph_switch_on_per_site", "event_off", "event_on", "event_tracing_off", "event_pid_filtered",
        "event_filter_rejects", "event_filter_accepts", "event_stack_trigger", "event_hist_one_key",
        "event_hist_two_keys", "event_switch_on", "kprobe_ftrace", "kprobe_int3", "kprobe_jump", "kretprobe",
        "kprobe_event", "kprobe_event_args", "kprobe_event_int3", "kprobe_event_jump", "kretprobe_event",
        "kretprobe_event_retval", "site_record", "ftrace_init_per_site", "trace_text_per_line", "trace_pipe_per_line", "raw_page_read",
        "snapshot_by_file", "boot_to_prompt", "image_size")


@pytest.fixture(scope="module")
def run():
    """make bench, run once."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(["make", "-s", "bench"], cwd=TOP, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def rows(run):
    """What make bench writes, by name."""
    found = json.loads((machine.BUILD / "bench.json").read_text())
    assert all(set(row) == {"name", "value", "unit", "linux", "limit"} for row in found)
    return {row["name"]: row for row in found}


@pytest.mark.parametrize("name", ROWS)
def test_is_within_its_limit(rows, name):
    assert 0 < rows[name]["value"] <= rows[name]["limit"]
    assert rows[name]["unit"] in ("instructions", "bytes")


def test_make_bench_succeeds_and_prints_every_row(run):
    assert run.returncode == 0, run.stdout + run.stderr
    assert all(f"\n{name} " in run.stdout for name in ROWS)


def test_nothing_is_measured_that_has_no_limit_here(rows):
    assert set(rows) == set(ROWS)
