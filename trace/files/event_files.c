/* SPDX-License-Identifier: MIT */
/*
 * The files in events/: what records look like, and switches for one event, for those
 * of a system, for all. And printk_formats, the texts that records could point to
 * instead of containing them. The directories are made in event_dirs.c.
 */
#include "trace/files/event_files.h"

#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/filter.h"
#include "trace/files/control_files.h"
#include "trace/ring/ring_buffer.h"

struct trace_event_file *tracefs_event_file(const struct tracefs_node *node)
{
	struct trace_event_file *file;

	trace_event_lock_acquire();
	file = trace_event_file_find(trace_event_by_id(node->event_id), node->tr);
	trace_event_lock_release();
	return file;
}

static int header_page_show(struct seq_file *m, struct tracefs_node *node)
{
	trace_show_header_page(m, ring_buffer_subbuf_size(node->tr->buffer));
	return 0;
}

static int header_event_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_puts(m, trace_header_event);
	return 0;
}

static int event_format_show(struct seq_file *m, struct tracefs_node *node)
{
	trace_event_show_format(m, trace_event_by_id(node->event_id));
	return 0;
}

static int event_id_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%u\n", node->event_id);
	return 0;
}

static int event_enable_show(struct seq_file *m, struct tracefs_node *node)
{
	const struct trace_event_file *file = tracefs_event_file(node);

	seq_printf(m, "%u%s\n", file->flags & EVENT_ON, file->soft_users ? "*" : "");
	return 0;
}

/* Return: 0 or 1, or an errno. */
static int parse_switch(const char *text)
{
	unsigned long value;
	int error = kstrtoul(text, 0, &value);

	if (error || value > 1)
		return error ? error : -EINVAL;
	return (int)value;
}

static int event_enable_store(struct tracefs_node *node, char *text)
{
	struct trace_event_file *file = tracefs_event_file(node);
	int on = parse_switch(text), error;

	if (on < 0)
		return on;
	trace_event_lock_acquire();
	error = trace_event_enable(file, on);
	trace_event_lock_release();
	return error;
}

/* Of a system, or of all events. */
static int events_enable_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%c\n", trace_events_state(node->tr, node->what));
	return 0;
}

static int events_enable_store(struct tracefs_node *node, char *text)
{
	int on = parse_switch(text);
	char word[FILTER_WORD_MAX];

	snprintf(word, sizeof(word), "%s:", node->what ? (const char *)node->what : "");
	return on < 0 ? on : trace_events_set(node->tr, word, on);
}

static int event_filter_show(struct seq_file *m, struct tracefs_node *node)
{
	trace_event_show_filter(m, tracefs_event_file(node));
	return 0;
}

static int event_filter_store(struct tracefs_node *node, char *text)
{
	return trace_event_set_filter(tracefs_event_file(node), text);
}

static int system_filter_show(struct seq_file *m, struct tracefs_node *node)
{
	trace_event_lock_acquire();
	seq_printf(
		m, "%s\n",
		node->text
			? node->text
			: "### global filter ###\n"
			  "# Use this to set filters for multiple events.\n"
			  "# Only events with the given fields will be affected.\n"
			  "# If no events are modified, an error message will be displayed here");
	trace_event_lock_release();
	return 0;
}

static int system_filter_store(struct tracefs_node *node, char *text)
{
	return trace_events_set_filter(node->tr, node->what, text, &node->text);
}

int printk_formats_show(struct seq_file *m, struct tracefs_node *node)
{
	return 0; /* every record has its own text: there are none that point to one */
}

const struct tracefs_file tracefs_events_files[] = {
	{"enable", 0644, events_enable_show, events_enable_store, NULL},
	{"header_event", 0444, header_event_show, NULL, NULL},
	{"header_page", 0444, header_page_show, NULL, NULL},
	{NULL, 0, NULL, NULL, NULL},
};

const struct tracefs_file tracefs_system_files[] = {
	{"enable", 0644, events_enable_show, events_enable_store, NULL},
	{"filter", 0644, system_filter_show, system_filter_store, NULL},
	{NULL, 0, NULL, NULL, NULL},
};

const struct tracefs_file tracefs_event_files[] = {
	{"enable", 0644, event_enable_show, event_enable_store, NULL},
	{"filter", 0644, event_filter_show, event_filter_store, NULL},
	{"format", 0444, event_format_show, NULL, NULL},
	{"hist", 0444, event_hist_show, NULL, NULL},
	{"id", 0444, event_id_show, NULL, NULL},
	{"trigger", 0644, event_trigger_show, event_trigger_store, &event_trigger_fops},
	{NULL, 0, NULL, NULL, NULL},
};
