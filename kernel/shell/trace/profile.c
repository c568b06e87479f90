/* SPDX-License-Identifier: MIT */
/* trace profile: where the time of a command goes, function by function. */
#include "kernel/mm/vmalloc.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/colour.h"
#include "kernel/shell/trace/files.h"
#include "kernel/shell/trace/setup.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/hash.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/sort.h"
#include "lib/string.h"

#define ROW_NAME 30 /* what trace_stat/functionN has of a name */
#define ROW_BITS 12
#define ROWS	 (1u << ROW_BITS)

/* A function, of all processors together; times in ns. */
struct profile_row {
	char name[ROW_NAME + 1]; /* "": unused */
	u64 hits, total, own;
	u64 key;
};

/* A hash table, with open addressing; then sorted. */
struct profile_table {
	struct profile_row rows[ROWS];
	bool own; /* the file says what is a function's own now */
};

/* "1234.567" is 1234567. */
static u64 profile_parse_time(const char *text)
{
	char *end;
	u64 time = simple_strtoul(text, &end, 10) * 1000, unit = 100;

	if (*end == '.')
		for (end++; *end >= '0' && *end <= '9'; end++, unit /= 10)
			time += (u64)(*end - '0') * unit;
	return time;
}

static struct profile_row *profile_find_row(struct profile_table *table, const char *name,
					    size_t length)
{
	u32 first = hash_64(hash_bytes(name, length), ROW_BITS), i;

	for (i = 0; i < ROWS; i++) {
		struct profile_row *row = &table->rows[(first + i) % ROWS];

		if (!row->name[0])
			memcpy(row->name, name, length);
		if (strlen(row->name) == length && !memcmp(row->name, name, length))
			return row;
	}
	return NULL;
}

/* "  NAME  HITS  TIME us  ..." */
static bool profile_line(void *data, const char *line)
{
	struct profile_table *table = data;
	const char *name = line + strspn(line, " ");
	size_t length = strcspn(name, " ");
	struct profile_row *row;
	u64 hits, time;
	char *end;

	hits = simple_strtoul(name + length + strspn(name + length, " "), &end, 10);
	if (!hits || length > ROW_NAME)
		return true; /* the titles */
	time = profile_parse_time(end + strspn(end, " "));
	row = profile_find_row(table, name, length);
	if (row && table->own) {
		row->own += time;
	} else if (row) {
		row->hits += hits;
		row->total += time;
	}
	return true;
}

static int profile_read(struct profile_table *table)
{
	char file[32];
	u32 cpu;

	for_each_possible_cpu (cpu) {
		snprintf(file, sizeof(file), "trace_stat/function%u", cpu);
		if (trace_each_line(file, profile_line, table))
			return 1;
	}
	return 0;
}

static int profile_compare(const void *a, const void *b)
{
	const struct profile_row *left = a, *right = b;

	if (left->key != right->key)
		return left->key > right->key ? -1 : 1;
	return strcmp(left->name, right->name);
}

static u64 profile_average(const struct profile_row *row)
{
	return row->hits ? row->total / row->hits : 0;
}

/* What rows are put in order by. */
static u64 profile_key(const struct profile_row *row, const char *order)
{
	if (!strcmp(order, "hits"))
		return row->hits;
	return !strcmp(order, "avg") ? profile_average(row) : row->total;
}

/* A time in us, in 13 columns. */
static void profile_print_time(u64 ns)
{
	cmd_printf(" %9lu.%03lu", ns / 1000, ns % 1000);
}

/* Puts the rows in order, the unused ones last. */
static void profile_sort(struct profile_table *table, const char *order)
{
	struct profile_row *row;

	for (row = table->rows; row < table->rows + ROWS; row++)
		row->key = row->hits ? profile_key(row, order) + 1 : 0;
	sort(table->rows, ROWS, sizeof(*row), profile_compare);
}

static void profile_print(struct profile_table *table, const char *order)
{
	static const char titles[] = "FUNCTION                             HITS      TOTAL us      "
				     " SELF us    AVERAGE us\n";
	struct profile_row *row = table->rows;

	profile_sort(table, order);
	trace_print_coloured(COLOUR_DIM, titles, sizeof(titles) - 1);
	for (; row < table->rows + ROWS && row->hits && !cmd_interrupted(); row++) {
		cmd_printf("%-30s %10lu", row->name, row->hits);
		profile_print_time(row->total);
		profile_print_time(row->own);
		profile_print_time(profile_average(row));
		cmd_puts("\n");
	}
}

/* Both kinds of time, as the option graph-time says which one there is, then the table. */
static int profile_show(const struct trace_front *front, const char *order)
{
	static const char option[] = "options/graph-time";
	struct profile_table *table = vzalloc(sizeof(*table));
	char before[4];
	int failed;

	if (!table)
		return cmd_fail("no memory");
	failed = trace_get(option, before, sizeof(before));
	if (!failed) {
		failed = trace_put(front, option, "1") || profile_read(table) ||
			 trace_put(front, option, "0");
		table->own = true;
		failed = failed || profile_read(table);
		failed |= trace_put(front, option, before);
	}
	if (!failed)
		profile_print(table, order);
	vfree(table);
	return failed;
}

int trace_profile_hits(void)
{
	struct profile_table *table = vzalloc(sizeof(*table));
	struct profile_row *row;
	int failed;

	if (!table)
		return cmd_fail("no memory");
	failed = profile_read(table);
	profile_sort(table, "hits");
	for (row = table->rows; row < table->rows + ROWS && row->hits && !failed; row++)
		cmd_printf("%-30s %10lu\n", row->name, row->hits);
	vfree(table);
	return failed;
}

int trace_profile(struct trace_front *front, int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	const char *order = "total";
	int letter, end, status;

	while ((letter = cmd_next_option(&options, "s:v"))) {
		if (letter == CMD_OPTION_BAD)
			return trace_usage(argv[0]);
		if (letter == 's')
			order = options.value;
		front->verbose |= letter == 'v';
	}
	end = trace_find_command(options.index - 1, argc, argv);
	if (end != options.index - 1 ||
	    (strcmp(order, "total") && strcmp(order, "avg") && strcmp(order, "hits")))
		return trace_usage(argv[0]);
	status = trace_run_command(front, argc - end - 1, argv + end + 1,
				   "function_profile_enabled");
	status |= profile_show(front, order);
	return trace_setup_clear(front) | status;
}
