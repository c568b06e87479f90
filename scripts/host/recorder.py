# SPDX-License-Identifier: MIT
"""The guest's memory as a file that is ours too, and what the guest may ask us to do with it.

A guest asks by arch/x86_64/host_call.h: QEMU stops and says so, we do it, QEMU goes on.
"""

import errno
import mmap
import os
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import elf  # noqa: E402
import machine  # noqa: E402
import tracedat  # noqa: E402
from kernel_memory import Kernel, NotThere  # noqa: E402

# enum host_call_number
NONE, EXTRACT = 0, 1
# What a guest may have written: a trace, not just any file of the user's.
SUFFIX = ".dat"
# What comes of memory in which a crash has left anything at all.
BROKEN_MEMORY = (NotThere, LookupError, ArithmeticError, ValueError, struct.error)


def explain(error):
    return error if isinstance(error, NotThere) else f"cannot make sense of the guest's memory: {error!r}"


class Recorder:
    """say: called with each line there is to say."""

    def __init__(self, folder, size, say):
        self.say, self.elf = say, None
        if hasattr(os, "memfd_create"):
            self.fd = os.memfd_create("fivebyte")
            self.path = f"/proc/self/fd/{self.fd}"
        else:
            self.path = str(folder / "memory")
            self.fd = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(self.fd, size)
        self.ram = mmap.mmap(self.fd, size)

    def kernel(self):
        self.elf = self.elf or elf.Elf(machine.BUILD / "fivebyte.elf")
        return Kernel(self.ram, self.elf)

    def save(self, name):
        """Write what a guest that is no more has recorded. Return: whether that was possible."""
        try:
            tracedat.save(tracedat.Trace(self.kernel()), name, self.say)
            return True
        except OSError as error:
            self.say(f"{name}: {error.strerror}")
        except BROKEN_MEMORY as error:
            self.say(f"{name}: {explain(error)}")
        return False

    def answer(self):
        """Do what the guest, which stands still, asks for."""
        kernel = self.kernel()
        request = kernel.symbol("host_call_request")
        number = kernel.get(request, "host_call_request.number")
        text = kernel.string(request + kernel.layout["host_call_request.text"][0])
        status = errno.ENOSYS
        if number == EXTRACT:
            status = self.extract(kernel, kernel.get(request, "host_call_request.object"), text)
        kernel.set(request, "host_call_request.status", -status)
        kernel.set(request, "host_call_request.number", NONE)

    def extract(self, kernel, instance, name):
        """Return: 0 or an errno for the guest."""
        if not name.endswith(SUFFIX):
            return errno.EINVAL
        try:
            trace = tracedat.Trace(kernel, instance)
            if trace.is_changing():
                return errno.EAGAIN
            tracedat.save(trace, name, self.say)
        except OSError as error:
            return error.errno
        except BROKEN_MEMORY as error:
            self.say(f"{name}: {explain(error)}")
            return errno.EIO
        return 0
