# SPDX-License-Identifier: MIT
"""`trace`, the short words for tracing files: what it writes, prints, and leaves behind."""

import re

import pytest

from guest import PROMPT

CLEAN = {"current_tracer": "nop", "tracing_on": "1", "set_ftrace_filter": "#### all functions enabled ####",
         "set_ftrace_notrace": "#### no functions disabled ####"}


def state(guest):
    return {name: guest.output(f"cat /tracing/{name}") for name in CLEAN}


@pytest.fixture(autouse=True)
def clean(guest):
    """Every test leaves tracing as it was at boot."""
    yield
    guest.run("trace reset")
    assert state(guest) == CLEAN


def calls(text):
    """The function names of the lines of a trace."""
    return re.findall(r"^ +\S+-\d+ +\[\d+\] \S+ +[\d.]+: (\w+) <-\w+$", text, re.M)


def test_record_prints_what_the_command_did(guest):
    text = guest.output("trace record -f 'vfs_*' cat /proc/version")
    assert text.startswith("Fivebyte version")
    assert "# tracer: function\n" in text
    assert calls(text) == ["vfs_open", "vfs_read", "vfs_fstat", "vfs_getattr", "vfs_write", "vfs_read"]
    assert set(re.findall(r"^ +(\S+)-\d+ ", text, re.M)) == {"cat"}


def test_record_ends_with_the_status_of_the_command(guest):
    assert guest.run("trace record -f schedule sh -c 'exit 7' > /tmp/out")[1] == 7
    assert guest.run("trace record nosuch > /tmp/out")[1] == 127


def test_start_stop_show(guest):
    guest.output("trace start -f ksys_read -f ksys_write")
    guest.output("cat /proc/version > /dev/null; trace stop")
    shown = guest.output("trace show")
    assert {"ksys_read", "ksys_write"} == set(calls(shown))
    assert guest.output("trace show") == shown
    assert len(calls(guest.output("trace show -n 2"))) == 2
    guest.output("cat /proc/version > /dev/null")
    assert calls(guest.output("trace show")) == calls(shown)


def test_verbose_lines_can_be_pasted(guest):
    lines = guest.output("trace start -v -f 'vfs_r*' -f vfs_open -n vfs_rename").split("\n")
    assert all(re.fullmatch(r"echo( \S+)? >>? /tracing/\w+", line) for line in lines)
    before = guest.output("sort /tracing/enabled_functions")
    undo = guest.output("trace -v reset").split("\n")
    for line in lines:
        guest.output(line)
    assert guest.output("sort /tracing/enabled_functions") == before
    for line in undo:
        guest.output(line)
    assert state(guest) == CLEAN


def test_status_tells_what_is_set(guest):
    guest.output("trace start -f 'vfs_*'")
    text = guest.output("trace status")
    assert re.search(r"^tracer +function$", text, re.M)
    assert re.search(r"^recording +1$", text, re.M)
    assert re.search(r"^filter +vfs_\w+ .* \.\.\. \(\d+\)$", text, re.M)
    assert re.search(r"^entries +\d+/\d+ in the buffer / written$", text, re.M)


def test_list(guest):
    assert re.match(r"tracers: +function_graph function nop\nfunctions: \d+;", guest.output("trace list"))
    names = guest.output("trace list 'vfs_r?ad'").split()
    assert names == ["vfs_read"]
    assert guest.run("trace list nosuch*") == ("trace: nosuch*: no function has this name", 1)


def test_show_follows(guest):
    guest.output("trace start -f ksys_getdents64; ls / > /dev/null; ls / > /dev/null")
    guest.send("trace show -f\n")
    guest.expect("ls-.*ksys_getdents64")
    guest.send("\x03")
    guest.expect(PROMPT)
    assert guest.run("echo $?") == ("130", 0)


@pytest.mark.parametrize("command, message, status", [
    ("trace start nosuch", "trace: nosuch > current_tracer: Invalid argument", 1),
    ("trace record -f nosuch true", "trace: nosuch > set_ftrace_filter: Invalid argument", 1),
    ("trace nosuch", "trace: nosuch: no such word; trace alone lists them", 2),
])
def test_failure_leaves_nothing_behind(guest, command, message, status):
    assert guest.run(command) == (message, status)
    assert state(guest) == CLEAN


def test_every_word_is_explained(guest):
    text = guest.output("trace")
    for word in ("list", "start", "stop", "show", "status", "reset", "record", "extract"):
        assert re.search(rf"^trace {word}.*\n    .*\n    Try: trace {word}", text, re.M), word
