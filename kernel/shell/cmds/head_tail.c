/* SPDX-License-Identifier: MIT */
/* head and tail: the first or last lines. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/reader.h"
#include "kernel/shell/stdio.h"
#include "lib/string.h"

#define LINES_DEFAULT  10
#define TAIL_LINES_MAX 100000

struct line_window {
	unsigned long lines;
	unsigned long bytes; /* instead of lines, unless 0 */
	bool from_start;     /* tail -n +N */
	bool titles;	     /* several files: each has a line above it */
	bool later;	     /* not the first of them */
};

static void print_title(struct line_window *window, const struct cmd_reader *reader)
{
	if (window->titles)
		cmd_printf("%s==> %s <==\n", window->later ? "\n" : "", reader->name);
	window->later = true;
}

/* Prints a line as it was. Return: whether more may be printed. */
static bool print_line(const struct cmd_reader *reader, const char *line, size_t length)
{
	if (cmd_write(line, length))
		return false;
	return !reader->ended_by_newline || !cmd_write("\n", 1);
}

static int parse_window(int argc, char **argv, struct line_window *window, int *first)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	int letter;

	*window = (struct line_window){.lines = LINES_DEFAULT};
	while ((letter = cmd_next_option(&options, "n:c:#"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		window->from_start = options.value[0] == '+';
		if (cmd_number(options.value, letter == 'c' ? &window->bytes : &window->lines))
			return 1;
	}
	*first = options.index;
	window->titles = argc - *first > 1;
	return 0;
}

static int head_bytes(struct cmd_reader *reader, unsigned long bytes)
{
	char buffer[256];

	while (bytes) {
		ssize_t got = ksys_read(reader->fd, buffer,
					bytes < sizeof(buffer) ? bytes : sizeof(buffer));

		if (got <= 0 || cmd_write(buffer, got))
			break;
		bytes -= got;
	}
	return 0;
}

static int head_file(struct cmd_reader *reader, void *data)
{
	struct line_window *window = data;
	ssize_t length;
	char *line;

	print_title(window, reader);
	if (window->bytes)
		return head_bytes(reader, window->bytes);
	for (unsigned long i = 0; i < window->lines; i++) {
		length = cmd_reader_line(reader, &line);
		if (length < 0 || !print_line(reader, line, length))
			break;
	}
	return 0;
}

int cmd_head(int argc, char **argv)
{
	struct line_window window;
	int first, failed = parse_window(argc, argv, &window, &first);

	return failed ? failed : cmd_each_file(argc - first, argv + first, head_file, &window);
}

/* tail -n +N: all but the first N - 1 lines. */
static int tail_from_start(struct cmd_reader *reader, unsigned long skipped)
{
	ssize_t length;
	char *line;

	for (unsigned long i = 1; (length = cmd_reader_line(reader, &line)) >= 0; i++)
		if (i >= skipped && !print_line(reader, line, length))
			break;
	return 0;
}

/* A ring of the last lines; each ends with its newline, if it had one. */
static int tail_ring(struct cmd_reader *reader, char **ring, unsigned long lines)
{
	unsigned long count = 0;
	ssize_t length;
	char *line;

	while ((length = cmd_reader_line(reader, &line)) >= 0) {
		char **slot = &ring[count++ % lines];

		kfree(*slot);
		if (reader->ended_by_newline)
			line[length] = '\n';
		*slot = kmalloc(length + 2, GFP_KERNEL);
		if (!*slot)
			return cmd_fail("no memory");
		memcpy(*slot, line, length + 1);
		(*slot)[length + reader->ended_by_newline] = '\0';
	}
	for (unsigned long i = count > lines ? count - lines : 0; i < count; i++)
		if (cmd_puts(ring[i % lines]))
			break;
	return 0;
}

static int tail_file(struct cmd_reader *reader, void *data)
{
	struct line_window *window = data;
	char **ring;
	int status;

	print_title(window, reader);
	if (window->from_start)
		return tail_from_start(reader, window->lines);
	if (!window->lines)
		return 0;
	ring = kcalloc(window->lines, sizeof(*ring), GFP_KERNEL);
	if (!ring)
		return cmd_fail("no memory");
	status = tail_ring(reader, ring, window->lines);
	for (unsigned long i = 0; i < window->lines; i++)
		kfree(ring[i]);
	kfree(ring);
	return status;
}

int cmd_tail(int argc, char **argv)
{
	struct line_window window;
	int first, failed = parse_window(argc, argv, &window, &first);

	if (failed)
		return failed;
	if (window.bytes)
		return cmd_fail("-c is not known here");
	if (window.lines > TAIL_LINES_MAX && !window.from_start)
		return cmd_fail("at most %d lines", TAIL_LINES_MAX);
	return cmd_each_file(argc - first, argv + first, tail_file, &window);
}
