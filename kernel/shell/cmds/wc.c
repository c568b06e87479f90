/* SPDX-License-Identifier: MIT */
/* wc: counts of lines, words and bytes. */
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/reader.h"
#include "kernel/shell/stdio.h"
#include "lib/ctype.h"
#include "lib/string.h"

struct word_count {
	bool lines, words, bytes; /* which are wanted */
	u32 files;
	unsigned long total_lines, total_words, total_bytes;
};

static void print_counts(const struct word_count *wc, unsigned long lines, unsigned long words,
			 unsigned long bytes, const char *name)
{
	bool single = wc->lines + wc->words + wc->bytes == 1;
	const char *format = single ? "%lu" : "%7lu ";

	if (wc->lines)
		cmd_printf(format, lines);
	if (wc->words)
		cmd_printf(format, words);
	if (wc->bytes)
		cmd_printf(format, bytes);
	if (strcmp(name, "-"))
		cmd_printf("%s%s", single ? " " : "", name);
	cmd_puts("\n");
}

static int wc_file(struct cmd_reader *reader, void *data)
{
	struct word_count *wc = data;
	unsigned long lines = 0, words = 0, bytes = 0;
	ssize_t length;
	char *line;

	while ((length = cmd_reader_line(reader, &line)) >= 0) {
		bool inside = false;

		lines += reader->ended_by_newline;
		bytes += length + reader->ended_by_newline;
		for (ssize_t i = 0; wc->words && i < length; i++) {
			words += !inside && !isspace(line[i]);
			inside = !isspace(line[i]);
		}
	}
	print_counts(wc, lines, words, bytes, reader->name);
	wc->files++;
	wc->total_lines += lines;
	wc->total_words += words;
	wc->total_bytes += bytes;
	return 0;
}

int cmd_wc(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	struct word_count wc = {.lines = false};
	int letter, status;

	while ((letter = cmd_next_option(&options, "lwc"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		wc.lines |= letter == 'l';
		wc.words |= letter == 'w';
		wc.bytes |= letter == 'c';
	}
	if (!wc.lines && !wc.words && !wc.bytes)
		wc.lines = wc.words = wc.bytes = true;
	status = cmd_each_file(argc - options.index, argv + options.index, wc_file, &wc);
	if (wc.files > 1)
		print_counts(&wc, wc.total_lines, wc.total_words, wc.total_bytes, "total");
	return status;
}
