# SPDX-License-Identifier: MIT
"""trace.dat files: what trace-cmd reads in one is what the guest prints itself."""

import bisect
import pathlib
import re
import struct
import subprocess
import sys

import pytest

import machine
from trace_dat import decode, dropped, join_frames, report, trace_cmd

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "scripts"))

import elf  # noqa: E402
import kallsyms  # noqa: E402

BOOT = TOP / "scripts/boot"
FORMATS = pathlib.Path(__file__).resolve().parent / "golden/event_formats.txt"

CALLS = """
echo 'vfs_*' schedule '*interrupt*' '*softirq*' > set_ftrace_filter
echo function > current_tracer
echo hello > trace_marker
(cat /proc/version; ls /) > /dev/null &
ls / > /dev/null
sleep 0.3
wait
"""
# What is done before the records are taken, by the name of the file.
CASES = {
    "calls": CALLS + "grep -v '#' /home/numbers.txt | head -n 60 > trace_marker; echo end > trace_marker",
    "overrun": "echo 8 > buffer_size_kb; echo function > current_tracer; stress vfs sched -n 20 > /dev/null",
    "consumed": CALLS + "head -n 30 trace_pipe > /dev/null",
    "consumed_overrun": "echo 8 > buffer_size_kb; echo function > current_tracer; ls / > /dev/null;"
                        "head -n 300 trace_pipe > /dev/null; stress vfs -n 20 > /dev/null",
    "discard": "echo 0 > options/overwrite; echo 8 > buffer_size_kb; echo function > current_tracer; stress vfs -n 20 > /dev/null",
    "counter": "echo counter > trace_clock" + CALLS,
    "tsc": "echo x86-tsc > trace_clock" + CALLS,
    "large_pages": "echo 16 > buffer_subbuf_size_kb" + CALLS,
    "stacks": "echo 1 > options/func_stack_trace" + CALLS,
    "repeats": "echo 1 > options/func-no-repeats; echo 'str*' schedule > set_ftrace_filter; echo function > current_tracer"
               "; ls -l / > /dev/null; ls -l /proc > /dev/null",
    "raw": "echo abcdefgh > trace_marker_raw; echo -n abcde > trace_marker_raw" + CALLS,
    "nothing": "",
    "instance": "mkdir instances/other; cd instances/other" + CALLS,
}
TAKE = """
echo 0 > tracing_on
echo '=== {0} before'; cat trace
echo '=== {0} status'; echo {0}.dat > extract; echo $?
echo '=== {0} after'; cat trace
echo '=== {0} stats'; cat per_cpu/cpu*/stats
echo 0 > options/func_stack_trace; echo 0 > options/func-no-repeats; echo 4 > buffer_subbuf_size_kb
echo nop > current_tracer; echo > set_ftrace_filter; echo local > trace_clock; echo 1 > options/overwrite
echo 1408 > buffer_size_kb; echo > trace; echo 1 > tracing_on
"""
READ_FORMATS = """for file in events/ftrace/*/format events/header_event events/header_page; do
echo "=== $file"; cat $file; done"""


def run(folder, *words, limit=300, **options):
    return subprocess.run([BOOT, "--timeout", str(limit), *words], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, cwd=folder, **options)


def sections(text):
    """Return: {heading: what is printed below it}."""
    parts = re.split(r"^=== (.*)\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


@pytest.fixture(scope="module")
def taken(tmp_path_factory, time_scale):
    """One guest that went through all cases. Return: the folder of the files, what it printed."""
    folder = tmp_path_factory.mktemp("export")
    script = "cd /tracing\n" + "".join(case + TAKE.format(name) for name, case in CASES.items())
    script += "cd /tracing; rmdir instances/other || exit 1\n" + READ_FORMATS
    done = run(folder, "--smp", "3", "-c", script, limit=300 * time_scale)
    assert done.returncode == 0, done.stderr
    return folder, sections(done.stdout)


def guest_lines(text):
    """Return: the events of a trace as the guest prints it, stamps without the point."""
    line = re.compile(r" *(\S.*)-(\d+) +\[(\d+)\] (\S+) +([\d.]+): (.*)")
    found = (line.fullmatch(each) for each in join_frames(text).splitlines() if not each.startswith("#"))
    return [(comm, int(pid), int(cpu), flags, int(stamp.replace(".", "")), what)
            for comm, pid, cpu, flags, stamp, what in (match.groups() for match in found if match)]


# trace-cmd knows no NMIs, and shows what they are on top of.
BELOW_NMI = {"Z": "hH", "z": ".s"}


def with_nmi(event, expected):
    """An event of trace-cmd's, with the guest's letter where that stands for an NMI."""
    flags, letter = event.flags, expected[3][2]
    return event._replace(flags=flags[:2] + letter + flags[3:]) if flags[2] in BELOW_NMI.get(letter, "") else event


def in_microseconds(event):
    """What trace-cmd says to the nanosecond, as the guest says it."""
    text = re.sub(r"(last_ts: +)(\d+)\.(\d{9})",
                  lambda match: "{}{}.{:06}".format(match[1], *divmod((int(match[2] + match[3]) + 500) // 1000, 10 ** 6)),
                  event.text)
    return event._replace(stamp=(event.stamp + 500) // 1000, text=text)


def counts(text):
    """Return: for each processor the numbers of its file `stats`."""
    return [{name: int(value) for name, value in re.findall(r"^([a-z ]+)(?<! ts): (\d+)$", "entries:" + part, re.M)}
            for part in text.split("entries:")[1:]]


@pytest.mark.parametrize("case", CASES)
def test_trace_cmd_reads_what_the_guest_prints(taken, case):
    folder, printed = taken
    expected = guest_lines(printed[f"{case} before"])
    found = report(folder / f"{case}.dat")
    if case not in ("counter", "tsc"):
        found = [in_microseconds(event) for event in found]
    assert len(found) == len(expected)
    assert list(map(with_nmi, found, expected)) == expected
    assert bool(found) == (case != "nothing")


@pytest.mark.parametrize("case", CASES)
def test_extracting_changes_nothing(taken, case):
    _, printed = taken
    assert printed[f"{case} status"] == "0\n"
    assert printed[f"{case} after"] == printed[f"{case} before"]


@pytest.mark.parametrize("case", CASES)
def test_counts_agree(taken, case):
    folder, printed = taken
    file = folder / f"{case}.dat"
    stats = counts(printed[f"{case} stats"])
    events, lost = decode(file)
    overrun = {cpu: one["overrun"] for cpu, one in enumerate(stats) if one["overrun"]}
    assert lost == dropped(file) == overrun
    assert bool(overrun) == ("overrun" in case)
    assert any(one["dropped events"] for one in stats) == (case == "discard")
    for cpu, one in enumerate(stats):
        assert one["entries"] == sum(event[0] == cpu for event in events)
        text = "".join(f"{name}: {value}\n" for name, value in one.items())
        assert f"CPU: {cpu}\n{text}\0".encode() in file.read_bytes()


def symbol_names(addresses):
    symbols = kallsyms.table_symbols(elf.Elf(machine.BUILD / "fivebyte.elf"))
    starts = [symbol.address for symbol in symbols]
    return {address: symbols[bisect.bisect_left(starts, starts[bisect.bisect_right(starts, address) - 1])].name
            for address in addresses}


TRAMPOLINES = 0xffffffffa0000000     # made while running: all that is from here on


class Names:
    """Names of addresses, from the ELF file."""

    def __init__(self):
        self.symbols = kallsyms.table_symbols(elf.Elf(machine.BUILD / "fivebyte.elf"))
        self.starts = [symbol.address for symbol in self.symbols]

    def __getitem__(self, address):
        if address >= TRAMPOLINES:
            return "ftrace_trampoline"
        start = self.starts[bisect.bisect_right(self.starts, address) - 1]
        return self.symbols[bisect.bisect_left(self.starts, start)].name


def record_text(kind, data, names):
    """What a record says, for the kinds that the cases have."""
    if kind == 1:
        return "{0} <-{1}".format(*(names[address] for address in struct.unpack("<QQ", data)))
    if kind == 4:
        size, = struct.unpack_from("<I", data)
        return "".join(["<stack trace>", *(f" => {names[address]}" for address in struct.unpack_from(f"<{size}Q", data, 8))])
    if kind == 18:
        return "# {:x} buf:{}".format(*struct.unpack_from("<I", data), "".join(f" {byte:02x}" for byte in data[4:]))
    if kind == 19:
        ip, parent, count = struct.unpack_from("<QQH", data)
        return f"{names[ip]} <-{names[parent]} (repeats: {count}, "
    assert kind == 5
    return f"{names[struct.unpack_from('<Q', data)[0]]}: {data[8:].split(bytes(1))[0].decode().splitlines()[0]}"


@pytest.mark.parametrize("case", CASES)
def test_a_second_decoder_finds_the_same(taken, case):
    folder, _ = taken
    names, found = Names(), []
    for cpu, stamp, data in decode(folder / f"{case}.dat")[0]:
        kind, _, _, pid = struct.unpack_from("<HBBi", data)
        found.append((cpu, stamp, pid, record_text(kind, data[8:], names)))
    shown = [(event.cpu, event.stamp, event.pid, re.sub("last_ts: .*", "", event.text))
             for event in report(folder / f"{case}.dat")]
    assert found == shown


GRAPH = """cd /tracing; echo 1 > tracing_cpumask; echo 'vfs_*' 'ksys_*' > set_ftrace_filter
echo function_graph > current_tracer; ls -l / > /dev/null; cat /proc/version > /dev/null; ls /proc > /dev/null
echo 0 > tracing_on; trace extract graph.dat; cat trace"""


def test_a_graph_is_drawn_alike(tmp_path):
    done = run(tmp_path, "--smp", "1", "-c", GRAPH)
    line = re.compile(r".*?([!+#*@$]?) *(\d+\.\d+ us)? *\|  (.*)")
    expected = [line.fullmatch(each).groups() for each in done.stdout.splitlines() if re.match(r" \d+\) .*us +\|| \d+\) +\|", each)]
    text = trace_cmd("report", "-q", str(tmp_path / "graph.dat"))
    found = [line.fullmatch(each.split(": ", 2)[2]).groups() for each in text.splitlines() if ": funcgraph_" in each]
    assert found == expected
    assert sum(body.endswith("{") for _, _, body in found) > 3


def test_formats_are_those_that_tools_know(taken):
    _, printed = taken
    for name, text in sections(FORMATS.read_text()).items():
        assert printed[name] == text


def test_the_file_has_the_formats_of_the_guest(taken):
    folder, printed = taken
    data = (folder / "calls.dat").read_bytes()
    texts = [text for name, text in printed.items() if name.startswith("events/")]
    assert len(texts) == 11
    for text in texts:
        assert struct.pack("<Q", len(text)) + text.encode() in data


def test_all_of_trace_cmd_takes_the_file(taken, tmp_path):
    file = str(taken[0] / "calls.dat")
    lines = trace_cmd("report", "-t", file)
    assert "schedule" in trace_cmd("hist", file)
    assert "[Version]" in trace_cmd("dump", "--all", "-i", file)
    trace_cmd("convert", "-i", file, "-o", f"{tmp_path}/7.dat", "--file-version", "7")
    trace_cmd("convert", "-i", f"{tmp_path}/7.dat", "-o", f"{tmp_path}/6.dat", "--file-version", "6")
    assert trace_cmd("report", "-t", f"{tmp_path}/6.dat") == lines
    trace_cmd("split", "-i", file, "-o", f"{tmp_path}/part.dat", "-e", "100")
    part = next(tmp_path.glob("part.dat*"))
    assert trace_cmd("report", "-t", str(part)).splitlines()[1:] == lines.splitlines()[1:101]
