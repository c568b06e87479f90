# SPDX-License-Identifier: MIT
"""The shell at the console: typing, jobs, Ctrl-C, and what must be refused."""

import re
import shlex

import pytest

from guest import PROMPT

CTRL_C, CTRL_D, CTRL_U = "\x03", "\x04", "\x15"


def prompt(guest):
    return guest.expect(PROMPT)


def before(guest):
    return guest.child.before.replace("\r", "")


@pytest.mark.parametrize("command, output, status", [
    ("echo a  'b  c' \"d $?\" e\\ f", "a b  c d 0 e f", 0),
    ("false; echo $?", "1", 0),
    ("false || echo no && echo yes", "no\nyes", 0),
    ("! true", "", 1),
    ("seq 3 | cat | wc -l", "3", 0),
    ("echo one > /tmp/f; echo two >> /tmp/f; cat < /tmp/f", "one\ntwo", 0),
    ("seq 9 > /tmp/f; echo a > /tmp/g; dd if=/tmp/g of=/tmp/f; cat /tmp/f", "a", 0),
    ("seq 9 > /tmp/f; cp /tmp/g /tmp/f; cat /tmp/f; seq 9 > /tmp/f; echo b | tee /tmp/f; cat /tmp/f",
     "a\nb\nb", 0),
    ("echo kept > /tmp/f; dd if=/nope of=/tmp/f 2> /dev/null; cat /tmp/f", "kept", 0),
    ("cat /nope 2>&1 | wc -l", "1", 0),
    ("x=5; y=$x$x; echo \"$y\" '$y'", "55 $y", 0),
    ("echo $(echo in $(echo side))", "in side", 0),
    ("echo /proc/vers* /nope* '/proc/vers*'", "/proc/version /nope* /proc/vers*", 0),
    ("for i in 1 2 3; do if [ $i = 2 ]; then continue; fi; echo $i; done", "1\n3", 0),
    ("i=; while true; do i=x$i; [ $i = xxx ] && break; done; echo $i", "xxx", 0),
    ("(cd /proc; pwd; exit 3); echo $?; pwd", "/proc\n3\n/", 0),
    ("sh -c 'echo $0 $1 $#; exit 9' a b c", "a b 2", 9),
    ("echo hi # not this", "hi", 0),
    ("true | false", "", 1),
    ("sh -c 'exec echo $$' | wc -w", "1", 0),
])
def test_grammar(guest, command, output, status):
    assert guest.run(command) == (output, status)


@pytest.mark.parametrize("command, message, status", [
    ("nosuch", "fivebyte: nosuch: command not found", 127),
    ("cat /nope", "cat: /nope: No such file or directory", 1),
    ("cat < /nope", "fivebyte: /nope: No such file or directory", 1),
    ("echo 'abc", "fivebyte: a ' that is not closed", 2),
    ("echo a | | b", "fivebyte: syntax error near \"|\"", 2),
    ("ls -Q", "ls: unknown option -Q\nls: usage: ls [-al1] [FILE]...", 2),
    ("/proc", "fivebyte: /proc: Is a directory", 126),
    ("kill 99999", "kill: 99999: No such process", 1),
    ("kill 2", "kill: 2: Operation not permitted", 1),
    ("sleep x", "sleep: x: not a time", 1),
    ("grep '[' /proc/version", "grep: [: a [ without its ]", 2),
    ("cd /nope", "cd: /nope: No such file or directory", 1),
])
def test_failure_is_named(guest, command, message, status):
    assert guest.run(command) == (message, status)


def test_ctrl_c_ends_the_foreground_job(guest):
    guest.send("echo begun; sleep 1000 | cat\n")
    guest.expect("cat\r*\nbegun\r*\n")
    guest.send(CTRL_C)
    prompt(guest)
    assert guest.run("echo $?") == ("130", 0)
    assert "sleep" not in guest.output("ps")


def test_ctrl_c_ends_a_loop(guest):
    guest.send("while true; do echo round; done\n")
    guest.expect("done\r*\n(round\r*\n){3}")
    guest.send(CTRL_C)
    prompt(guest)
    assert guest.run("echo $?") == ("130", 0)


def test_ctrl_c_gives_up_a_line(guest):
    guest.send("echo not this" + CTRL_C)
    guest.expect(r"\^C\r*\n")
    prompt(guest)
    assert guest.run("echo this") == ("this", 0)


def test_cooked_input_is_edited_and_ended(guest):
    guest.send("cat\n")
    guest.expect("cat\r*\n")
    guest.send("abd\x7fc\n")
    guest.expect("\nabc\r*\n")
    guest.send(CTRL_D)
    prompt(guest)


def test_ctrl_d_does_not_end_the_only_shell(guest):
    guest.send(CTRL_D)
    guest.expect("poweroff ends the machine")
    prompt(guest)


def test_history_comes_back(guest):
    guest.output("echo first")
    guest.send("echo second\n")
    guest.expect("\nsecond\r*\n")
    prompt(guest)
    guest.send("\x1b[A\x1b[A\x1b[B\n")
    guest.expect("\nsecond\r*\n")
    prompt(guest)


def test_line_is_edited_in_the_middle(guest):
    guest.send("cho ab\x01e\x05\x1b[Dx\n")
    guest.expect("\naxb\r*\n")
    prompt(guest)


@pytest.mark.parametrize("typed, shown", [
    ("upti\t\n", "load average"),
    ("cat /proc/versio\t\n", "Fivebyte version"),
    ("echo sched:sched_sw\t\n", "sched:sched_switch"),
    ("ls /pro\t", "/proc/"),
])
def test_tab_completes(guest, typed, shown):
    guest.send(typed)
    guest.expect(shown)
    guest.send(CTRL_U + "\n")
    prompt(guest)


def test_second_tab_lists(guest):
    guest.send("tr\t\t")
    guest.expect(r"trace +true")
    guest.send(CTRL_U + "\n")
    prompt(guest)


def test_background_jobs(guest):
    guest.send("until [ -e /tmp/go ]; do sleep 0.01; done &\n")
    guest.expect(r"\[1\] \d+\r*\n")
    prompt(guest)
    assert "sleep 0.01" in guest.output("jobs")
    assert guest.run("touch /tmp/go; wait; jobs; rm /tmp/go") == ("", 0)
    guest.send("sleep 1000 & kill %1; wait %1; echo $?\n")
    guest.expect("\n143\r*\n")
    prompt(guest)


def test_no_number_of_background_jobs_leaves_zombies(guest):
    twenty = " ".join(map(str, range(20)))
    guest.output(f"for i in {twenty}; do sleep 0.2 & done > /dev/null")
    assert guest.run("wait; ps | grep -c 'Z.*sleep'") == ("0", 1)
    guest.output(f"for i in {twenty}; do sleep 0.2 & done > /dev/null")
    guest.wait_until("! ps | grep -v ' Z ' | grep -q sleep")
    assert guest.run("ps | grep -c 'Z.*sleep'") == ("0", 1)


def test_compound_command_over_several_lines(guest):
    guest.send("for i in 1 2\n")
    guest.expect("> $")
    guest.send("do echo $i\ndone\n")
    guest.expect("1\r*\n2\r*\n")
    prompt(guest)


def test_line_of_4096_bytes_is_run_and_a_longer_one_refused(guest):
    text, status = guest.run("echo " + "x" * 4091)
    assert (len(text), status) == (4091, 0)
    guest.send("echo " + "x" * 4092 + "; echo executed\n")
    guest.expect("a line of more than 4096 bytes: nothing is run")
    prompt(guest)
    assert "executed" not in before(guest)


def test_pasted_lines_are_not_lost(guest):
    lines = [f"echo line{i:03d}{'y' * 90}" for i in range(110)]
    assert len("\n".join(lines)) > 10000
    guest.send("\n".join(lines) + "\n")
    for i in range(110):
        guest.expect(rf"\nline{i:03d}y{{90}}\r*\n")
    prompt(guest)


def test_10000_characters_on_a_line_are_refused(guest):
    guest.send("x" * 10000 + "\n")
    guest.expect("nothing is run")
    prompt(guest)
    assert guest.run("echo ok") == ("ok", 0)


def test_binary_bytes_do_no_harm(guest):
    guest.send("echo \x00\x1b[99z\x7f\x80\xff" + CTRL_U + "echo ok\n")
    guest.expect("\nok\r*\n")
    prompt(guest)


def test_shell_cannot_be_killed(guest):
    guest.run("kill $$; kill -KILL $$")
    assert guest.run("echo here") == ("here", 0)


def test_help_has_an_example_for_every_command(guest):
    words = guest.output("help").split("help WORD explains")[0].split()
    commands = [word for word in words if not word[0].isupper()]
    assert len(commands) > 45
    for command in commands:
        assert "Try: " in guest.output(f"help {command}"), command


def test_memory_is_given_back(guest):
    def used():
        return int(guest.output("free -b | tail -1").split()[2])

    script = "for i in 1 2 3 4 5; do seq 100 | sort -r | grep 1 | wc -l > /tmp/out; ls /proc > /tmp/out; done"
    guest.output(script)
    guest.output(script)
    first = used()
    for _ in range(5):
        guest.output(script)
    assert used() - first < 64 * 1024


def test_poweroff_status_goes_to_the_wrapper(boot):
    one = boot(smp=1)
    one.send("poweroff 7\n")
    assert one.wait_exit() == 99


def test_log_lines_and_output_lines_are_whole(guest):
    guest.send("(sleep 1; for i in $(seq 150); do echo from-task-$i-abcdefghijklmnop; done) &\n"
               "sleep 1; for i in $(seq 150); do echo from-log-$i-abcdefghijklmnop > /dev/kmsg; done; wait\n")
    guest.send("echo all  done\n")
    guest.expect("\nall done\r*\n")
    lines = before(guest).split("\n")
    assert len([line for line in lines if re.fullmatch(r"from-task-\d+-abcdefghijklmnop", line)]) == 150
    assert len([line for line in lines if re.search(r"from-log-\d+-abcdefghijklmnop$", line)]) == 150
    prompt(guest)


ENDS_THE_MACHINE = {"poweroff", "reboot"}
TAKES_LONG = {"bench", "patchstorm"}


def test_every_example_can_be_pasted(guest):
    words = guest.output("help").split("help WORD explains")[0].split()
    for command in [word for word in words if not word[0].isupper()]:
        if command in ENDS_THE_MACHINE | TAKES_LONG:
            continue
        example = re.search("Try: (.*)", guest.output(f"help {command}")).group(1)
        text, status = guest.run(example)
        assert status == 0, f"{example}: {text}"
    guest.run("wait; trace reset; cd /")


def test_stress_is_killed_and_leaves_nothing(guest):
    guest.send("(until ps | grep -q 'stress$'; do true; done; echo under'way') & stress all -t 1000\n")
    guest.expect("underway")
    guest.send(CTRL_C)
    prompt(guest)
    assert guest.run("echo $?") == ("130", 0)
    assert "stress" not in guest.output("ps; ls /tmp")


@pytest.mark.parametrize("load", ["sched", "mm", "vfs", "timer", "work", "irq", "call"])
def test_stress_does_what_it_is_told(guest, load):
    text = guest.output(f"stress {load} -n 50 -c 2")
    assert re.match(rf"{load} +100 operations on 2 CPUs in ", text), text


def test_columns_widen_the_line(guest):
    guest.output("COLUMNS=200")
    guest.send("echo " + "x" * 120)
    guest.expect("echo x{120}$")
    guest.send(CTRL_U + "COLUMNS=\n")
    prompt(guest)


@pytest.mark.parametrize("script", [". /tmp/self", "if true; then . /tmp/self; fi", "for i in 1; do { . /tmp/self; }; done"])
def test_a_script_that_runs_itself_is_refused_in_time(guest, script):
    guest.output(f"echo {shlex.quote(script)} > /tmp/self; cd /tracing; echo function_graph > current_tracer")
    text = guest.run(". /tmp/self")[0]
    assert guest.output("echo nop > current_tracer; cd /; echo alive") == "alive"
    assert "nested too deeply" in text
