# SPDX-License-Identifier: MIT
"""Probes, by the kernel's own tests, under tracers and by both ways to patch; and trace disas."""

import re
import subprocess

import machine
import pytest

TESTS = ("kprobe", "kprobe_values", "kprobe_refusals", "kprobe_delicate", "kprobe_anywhere", "kprobe_storm",
         "kprobe_overlap")


def selftest(guest, name, limit):
    text = guest.output(f"selftest {name}", limit=limit)
    assert re.search(rf"^{name} +ok$", text, re.M), text


@pytest.mark.parametrize("smp", [1, 4])
@pytest.mark.parametrize("method", ["stop_machine", "breakpoint"])
def test_probes_change_nothing_but_what_they_say(boot, time_scale, smp, method):
    guest = boot(smp=smp, limit=120, append=f"text_patch={method}")
    for name in TESTS:
        selftest(guest, name, 120 * time_scale)
    jumps, = re.findall(r"probes, (\d+) of them by a jump", guest.output("dmesg"))
    assert int(jumps) > 50
    assert guest.output("grep -vc ' nop$' /sys/kernel/tracing/sites || true") == "0"


def test_probes_come_and_go_where_each_step_of_it_is_met(boot, time_scale):
    guest = boot(limit=120, append="text_patch=breakpoint text_patch_delay=100")
    for name in ("kprobe_storm", "kprobe_overlap"):
        selftest(guest, name, 200 * time_scale)


@pytest.mark.parametrize("tracer", ["function", "function_graph"])
def test_probes_and_tracers_do_not_disturb_each_other(boot, time_scale, tracer):
    guest = boot(smp=2, limit=120, append="text_patch=breakpoint")
    guest.output(f"echo {tracer} > /sys/kernel/tracing/current_tracer")
    for name in TESTS:
        if name not in ("kprobe_values", "kprobe_anywhere"):    # tracers make one miss; below is the other
            selftest(guest, name, 200 * time_scale)
    guest.output("echo nop > /sys/kernel/tracing/current_tracer")
    assert guest.output("grep -vc ' nop$' /sys/kernel/tracing/sites || true") == "0"


@pytest.mark.parametrize("tracer", ["function", "function_graph"])
def test_probes_all_over_the_kernel_under_load(boot, time_scale, tracer):
    guest = boot(limit=120, append="text_patch=breakpoint")
    guest.output(f"cd /sys/kernel/tracing; echo {tracer} > current_tracer; echo 1 > events/enable; stress -t 10 all > /load &")
    selftest(guest, "kprobe_anywhere", 300 * time_scale)
    guest.output("wait", limit=120 * time_scale)
    assert len(guest.output("cat /load").splitlines()) >= 6


def test_storms_of_probes_and_of_tracers_at_once(boot, time_scale):
    guest = boot(limit=120)
    # In a buffer of their own: patchstorm counts the records in the other.
    guest.output("cd /sys/kernel/tracing/instances; mkdir events; cd events; echo 1 > events/enable")
    guest.output("selftest kprobe_storm > /storm &")
    guest.output("echo > /both; while test -e /both; do for i in 0 1; do echo $i > events/sched/enable; done; done &")
    text, status = guest.run("patchstorm -m -n 24 -a 4", limit=240 * time_scale)
    wrong = [line for line in text.splitlines() if "WRONG" in line]
    # The other storm may go on, and have probes at sites.
    assert status == 0 or wrong and all(line.startswith("sites that are a NOP again ") for line in wrong), text
    guest.output("rm /both; wait", limit=240 * time_scale)
    assert guest.output("cat /storm").split() == ["kprobe_storm", "ok"]
    assert guest.output("grep -vc ' nop$' /sys/kernel/tracing/sites || true") == "0"


def objdump(function):
    """Return: offset and bytes of each instruction, as objdump finds them."""
    done = subprocess.run(["x86_64-linux-gnu-objdump", "-d", "--no-show-raw-insn", f"--disassemble={function}",
                           machine.BUILD / "fivebyte.elf"], capture_output=True, text=True, check=True)
    start = re.search(rf"^([0-9a-f]+) <{function}>:$", done.stdout, re.M)[1]
    return [int(at, 16) - int(start, 16) for at in re.findall(r"^([0-9a-f]{16}):\t", done.stdout, re.M)]


@pytest.mark.parametrize("function", ["vfs_read", "vsnprintf", "schedule", "try_to_wake_up", "kprobe_forms_calls"])
def test_disas_finds_the_instructions_that_objdump_finds(boot, function):
    guest = boot(smp=1)
    lines = guest.output(f"trace disas {function}").splitlines()
    offsets = [int(re.match(r"ffffffff[0-9a-f]{8} <\+(\d+)> ", line)[1]) for line in lines]
    theirs = objdump(function)
    assert len(theirs) > 3
    assert offsets[:len(theirs)] == theirs      # what fills up the rest is not the function's


def test_disas_shows_what_is_planted(boot):
    guest = boot(smp=1)
    first = guest.output("trace disas vfs_read").splitlines()[0]
    assert first.split()[1:] == "<+0> 0f 1f 44 00 00 site: nop".split()
    guest.output("cd /sys/kernel/tracing; echo vfs_read > set_ftrace_filter; echo function > current_tracer")
    first = guest.output("trace disas vfs_read").splitlines()[0]
    assert re.search(r"<\+0> +e8 .* site: call function_trace_call$", first)
    whole = guest.output("trace disas vfs_write")
    last = whole.splitlines()[-1].split("<")
    for place in (f"vfs_write+{last[1].split('>')[0]}", "vfs_write+0x1", "0x" + last[0].strip()):
        assert guest.output(f"trace disas {place}") == whole, place
    for place in ("nosuch", "nosuch+1", "_etext", "jiffies", "vfs_write+4096", "vfs_write-1", "vfs_write+", "vfs_write+x",
                  "+1", "0x1000", "0", "0xffffffffa0000000"):
        assert guest.run(f"trace disas {place}") == (f"trace: {place}: no function of the kernel's text", 1)
    assert guest.run("trace disas")[1] == 2
    assert re.search(r"jump if|call ", guest.output("trace disas schedule"))
    assert "static branch" in guest.output("trace disas try_to_wake_up")


def test_disas_and_probes_agree(boot):
    guest = boot(smp=1)
    guest.output("cd /sys/kernel/tracing; echo 'p:a vfs_read' > kprobe_events; echo 'p:b vfs_read+5' >> kprobe_events; "
                 "echo 'r:c vfs_read' >> kprobe_events")
    before = guest.output("trace disas vfs_read").splitlines()
    assert not any("probe" in line for line in before)
    guest.output("echo 1 > events/kprobes/enable")
    first, second, third = guest.output("trace disas vfs_read").splitlines()[:3]
    assert first.endswith("probe: ftrace  probe: return")
    assert re.search(r"<\+5> +(cc|e9) .*probe: (int3|jump)$", second)
    assert third.startswith(before[2].split()[0])
    guest.output("echo 0 > events/kprobes/enable; echo > kprobe_events")
    assert guest.output("trace disas vfs_read").splitlines() == before


def test_a_jump_that_gave_way_comes_back(boot):
    guest = boot(smp=1)
    first, second = objdump("vfs_read")[1:3]
    assert second - first < 5
    guest.output(f"cd /sys/kernel/tracing; echo p:a vfs_read+{first} > kprobe_events; "
                 f"echo p:b vfs_read+{second} >> kprobe_events")

    def kinds():
        return re.findall(r"probe: (\w+)$", guest.output("trace disas vfs_read"), re.M)

    guest.output("echo 1 > events/kprobes/a/enable")
    assert kinds() == ["jump"]
    for removal in ("echo 0 > events/kprobes/b/enable", "echo 0 > /sys/kernel/debug/kprobes/enabled",
                    "echo 0 > events/kprobes/b/enable; echo -:b >> kprobe_events"):
        guest.output("echo 1 > events/kprobes/b/enable")
        assert kinds()[0] == "int3" and len(kinds()) == 2
        guest.output(removal)
        if "enabled" in removal:
            assert kinds() == []
            guest.output("echo 0 > events/kprobes/b/enable; echo 1 > /sys/kernel/debug/kprobes/enabled")
        assert kinds() == ["jump"]
    assert guest.output("cat /sys/kernel/debug/kprobes/list").endswith("[OPTIMIZED]")
    guest.output("echo 0 > events/kprobes/a/enable; echo > kprobe_events")


def test_a_refusal_says_why(boot):
    guest = boot(smp=1)
    guest.output("cd /sys/kernel/tracing")
    sti, hlt = re.search(r"<\+(\d+)> +fb\n.*<\+(\d+)> +f4$", guest.output("trace disas default_idle"), re.M).groups()
    branch = re.search(r"<\+(\d+)> .*static branch", guest.output("trace disas try_to_wake_up"))[1]
    for place, reason in ((f"default_idle+{sti}", "an instruction that works in its place only"),
                          (f"default_idle+{hlt}", "an instruction that works in its place only"),
                          (f"try_to_wake_up+{branch}", "a static branch, whose bytes change"),
                          ("text_patch_batch", "in the patcher of the text"),
                          ("stop_machine_park", "in the patcher of the text"),
                          ("exc_int3", "on the way of an int3 or an NMI to its handler"),
                          ("kprobe_int3_hit+1", "on the way of an int3 or an NMI to its handler"),
                          ("trap_entry_common", "in the entry code of exceptions and tracers"),
                          ("function_trace_call", "in the tracer"),
                          ("memcpy", "in a function that is not traced"),
                          ("panic+5", "on the way to a panic"),
                          ("0x1000", "outside of the kernel's text")):
        assert guest.write("kprobe_events", f"p:x {place}") == "Invalid argument"
        assert f"error: {reason}\n  Command: p:x {place}\n" in guest.read("error_log")
        said = guest.run(f"trace kprobe 'p:x {place}' -- true")[0]
        assert said.splitlines()[-1].split("^ ")[1] == reason
    assert guest.read("kprobe_events") == ""


@pytest.fixture(scope="module")
def calls():
    """Return: the functions that each function calls or jumps to, by name."""
    done = subprocess.run(["x86_64-linux-gnu-objdump", "-d", "--no-show-raw-insn", machine.BUILD / "fivebyte.elf"],
                          capture_output=True, text=True, check=True)
    calls, name = {}, None
    for line in done.stdout.splitlines():
        if begin := re.match(r"[0-9a-f]+ <(\S+)>:$", line):
            name = begin[1]
            calls[name] = set()
        elif target := re.search(r"\t(?:call|j\w+) +[0-9a-f]+ <([^+>]+)>", line):
            calls[name].add(target[1])
    return calls


@pytest.mark.parametrize("function, handler", [
    ("exc_int3", "die"),                # nobody's: the text is not what it should be
    ("kprobe_jump_entry", None),
    ("exc_nmi", "nmi_handle"),          # when no text is being written
    ("sysvec_stop_machine", None),
    ("text_patch_stopped", None),
])
def test_where_text_changes_nothing_is_called_that_can_be_probed(calls, function, handler):
    todo, seen = [function], set()
    while todo:
        name = todo.pop()
        if name not in seen and name != handler:
            seen.add(name)
            todo += calls[name]
    assert len(seen) > 1
    assert "__fentry__" not in seen and "__fentry__" in calls["vfs_read"]


def test_nearly_every_instruction_can_be_probed(boot, time_scale):
    guest = boot(smp=1, limit=120)
    selftest(guest, "kprobe_image", 120 * time_scale)
    refused, whole = re.findall(r"selftest: (\d+) of (\d+) instructions of \d+ functions cannot", guest.output("dmesg"))[0]
    assert 0 < int(refused) < int(whole) / 100


def test_when_no_more_can_be_probed_it_is_said(boot, time_scale):
    guest = boot(smp=1)
    guest.output("cd /sys/kernel/tracing")
    for function in ("insn_decode", "printf_integer", "regex_search", "shell_next_token"):
        offsets = objdump(function)[1:]
        for i in range(0, len(offsets), 100):
            words = " ".join(str(offset) for offset in offsets[i:i + 100])
            guest.run(f"for i in {words}; do echo p {function}+$i >> kprobe_events 2> /dev/null; done", limit=60 * time_scale)
    assert guest.output("cat kprobe_events | wc -l").split() == ["1024"]
    assert "No space left on device" in guest.run("echo p vfs_read+5 >> kprobe_events")[0]
    assert "error: too many instructions are probed\n  Command: p vfs_read+5\n" in guest.output("tail -n 3 error_log") + "\n"
    guest.output("echo > kprobe_events")
    assert guest.write("kprobe_events", "p vfs_read+5") == ""
