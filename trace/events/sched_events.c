/* SPDX-License-Identifier: MIT */
/* The scheduler's events: which task runs, wakes, moves. Those of its life: process_events.c. */
#include "trace/events/sched.h"

#include "kernel/sched/task.h"
#include "trace/events/event_file.h"
#include "trace/events/sched_internal.h"

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

#define SCHED_WAKEUP_FIELDS(R, value, array, string)                                 \
	array(R, char, comm, TASK_COMM_LEN) value(R, pid_t, pid) value(R, int, prio) \
		value(R, int, target_cpu)
EVENT_CLASS(sched_wakeup_template, SCHED_WAKEUP_FIELDS, "comm=%s pid=%d prio=%d target_cpu=%03d",
	    REC->comm, REC->pid, REC->prio, REC->target_cpu);

struct static_key sched_waking_key, sched_wakeup_key, sched_wakeup_new_key;
static struct trace_event sched_waking =
	EVENT("sched", sched_waking, sched_wakeup_template, .key = &sched_waking_key,
	      .other_pid = offsetof(struct sched_wakeup_template_record, pid));
static struct trace_event sched_wakeup =
	EVENT("sched", sched_wakeup, sched_wakeup_template, .key = &sched_wakeup_key,
	      .other_pid = offsetof(struct sched_wakeup_template_record, pid));
static struct trace_event sched_wakeup_new =
	EVENT("sched", sched_wakeup_new, sched_wakeup_template, .key = &sched_wakeup_new_key,
	      .other_pid = offsetof(struct sched_wakeup_template_record, pid));

static __always_inline void emit_wakeup(struct trace_event *event, const struct task_struct *p)
{
	struct sched_wakeup_template_record record;

	__builtin_memcpy(record.comm, p->comm, TASK_COMM_LEN);
	record.pid = p->pid;
	record.prio = p->prio;
	record.target_cpu = (int)task_cpu(p);
	trace_event_emit(event, &record.ent, sizeof(record));
}

void sched_waking_event(const struct task_struct *p)
{
	emit_wakeup(&sched_waking, p);
}

void sched_wakeup_event(const struct task_struct *p)
{
	emit_wakeup(&sched_wakeup, p);
}

void sched_wakeup_new_event(const struct task_struct *p)
{
	emit_wakeup(&sched_wakeup_new, p);
}

#define SCHED_MIGRATE_TASK_FIELDS(R, value, array, string)                           \
	array(R, char, comm, TASK_COMM_LEN) value(R, pid_t, pid) value(R, int, prio) \
		value(R, int, orig_cpu) value(R, int, dest_cpu)
EVENT_CLASS(sched_migrate_task, SCHED_MIGRATE_TASK_FIELDS,
	    "comm=%s pid=%d prio=%d orig_cpu=%d dest_cpu=%d", REC->comm, REC->pid, REC->prio,
	    REC->orig_cpu, REC->dest_cpu);

struct static_key sched_migrate_task_key;
static struct trace_event sched_migrate_task =
	EVENT("sched", sched_migrate_task, sched_migrate_task, .key = &sched_migrate_task_key);

void sched_migrate_task_event(const struct task_struct *p, u32 cpu)
{
	struct sched_migrate_task_record record;

	__builtin_memcpy(record.comm, p->comm, TASK_COMM_LEN);
	record.pid = p->pid;
	record.prio = p->prio;
	record.orig_cpu = (int)task_cpu(p);
	record.dest_cpu = (int)cpu;
	trace_event_emit(&sched_migrate_task, &record.ent, sizeof(record));
}

#define SCHED_STAT_RUNTIME_FIELDS(R, value, array, string)                              \
	array(R, char, comm, TASK_COMM_LEN) value(R, pid_t, pid) value(R, u64, runtime) \
		value(R, u64, vruntime)
EVENT_CLASS(sched_stat_runtime, SCHED_STAT_RUNTIME_FIELDS,
	    "comm=%s pid=%d runtime=%lu [ns] vruntime=%lu [ns]", REC->comm, REC->pid, REC->runtime,
	    REC->vruntime);

struct static_key sched_stat_runtime_key;
static struct trace_event sched_stat_runtime =
	EVENT("sched", sched_stat_runtime, sched_stat_runtime, .key = &sched_stat_runtime_key);

void sched_stat_runtime_event(const struct task_struct *p, u64 runtime)
{
	struct sched_stat_runtime_record record;

	__builtin_memcpy(record.comm, p->comm, TASK_COMM_LEN);
	record.pid = p->pid;
	record.runtime = runtime;
	record.vruntime = p->se.vruntime;
	trace_event_emit(&sched_stat_runtime, &record.ent, sizeof(record));
}

struct trace_event *const sched_events[] = {
	&sched_switch,		 &sched_waking,
	&sched_wakeup,		 &sched_wakeup_new,
	&sched_migrate_task,	 &sched_stat_runtime,
	&sched_process_fork,	 &sched_process_exec,
	&sched_process_exit,	 &sched_process_free,
	&sched_process_wait,	 &sched_kthread_stop,
	&sched_kthread_stop_ret, NULL,
};
