# SPDX-License-Identifier: MIT
"""Functions rewritten while they run: exact counts, clean refusals, what it costs."""

import re

import pytest

TRACING = "cd /sys/kernel/tracing"


@pytest.mark.parametrize("smp, times, times_all", [(1, 200, 40), (2, 100, 10), (4, 1000, 100), (16, 10, 1)])
def test_every_call_is_counted_while_functions_are_switched(boot, time_scale, smp, times, times_all):
    guest = boot(smp=smp, limit=120)
    text, status = guest.run(f"patchstorm -n {times} -a {times_all}", limit=240 * time_scale)
    assert status == 0, text
    assert len(re.findall(": ok", text)) == 4, text
    assert guest.output("grep -vc ' nop$' /sys/kernel/tracing/sites || true") == "0"


@pytest.mark.parametrize("smp, method, mixed", [(1, "breakpoint", ""), (4, "breakpoint", ""), (4, "stop_machine", "-m"),
                                                 (16, "breakpoint", "-m")])
def test_no_call_is_lost_by_breakpoints_or_when_the_method_changes(boot, time_scale, smp, method, mixed):
    guest = boot(smp=smp, limit=120, append=f"text_patch={method}")
    times, times_all = (8, 2) if smp > 4 else (60, 6)
    text, status = guest.run(f"patchstorm {mixed} -n {times} -a {times_all}", limit=240 * time_scale)
    assert status == 0, text
    assert len(re.findall(": ok", text)) == 4, text
    assert f"[{method}]" in guest.read("/sys/kernel/tracing/text_patch")


@pytest.mark.parametrize("smp", [1, 4])
def test_processors_that_meet_a_breakpoint_go_on(boot, time_scale, smp):
    guest = boot(smp=smp, limit=120, append="text_patch=breakpoint text_patch_delay=300")
    text, status = guest.run("patchstorm -n 50 -a 5", limit=240 * time_scale)
    assert status == 0, text
    met = re.search(r"int3 met (\d+) times while the rest was old, (\d+) while it was new", text)
    assert int(met[1]) > 0 and int(met[2]) > 0, text


def test_the_way_to_patch_is_chosen_by_name(boot):
    guest = boot(append="text_patch=nosuch")
    assert re.search("text_patch=nosuch: Invalid argument", guest.output("dmesg"))
    guest.output(TRACING)
    assert guest.read("text_patch") == "[stop_machine] breakpoint"
    for bad in ("nosuch", "", "break", "breakpoint stop_machine"):
        assert guest.write("text_patch", bad) == "Invalid argument"
        assert guest.read("text_patch") == "[stop_machine] breakpoint"
    assert guest.write("text_patch", "breakpoint") == ""
    assert guest.read("text_patch") == "stop_machine [breakpoint]"
    assert guest.output("selftest text_patch static_branch ftrace_ops ftrace_free").count("ok") == 4


def test_boot_is_traced_from_the_command_line(boot):
    guest = boot(append="ftrace=function ftrace_filter=do_initcalls,*_init,schedule ftrace_notrace=workqueue_init")
    guest.output(TRACING)
    trace = guest.output("echo 0 > tracing_on; cat trace")
    assert re.search(r"init-1 .* do_initcalls <-kernel_init", trace)
    assert "smp_init <-" in trace and " schedule <-" in trace
    assert "workqueue_init <-" not in trace
    assert "mm_init <-" not in trace         # that was before ftrace_init()
    assert "workqueue_init" in guest.output("cat set_ftrace_notrace")


@pytest.mark.parametrize("words, log, tracer", [
    ("ftrace=nosuch", "ftrace=nosuch: Invalid argument, ignored", "nop"),
    ("ftrace=function ftrace_filter=nosuch*", r"ftrace_filter=nosuch\*: Invalid argument, left out", "function"),
    ("trace_buf_size=all ftrace=function", "trace_buf_size=all: Invalid argument", "function"),
])
def test_bad_words_on_the_command_line_are_named_and_ignored(boot, words, log, tracer):
    guest = boot(append=words)
    assert re.search(log, guest.output("echo nop > /sys/kernel/tracing/tracing_on; dmesg"))
    assert guest.output("cat /sys/kernel/tracing/current_tracer") == tracer


def test_a_site_that_is_not_what_it_should_be_ends_tracing_and_nothing_else(boot):
    guest = boot(append="lkdtm=CORRUPT_SITE")
    guest.output(TRACING)
    assert guest.output("grep ' trace_target ' sites").split()[2:] == "66 0f 1f 04 00 users=0 ?".split()
    assert guest.run("echo function > current_tracer")[1] != 0
    log = guest.output("dmesg | tail -n 5")
    assert re.search(r"nothing changed: trace_target\+0x0\S* .*holds 66 0f 1f 04 00, expected 0f 1f 44 00 00", log)
    assert guest.output("cat current_tracer") == "nop"
    assert "# WARNING: FUNCTION TRACING IS CORRUPTED" in guest.output("head -n 4 trace")
    assert guest.output("grep -vc ' nop$' sites") == "1"
    assert guest.run("echo vfs_read > set_ftrace_filter; echo function > current_tracer")[1] != 0
    assert guest.output("cat /proc/version").startswith("Fivebyte")


def test_tracers_test_themselves_while_booting(boot):
    log = boot(append="ftrace_selftest").output("dmesg")
    assert "ftrace: selftest of function: PASS" in log
    assert "FAIL" not in log


def test_everything_is_traced_under_every_load(boot, time_scale):
    guest = boot(smp=4, limit=120, append="ftrace=function")
    guest.output("stress -t 3 sched mm vfs timer work irq", limit=120 * time_scale)
    guest.output("selftest nmi irq_work", limit=120 * time_scale)
    assert int(guest.output("grep -c function_trace_call /sys/kernel/tracing/enabled_functions")) > 500


def test_all_that_can_be_measured_is_measured_on_several_processors(boot, time_scale):
    guest = boot(smp=4)
    text, status = guest.run("bench", limit=120 * time_scale)
    assert "bench:" not in text and status == 0, text
    assert re.search(r"^raw_page_read +\d+ ticks", text, re.M)
    assert max(int(value) for value in re.findall(r"^\w+ +(\d+) ", text, re.M)) < 1 << 50     # none is below 0
    assert guest.output("grep Cpus_allowed_list /proc/self/status").split() == ["Cpus_allowed_list:", "0-3"]
