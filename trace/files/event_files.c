/* SPDX-License-Identifier: MIT */
/*
 * events/: what records look like. header_page, header_event, and for each kind
 * of record a directory SYSTEM/NAME with its `format` and `id`. And printk_formats,
 * the texts that records could point to instead of containing them.
 */
#include "kernel/fs/libfs.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"
#include "trace/events/event_file.h"
#include "trace/files/control_files.h"
#include "trace/ring/ring_buffer.h"

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
	trace_event_show_format(m, node->what);
	return 0;
}

static int event_enable_show(struct seq_file *m, struct tracefs_node *node)
{
	const struct trace_event_file *file;

	trace_event_lock_acquire();
	file = trace_event_file_find(node->what, node->tr);
	seq_printf(m, "%u%s\n", file->flags & EVENT_ON, file->soft_users ? "*" : "");
	trace_event_lock_release();
	return 0;
}

static int event_enable_store(struct tracefs_node *node, char *text)
{
	unsigned long value;
	int error = kstrtoul(text, 10, &value);

	if (error || value > 1)
		return error ? error : -EINVAL;
	trace_event_lock_acquire();
	error = trace_event_enable(trace_event_file_find(node->what, node->tr), value);
	trace_event_lock_release();
	return error;
}

static int event_id_show(struct seq_file *m, struct tracefs_node *node)
{
	const struct trace_event *event = node->what;

	seq_printf(m, "%u\n", event->id);
	return 0;
}

int printk_formats_show(struct seq_file *m, struct tracefs_node *node)
{
	return 0; /* every record has its own text: there are none that point to one */
}

static const struct tracefs_file events_files[] = {
	{"header_event", 0444, header_event_show, NULL, NULL},
	{"header_page", 0444, header_page_show, NULL, NULL},
	{NULL, 0, NULL, NULL, NULL},
};

static const struct tracefs_file event_files[] = {
	{"format", 0444, event_format_show, NULL, NULL},
	{"id", 0444, event_id_show, NULL, NULL},
	{"enable", 0644, event_enable_show, event_enable_store, NULL},
	{NULL, 0, NULL, NULL, NULL},
};

static int create_event(struct dentry *system, const struct trace_event *event,
			struct trace_array *tr)
{
	struct dentry *dir = simple_dir_create(system, event->name, NULL, NULL);

	if (IS_ERR(dir))
		return (int)PTR_ERR(dir);
	for (const struct tracefs_file *file = event_files; file->name; file++) {
		if (file->store && !trace_event_file_find(event, tr))
			continue;
		struct tracefs_node *node =
			tracefs_create_file(dir, file, tr, RING_BUFFER_ALL_CPUS);

		if (!node)
			return -ENOMEM;
		node->what = event;
	}
	return 0;
}

int tracefs_create_events(struct dentry *dir, struct trace_array *tr)
{
	struct dentry *all = simple_dir_create(dir, "events", NULL, NULL);
	int error;

	if (IS_ERR(all))
		return (int)PTR_ERR(all);
	error = tracefs_create_files(all, events_files, tr, RING_BUFFER_ALL_CPUS);
	for (u32 i = 0; !error && trace_event_systems[i]; i++) {
		struct trace_event *const *event = trace_event_systems[i];
		struct dentry *system = simple_dir_create(all, (*event)->system, NULL, NULL);

		if (IS_ERR(system))
			return (int)PTR_ERR(system);
		for (; !error && *event; event++)
			error = create_event(system, *event, tr);
	}
	return error;
}
