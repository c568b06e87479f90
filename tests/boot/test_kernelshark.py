# SPDX-License-Identifier: MIT
"""KernelShark opens a recorded file, and what it draws shows the processors and a task."""

import collections
import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import pytest
from trace_dat import report

BOOT = pathlib.Path(__file__).resolve().parents[2] / "scripts/boot"
WIDTH, HEIGHT = 1200, 1000
# Where the graphs are drawn, right of their names: four of them, one below the other.
LEFT, RIGHT, TOP, BOTTOM = 110, 1160, 135, 350
COLOURFUL = 100         # between the strongest and the weakest of red, green and blue
SCRIPT = """
cd /tracing
echo 'vfs_*' '*interrupt*' > set_ftrace_filter; echo TRACER > current_tracer
for i in 1 2 3; do ls / > /dev/null & cat /proc/version > /dev/null & sleep 0.05; done
wait; echo 0 > tracing_on
"""


@contextlib.contextmanager
def display():
    """An X server without a screen. Value: the name of its display."""
    here, there = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(there), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"],
                          pass_fds=[there], stderr=subprocess.DEVNULL) as server:
        os.close(there)
        try:
            with os.fdopen(here) as answer:
                yield f":{answer.readline().strip()}"
        finally:
            server.terminate()


@contextlib.contextmanager
def kernelshark(file, environment, *words):
    # It greets root with a question.
    user = ["runuser", "-u", "nobody", "--", "env", *(f"{name}={value}" for name, value in environment.items())]
    with subprocess.Popen([*(user if os.getuid() == 0 else []), "kernelshark", "-i", file, *words],
                          env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as shark:
        try:
            yield shark
        finally:
            shark.terminate()


def enlarge_window(environment):
    """Return: whether it is there and has been told to be as large as the screen."""
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", r"Kernel Shark \("],
                           env={**os.environ, **environment}, capture_output=True, text=True)
    for window in found.stdout.split():
        subprocess.run(["xdotool", "windowsize", window, str(WIDTH), str(HEIGHT)], env={**os.environ, **environment}, check=True)
    return bool(found.stdout)


def coloured_rows(environment):
    """Return: for each line of the picture where graphs are, whether there is colour in it."""
    picture = subprocess.run(["import", "-window", "root", "-depth", "8", "rgb:-"], env={**os.environ, **environment},
                             capture_output=True, check=True).stdout
    rows = []
    for y in range(TOP, BOTTOM):
        line = picture[(y * WIDTH + LEFT) * 3:(y * WIDTH + RIGHT) * 3]
        rows.append(any(max(pixel) - min(pixel) > COLOURFUL for pixel in zip(line[0::3], line[1::3], line[2::3])))
    return rows


def count_bands(rows):
    return sum(now and not before for before, now in zip([False, *rows], rows))


@pytest.mark.parametrize("tracer", ["function", "function_graph"])
def test_the_picture_shows_processors_and_a_task(time_scale, tracer):
    with tempfile.TemporaryDirectory() as name, display() as screen:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        subprocess.run([BOOT, "--smp", "3", "--record", folder / "trace.dat", "-c", SCRIPT.replace("TRACER", tracer)], check=True, capture_output=True)
        events = report(folder / "trace.dat")
        busy = {event.cpu for event in events if event.pid}
        task, _ = collections.Counter(event.pid for event in events if event.pid).most_common(1)[0]
        home = folder / "home"
        home.mkdir(mode=0o700)
        if os.getuid() == 0:
            shutil.chown(home, "nobody")
        environment = {"DISPLAY": screen, "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
        with kernelshark(folder / "trace.dat", environment, "--cpu", "0,1,2", "--pid", str(task)) as shark:
            deadline, bands = time.monotonic() + 60 * time_scale, None
            while bands != len(busy) + 1 and time.monotonic() < deadline:
                assert shark.poll() is None
                time.sleep(1)
                if enlarge_window(environment):
                    bands = count_bands(coloured_rows(environment))
        assert len(busy) > 1
        assert bands == len(busy) + 1
