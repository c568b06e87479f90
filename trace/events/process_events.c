/* SPDX-License-Identifier: MIT */
/* The scheduler's events, continued: how tasks begin and end, and who waits for them. */
#include "kernel/sched/task.h"
#include "trace/events/event_file.h"
#include "trace/events/sched.h"
#include "trace/events/sched_internal.h"

#define SCHED_PROCESS_FORK_FIELDS(R, value, array, string)                     \
	array(R, char, parent_comm, TASK_COMM_LEN) value(R, pid_t, parent_pid) \
		array(R, char, child_comm, TASK_COMM_LEN) value(R, pid_t, child_pid)
EVENT_CLASS(sched_process_fork, SCHED_PROCESS_FORK_FIELDS,
	    "comm=%s pid=%d child_comm=%s child_pid=%d", REC->parent_comm, REC->parent_pid,
	    REC->child_comm, REC->child_pid);

struct static_key sched_process_fork_key;
struct trace_event sched_process_fork =
	EVENT("sched", sched_process_fork, sched_process_fork, .key = &sched_process_fork_key);

void sched_process_fork_event(const struct task_struct *parent, const struct task_struct *child)
{
	struct sched_process_fork_record record;

	__builtin_memcpy(record.parent_comm, parent->comm, TASK_COMM_LEN);
	record.parent_pid = parent->pid;
	__builtin_memcpy(record.child_comm, child->comm, TASK_COMM_LEN);
	record.child_pid = child->pid;
	trace_event_emit(&sched_process_fork, &record.ent, sizeof(record));
}

#define SCHED_PROCESS_EXEC_FIELDS(R, value, array, string) \
	string(R, filename) value(R, pid_t, pid) value(R, pid_t, old_pid)
EVENT_CLASS(sched_process_exec, SCHED_PROCESS_EXEC_FIELDS, "filename=%s pid=%d old_pid=%d",
	    __get_str(filename), REC->pid, REC->old_pid);

struct static_key sched_process_exec_key;
struct trace_event sched_process_exec =
	EVENT("sched", sched_process_exec, sched_process_exec, .key = &sched_process_exec_key);

void sched_process_exec_event(const struct task_struct *p, const char *name)
{
	struct {
		struct sched_process_exec_record record;
		char strings[EVENT_STRINGS_MAX];
	} with;
	struct sched_process_exec_record *record = &with.record;
	u32 size = sizeof(*record);

	record->filename = trace_event_string(&record->ent, sizeof(*record), &size, name);
	record->pid = p->pid;
	record->old_pid = p->pid;
	trace_event_emit(&sched_process_exec, &record->ent, size);
}

#define SCHED_PROCESS_FIELDS(R, value, array, string) \
	array(R, char, comm, TASK_COMM_LEN) value(R, pid_t, pid) value(R, int, prio)
EVENT_CLASS(sched_process_template, SCHED_PROCESS_FIELDS, "comm=%s pid=%d prio=%d", REC->comm,
	    REC->pid, REC->prio);

struct static_key sched_process_exit_key, sched_process_free_key, sched_process_wait_key;
struct trace_event sched_process_exit =
	EVENT("sched", sched_process_exit, sched_process_template, .key = &sched_process_exit_key);
struct trace_event sched_process_free =
	EVENT("sched", sched_process_free, sched_process_template, .key = &sched_process_free_key);
struct trace_event sched_process_wait =
	EVENT("sched", sched_process_wait, sched_process_template, .key = &sched_process_wait_key);

static void emit_process(struct trace_event *event, const struct task_struct *p, pid_t pid)
{
	struct sched_process_template_record record;

	__builtin_memcpy(record.comm, p->comm, TASK_COMM_LEN);
	record.pid = pid;
	record.prio = p->prio;
	trace_event_emit(event, &record.ent, sizeof(record));
}

void sched_process_exit_event(const struct task_struct *p)
{
	emit_process(&sched_process_exit, p, p->pid);
}

void sched_process_free_event(const struct task_struct *p)
{
	emit_process(&sched_process_free, p, p->pid);
}

void sched_process_wait_event(pid_t pid)
{
	emit_process(&sched_process_wait, current, pid > 0 ? pid : 0);
}

#define SCHED_KTHREAD_STOP_FIELDS(R, value, array, string) \
	array(R, char, comm, TASK_COMM_LEN) value(R, pid_t, pid)
EVENT_CLASS(sched_kthread_stop, SCHED_KTHREAD_STOP_FIELDS, "comm=%s pid=%d", REC->comm, REC->pid);

struct static_key sched_kthread_stop_key;
struct trace_event sched_kthread_stop =
	EVENT("sched", sched_kthread_stop, sched_kthread_stop, .key = &sched_kthread_stop_key);

void sched_kthread_stop_event(const struct task_struct *p)
{
	struct sched_kthread_stop_record record;

	__builtin_memcpy(record.comm, p->comm, TASK_COMM_LEN);
	record.pid = p->pid;
	trace_event_emit(&sched_kthread_stop, &record.ent, sizeof(record));
}

#define SCHED_KTHREAD_STOP_RET_FIELDS(R, value, array, string) value(R, int, ret)
EVENT_CLASS(sched_kthread_stop_ret, SCHED_KTHREAD_STOP_RET_FIELDS, "ret=%d", REC->ret);

struct static_key sched_kthread_stop_ret_key;
struct trace_event sched_kthread_stop_ret =
	EVENT("sched", sched_kthread_stop_ret, sched_kthread_stop_ret,
	      .key = &sched_kthread_stop_ret_key);

void sched_kthread_stop_ret_event(int result)
{
	struct sched_kthread_stop_ret_record record;

	record.ret = result;
	trace_event_emit(&sched_kthread_stop_ret, &record.ent, sizeof(record));
}
