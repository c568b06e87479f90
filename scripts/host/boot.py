# SPDX-License-Identifier: MIT
"""Boot Fivebyte in QEMU: its shell on this terminal, or some commands and their status.

Exit status: the shell's own; 124 the time limit passed, 125 the kernel panicked,
126 it reset itself (reboot or a triple fault) or QEMU could not start, 130 ended from outside.
"""

import argparse
import atexit
import contextlib
import ctypes
import fcntl
import json
import os
import pathlib
import re
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import cpio  # noqa: E402
import machine  # noqa: E402
from recorder import Recorder  # noqa: E402

TIMEOUT, PANIC, BROKEN, ENDED = 124, 125, 126, 130
LISTENING = "fivebyte.host"     # on the kernel command line: we answer calls
SCRIPT = "fivebyte.script"      # file in the initrd, named on the kernel command line
DEFAULT_LIMIT = 600             # seconds, for -c: software emulation on a slow, loaded host

STATUS_LINE = re.compile(rb"\x04(\d+)\r?\n\Z")
PR_SET_PDEATHSIG = 1
F_SETPIPE_SZ, PIPE_BYTES = 1031, 1 << 20    # in Python's fcntl from 3.10 on; what any user may have


def parse_arguments(argv):
    parser = argparse.ArgumentParser(
        prog="scripts/boot", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="In the shell: help. Out of QEMU: poweroff, or Ctrl-A x. Ctrl-A twice is one Ctrl-A for the shell.")
    parser.add_argument("-c", dest="commands", metavar="COMMANDS",
                        help="run these in the guest's shell, print what they print, end with their status")
    parser.add_argument("--smp", type=int, metavar="N", help="processors, 1 to 64 (default 4; 1 with --deterministic)")
    parser.add_argument("--memory", default="256M", metavar="SIZE", help="as QEMU writes it (default 256M)")
    parser.add_argument("--append", default="", metavar="STR", help="more kernel command line")
    parser.add_argument("--iso", action="store_true", help="boot through GRUB from an ISO image")
    parser.add_argument("--uefi", action="store_true", help="the same on UEFI firmware")
    parser.add_argument("--accel", choices=("tcg", "kvm"), default="tcg", help="default tcg: software emulation")
    parser.add_argument("--deterministic", action="store_true",
                        help="one instruction is one nanosecond: two runs are alike to the byte")
    parser.add_argument("--record", metavar="FILE",
                        help="in the end, however it comes, write what was traced to FILE for trace-cmd and KernelShark")
    parser.add_argument("--gdb", action="store_true", help="wait stopped for gdb (the port is printed)")
    parser.add_argument("--timeout", type=float, metavar="SECONDS",
                        help=f"end with {TIMEOUT} after this (default {DEFAULT_LIMIT} with -c, else none)")
    options = parser.parse_args(argv)
    if options.smp is None:
        options.smp = 1 if options.deterministic else 4
    if not 1 <= options.smp <= 64:
        parser.error("--smp takes 1 to 64")
    if options.deterministic and options.smp != 1:
        parser.error("--deterministic counts one processor's instructions: --smp 1")
    if options.deterministic and options.accel == "kvm":
        parser.error("--deterministic counts instructions in software emulation: not with --accel kvm")
    if options.record and not os.access(pathlib.Path(options.record).resolve().parent, os.W_OK):
        parser.error(f"--record {options.record}: cannot write there")
    if options.timeout is None and options.commands is not None:
        options.timeout = DEFAULT_LIMIT
    return options


def prepare_machine(options, folder, ram):
    """The machine these options ask for; files made for it go into folder, its memory is in ram."""
    append, initrd = f"{options.append} {LISTENING}".strip(), None
    if options.commands is None and sys.stdout.isatty() and os.environ.get("TERM"):
        append = f"TERM={os.environ['TERM']} {append}"
    if options.commands is not None:
        append = f"{append} {SCRIPT}=/{SCRIPT}".strip()
        base = (machine.BUILD / "initrd.cpio").read_bytes()
        initrd = folder / "initrd.cpio"
        initrd.write_bytes(cpio.append(base, {SCRIPT: options.commands.encode() + b"\n"}))
    iso = None
    if options.iso or options.uefi:
        iso = machine.make_iso(folder / "fivebyte.iso", append, initrd)
    # How the guest calls us: arch/x86_64/host_call.h.
    extra = ["-device", "pvpanic", "-action", "panic=pause"]
    if options.gdb:
        extra += ["-gdb", f"tcp:127.0.0.1:{machine.gdb_port()}", "-S"]
        if sys.stdin.isatty():
            print(f"QEMU waits for gdb on port {machine.gdb_port()}; in another terminal: make debug", file=sys.stderr)
    return machine.Machine(smp=options.smp, memory=options.memory, append=append, accel=options.accel,
                           deterministic=options.deterministic, iso=iso, uefi=options.uefi,
                           initrd=initrd, ram=ram, extra=extra)


class Control:
    """QEMU's control connection; there is the end that QEMU gets."""

    def __init__(self):
        self.here, there = socket.socketpair()
        self.there = there.detach()

    def options(self):
        return ["-chardev", f"socket,id=control,fd={self.there}", "-mon", "chardev=control,mode=control"]

    def read(self):
        try:
            return self.here.recv(1 << 16)
        except ConnectionResetError:
            return b""


class Output:
    """What the guest sends to one of its serial ports.

    A large pipe: QEMU sends byte by byte, and where it has to wait for us, the guest gets its
    interrupt later, and no two runs are alike. (A socket is full after some 200 such bytes.)
    """

    def __init__(self, name, number):
        self.name, self.number = name, number
        self.here, self.there = os.pipe()
        with contextlib.suppress(OSError):
            fcntl.fcntl(self.there, F_SETPIPE_SZ, PIPE_BYTES)

    def options(self):
        return ["-add-fd", f"fd={self.there},set={self.number}",
                "-chardev", f"file,id={self.name},append=on,path=/dev/fdset/{self.number}"]

    def read(self):
        return os.read(self.here, 1 << 16)


class Run:
    """One QEMU from start to exit, and what it said on its way."""

    def __init__(self, box, script, recorder):
        self.script, self.recorder = script, recorder
        self.called = False
        self.status_tail = b""
        self.begun = False
        self.shutdown_reason = None
        self.control_text = b""
        self.machine_channel, self.control = Output("machine", 1), Control()
        self.console = Output("console", 2) if script else None
        channels = [c for c in (self.machine_channel, self.control, self.console) if c]
        words = box.command() + self.serial_options()
        self.process = subprocess.Popen(
            words, pass_fds=[c.there for c in channels] + [recorder.fd],
            stdin=subprocess.DEVNULL if script else None, preexec_fn=die_with_parent)
        for channel in channels:
            os.close(channel.there)
        self.control.here.sendall(b'{"execute":"qmp_capabilities"}\n')

    def serial_options(self):
        words = self.machine_channel.options() + self.control.options()
        if self.console:
            words += self.console.options()
        else:
            words += ["-chardev", "stdio,id=console,mux=on,signal=off", "-mon", "chardev=console"]
        return words + ["-serial", "chardev:console", "-serial", "chardev:machine"]

    def on_machine(self, data):
        """ttyS1: pass on what the commands print, but hold back what may be the status line.

        UEFI and GRUB write there, too: what commands print comes behind \\x02.
        """
        if self.script and not self.begun:
            _, begin, data = data.partition(b"\x02")
            self.begun = bool(begin)
        data = self.status_tail + data
        cut = data.rfind(b"\x04")
        if cut < 0 or len(data) - cut > 16:
            cut = len(data)
        self.status_tail = data[cut:]
        if self.script:
            write_all(1, data[:cut])

    def on_console(self, data):
        write_all(2, data.replace(b"\r", b""))

    def on_control(self, data):
        self.control_text += data
        *lines, self.control_text = self.control_text.split(b"\n")
        for line in lines:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            self.on_event(message.get("event"), message.get("data"))

    def on_event(self, event, data):
        if event == "SHUTDOWN":
            self.shutdown_reason = data.get("reason")
        elif event == "GUEST_PANICKED":
            self.called = True
        elif event == "STOP" and self.called:
            self.called = False
            self.recorder.answer()
            self.control.here.sendall(b'{"execute":"cont"}\n')

    def wait(self, deadline):
        """Serve the channels until QEMU is gone. Return: False when the deadline passed first."""
        selector = selectors.DefaultSelector()
        handlers = {self.machine_channel: self.on_machine, self.control: self.on_control}
        if self.console:
            handlers[self.console] = self.on_console
        for channel, handler in handlers.items():
            selector.register(channel.here, selectors.EVENT_READ, (channel, handler))
        while selector.get_map():
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return False
            for key, _ in selector.select(left):
                channel, handler = key.data
                data = channel.read()
                if data:
                    handler(data)
                else:
                    selector.unregister(channel.here)
        self.process.wait()
        return True

    def status(self):
        """The exit status that tells how it ended."""
        code = self.process.returncode
        if code == machine.EXIT_PANIC:
            return PANIC
        if code == machine.EXIT_POWEROFF:
            found = STATUS_LINE.search(self.status_tail)
            return int(found.group(1)) & 0xff if found else 0
        if self.shutdown_reason in ("host-ui", "host-qmp-quit", "host-signal"):
            return ENDED
        if code == 0:
            complain("the machine reset itself: reboot, or a triple fault")
        elif self.shutdown_reason is None:
            complain(f"QEMU ended with {code}")
        return BROKEN

    def kill(self):
        """End QEMU, undisturbed by a second signal to this script."""
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def die_with_parent():
    """In the child: QEMU must not outlive this script, even one that is killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def write_all(fd, data):
    while data:
        data = data[os.write(fd, data):]


def complain(text):
    print(f"scripts/boot: {text}", file=sys.stderr)


def keep_terminal():
    """Whatever QEMU does to this terminal, it is as before when we exit."""
    if not sys.stdin.isatty():
        return
    before = termios.tcgetattr(0)
    atexit.register(lambda: termios.tcsetattr(0, termios.TCSADRAIN, before))


def raise_ended(signum, frame):
    raise KeyboardInterrupt


def main(argv):
    options = parse_arguments(argv)
    if machine.qemu_missing():
        complain("qemu-system-x86_64 is not installed; scripts/setup build installs it")
        return BROKEN
    keep_terminal()
    signal.signal(signal.SIGTERM, raise_ended)
    signal.signal(signal.SIGHUP, raise_ended)
    with tempfile.TemporaryDirectory(prefix="fivebyte-") as folder:
        try:
            recorder = Recorder(pathlib.Path(folder), machine.memory_bytes(options.memory), complain)
            box = prepare_machine(options, pathlib.Path(folder), recorder.path)
        except (OSError, OverflowError, RuntimeError, subprocess.CalledProcessError) as error:
            complain(getattr(error, "stderr", None) or error)
            return BROKEN
        run = Run(box, options.commands is not None, recorder)
        status = serve(run, options.timeout)
        if options.record and not recorder.save(options.record):
            status = status or BROKEN
        return status


def serve(run, limit):
    """Return: the exit status; QEMU is gone by then."""
    try:
        if run.wait(limit and time.monotonic() + limit):
            return run.status()
        complain(f"no end after {limit:g} seconds")
        return TIMEOUT
    except (BrokenPipeError, KeyboardInterrupt):
        return ENDED
    finally:
        run.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
