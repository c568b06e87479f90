/* SPDX-License-Identifier: MIT */
/* The command `trace`: finds the sub-command, explains them. */
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/front.h"
#include "kernel/shell/trace/setup.h"
#include "lib/string.h"

const struct trace_subcommand trace_subcommands[] = {
	{"list", "[PATTERN]", "shows tracers, and functions that can be traced",
	 "trace list 'vfs_*'", trace_list},
	{"start", "[TRACER] " TRACE_SETUP_USAGE, "begins to trace", "trace start -f schedule",
	 trace_start},
	{"stop", "", "stops recording; what was recorded stays", "trace stop", trace_stop},
	{"show", "[-n LINES] [-f]", "prints what was recorded; -f prints it as it comes",
	 "trace show -n 20", trace_show},
	{"status", "", "shows what is set", "trace status", trace_status},
	{"reset", "", "stops tracing and forgets all settings", "trace reset", trace_reset},
	{"record", TRACE_SETUP_USAGE " [-o FILE.dat] COMMAND [WORD]...",
	 "traces one command and prints what it made the kernel do, or writes a file of the host's",
	 "trace record -f 'vfs_*' cat /proc/version", trace_record},
	{"graph", "[-d DEPTH] FUNCTION [if CONDITION] -- COMMAND [WORD]...",
	 "prints what one command's calls of a function call, as a tree",
	 "trace graph vfs_read -- cat /proc/version", trace_graph},
	{"profile", "[-s total|avg|hits] -- COMMAND [WORD]...",
	 "counts what one command calls, and how long that takes",
	 "trace profile -s hits -- cat /proc/version | head", trace_profile},
	{"slow", "FUNCTION MICROSECONDS",
	 "prints calls that take longer, as they end, until Ctrl-C", "trace slow vfs_write 100",
	 trace_slow},
	{"events", "[PATTERN]", "shows the systems of events, or events and their fields",
	 "trace events 'sched:*'", trace_list_events},
	{"count", "FUNCTION|EVENT... [-- COMMAND [WORD]...]",
	 "counts calls and events while a command runs, or until Ctrl-C",
	 "trace count 'vfs_*' sched_switch -- cat /proc/version", trace_count},
	{"hist", "SYSTEM:EVENT key=FIELD[,FIELD] [PART]... [if FILTER] [-- COMMAND [WORD]...]",
	 "counts an event by its fields while a command runs, or until Ctrl-C",
	 "trace hist 'sched:sched_switch key=prev_comm' -- sleep 1", trace_hist},
	{"disas", "FUNCTION[+OFFSET]|ADDRESS",
	 "shows a function's instructions as they are now, and what has been planted in them",
	 "trace disas vfs_read", trace_disas},
	{"kprobe", "PROBE [if CONDITION] -- COMMAND [WORD]...",
	 "prints what a probe sees while a command runs",
	 "trace kprobe 'p vfs_read count file->f_flags' if 'count > 1' -- cat /proc/version",
	 trace_kprobe},
	{"extract", "FILE.dat", "writes what was recorded to a file of the host's, for trace-cmd",
	 "trace extract trace.dat", trace_extract},
	{0},
};

static const struct trace_subcommand *trace_subcommand_find(const char *name)
{
	const struct trace_subcommand *sub = trace_subcommands;

	while (sub->name && strcmp(sub->name, name))
		sub++;
	return sub->name ? sub : NULL;
}

int trace_usage(const char *name)
{
	const struct trace_subcommand *sub = trace_subcommand_find(name);

	cmd_fail("usage: trace [-v] %s %s", sub->name, sub->arguments);
	return 2;
}

static int trace_help(void)
{
	for (const struct trace_subcommand *sub = trace_subcommands; sub->name; sub++)
		cmd_printf("trace %s %s\n    %s.\n    Try: %s\n", sub->name, sub->arguments,
			   sub->summary, sub->example);
	return cmd_puts("-v, before or behind the word, prints each write as a line to paste.\n");
}

int cmd_trace(int argc, char **argv)
{
	struct trace_front front = {.verbose = argc > 1 && !strcmp(argv[1], "-v")};
	const struct trace_subcommand *sub;
	int first = front.verbose ? 2 : 1;

	if (argc <= first || !strcmp(argv[first], "help"))
		return trace_help() ? 1 : 0;
	sub = trace_subcommand_find(argv[first]);
	if (!sub) {
		cmd_fail("%s: no such word; trace alone lists them", argv[first]);
		return 2;
	}
	/* -v behind a word that takes no options of its own. */
	if (argc == first + 2 && !strcmp(argv[first + 1], "-v")) {
		front.verbose = true;
		argc--;
	}
	return sub->run(&front, argc - first, argv + first);
}
