/* SPDX-License-Identifier: MIT */
/* /proc/kallsyms: address, type and name of every symbol, as nm(1) prints them. */
#include "kernel/kallsyms.h"
#include "kernel/fs/proc/proc_internal.h"

/* The table can only be walked from its start, so a record of the file is many symbols. */
#define SYMBOLS_PER_RECORD 512

/* Prints symbols number @first to @first + SYMBOLS_PER_RECORD - 1. */
struct kallsyms_walk {
	struct seq_file *m; /* NULL: only see whether there is one */
	u64 first;
	u64 index;
};

static int kallsyms_walk_one(void *data, const struct kallsym *sym)
{
	struct kallsyms_walk *walk = data;
	u64 index = walk->index++;

	if (index < walk->first)
		return 0;
	if (!walk->m || index == walk->first + SYMBOLS_PER_RECORD)
		return 1;
	seq_printf(walk->m, "%016lx %c %s", sym->address, sym->type, sym->name);
	if (sym->module)
		seq_printf(walk->m, "\t[%s]", sym->module);
	seq_putc(walk->m, '\n');
	return 0;
}

/* A record is its number plus one, as a pointer. */
static void *kallsyms_record(loff_t pos)
{
	struct kallsyms_walk walk = {.first = (u64)pos * SYMBOLS_PER_RECORD};

	if (!kallsyms_on_each_symbol(kallsyms_walk_one, &walk))
		return NULL;
	return (void *)(pos + 1);
}

static void *kallsyms_start(struct seq_file *m, loff_t *pos)
{
	return kallsyms_record(*pos);
}

static void *kallsyms_next(struct seq_file *m, void *v, loff_t *pos)
{
	return kallsyms_record(++*pos);
}

static void kallsyms_stop(struct seq_file *m, void *v)
{
}

static int kallsyms_show(struct seq_file *m, void *v)
{
	struct kallsyms_walk walk = {.m = m, .first = ((u64)v - 1) * SYMBOLS_PER_RECORD};

	kallsyms_on_each_symbol(kallsyms_walk_one, &walk);
	return 0;
}

const struct seq_operations kallsyms_seq_ops = {
	.start = kallsyms_start,
	.next = kallsyms_next,
	.stop = kallsyms_stop,
	.show = kallsyms_show,
};
