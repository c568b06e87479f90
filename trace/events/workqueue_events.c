/* SPDX-License-Identifier: MIT */
/* The events of work items: what each record has, and how it is filled in. */
#include "trace/events/workqueue.h"

#include "kernel/workqueue.h"
#include "trace/events/event_file.h"

#define WORKQUEUE_QUEUE_WORK_FIELDS(R, value, array, string)                   \
	value(R, void *, work) value(R, void *, function) string(R, workqueue) \
		value(R, int, req_cpu) value(R, int, cpu)
EVENT_CLASS(workqueue_queue_work, WORKQUEUE_QUEUE_WORK_FIELDS,
	    "work struct=%p function=%ps workqueue=%s req_cpu=%d cpu=%d", REC->work, REC->function,
	    __get_str(workqueue), REC->req_cpu, REC->cpu);
struct static_key workqueue_queue_work_key;
static struct trace_event workqueue_queue_work = EVENT(
	"workqueue", workqueue_queue_work, workqueue_queue_work, .key = &workqueue_queue_work_key);

void workqueue_queue_work_event(const struct work_struct *work, const char *queue, u32 requested,
				u32 cpu)
{
	struct {
		struct workqueue_queue_work_record record;
		char strings[EVENT_STRINGS_MAX];
	} event;
	u32 size = sizeof(event.record);

	event.record.work = (void *)work;
	event.record.function = work->func;
	event.record.workqueue = trace_event_string(&event.record.ent, size, &size, queue);
	event.record.req_cpu = (int)requested;
	event.record.cpu = (int)cpu;
	trace_event_emit(&workqueue_queue_work, &event.record.ent, size);
}

#define WORKQUEUE_ACTIVATE_WORK_FIELDS(R, value, array, string) value(R, void *, work)
EVENT_CLASS(workqueue_activate_work, WORKQUEUE_ACTIVATE_WORK_FIELDS, "work struct %p", REC->work);
struct static_key workqueue_activate_work_key;
static struct trace_event workqueue_activate_work =
	EVENT("workqueue", workqueue_activate_work, workqueue_activate_work,
	      .key = &workqueue_activate_work_key);

void workqueue_activate_work_event(const struct work_struct *work)
{
	struct workqueue_activate_work_record record;

	record.work = (void *)work;
	trace_event_emit(&workqueue_activate_work, &record.ent, sizeof(record));
}

#define WORKQUEUE_EXECUTE_FIELDS(R, value, array, string) \
	value(R, void *, work) value(R, void *, function)
EVENT_CLASS(workqueue_execute, WORKQUEUE_EXECUTE_FIELDS, "work struct %p: function %ps", REC->work,
	    REC->function);
struct static_key workqueue_execute_start_key, workqueue_execute_end_key;
static struct trace_event workqueue_execute_start =
	EVENT("workqueue", workqueue_execute_start, workqueue_execute,
	      .key = &workqueue_execute_start_key);
static struct trace_event workqueue_execute_end = EVENT(
	"workqueue", workqueue_execute_end, workqueue_execute, .key = &workqueue_execute_end_key);

static void workqueue_execute_event(struct trace_event *event, const void *work,
				    const void *function)
{
	struct workqueue_execute_record record;

	record.work = (void *)work;
	record.function = (void *)function;
	trace_event_emit(event, &record.ent, sizeof(record));
}

void workqueue_execute_start_event(const void *work, const void *function)
{
	workqueue_execute_event(&workqueue_execute_start, work, function);
}

void workqueue_execute_end_event(const void *work, const void *function)
{
	workqueue_execute_event(&workqueue_execute_end, work, function);
}

struct trace_event *const workqueue_events[] = {
	&workqueue_queue_work,
	&workqueue_activate_work,
	&workqueue_execute_start,
	&workqueue_execute_end,
	NULL,
};
