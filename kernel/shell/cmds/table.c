/* SPDX-License-Identifier: MIT */
/* The list of all commands: name, arguments, what it does, a line to try, the function. */
#include "kernel/shell/builtins.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/command.h"
#include "kernel/shell/jobs.h"
#include "lib/string.h"
#include "trace/bench/bench.h"

static const struct shell_command text_commands[] = {
	{"cat", "[FILE]...", "prints files", "cat /proc/version", cmd_cat, NULL},
	{"echo", "[-n] [-e] [TEXT]...", "prints its arguments; -e knows \\n, \\t and their like",
	 "echo hello > /tmp/x", cmd_echo, NULL},
	{"grep", "[-ivcnqE] PATTERN [FILE]...", "prints the lines that match",
	 "grep -i 'smp\\|cpu' /proc/interrupts", cmd_grep, NULL},
	{"head", "[-n N] [-c BYTES] [FILE]...", "prints the first lines", "head -3 /proc/cpuinfo",
	 cmd_head, NULL},
	{"hexdump", "[-C] [-n BYTES] [FILE]", "prints bytes as numbers", "echo hello | hexdump -C",
	 cmd_hexdump, NULL},
	{"seq", "[FIRST [STEP]] LAST", "prints numbers", "seq 1 10 | tail -2", cmd_seq, NULL},
	{"sort", "[-nr] [-k FIELD] [FILE]...", "sorts lines", "ls /proc | sort -n | tail -3",
	 cmd_sort, NULL},
	{"tail", "[-n N | -n +N] [FILE]...", "prints the last lines, or all from line N on",
	 "dmesg | tail -5", cmd_tail, NULL},
	{"tee", "[-a] [FILE]...", "prints what it reads, and writes it to files",
	 "uptime | tee /tmp/x", cmd_tee, NULL},
	{"uniq", "[-cd] [FILE]", "leaves out lines like the one before",
	 "cat /proc/kallsyms | grep -c T", cmd_uniq, NULL},
	{"wc", "[-lwc] [FILE]...", "counts lines, words and bytes", "wc -l /proc/kallsyms", cmd_wc,
	 NULL},
	{0},
};

static const struct shell_command file_commands[] = {
	{"cd", "[DIRECTORY | -]", "changes the working directory", "cd /tracing", NULL, cmd_cd},
	{"cp", "FILE... TARGET", "copies files", "cp /proc/version /tmp/v", cmd_cp, NULL},
	{"dd", "[if=FILE] [of=FILE] [bs=BYTES] [count=N] [iflag=nonblock]",
	 "copies by reads and writes of one size", "dd if=/proc/version bs=1 count=8", cmd_dd,
	 NULL},
	{"ls", "[-al1] [FILE]...", "lists files", "ls -l /tracing", cmd_ls, NULL},
	{"mkdir", "[-p] DIRECTORY...", "makes directories", "mkdir -p /tmp/a/b", cmd_mkdir, NULL},
	{"mv", "FILE... TARGET", "renames or moves files", "echo x > /tmp/a; mv /tmp/a /tmp/b",
	 cmd_mv, NULL},
	{"pwd", "", "prints the working directory", "cd /proc; pwd", cmd_pwd, NULL},
	{"rm", "[-rf] FILE...", "removes files", "touch /tmp/a; rm /tmp/a", cmd_rm, NULL},
	{"rmdir", "DIRECTORY...", "removes empty directories", "mkdir /tmp/d; rmdir /tmp/d",
	 cmd_rmdir, NULL},
	{"touch", "FILE...", "makes empty files", "touch /tmp/a; ls -l /tmp/a", cmd_touch, NULL},
	{0},
};

static const struct shell_command system_commands[] = {
	{"dmesg", "[-w] [-n LEVEL]", "prints the kernel log; -w waits for more", "dmesg | grep smp",
	 cmd_dmesg, NULL},
	{"free", "[-b | -k | -m]", "shows how much memory is used", "free -m", cmd_free, NULL},
	{"lscpu", "", "shows what the processors are", "lscpu | grep -v Flags", cmd_lscpu, NULL},
	{"poweroff", "[STATUS]", "ends the machine; scripts/boot ends with STATUS", "poweroff 0",
	 cmd_poweroff, NULL},
	{"ps", "", "lists the tasks", "ps | grep kworker", cmd_ps, NULL},
	{"reboot", "", "starts the machine anew", "reboot", cmd_reboot, NULL},
	{"top", "[-b] [-n TIMES] [-d SECONDS]", "shows who uses the processors",
	 "top -b -n 1 -d 0.5", cmd_top, NULL},
	{"uptime", "", "shows how long the machine is up, and its load", "uptime", cmd_uptime,
	 NULL},
	{0},
};

static const struct shell_command task_commands[] = {
	{"exec", "COMMAND [WORD]...", "becomes the command, in the shell's own task",
	 "sh -c 'echo $$; exec ps' | grep ps", NULL, cmd_exec},
	{"fg", "[%JOB]", "waits for a job, which Ctrl-C ends then", "sleep 2 & fg", NULL, cmd_fg},
	{"jobs", "", "lists what runs in the background", "sleep 5 & jobs", NULL, cmd_jobs},
	{"kill", "[-SIGNAL] PID|%JOB...", "ends tasks; kill -l lists the signals",
	 "sleep 60 & kill $!", NULL, cmd_kill},
	{"selftest", "[TEST]...", "tests the running kernel; alone, lists the tests",
	 "selftest clock timer", cmd_selftest, NULL},
	{"sh", "[-c COMMANDS | FILE] [WORD]...", "runs commands in a shell of their own",
	 "sh -c 'echo I am $$'", cmd_sh, NULL},
	{"sleep", "TIME...", "waits: seconds with a fraction, or 10ms, 200us, 2m", "sleep 0.5",
	 cmd_sleep, NULL},
	{"stress", "[LOAD]... [-t SECONDS] [-c CPUS] [-n OPERATIONS]",
	 "makes parts of the kernel work; alone, lists the loads", "stress sched vfs -t 1",
	 cmd_stress, NULL},
	{"time", "COMMAND [WORD]...", "runs a command and shows how long it took", "time sleep 0.1",
	 cmd_time, NULL},
	{"wait", "[%JOB | PID]...", "waits for jobs to end", "sleep 1 & wait; echo done", NULL,
	 cmd_wait},
	{"watch", "[-n SECONDS] [-c TIMES] COMMAND", "runs a command again and again",
	 "watch -n 1 -c 3 uptime", cmd_watch, NULL},
	{0},
};

static const struct shell_command script_commands[] = {
	{".", "FILE", "runs a script in this shell", "echo x=1 > /tmp/s; . /tmp/s; echo $x", NULL,
	 cmd_source},
	{":", "", "does nothing, well", "while :; do break; done", NULL, cmd_colon},
	{"[", "CONDITION ]", "is test", "[ 1 -lt 2 ] && echo yes", cmd_test, NULL},
	{"break", "[LEVELS]", "leaves a loop", "for i in 1 2; do break; done; echo $i", NULL,
	 cmd_break},
	{"continue", "[LEVELS]", "goes on with the next turn of a loop",
	 "for i in 1 2; do continue; done", NULL, cmd_continue},
	{"exit", "[STATUS]", "ends the shell", "sh -c 'exit 3'; echo $?", NULL, cmd_exit},
	{"false", "", "fails", "false || echo no", cmd_false, NULL},
	{"source", "FILE", "runs a script in this shell", "echo x=1 > /tmp/s; source /tmp/s", NULL,
	 cmd_source},
	{"test", "CONDITION", "succeeds if a condition holds: -f FILE, A = B, 1 -lt 2, ! ...",
	 "test -f /proc/version && echo yes", cmd_test, NULL},
	{"true", "", "succeeds", "true && echo yes", cmd_true, NULL},
	{0},
};

static const struct shell_command trace_commands[] = {
	{"bench", "[NAME]...", "measures what tracing costs", "bench function", cmd_bench, NULL},
	{"patchstorm", "[-n TIMES] [-a TIMES] [-m]",
	 "switches one function (-n), then all (-a), on and off under load; -m: by both methods",
	 "patchstorm -n 100 -a 10", cmd_patchstorm, NULL},
	{"ringstorm", "[-t TIME]",
	 "writes events from tasks, interrupts and NMIs of every CPU, reads and counts them",
	 "ringstorm -t 0.2", cmd_ringstorm, NULL},
	{"trace", "[-v] WORD [WORD]...", "traces the kernel; alone, explains its words",
	 "trace record -f 'vfs_*' cat /proc/version", cmd_trace, NULL},
	{0},
};

static const struct shell_command screen_commands[] = {
	{"clear", "", "clears the screen", "clear", cmd_clear, NULL},
	{"help", "[WORD]", "explains commands", "help grep", cmd_help, NULL},
	{0},
};

const struct shell_command_group shell_command_groups[] = {
	{"Tracing", trace_commands}, {"Text", text_commands},
	{"Files", file_commands},    {"System", system_commands},
	{"Tasks", task_commands},    {"Scripts", script_commands},
	{"Screen", screen_commands}, {0},
};

const struct shell_command *shell_command_find(const char *name)
{
	for (const struct shell_command_group *group = shell_command_groups; group->title; group++)
		for (const struct shell_command *command = group->commands; command->name;
		     command++)
			if (!strcmp(command->name, name))
				return command;
	return NULL;
}
