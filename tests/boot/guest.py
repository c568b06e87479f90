# SPDX-License-Identifier: MIT
"""A booted Fivebyte whose serial console is driven by a test."""

import re
import shlex

import machine
import pexpect

PROMPT = "fivebyte:[^\r\n]*# "
FATAL = "Kernel panic[^\r\n]*"
# Lines of the kernel's log that no test leaves behind unless it is about them.
FAULT = re.compile(r"^\[ *\d+\.\d{6}\].*(?:\bBUG\b|\bOops\b|WARNING:|Kernel panic|initcall .* failed|lockup).*$", re.M)
TAIL = 4000     # characters of the console shown when something goes wrong


class GuestDied(AssertionError):
    """The guest panicked, fell silent, or QEMU ended when it should not have."""


class Guest:
    """Boots on entry; every wait ends after limit seconds at most, with the console's tail."""

    def __init__(self, limit=60, prompt=True, **options):
        self.limit = limit
        self.log = ""
        self.faults, self.forgiven = [], set()
        self.dead = False
        words = machine.Machine(**options).command()
        words += ["-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console"]
        self.child = pexpect.spawn(words[0], words[1:], encoding="utf-8", codec_errors="replace",
                                   timeout=limit, echo=False, dimensions=(24, 200), maxread=1 << 16)
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
        self.remember(str(self.child.before))
        if found == 0:
            self.remember(self.child.match.group(0))
            return self.child.match
        self.dead = True
        what = ("no answer", "QEMU ended", "panic")[found - 1]
        if found == 3:
            self.child.expect([pexpect.TIMEOUT, pexpect.EOF], timeout=self.limit)
            self.remember(str(self.child.before))
        raise GuestDied(f"{what} while waiting for {pattern!r}; the console's end:\n{self.log[-TAIL:]}")

    def remember(self, text):
        """Keep the console's end, and every line that speaks of a fault."""
        self.faults += [fault for fault in FAULT.findall(text.replace("\r", "")) if fault not in self.forgiven]
        self.log = (self.log + text)[-4 * TAIL:]

    def forgive(self, pattern):
        """The log must hold such faults, which are what a test is about: they do not count."""
        found = [fault for fault in self.faults if re.search(pattern, fault)]
        assert found, f"no fault is like {pattern!r}"
        self.forgiven.update(found)     # dmesg may print them again
        self.faults = [fault for fault in self.faults if fault not in self.forgiven]

    def send(self, text):
        self.child.send(text)

    def run(self, command, limit=None):
        """Run one shell line. Return: what it printed, its status."""
        self.serial += 1
        mark = f"<{self.serial}:"
        # The mark is typed in two pieces, so that the echo of the line does not match.
        self.send(f"{command}\necho '<'{self.serial}:$?'>'\n")
        match = self.expect(rf"{re.escape(mark)}(\d+)>\r*\n", limit)
        text = str(self.child.before).replace("\r", "")
        self.expect(PROMPT)
        return self.strip_echo(text, command), int(match.group(1))

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

    def wait_until(self, condition, limit=None):
        """Wait until a shell condition holds: the guest looks again and again."""
        self.output(f"until {condition}; do sleep 0.01; done", limit)

    def tell_when(self, condition, word):
        """Have a job print word when a shell condition holds, while something else has the console."""
        # Typed in two pieces, so that the echo of the line does not match.
        self.output(f"{{ until {condition}; do sleep 0.01; done; echo {word[0]}'{word[1:]}'; }} &")

    def write(self, path, text):
        """Write text and a newline to a file. Return: the reason the shell gave, or "" when it worked."""
        said, status = self.run(f"echo {shlex.quote(text)} > {path}")
        assert bool(said) == bool(status), (said, status)
        return said.rpartition(": ")[2]

    def read(self, path):
        return self.output(f"cat {path}")

    def wait_exit(self, limit=None):
        """Wait for QEMU to end. Return: its exit status."""
        self.child.expect(pexpect.EOF, timeout=limit or self.limit)
        self.remember(str(self.child.before))
        self.child.wait()
        return self.child.exitstatus
