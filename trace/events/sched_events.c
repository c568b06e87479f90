/* SPDX-License-Identifier: MIT */
/* The events of the scheduler: what each record has, and how it is filled in. */
#include "trace/events/sched.h"

#include "kernel/sched/task.h"
#include "trace/events/event_file.h"

/* prev_state's bits, as Linux shows them: the bit above all is for one that was preempted. */
#define REPORT_SLEEPS	   0x01
#define REPORT_DISK_SLEEPS 0x02
#define REPORT_STOPPED	   0x04
#define REPORT_DEAD	   0x10
#define REPORT_ZOMBIE	   0x20
#define REPORT_IDLE	   0x80
#define REPORT_PREEMPTED   0x100

#define SCHED_SWITCH_FIELDS(R, value, array, string)                                       \
	array(R, char, prev_comm, TASK_COMM_LEN) value(R, pid_t, prev_pid)                 \
		value(R, int, prev_prio) value(R, long, prev_state)                        \
			array(R, char, next_comm, TASK_COMM_LEN) value(R, pid_t, next_pid) \
				value(R, int, next_prio)
EVENT_CLASS(sched_switch, SCHED_SWITCH_FIELDS,
	    "prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s%s ==> next_comm=%s next_pid=%d "
	    "next_prio=%d",
	    REC->prev_comm, REC->prev_pid, REC->prev_prio,
	    (REC->prev_state & 0xff)
		    ? __print_flags(REC->prev_state & 0xff, "|", {0x1, "S"}, {0x2, "D"}, {0x4, "T"},
				    {0x8, "t"}, {0x10, "X"}, {0x20, "Z"}, {0x40, "P"}, {0x80, "I"})
		    : "R",
	    REC->prev_state & 0x100 ? "+" : "", REC->next_comm, REC->next_pid, REC->next_prio);
struct static_key sched_switch_key;
static struct trace_event sched_switch =
	EVENT("sched", sched_switch, sched_switch, .key = &sched_switch_key,
	      .other_pid = offsetof(struct sched_switch_record, next_pid));

static long reported_state(bool preempted, const struct task_struct *prev, u32 state)
{
	if (preempted)
		return REPORT_PREEMPTED;
	if (prev->exit_state)
		return prev->exit_state == EXIT_ZOMBIE ? REPORT_ZOMBIE : REPORT_DEAD;
	if (state == TASK_IDLE)
		return REPORT_IDLE;
	return state & (REPORT_SLEEPS | REPORT_DISK_SLEEPS | REPORT_STOPPED);
}

void sched_switch_event(bool preempted, const struct task_struct *prev,
			const struct task_struct *next, u32 prev_state)
{
	struct sched_switch_record record;

	__builtin_memcpy(record.prev_comm, prev->comm, TASK_COMM_LEN);
	record.prev_pid = prev->pid;
	record.prev_prio = prev->prio;
	record.prev_state = reported_state(preempted, prev, prev_state);
	__builtin_memcpy(record.next_comm, next->comm, TASK_COMM_LEN);
	record.next_pid = next->pid;
	record.next_prio = next->prio;
	trace_event_emit(&sched_switch, &record.ent, sizeof(record));
}

struct trace_event *const sched_events[] = {
	&sched_switch,
	NULL,
};
