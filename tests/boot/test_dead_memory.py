# SPDX-License-Identifier: MIT
"""Reading the memory of a guest that is no more, with anything at all written over what is read."""

import random
import subprocess
import time

import machine
import tracedat
from recorder import Recorder

ROUNDS = 150


def run_guest(recorder, seconds):
    """Trace all functions from boot on; the guest is killed once it has recorded a good deal."""
    box = machine.Machine(smp=2, memory="64M", append="ftrace=function", ram=recorder.path, extra=["-serial", "null"])
    with subprocess.Popen(box.command(), pass_fds=[recorder.fd]) as process:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            time.sleep(0.5)
            try:
                if all(ring.entries > 1000 for ring in tracedat.Trace(recorder.kernel()).rings):
                    break
            except Exception:  # noqa: BLE001 (it runs on while it is read)
                continue
        process.kill()


def what_is_read(kernel):
    """Return: (first address, bytes) of all that the reader follows pointers through."""
    places = [(kernel.symbol("global_trace"), 64), (kernel.symbol("task_list"), 16), (kernel.symbol("saved_next"), 4),
              (kernel.symbol("trace_events"), 16)]
    buffer = kernel.get(kernel.symbol("global_trace"), "trace_array.buffer")
    places.append((buffer, kernel.sizeof("ring_buffer") + 16))
    for ring in tracedat.Trace(kernel).rings:
        end = max(offset + size for name, (offset, size) in kernel.layout.items() if name.startswith("ring_buffer_per_cpu."))
        places += [(ring.address, end), (ring.get("slots"), len(ring.slots) * 8), (ring.get("pages"), len(ring.pages))]
    places += [(at, 256) for at in kernel.pointers(kernel.symbol("ftrace_events"))]
    return places


def test_whatever_is_in_memory_the_reader_ends_well(tmp_path, time_scale):
    said = []
    recorder = Recorder(tmp_path, 64 << 20, said.append)
    run_guest(recorder, 60 * time_scale)
    file = tmp_path / "out.dat"
    assert recorder.save(file), said
    whole = file.read_bytes()
    kernel = recorder.kernel()
    places = what_is_read(kernel)
    dice = random.Random(1)
    refused = 0
    for _ in range(ROUNDS):
        start, length = dice.choice(places)
        at = kernel.offset(kernel.physical(start + dice.randrange(length) // 8 * 8)[0])
        before = recorder.ram[at:at + 8]
        recorder.ram[at:at + 8] = dice.choice([dice.randbytes(8), bytes(8), b"\xff" * 8, before[:5] + dice.randbytes(3)])
        refused += not recorder.save(file)
        recorder.ram[at:at + 8] = before
    assert ROUNDS // 20 < refused < ROUNDS
    assert len(said) == refused
    assert recorder.save(file) and file.read_bytes() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["out.dat"]
