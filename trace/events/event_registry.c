/* SPDX-License-Identifier: MIT */
/* Which events there are, by name and by id, and the files that each instance has of them. */
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/panic.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/trace_params.h"
#include "trace/events/event_file.h"
#include "trace/events/trigger.h"

struct trace_event *const *const trace_event_systems[] = {
	ftrace_events,	    sched_events,  irq_events,
	irq_vectors_events, timer_events,  workqueue_events,
	kmem_events,	    power_events,  initcall_events,
	exceptions_events,  printk_events, lock_events,
	signal_events,	    NULL,
};

#define ID_BUCKETS 64

LIST_HEAD(trace_events);

static DEFINE_MUTEX(event_mutex);
static struct trace_event *events_by_id[ID_BUCKETS]; /* changed with event_mutex held */
static u16 last_id = TRACE_EVENT_FIRST - 1;

int (*trace_event_files)(struct trace_event *event, bool there);

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

/* Return: 0 or -ENOMEM. */
static int add_file(struct trace_event *event, struct trace_array *tr)
{
	struct trace_event_file *file;

	if (!event->key && !event->enable)
		return 0;
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	file->event = event;
	file->id = event->id;
	file->tr = tr;
	INIT_LIST_HEAD(&file->triggers);
	if (tr == &global_trace && trace_params.printk_events && event->print)
		file->flags |= EVENT_PRINTK;
	if (pid_filter_has_lists(&tr->event_pids))
		file->flags |= EVENT_BY_PID;
	list_add_tail(&file->list, &tr->events);
	file->next = event->files;
	smp_store_release(&event->files, file);
	return 0;
}

static void free_file(struct trace_event_file *file)
{
	trace_event_free_filter(file);
	kfree(file);
}

/* Out of its event's list; the caller waits before it frees it. */
static void unlink_file(struct trace_event_file *file)
{
	struct trace_event_file **link = &file->event->files;

	while (*link != file)
		link = &(*link)->next;
	WRITE_ONCE(*link, file->next);
}

/* Ids come round, so that records that are still somewhere do not become those of another event. */
static u16 next_id(void)
{
	for (u32 tries = 0; tries <= UINT16_MAX - TRACE_EVENT_FIRST; tries++) {
		last_id = last_id < UINT16_MAX ? last_id + 1 : TRACE_EVENT_FIRST;
		if (!trace_event_by_id(last_id))
			return last_id;
	}
	return 0;
}

/* One that has an id keeps it. Return: 0 or -ENOSPC. */
static int add_event(struct trace_event *event)
{
	struct trace_event **bucket;

	if (!event->id)
		event->id = next_id();
	if (!event->id)
		return -ENOSPC;
	bucket = &events_by_id[event->id % ID_BUCKETS];
	event->next_by_id = *bucket;
	list_add_tail(&event->list, &trace_events);
	smp_store_release(bucket, event);
	return 0;
}

/* Frees what each instance has of an event that is off, and forgets it. */
static void remove_event(struct trace_event *event)
{
	struct trace_event **link = &events_by_id[event->id % ID_BUCKETS];
	struct trace_event_file *file = event->files, *next;

	while (*link != event)
		link = &(*link)->next_by_id;
	WRITE_ONCE(*link, event->next_by_id);
	list_del(&event->list);
	WRITE_ONCE(event->files, NULL);
	trace_event_wait();
	for (; file; file = next) {
		next = file->next;
		list_del(&file->list);
		if (file->has_been_on) { /* nobody can read its records now */
			trace_types_lock_acquire();
			tracing_reset_both(file->tr);
			trace_types_lock_release();
		}
		free_file(file);
	}
	event->id = 0;
}

static int add_event_everywhere(struct trace_event *event)
{
	struct trace_array *tr;
	int error = add_event(event);

	if (error)
		return error;
	trace_types_lock_acquire();
	list_for_each_entry (tr, &trace_arrays, list)
		if (!error && !tr->removed)
			error = add_file(event, tr);
	trace_types_lock_release();
	if (!error && trace_event_files)
		error = trace_event_files(event, true);
	if (error) {
		if (trace_event_files)
			trace_event_files(event, false);
		remove_event(event);
	}
	return error;
}

int trace_event_register(struct trace_event *event)
{
	int error = -EEXIST;

	mutex_lock(&event_mutex);
	if (!trace_event_find(event->system, event->name))
		error = add_event_everywhere(event);
	mutex_unlock(&event_mutex);
	return error;
}

int trace_event_unregister(struct trace_event *event)
{
	int error = 0;

	mutex_lock(&event_mutex);
	if (event->users || event->references) {
		error = -EBUSY;
	} else {
		if (trace_event_files)
			trace_event_files(event, false);
		remove_event(event);
	}
	mutex_unlock(&event_mutex);
	return error;
}

int trace_event_get(u16 id)
{
	struct trace_event *event;

	mutex_lock(&event_mutex);
	event = trace_event_by_id(id);
	if (event)
		event->references++;
	mutex_unlock(&event_mutex);
	return event ? 0 : -ENODEV;
}

void trace_event_put(u16 id)
{
	mutex_lock(&event_mutex);
	trace_event_by_id(id)->references--;
	mutex_unlock(&event_mutex);
}

void trace_events_init(void)
{
	kmem_events_init();
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
	trace_trigger_remove_all(tr);
	list_for_each_entry (file, &tr->events, list) {
		trace_event_enable(file, false);
		unlink_file(file);
	}
	trace_event_wait();
	list_for_each_entry_safe (file, next, &tr->events, list)
		free_file(file);
	INIT_LIST_HEAD(&tr->events);
	mutex_unlock(&event_mutex);
}
