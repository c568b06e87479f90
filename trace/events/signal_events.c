/* SPDX-License-Identifier: MIT */
/* The events of signals. They carry no more than a number, and all mean the task's end. */
#include "trace/events/signal.h"

#include "kernel/sched/task.h"
#include "trace/events/event_file.h"

#define SIGNAL_GENERATE_FIELDS(R, value, array, string)                                       \
	value(R, int, sig) value(R, int, errno) value(R, int, code)                           \
		array(R, char, comm, TASK_COMM_LEN) value(R, pid_t, pid) value(R, int, group) \
			value(R, int, result)
EVENT_CLASS(signal_generate, SIGNAL_GENERATE_FIELDS,
	    "sig=%d errno=%d code=%d comm=%s pid=%d grp=%d res=%d", REC->sig, REC->errno, REC->code,
	    REC->comm, REC->pid, REC->group, REC->result);
struct static_key signal_generate_key;
static struct trace_event signal_generate =
	EVENT("signal", signal_generate, signal_generate, .key = &signal_generate_key,
	      .other_pid = offsetof(struct signal_generate_record, pid));

void signal_generate_event(int sig, const struct task_struct *task, bool ignored)
{
	struct signal_generate_record record;

	record.sig = sig;
	record.errno = 0;
	record.code = 0;
	__builtin_memcpy(record.comm, task->comm, TASK_COMM_LEN);
	record.pid = task->pid;
	record.group = 1;
	record.result = ignored;
	trace_event_emit(&signal_generate, &record.ent, sizeof(record));
}

#define SIGNAL_DELIVER_FIELDS(R, value, array, string)              \
	value(R, int, sig) value(R, int, errno) value(R, int, code) \
		value(R, unsigned long, sa_handler) value(R, unsigned long, sa_flags)
EVENT_CLASS(signal_deliver, SIGNAL_DELIVER_FIELDS,
	    "sig=%d errno=%d code=%d sa_handler=%lx sa_flags=%lx", REC->sig, REC->errno, REC->code,
	    REC->sa_handler, REC->sa_flags);
struct static_key signal_deliver_key;
static struct trace_event signal_deliver =
	EVENT("signal", signal_deliver, signal_deliver, .key = &signal_deliver_key);

void signal_deliver_event(int sig)
{
	struct signal_deliver_record record;

	record.sig = sig;
	record.errno = 0;
	record.code = 0;
	record.sa_handler = 0;
	record.sa_flags = 0;
	trace_event_emit(&signal_deliver, &record.ent, sizeof(record));
}

struct trace_event *const signal_events[] = {&signal_generate, &signal_deliver, NULL};
