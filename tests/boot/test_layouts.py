# SPDX-License-Identifier: MIT
"""The layouts of the text, column by column, as Linux 6.1 prints them."""

import re
import struct

import pytest

FLAGS = r"[.dbDX][.nNp][.szZhH][.0-9a-f][.0-9a-f]"
TITLES = """\
#                                _-----=> irqs-off/BH-disabled
#                               / _----=> need-resched
#                              | / _---=> hardirq/softirq
#                              || / _--=> preempt-depth
#                              ||| / _-=> migrate-disable
#                              |||| /     delay
#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
#              | |         |   |||||     |         |
"""
GROUP_TITLES = """\
#                                          _-----=> irqs-off/BH-disabled
#                                         / _----=> need-resched
#                                        | / _---=> hardirq/softirq
#                                        || / _--=> preempt-depth
#                                        ||| / _-=> migrate-disable
#                                        |||| /     delay
#           TASK-PID       TGID    CPU#  |||||  TIMESTAMP  FUNCTION
#              | |           |       |   |||||     |         |
"""
PLAIN_TITLES = """\
#           TASK-PID     CPU#     TIMESTAMP  FUNCTION
#              | |         |         |         |
"""
LATENCY = """\
# function latency trace v1.1.5 on VERSION
# --------------------------------------------------------------------
# latency: 0 us, #2/2, CPU#0 | (M:preempt VP:0, KP:0, SP:0 HP:0 #P:1)
#    -----------------
#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)
#    -----------------
#
"""
LATENCY_TITLES = """\
#                    _------=> CPU#            
#                   / _-----=> irqs-off/BH-disabled
#                  | / _----=> need-resched    
#                  || / _---=> hardirq/softirq 
#                  ||| / _--=> preempt-depth   
#                  |||| / _-=> migrate-disable 
#                  ||||| /     delay           
#  cmd     pid     |||||| time  |   caller     
#     \\   /        ||||||  \\    |    /       
"""
COUNTS = "# entries-in-buffer/entries-written: 2/2   #P:1\n#\n"
TASK = r" {13}cat-\d{1,7} *"      # 16 columns, a dash, 7 columns
CALL = r"vfs_read <-ksys_read"

# Option: what is above the lines behind the tracer's, the shape of a line.
LAYOUTS = {
    "print-parent": (COUNTS + TITLES, rf"{TASK}\[000\] {FLAGS} [ \d]{{5}}\.\d{{6}}: {CALL}"),
    "noirq-info": (COUNTS + PLAIN_TITLES, rf"{TASK}\[000\]  [ \d]{{5}}\.\d{{6}}: {CALL}"),
    "record-tgid": (COUNTS + GROUP_TITLES, rf"{TASK}\((?: *\d+|-------)\) \[000\] {FLAGS} [ \d]{{5}}\.\d{{6}}: {CALL}"),
    "nocontext-info": ("", CALL),
    "noprint-parent": (COUNTS + TITLES, rf"{TASK}\[000\] {FLAGS} [ \d]{{5}}\.\d{{6}}: vfs_read"),
    "sym-offset": (COUNTS + TITLES, rf"{TASK}\[000\] {FLAGS} [ \d]{{5}}\.\d{{6}}: vfs_read\+0x0/0x\w+ <-ksys_read\+0x\w+/0x\w+"),
    "sym-addr": (COUNTS + TITLES, rf"{TASK}\[000\] {FLAGS} [ \d]{{5}}\.\d{{6}}: vfs_read <f{{8}}\w{{8}}> <-ksys_read <f{{8}}\w{{8}}>"),
    "raw": (COUNTS + TITLES, r"\d+ 0 \d+ f{8}[0-9a-f]{8} f{8}[0-9a-f]{8}"),
    "hex": (COUNTS + TITLES, r"[0-9a-f]{8} 00000000 [0-9a-f]{16} f{8}[0-9a-f]{8} f{8}[0-9a-f]{8} "),
    "verbose": ("", rf"{TASK}\[000\] {FLAGS} [ \d]{{5}}\.\d{{6}}: {CALL}"),
    "latency-format": (LATENCY + LATENCY_TITLES, rf" {{5}}cat-\d{{1,7}} *0{FLAGS} [ \d]{{4,}}us[ +!#*@$]: {CALL}"),
}


@pytest.fixture(scope="module")
def taken(time_scale):
    from guest import Guest
    with Guest(smp=1, limit=60 * time_scale) as guest:
        guest.output("cd /tracing; echo vfs_read > set_ftrace_filter; echo function > current_tracer; cat /proc/version > /dev/null; "
                     "echo 0 > tracing_on")
        yield guest


@pytest.mark.parametrize("option", LAYOUTS)
def test_layout(taken, option):
    header, shape = LAYOUTS[option]
    opposite = option[2:] if option.startswith("no") else f"no{option}"
    text = taken.output(f"echo {option} > trace_options; cat trace; echo {opposite if option != 'print-parent' else option} > trace_options")
    version = re.search(r"version (\S+)", taken.output("cat /proc/version"))[1]
    expected = "# tracer: function\n#\n" + header.replace("VERSION", version)
    assert text[:len(expected)] == expected
    lines = text[len(expected):].split("\n")
    assert len(lines) == 2
    for line in lines:
        assert re.fullmatch(shape, line), line
    if option not in ("raw", "hex", "nocontext-info", "latency-format"):
        assert {line.index("[000]") for line in lines} == {35 if option == "record-tgid" else 25} or "[000]" not in text


def test_bin_is_the_numbers_of_hex(taken):
    """pid, processor, time and the two addresses of each record, 32 bytes."""
    words = taken.output("echo bin > trace_options; cat trace > /tmp/bin; echo nobin > trace_options; echo hex > trace_options; "
                         "cat trace | grep -v '#'; echo nohex > trace_options; hexdump -C /tmp/bin").split("\n")
    numbers = [[int(number, 16) for number in line.split()] for line in words[:2]]
    data = b"".join(bytes.fromhex(line[10:58].replace(" ", "")) for line in words[2:] if len(line) > 20)
    assert [list(record) for record in struct.iter_unpack("<IIQQQ", data[-64:])] == numbers


@pytest.mark.parametrize("option", ["annotate", "latency-format", "verbose", "raw", "fields"])
@pytest.mark.parametrize("tracer", ["function", "function_graph"])
def test_what_is_taken_looks_as_what_is_looked_at(guest, tracer, option):
    """trace_pipe takes the records that trace shows; also where two of them are one line."""
    count = guest.output(f"cd /tracing; echo vfs_read seq_read 'ksys_*' '*alloc*' > set_ftrace_filter; echo {tracer} > current_tracer; "
                         "for i in 1 2 3 4; do sh -c 'cat /proc/version; ls /' > /dev/null; done; echo 0 > tracing_on; "
                         f"echo {option} > trace_options; grep -v '^#' trace > /tmp/looked; "
                         "dd if=trace_pipe iflag=nonblock bs=500 2> /dev/null > /tmp/taken; "
                         f"echo {'' if option == 'annotate' else 'no'}{option} > trace_options; echo nop > current_tracer; "
                         "echo > set_ftrace_filter; echo 1 > tracing_on; wc -l < /tmp/taken")
    assert int(count) > 300
    assert guest.run("[ \"$(cat /tmp/looked)\" = \"$(cat /tmp/taken)\" ]")[1] == 0


@pytest.mark.parametrize("options", ["", "nofuncgraph-cpu", "funcgraph-abstime", "funcgraph-proc", "funcgraph-abstime funcgraph-proc"])
def test_the_letters_of_a_graph_are_explained_above_their_column(boot, options):
    guest = boot(smp=1)
    lines = guest.output(f"cd /tracing; echo function_graph > current_tracer; for o in latency-format {options}; do "
                         "echo $o > trace_options; done; echo 0 > tracing_on; head -20 trace").split("\n")
    first = next(i for i, line in enumerate(lines) if "=> irqs-off" in line)
    column = lines[first + 5].index("||||")
    assert [line[column:].rstrip() for line in lines[first:first + 5]] == [
        "  _-----=> irqs-off", " / _----=> need-resched", "| / _---=> hardirq/softirq", "|| / _--=> preempt-depth", "||| /"]
    assert all(not line[1:column].strip() for line in lines[first:first + 5])


def test_pointers_of_events_are_hashed_on_request(boot):
    guest = boot(smp=1)
    guest.output("cd /tracing; echo 1 > events/kmem/kmalloc/enable; cat /proc/version; echo 0 > events/kmem/kmalloc/enable")
    shown = re.findall(r"kmalloc: .* ptr=(\w+)", guest.output("echo nohash-ptr > trace_options; cat trace"))
    hashed = re.findall(r"kmalloc: .* ptr=(\w+)", guest.output("echo hash-ptr > trace_options; cat trace"))
    assert shown and all(pointer.startswith("ffff") for pointer in shown)
    assert all(pointer.startswith("00000000") for pointer in hashed)
    assert len(set(zip(shown, hashed, strict=True))) == len(set(shown)) == len(set(hashed))
