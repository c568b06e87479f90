# SPDX-License-Identifier: MIT
"""The QEMU machine Fivebyte boots on, as a command line.

One place decides it, for scripts/boot, for the tests and for the benchmarks.
"""

import os
import pathlib
import re
import shutil
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("FIVEBYTE_BUILD", TOP / "build"))
OVMF = ("/usr/share/OVMF/OVMF_CODE.fd", "/usr/share/edk2/ovmf/OVMF_CODE.fd",
        "/usr/share/edk2/x64/OVMF_CODE.4m.fd")

# What QEMU exits with: isa-debug-exit gives (value << 1) | 1 (arch/x86_64/qemu_exit.h).
EXIT_POWEROFF = 0x31 << 1 | 1
EXIT_PANIC = 0x32 << 1 | 1


def memory_bytes(text):
    """Return: how much memory that is in QEMU's notation."""
    size = re.fullmatch(r"([1-9]\d*)([KMGT]?)", text, re.IGNORECASE)
    if not size:
        raise RuntimeError(f"{text} is not an amount of memory")
    return int(size[1]) << {"K": 10, "G": 30, "T": 40}.get(size[2].upper(), 20)


class Machine:
    """What may differ between two boots. Memory is QEMU's notation: 256M, 8G.

    ram: a file of that size, that the guest's memory is to be in.
    """

    def __init__(self, smp=4, memory="256M", append="", accel="tcg", deterministic=False,
                 machine="q35", cpu="max", iso=None, uefi=False, initrd=None, ram=None, extra=()):
        self.smp, self.memory, self.append = smp, memory, append
        self.accel, self.deterministic = accel, deterministic
        self.machine, self.cpu = machine, cpu
        self.iso, self.uefi, self.initrd, self.ram = iso, uefi, initrd, ram
        self.extra = list(extra)

    def command(self):
        """The QEMU command line without its serial ports."""
        backend = ",memory-backend=ram" if self.ram else ""
        words = ["qemu-system-x86_64", "-machine", self.machine + backend, "-cpu", self.cpu,
                 "-m", self.memory, "-smp", str(self.smp), "-accel", self.accel,
                 "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
                 "-device", "isa-debug-exit,iobase=0xf4,iosize=4"]
        if self.ram:
            words += ["-object", f"memory-backend-file,id=ram,size={memory_bytes(self.memory)},"
                      f"share=on,mem-path={escape(self.ram)}"]
        if self.deterministic:
            words += ["-icount", "shift=0,sleep=off", "-rtc", "base=2026-01-01,clock=vm"]
        if self.uefi:
            code = next((path for path in OVMF if os.path.exists(path)), None)
            if not code:
                raise RuntimeError("no OVMF firmware found; scripts/setup iso installs it")
            words += ["-drive", f"if=pflash,format=raw,readonly=on,file={escape(code)}"]
        if self.iso:
            words += ["-cdrom", str(self.iso)]
        else:
            words += ["-kernel", str(BUILD / "fivebyte.elf")]
            initrd = self.initrd or BUILD / "initrd.cpio"
            if os.path.exists(initrd):
                words += ["-initrd", escape(initrd)]
            if self.append:
                words += ["-append", self.append]
        return words + self.extra


def escape(path):
    """A path inside a QEMU option: a comma there is written twice."""
    return str(path).replace(",", ",,")


def make_iso(path, append, initrd=None):
    """Build a GRUB image of the present kernel at path with this kernel command line."""
    words = [str(TOP / "scripts/mkiso"), str(path), str(BUILD / "fivebyte.elf"),
             str(initrd or BUILD / "initrd.cpio"), append]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return path


def gdb_port():
    """Where QEMU waits for gdb: each user has a port of his own."""
    return int(os.environ.get("FIVEBYTE_GDB_PORT") or 20000 + os.getuid() % 20000)


def qemu_missing():
    return shutil.which("qemu-system-x86_64") is None
