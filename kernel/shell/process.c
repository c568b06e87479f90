/* SPDX-License-Identifier: MIT */
/* Jobs: which tasks Ctrl-C ends, and waiting for them. */
#include "kernel/shell/process.h"

#include "kernel/mm/slab.h"
#include "kernel/sched/sched.h"
#include "lib/errno.h"

struct shell_process *shell_process_current(void)
{
	return current->shell;
}

struct shell_job *shell_job_create(void)
{
	struct shell_job *job = kzalloc(sizeof(*job), GFP_KERNEL);

	if (!job)
		return NULL;
	job->users = 1;
	spin_lock_init(&job->lock);
	INIT_LIST_HEAD(&job->members);
	return job;
}

struct shell_job *shell_job_get(struct shell_job *job)
{
	__atomic_add_fetch(&job->users, 1, __ATOMIC_SEQ_CST);
	return job;
}

void shell_job_put(struct shell_job *job)
{
	if (job && !__atomic_sub_fetch(&job->users, 1, __ATOMIC_SEQ_CST))
		kfree(job);
}

void shell_job_join(struct shell_job *job, struct shell_process *process)
{
	int signal;
	u64 flags;

	process->job = shell_job_get(job);
	get_task_struct(process->task);
	spin_lock_irqsave(&job->lock, flags);
	list_add_tail(&process->in_job, &job->members);
	signal = job->signal;
	spin_unlock_irqrestore(&job->lock, flags);
	if (signal)
		send_sig(signal, process->task);
}

void shell_job_leave(struct shell_process *process)
{
	struct shell_job *job = process->job;
	u64 flags;

	if (!job)
		return;
	spin_lock_irqsave(&job->lock, flags);
	list_del(&process->in_job);
	spin_unlock_irqrestore(&job->lock, flags);
	process->job = NULL;
	put_task_struct(process->task);
	shell_job_put(job);
}

void shell_job_kill(struct shell_job *job, int signal)
{
	struct shell_process *process;
	u64 flags;

	spin_lock_irqsave(&job->lock, flags);
	job->signal = signal;
	list_for_each_entry (process, &job->members, in_job)
		send_sig(signal, process->task);
	spin_unlock_irqrestore(&job->lock, flags);
}

/* From a wait status to the shell's $?. */
static int shell_status(int wait_status)
{
	int signal = wait_status & 0x7f;

	return signal ? 128 + signal : wait_status >> 8 & 0xff;
}

int shell_children_wait(struct shell_children *children, bool may_wait)
{
	for (int i = 0; i < children->count; i++) {
		int wait_status = 0;
		pid_t pid = children->pids[i];

		if (!pid)
			continue;
		pid = kernel_wait4(pid, &wait_status, may_wait ? 0 : WNOHANG);
		if (!pid)
			return -EAGAIN;
		if (pid == -EINTR)
			return pid;
		children->pids[i] = 0;
		if (i == children->count - 1)
			children->status = shell_status(wait_status);
	}
	return 0;
}
