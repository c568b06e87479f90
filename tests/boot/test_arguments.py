# SPDX-License-Identifier: MIT
"""Arguments and returned values: the kernel knows the parameters that the debug information says."""

import json
import re
import struct
import subprocess

import pytest

import machine
from trace_dat import decode, report, trace_cmd

ELF = machine.BUILD / "fivebyte.elf"
BOOT = machine.TOP / "scripts/boot"
TRACING = "cd /sys/kernel/tracing"
# Run by gdb: the names of the parameters of each function, by what it read in DWARF itself.
ASK = """
import gdb, json, sys
def names(address):
    block = gdb.block_for_pc(address)
    while block and block.function is None:
        block = block.superblock
    return [symbol.name for symbol in block if symbol.is_argument] if block else None
print(json.dumps({name: names(int(address)) for name, address in json.load(open(FILE)).items()}))
"""
KINDS = {1: 4, 3: 12, 14: 4, 17: 4}                 # bytes behind a record of BTF, by kind
COUNTED = {4: 12, 5: 12, 6: 8, 13: 8, 15: 12, 19: 12}   # the same for each of what the record counts
FUNC, FUNC_PROTO = 12, 13


def boot(*words):
    done = subprocess.run([BOOT, "--smp", "1", *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def parameters(tmp_path_factory):
    """Return: {function: names of its parameters}, for all that can be traced, by gdb."""
    file = tmp_path_factory.mktemp("gdb") / "functions"
    functions = {}
    for line in boot("-c", "cat /tracing/sites").splitlines():
        address, name = line.split()[:2]
        functions[name] = str(int(address, 16))
    file.write_text(json.dumps(functions))
    done = subprocess.run(["gdb", "-batch", "-nx", "-ex", f"python FILE={str(file)!r}; exec({ASK!r})", ELF],
                          capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert len(found) > 1000 and found["vfs_read"] == ["file", "buf", "count", "pos"]
    return found


def table():
    """Return: {function: [names of parameters]} of the table that pahole made."""
    data = (machine.BUILD / "kernel.btf").read_bytes()
    _, _, _, header, types, type_bytes, strings, _ = struct.unpack_from("<HBBIIIII", data)

    def string(at):
        start = header + strings + at
        return data[start:data.index(0, start)].decode()

    at, records = header + types, [None]
    while at < header + types + type_bytes:
        name, info, word = struct.unpack_from("<III", data, at)
        kind = info >> 24 & 31
        records.append((kind, name, word, at + 12, info & 0xffff))
        at += 12 + KINDS.get(kind, 0) + COUNTED.get(kind, 0) * (info & 0xffff)
    found = {}
    for kind, name, prototype, _, _ in filter(None, records):
        if kind == FUNC:
            of_kind, _, _, start, count = records[prototype]
            assert of_kind == FUNC_PROTO
            params = struct.iter_unpack("<II", data[start:start + 8 * count])
            found[string(name)] = [string(param) for param, _ in params]
    return found


def test_every_traceable_function_has_its_parameters(parameters):
    known = table()
    assert [name for name in parameters if name not in known] == []
    # The last of a function with "..." has no name.
    assert {name: [param for param in known[name] if param] for name in parameters} == parameters


def arguments(text):
    """Yield (function, [names]) of each call in the text."""
    for name, listed in re.findall(r"[:|] +(\w+)\((.*?)\)(?:;| \{| <-)", text):
        values = re.sub(r"\{[^}]*\}|'.'", "0", listed)
        names = [part.split("=")[0] for part in values.split(", ") if part and part != "..."]
        yield name, names


@pytest.mark.parametrize("tracer, option", [("function", "func-args"), ("function_graph", "funcgraph-args")])
def test_what_is_printed_has_the_names_of_the_parameters(parameters, tracer, option):
    text = boot("-c", f"{TRACING}; echo 1 > options/{option}; echo {tracer} > current_tracer; ls -l /proc /dev > /dev/null; "
                "cat /proc/meminfo | sort | grep e | wc > /dev/null; sleep 0.1; echo 0 > tracing_on; cat trace")
    seen = dict(arguments(text))
    assert len(seen) > 250
    assert seen == {name: parameters[name] for name in seen}


def test_errors_have_names_and_void_has_no_value():
    text = boot("-c", f"{TRACING}; echo 'do_filp_open dput vfs_read mutex_unlock' > set_ftrace_filter; "
                "echo 1 > options/funcgraph-retval; echo function_graph > current_tracer; echo > trace; "
                "cat /nosuch 2> /dev/null; cat /proc/version > /dev/null; echo 0 > tracing_on; cat trace")
    assert "/* do_filp_open = -ENOENT */" in text
    assert re.findall(r"/\* vfs_read = (\d+) \*/", text)[-1] == "0" and re.search(r"/\* vfs_read = [1-9]\d+ \*/", text)
    assert "dput();\n" in text and "mutex_unlock();\n" in text
    assert not re.search(r"(dput|mutex_unlock).*=", text)


def test_trace_cmd_reads_records_with_words(tmp_path):
    commands = (f"{TRACING}; for o in args retaddr retval; do echo 1 > options/funcgraph-$o; done; "
                "echo vfs_read > set_graph_function; echo function_graph > current_tracer; echo > trace; "
                "cat /proc/version > /dev/null; echo 0 > tracing_on; echo graph.dat > extract; cat trace; echo nop > current_tracer; "
                "echo 1 > options/func-args; echo vfs_read > set_ftrace_filter; echo function > current_tracer; "
                "echo 1 > tracing_on; cat /proc/version > /dev/null; echo 0 > tracing_on; echo function.dat > extract")
    done = subprocess.run([BOOT, "--smp", "1", "-c", commands], cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    tree = re.findall(r"(?m)\|(  +\w+|  +\})", done.stdout)
    read = trace_cmd("report", "-q", str(tmp_path / "graph.dat"))
    assert "UNKNOWN" not in read and "FAILED" not in read
    assert re.findall(r"(?m)\|(  +\w+|  +\})", read) == tree
    events, _ = decode(tmp_path / "graph.dat")
    begin = [data for _, _, data in events if struct.unpack_from("<H", data)[0] == 11]
    end = [data for _, _, data in events if struct.unpack_from("<H", data)[0] == 10]
    assert {len(data) for data in begin} == {20 + 7 * 8} and {len(data) for data in end} == {40 + 8}
    assert [event.text for event in report(tmp_path / "function.dat")][:2] == ["vfs_read <-ksys_read"] * 2


def test_the_return_address_is_the_callers_whoever_else_follows_the_call():
    text = boot("-c", f"{TRACING}; echo vfs_read > set_ftrace_filter; echo 1 > options/funcgraph-retaddr; "
                "mkdir instances/a; echo vfs_read > instances/a/set_ftrace_filter; "
                "echo function_graph > current_tracer; cat /proc/version > /dev/null; echo 0 > tracing_on; cat trace; "
                "echo 1 > function_profile_enabled; echo > trace; echo 1 > tracing_on; cat /proc/version > /dev/null; "
                "echo 0 > tracing_on; cat trace; echo 0 > function_profile_enabled")
    calls = re.findall(r"vfs_read\(\); /\* <-(\w+)\+0x\w+/0x\w+ \*/", text)
    assert calls == ["ksys_read"] * 4


def test_options_change_while_everything_is_traced_under_load(guest, time_scale):
    guest.output(f"{TRACING}; echo function_graph > current_tracer; stress sched vfs timer work irq -t 6 > /dev/null &")
    for round_number in range(6):
        for option in ("args", "retval", "retaddr"):
            guest.output(f"echo {round_number + 1 & 1} > options/funcgraph-{option}; sleep 0.1")
    text = guest.output("wait; echo 0 > tracing_on; tail -n 300 trace", limit=60 * time_scale)
    assert text.count("}") > 10
    guest.output("echo nop > current_tracer; echo > trace; echo 1 > tracing_on")
