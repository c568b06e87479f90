/* SPDX-License-Identifier: MIT */
/* sort and uniq. */
#include "lib/sort.h"

#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/reader.h"
#include "kernel/shell/cmds/sort_key.h"
#include "kernel/shell/stdio.h"
#include "lib/string.h"

struct sorted_lines {
	struct sort_line *lines;
	size_t count, capacity;
};

/* Appends a copy of a line. Return: 0 or 1. */
static int sort_add(struct sorted_lines *all, const char *line, size_t length)
{
	struct sort_line *added;

	if (all->count == all->capacity) {
		size_t capacity = all->capacity ? all->capacity * 2 : 256;
		struct sort_line *larger = vmalloc(capacity * sizeof(*larger));

		if (!larger)
			return cmd_fail("no memory");
		if (all->count)
			memcpy(larger, all->lines, all->count * sizeof(*larger));
		vfree(all->lines);
		all->lines = larger;
		all->capacity = capacity;
	}
	added = &all->lines[all->count];
	added->text = kmemdup(line, length + 1, GFP_KERNEL);
	if (!added->text)
		return cmd_fail("no memory");
	added->order = all->count++;
	return 0;
}

static int sort_read(struct cmd_reader *reader, void *data)
{
	ssize_t length;
	char *line;

	while ((length = cmd_reader_line(reader, &line)) >= 0)
		if (sort_add(data, line, length))
			return 1;
	return 0;
}

static void sort_print(const struct sorted_lines *all)
{
	for (size_t i = 0; i < all->count; i++) {
		cmd_puts(all->lines[i].text);
		if (cmd_write("\n", 1))
			break;
	}
}

int cmd_sort(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	struct sort_order order = {.numeric = false};
	struct sorted_lines all = {.count = 0};
	int letter, status;

	while ((letter = cmd_next_option(&options, "nrk:"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		order.numeric |= letter == 'n';
		order.reverse |= letter == 'r';
		if (letter == 'k' && !sort_parse_key(options.value, &order))
			return cmd_fail("-k %s: not a field number", options.value);
	}
	status = cmd_each_file(argc - options.index, argv + options.index, sort_read, &all);
	for (size_t i = 0; i < all.count; i++)
		sort_find_key(&all.lines[i], &order);
	sort(all.lines, all.count, sizeof(*all.lines), sort_compare);
	sort_print(&all);
	for (size_t i = 0; i < all.count; i++)
		kfree(all.lines[i].text);
	vfree(all.lines);
	return status;
}

struct unique_lines {
	bool count, only_repeated;
	char *line; /* the one being counted */
	unsigned long times;
};

static void unique_print(const struct unique_lines *unique)
{
	if (!unique->line || (unique->only_repeated && unique->times < 2))
		return;
	if (unique->count)
		cmd_printf("%7lu ", unique->times);
	cmd_puts(unique->line);
	cmd_write("\n", 1);
}

static int unique_read(struct cmd_reader *reader, void *data)
{
	struct unique_lines *unique = data;
	ssize_t length;
	char *line;

	while ((length = cmd_reader_line(reader, &line)) >= 0) {
		if (unique->line && !strcmp(unique->line, line)) {
			unique->times++;
			continue;
		}
		unique_print(unique);
		kfree(unique->line);
		unique->line = kmemdup(line, length + 1, GFP_KERNEL);
		unique->times = 1;
		if (!unique->line)
			return cmd_fail("no memory");
	}
	unique_print(unique);
	kfree(unique->line);
	return 0;
}

int cmd_uniq(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	struct unique_lines unique = {.count = false};
	int letter;

	while ((letter = cmd_next_option(&options, "cd"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		unique.count |= letter == 'c';
		unique.only_repeated |= letter == 'd';
	}
	if (argc - options.index > 1)
		return cmd_usage();
	return cmd_each_file(argc - options.index, argv + options.index, unique_read, &unique);
}
