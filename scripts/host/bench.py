# SPDX-License-Identifier: MIT
"""Run the guest's bench where one instruction is one nanosecond; hold it against Linux and the limits.

Prints a table and writes build/bench.json. The exit status is 0 only when every row is there and
none is above its limit.
"""

import json
import pathlib
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import machine  # noqa: E402

# What Linux 6.1 (Debian's 6.1.0-51-amd64) does, counted the same way, where it has been measured.
LINUX = {
    "function_one": 541,
    "function_all": 541,
    "function_tracing_off": 183,
    "function_pid_filtered": 41,
    "function_wrapped": 541,
    "function_full": 429,
    "function_no_repeats": 146,
    "function_args": None,
    "function_stack_trace": 4570,
    "profile_hits": None,
    "profile_times": None,
    "function_condition": None,
    "trace_marker": 694,
    "site_nop": 1,
    "switch_all_on_per_site": 4670,     # by breakpoints, as it does not stop the machine
    "switch_all_off_per_site": 4230,
    "parked_per_1000_sites": None,
    "patch_stopped_per_site": None,
    "patch_stopped_total": None,
    "patch_stopped_held": None,
    "patch_int3_per_site": 4670,
    "patch_int3_total": None,
    "patch_int3_held": None,
    "switch_one_on": 4640000,
    "graph_one": 1328,
    "graph_all": 1328,
    "graph_tracing_off": 371,
    "graph_outside": None,
    "graph_args": None,
    "graph_condition_number": None,
    "graph_condition_string": None,
    "graph_switch_on_per_site": 46700,
    "event_off": 1,
    "event_on": 681,
    "event_tracing_off": 191,
    "event_pid_filtered": 82,
    "event_filter_rejects": 391,
    "event_filter_accepts": 824,
    "event_stack_trigger": 5110,
    "event_hist_one_key": 895,
    "event_hist_two_keys": 1102,
    "event_switch_on": 60600,
    "kprobe_ftrace": None,              # without recording, which is most of Linux's 807
    "kprobe_int3": None,
    "kprobe_jump": None,
    "kretprobe": None,
    "kprobe_event": 807,
    "kprobe_event_args": 1025,
    "kprobe_event_int3": 1183,
    "kprobe_event_jump": 752,
    "kretprobe_event": 1054,
    "kretprobe_event_retval": 1161,
    "site_record": 16,
    "ftrace_init_per_site": 257,
    "trace_text_per_line": 9717,
    "trace_pipe_per_line": 9717,
    "raw_page_read": 5300,
    "snapshot_by_file": 35500,
    "boot_to_prompt": None,
    "image_size": None,
}
IMAGE_LIMIT = 1 << 20
PT_LOAD = 1


def image_size():
    """Bytes of the kernel that are loaded: no debug information."""
    image = (machine.BUILD / "fivebyte.elf").read_bytes()
    start, = struct.unpack_from("<Q", image, 32)
    size, count = struct.unpack_from("<HH", image, 54)
    headers = [struct.unpack_from("<IIQQQQQ", image, start + i * size) for i in range(count)]
    return sum(header[5] for header in headers if header[0] == PT_LOAD)


def measure():
    """Return: the rows the guest printed, its status."""
    words = [sys.executable, HERE / "boot.py", "--deterministic", "-c", "bench"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    rows = []
    for line in done.stdout.splitlines():
        name, value, unit, limit = line.split()
        rows.append({"name": name, "value": int(value), "unit": unit, "linux": LINUX.get(name), "limit": int(limit)})
    if done.returncode or not rows:
        sys.stderr.write(done.stdout + done.stderr)
    return rows, done.returncode


def faults(rows):
    """Yield what is wrong, a line each."""
    names = [row["name"] for row in rows]
    for name in LINUX:
        if name not in names:
            yield f"{name}: not measured"
    for row in rows:
        if row["value"] > row["limit"]:
            yield f"{row['name']}: {row['value']} {row['unit']}, at most {row['limit']}"
        if row["unit"] == "ticks":
            yield f"{row['name']}: the clock did not count instructions"


def table(rows):
    yield f"{'':24} {'here':>10} {'Linux 6.1':>10} {'at most':>10}  unit"
    for row in rows:
        linux = "-" if row["linux"] is None else row["linux"]
        yield f"{row['name']:24} {row['value']:10} {linux:>10} {row['limit']:10}  {row['unit']}"


def main():
    rows, status = measure()
    rows.append({"name": "image_size", "value": image_size(), "unit": "bytes", "linux": LINUX["image_size"],
                 "limit": IMAGE_LIMIT})
    (machine.BUILD / "bench.json").write_text(json.dumps(rows, indent=1) + "\n")
    print("\n".join(table(rows)))
    wrong = list(faults(rows))
    for line in wrong:
        print(f"bench: {line}", file=sys.stderr)
    return 1 if wrong or status else 0


if __name__ == "__main__":
    sys.exit(main())
