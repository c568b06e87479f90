/* SPDX-License-Identifier: MIT */
/* Which events there are, by name and by id, and the files that each instance has of them. */
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/panic.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/ftrace_wait.h"
#include "trace/events/event_file.h"

struct trace_event *const *const trace_event_systems[] = {
	ftrace_events,
	sched_events,
	NULL,
};

#define ID_BUCKETS 64

LIST_HEAD(trace_events);

static DEFINE_MUTEX(event_mutex);
static struct trace_event *events_by_id[ID_BUCKETS]; /* changed with event_mutex held */
static u16 last_id = TRACE_EVENT_FIRST - 1;

void trace_event_lock_acquire(void)
{
	mutex_lock(&event_mutex);
}

void trace_event_lock_release(void)
{
	mutex_unlock(&event_mutex);
}

void trace_event_wait(void)
{
	ftrace_wait_for_list();
}

struct trace_event *trace_event_by_id(u16 id)
{
	struct trace_event *event = READ_ONCE(events_by_id[id % ID_BUCKETS]);

	while (event && event->id != id)
		event = READ_ONCE(event->next_by_id);
	return event;
}

struct trace_event *trace_event_find(const char *system, const char *name)
{
	struct trace_event *event;

	list_for_each_entry (event, &trace_events, list)
		if (!strcmp(event->name, name) && !strcmp(event->system, system))
			return event;
	return NULL;
}

struct trace_event_file *trace_event_file_find(const struct trace_event *event,
					       const struct trace_array *tr)
{
	struct trace_event_file *file = event->files;

	while (file && file->tr != tr)
		file = file->next;
	return file;
}

static bool can_be_enabled(const struct trace_event *event)
{
	return event->key || event->enable;
}

/* Return: 0 or -ENOMEM. */
static int add_file(struct trace_event *event, struct trace_array *tr)
{
	struct trace_event_file *file;

	if (!can_be_enabled(event))
		return 0;
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	file->event = event;
	file->tr = tr;
	INIT_LIST_HEAD(&file->triggers);
	list_add_tail(&file->list, &tr->events);
	file->next = event->files;
	smp_store_release(&event->files, file);
	return 0;
}

/* Out of its event's list; the caller waits before it frees it. */
static void unlink_file(struct trace_event_file *file)
{
	struct trace_event_file **link = &file->event->files;

	while (*link != file)
		link = &(*link)->next;
	WRITE_ONCE(*link, file->next);
}

/* One user more or less; the first switches the event on, the last off. */
static int use_event(struct trace_event *event, bool on)
{
	int error = 0;

	if (event->users == !on) {
		if (event->enable)
			error = event->enable(event, on);
		else
			error = on ? static_key_enable(event->key) : static_key_disable(event->key);
	}
	if (!error)
		event->users += on ? 1 : -1;
	return error;
}

/* Makes the file a user of its event, or no user, as it wants to be. */
static int update_called(struct trace_event_file *file)
{
	bool wanted = (file->flags & EVENT_ON) || file->soft_users;
	int error = 0;

	if (wanted != file->is_called)
		error = use_event(file->event, wanted);
	if (!error)
		file->is_called = wanted;
	return error;
}

/* Should the machine not stop for switching it off: it comes by, and nobody wants it. */
int trace_event_enable(struct trace_event_file *file, bool on)
{
	int error = 0;

	if (on) {
		trace_types_lock_acquire();
		error = tracing_update_buffers(file->tr);
		trace_types_lock_release();
	}
	if (error)
		return error;
	file->has_been_on |= on;
	trace_event_file_flag(file, EVENT_ON, on);
	error = update_called(file);
	if (error && on)
		trace_event_file_flag(file, EVENT_ON, false);
	return on ? error : 0;
}

int trace_event_soft_get(struct trace_event_file *file)
{
	int error;

	file->soft_users++;
	error = update_called(file);
	if (error)
		file->soft_users--;
	return error;
}

void trace_event_soft_put(struct trace_event_file *file)
{
	file->soft_users--;
	update_called(file);
}

static void add_event(struct trace_event *event)
{
	struct trace_event **bucket;

	if (!event->id)
		event->id = ++last_id;
	bucket = &events_by_id[event->id % ID_BUCKETS];
	event->next_by_id = *bucket;
	list_add_tail(&event->list, &trace_events);
	smp_store_release(bucket, event);
}

void trace_events_init(void)
{
	for (u32 system = 0; trace_event_systems[system]; system++)
		for (u32 i = 0; trace_event_systems[system][i]; i++)
			add_event(trace_event_systems[system][i]);
}

int trace_events_add_instance(struct trace_array *tr)
{
	struct trace_event *event;
	int error = 0;

	mutex_lock(&event_mutex);
	list_for_each_entry (event, &trace_events, list) {
		error = add_file(event, tr);
		if (error)
			break;
	}
	mutex_unlock(&event_mutex);
	return error;
}

void trace_events_remove_instance(struct trace_array *tr)
{
	struct trace_event_file *file, *next;

	mutex_lock(&event_mutex);
	list_for_each_entry (file, &tr->events, list) {
		trace_event_enable(file, false);
		unlink_file(file);
	}
	trace_event_wait();
	list_for_each_entry_safe (file, next, &tr->events, list)
		kfree(file);
	INIT_LIST_HEAD(&tr->events);
	mutex_unlock(&event_mutex);
}
