/* SPDX-License-Identifier: MIT */
/*
 * The directories in events/: SYSTEM/NAME, for the events of boot when an instance is
 * made, for others when they come and go.
 */
#include "kernel/fs/dcache.h"
#include "kernel/fs/libfs.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/files/control_files.h"
#include "trace/files/event_files.h"
#include "trace/ring/ring_buffer.h"

/* Names of systems, kept for ever: their files have them as what they are about. [event_mutex] */
struct system_name {
	struct list_head list;
	char name[];
};
static LIST_HEAD(system_names);

/* Return: NULL without memory. */
static const char *keep_system_name(const char *name)
{
	struct system_name *kept;

	list_for_each_entry (kept, &system_names, list)
		if (!strcmp(kept->name, name))
			return kept->name;
	kept = kmalloc(sizeof(*kept) + strlen(name) + 1, GFP_KERNEL);
	if (!kept)
		return NULL;
	strscpy(kept->name, name, strlen(name) + 1);
	list_add_tail(&kept->list, &system_names);
	return kept->name;
}

/* A file may stand there by that name. Return: with a reference, or NULL. */
static struct dentry *find_dir(struct dentry *parent, const char *name)
{
	struct dentry *dir = simple_lookup(parent, name);

	if (!dir || S_ISDIR(dir->d_inode->i_mode))
		return dir;
	dput(dir);
	return NULL;
}

/*
 * The directory of a system, made if it is not there; with a reference. It has files if its
 * events can be switched: those of `ftrace` cannot. Return: or an error.
 */
static struct dentry *get_system(struct trace_array *tr, const char *name, bool has_files)
{
	struct dentry *dir = find_dir(tr->events_dir, name);
	const char *kept;

	if (dir)
		return dir;
	kept = keep_system_name(name);
	if (!kept)
		return ERR_PTR(-ENOMEM);
	dir = simple_dir_create(tr->events_dir, name, NULL, NULL);
	if (IS_ERR(dir))
		return dir;
	for (const struct tracefs_file *file = tracefs_system_files; has_files && file->name;
	     file++) {
		struct tracefs_node *node =
			tracefs_create_file(dir, file, tr, RING_BUFFER_ALL_CPUS);

		if (!node)
			return ERR_PTR(-ENOMEM);
		node->what = kept;
	}
	return dget(dir);
}

/* Files that are about what an event does are only for those that can be switched. */
static int create_event(struct trace_array *tr, const struct trace_event *event)
{
	bool can_be_switched = trace_event_file_find(event, tr);
	bool only_triggers = event->triggers_only;
	struct dentry *system = get_system(tr, event->system, can_be_switched && !only_triggers);
	struct dentry *dir;

	if (IS_ERR(system))
		return (int)PTR_ERR(system);
	dir = simple_dir_create(system, event->name, NULL, NULL);
	dput(system);
	if (IS_ERR(dir))
		return (int)PTR_ERR(dir);
	for (const struct tracefs_file *file = tracefs_event_files; file->name; file++) {
		struct tracefs_node *node;

		if ((file->mode != 0444 || file->show == event_hist_show) && !can_be_switched)
			continue;
		if (only_triggers && file->store && file->store != event_trigger_store)
			continue;
		node = tracefs_create_file(dir, file, tr, RING_BUFFER_ALL_CPUS);
		if (!node)
			return -ENOMEM;
		node->event_id = event->id;
	}
	return 0;
}

static bool system_has_others(const struct trace_event *event)
{
	const struct trace_event *other;

	list_for_each_entry (other, &trace_events, list)
		if (other != event && !strcmp(other->system, event->system))
			return true;
	return false;
}

/* The system's directory goes with the last of its events. */
static void remove_event(struct trace_array *tr, const struct trace_event *event)
{
	struct dentry *system = find_dir(tr->events_dir, event->system);
	struct dentry *dir = system ? find_dir(system, event->name) : NULL;

	if (dir)
		simple_remove_recursive(dir);
	if (system && !system_has_others(event))
		simple_remove_recursive(system);
	dput(dir);
	dput(system);
}

static int tracefs_event_changed(struct trace_event *event, bool there)
{
	struct trace_array *tr;
	int error = 0;

	trace_types_lock_acquire();
	list_for_each_entry (tr, &trace_arrays, list) {
		if (tr->removed || !tr->events_dir)
			continue;
		if (!there)
			remove_event(tr, event);
		else if (!error)
			error = create_event(tr, event);
	}
	trace_types_lock_release();
	return error;
}

int tracefs_create_events(struct dentry *dir, struct trace_array *tr)
{
	struct dentry *all = simple_dir_create(dir, "events", NULL, NULL);
	const struct trace_event *event;
	int error;

	if (IS_ERR(all))
		return (int)PTR_ERR(all);
	error = tracefs_create_files(all, tracefs_events_files, tr, RING_BUFFER_ALL_CPUS);
	trace_event_lock_acquire();
	trace_event_files = tracefs_event_changed;
	tr->events_dir = all;
	list_for_each_entry (event, &trace_events, list)
		if (!error)
			error = create_event(tr, event);
	trace_event_lock_release();
	return error;
}
