/* SPDX-License-Identifier: MIT */
/* grep: lines that match a regular expression. */
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/reader.h"
#include "kernel/shell/regex.h"
#include "kernel/shell/stdio.h"
#include "lib/string.h"

#define STATUS_NO_MATCH 1
#define STATUS_TROUBLE	2

struct grep {
	bool count, invert, number, quiet, titles;
	bool found;
	struct regex regex;
};

static int grep_parse(struct grep *grep, int argc, char **argv, int *first)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	const char *error;
	u32 flags = 0;
	int letter;

	while ((letter = cmd_next_option(&options, "cvnqiE"))) {
		if (letter == CMD_OPTION_BAD)
			return STATUS_TROUBLE;
		grep->count |= letter == 'c';
		grep->invert |= letter == 'v';
		grep->number |= letter == 'n';
		grep->quiet |= letter == 'q';
		flags |= letter == 'i' ? REGEX_IGNORE_CASE : letter == 'E' ? REGEX_EXTENDED : 0;
	}
	*first = options.index + 1;
	if (*first > argc)
		return cmd_usage();
	error = regex_compile(&grep->regex, argv[options.index], flags);
	if (error) {
		cmd_fail("%s: %s", argv[options.index], error);
		return STATUS_TROUBLE;
	}
	grep->titles = argc - *first > 1;
	return 0;
}

static int grep_print(const struct grep *grep, const struct cmd_reader *reader, const char *line,
		      size_t length, unsigned long number)
{
	if (grep->titles)
		cmd_printf("%s:", reader->name);
	if (grep->number)
		cmd_printf("%lu:", number);
	cmd_write(line, length);
	return cmd_write("\n", 1);
}

static int grep_file(struct cmd_reader *reader, void *data)
{
	struct grep *grep = data;
	unsigned long number = 0, matches = 0;
	ssize_t length;
	char *line;

	while ((length = cmd_reader_line(reader, &line)) >= 0 && !cmd_interrupted()) {
		number++;
		if (regex_search(&grep->regex, line, length) == grep->invert)
			continue;
		matches++;
		grep->found = true;
		if (grep->quiet)
			return 0;
		if (!grep->count && grep_print(grep, reader, line, length, number))
			break;
	}
	if (grep->count && grep->titles)
		cmd_printf("%s:", reader->name);
	if (grep->count)
		cmd_printf("%lu\n", matches);
	return 0;
}

int cmd_grep(int argc, char **argv)
{
	struct grep *grep = kzalloc(sizeof(*grep), GFP_KERNEL);
	int first, status;

	if (!grep)
		return cmd_fail("no memory"), STATUS_TROUBLE;
	status = grep_parse(grep, argc, argv, &first);
	if (!status) {
		if (cmd_each_file(argc - first, argv + first, grep_file, grep) && !grep->found)
			status = STATUS_TROUBLE;
		else
			status = grep->found ? 0 : STATUS_NO_MATCH;
	}
	kfree(grep);
	return status;
}
