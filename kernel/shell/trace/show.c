/* SPDX-License-Identifier: MIT */
/* trace show: what was recorded, or what is being recorded. */
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/files.h"

struct show_lines {
	unsigned long left;
};

static bool show_line(void *data, const char *line)
{
	struct show_lines *lines = data;

	/* The header does not count. */
	if (line[0] != '#' && lines->left-- == 0)
		return false;
	return !cmd_printf("%s\n", line);
}

int trace_show(struct trace_front *front, int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	struct show_lines lines = {.left = ~0ul};
	bool follow = false;
	int letter;

	while ((letter = cmd_next_option(&options, "fn:v"))) {
		if (letter == CMD_OPTION_BAD)
			return trace_usage(argv[0]);
		follow |= letter == 'f';
		if (letter == 'n' && cmd_number(options.value, &lines.left))
			return 1;
	}
	if (options.index < argc)
		return trace_usage(argv[0]);
	if (follow)
		return trace_copy("trace_pipe");
	return lines.left == ~0ul ? trace_copy("trace")
				  : trace_each_line("trace", show_line, &lines);
}
