# SPDX-License-Identifier: MIT
"""A booted Fivebyte whose serial console is driven by a test."""

import re

import machine
import pexpect

PROMPT = "fivebyte:[^\r\n]*# "
FATAL = "Kernel panic[^\r\n]*"
TAIL = 4000     # characters of the console shown when something goes wrong


class GuestDied(AssertionError):
    """The guest panicked, fell silent, or QEMU ended when it should not have."""


class Guest:
    """Boots on entry; every wait ends after limit seconds at most, with the console's tail."""

    def __init__(self, limit=60, prompt=True, **options):
        self.limit = limit
        self.log = ""
        words = machine.Machine(**options).command()
        words += ["-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console"]
        self.child = pexpect.spawn(words[0], words[1:], encoding="utf-8", codec_errors="replace",
                                   timeout=limit, echo=False, dimensions=(24, 200))
        self.child.delaybeforesend = None
        self.serial = 0
        if prompt:
            self.expect(PROMPT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.child.close(force=True)

    def expect(self, pattern, limit=None, fatal=True):
        """Wait for pattern. Return: the match. A panic or a silent or dead guest raises GuestDied."""
        patterns = [pattern, pexpect.TIMEOUT, pexpect.EOF] + ([FATAL] if fatal else [])
        found = self.child.expect(patterns, timeout=limit or self.limit)
        self.log = (self.log + str(self.child.before))[-2 * TAIL:]
        if found == 0:
            self.log += self.child.match.group(0)
            return self.child.match
        what = ("no answer", "QEMU ended", "panic")[found - 1]
        if found == 3:
            self.child.expect([pexpect.TIMEOUT, pexpect.EOF], timeout=self.limit)
            self.log += str(self.child.before)
        raise GuestDied(f"{what} while waiting for {pattern!r}; the console's end:\n{self.log[-TAIL:]}")

    def send(self, text):
        self.child.send(text)

    def run(self, command, limit=None):
        """Run one shell line. Return: what it printed, its status."""
        self.serial += 1
        mark = f"<{self.serial}:"
        # The mark is typed in two pieces, so that the echo of the line does not match.
        self.send(f"{command}\necho '<'{self.serial}:$?'>'\n")
        match = self.expect(rf"(?s)(.*){re.escape(mark)}(\d+)>\r*\n", limit)
        self.expect(PROMPT)
        text = match.group(1).replace("\r", "")
        return self.strip_echo(text, command), int(match.group(2))

    @staticmethod
    def strip_echo(text, command):
        """The output alone: without the echoed lines and the prompts before them."""
        lines = text.split("\n")
        first = command.split("\n")[0]
        # A line wider than the screen is shown scrolled, so its echo is not the line itself.
        echo = next((index for index, line in enumerate(lines) if line.endswith(first)), 0)
        lines = lines[echo + 1:]
        return "\n".join(line for line in lines if not re.match(PROMPT, line)).strip("\n")

    def output(self, command, limit=None):
        """Run one line that must succeed. Return: what it printed."""
        text, status = self.run(command, limit)
        assert status == 0, f"{command!r} ended with {status}: {text}"
        return text

    def wait_exit(self, limit=None):
        """Wait for QEMU to end. Return: its exit status."""
        self.child.expect(pexpect.EOF, timeout=limit or self.limit)
        self.log += str(self.child.before)
        self.child.wait()
        return self.child.exitstatus
