/* SPDX-License-Identifier: MIT */
/* Keeping the last mistakes in commands, in Linux's layout. */
#include "trace/core/error_log.h"

#include "kernel/fs/seq_file.h"
#include "kernel/mm/slab.h"
#include "kernel/time/clock.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/trace_array.h"

#define COMMAND_LABEL "  Command: "

void error_log_init(struct error_log *log)
{
	mutex_init(&log->lock);
}

void error_log_clear(struct error_log *log)
{
	mutex_lock(&log->lock);
	for (u32 i = 0; i < ERROR_LOG_ENTRIES; i++) {
		kfree(log->entries[i].command);
		log->entries[i].command = NULL;
	}
	log->count = 0;
	mutex_unlock(&log->lock);
}

void tracing_log_err(struct trace_array *tr, const char *location, const char *command,
		     const char *text, u32 offset)
{
	struct error_log *log = tr ? &tr->error_log : &global_trace.error_log;
	char *copy = kstrdup(command, GFP_KERNEL);
	struct error_log_entry *entry;
	size_t length;

	if (!copy)
		return;
	for (length = strlen(copy); length && copy[length - 1] == '\n'; length--)
		copy[length - 1] = '\0';
	mutex_lock(&log->lock);
	entry = &log->entries[log->count++ % ERROR_LOG_ENTRIES];
	kfree(entry->command);
	entry->ns = ktime_get_ns();
	strscpy(entry->location, location, sizeof(entry->location));
	entry->text = text;
	entry->command = copy;
	entry->offset = min(offset, (u32)length);
	mutex_unlock(&log->lock);
}

void error_log_show(struct error_log *log, struct seq_file *m)
{
	mutex_lock(&log->lock);
	for (u32 age = min(log->count, (u32)ERROR_LOG_ENTRIES); age; age--) {
		const struct error_log_entry *entry =
			&log->entries[(log->count - age) % ERROR_LOG_ENTRIES];

		seq_printf(m, "[%5lu.%06lu] %s: error: %s\n", entry->ns / 1000000000,
			   entry->ns % 1000000000 / 1000, entry->location, entry->text);
		seq_printf(m, COMMAND_LABEL "%s\n", entry->command);
		seq_printf(m, "%*s\n", (int)(sizeof(COMMAND_LABEL) - 1 + entry->offset + 1), "^");
	}
	mutex_unlock(&log->lock);
}
