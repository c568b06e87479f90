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
	const char *pattern;
	u32 flags; /* REGEX_ */
	bool count, invert, number, quiet, list, titles, bare;
	unsigned long max;   /* matches per file, 0: all */
	unsigned long after; /* lines shown behind a match */
	bool found;
	struct regex regex;
};

static int grep_option(struct grep *grep, int letter, const char *value)
{
	switch (letter) {
	case 'c':
		grep->count = true;
		return 0;
	case 'v':
		grep->invert = true;
		return 0;
	case 'n':
		grep->number = true;
		return 0;
	case 'q':
		grep->quiet = true;
		return 0;
	case 'l':
		grep->list = true;
		return 0;
	case 'h':
		grep->bare = true;
		return 0;
	case 'i':
		grep->flags |= REGEX_IGNORE_CASE;
		return 0;
	case 'E':
		grep->flags |= REGEX_EXTENDED;
		return 0;
	case 'e':
		grep->pattern = value;
		return 0;
	case 'm':
		return cmd_number(value, &grep->max);
	case 'A':
		return cmd_number(value, &grep->after);
	}
	return STATUS_TROUBLE;
}

static int grep_parse(struct grep *grep, int argc, char **argv, int *first)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	const char *error;
	int letter;

	while ((letter = cmd_next_option(&options, "cvnqlhiEe:m:A:")))
		if (grep_option(grep, letter, options.value))
			return STATUS_TROUBLE;
	*first = options.index;
	if (!grep->pattern && *first < argc)
		grep->pattern = argv[(*first)++];
	if (!grep->pattern)
		return cmd_usage();
	error = regex_compile(&grep->regex, grep->pattern, grep->flags);
	if (error) {
		cmd_fail("%s: %s", grep->pattern, error);
		return STATUS_TROUBLE;
	}
	grep->titles = argc - *first > 1 && !grep->bare;
	return 0;
}

static int grep_print(const struct grep *grep, const struct cmd_reader *reader, const char *line,
		      size_t length, unsigned long number, char separator)
{
	if (grep->titles)
		cmd_printf("%s%c", reader->name, separator);
	if (grep->number)
		cmd_printf("%lu%c", number, separator);
	cmd_write(line, length);
	return cmd_write("\n", 1);
}

/* Return: whether the rest of the file is of interest. */
static bool grep_matched(struct grep *grep, const struct cmd_reader *reader, const char *line,
			 size_t length, unsigned long number)
{
	grep->found = true;
	if (grep->quiet || grep->list)
		return false;
	return grep->count || !grep_print(grep, reader, line, length, number, ':');
}

static int grep_file(struct cmd_reader *reader, void *data)
{
	struct grep *grep = data;
	unsigned long number = 0, matches = 0, trailing = 0;
	bool going = true;
	ssize_t length;
	char *line;

	while (going && (length = cmd_reader_line(reader, &line)) >= 0) {
		number++;
		if (regex_search(&grep->regex, line, length) != grep->invert) {
			matches++;
			trailing = grep->after;
			going = grep_matched(grep, reader, line, length, number) &&
				matches != grep->max;
		} else if (trailing && !grep->count) {
			trailing--;
			going = !grep_print(grep, reader, line, length, number, '-');
		}
		if (cmd_interrupted())
			break;
	}
	if (grep->list && matches)
		cmd_printf("%s\n", reader->name);
	else if (grep->count && !grep->quiet)
		cmd_printf(grep->titles ? "%s:%lu\n" : "%.0s%lu\n", reader->name, matches);
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
