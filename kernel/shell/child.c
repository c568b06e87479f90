/* SPDX-License-Identifier: MIT */
/*
 * Tasks for commands. A child is made with everything it needs: a copy of the
 * shell, references to the tree and the words, and the descriptors to begin with.
 */
#include "kernel/shell/child.h"

#include "kernel/fs/fdtable.h"
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/redirect.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/events/sched.h"

struct shell_child {
	struct shell_process process;
	struct shell *shell;
	struct shell_wiring wiring;
	struct shell_work work;
};

static void shell_child_free(struct shell_child *child)
{
	if (child->shell) {
		shell_arena_put(child->shell->tree);
		shell_destroy(child->shell);
	}
	shell_arena_put(child->work.arena);
	kfree(child->process.out);
	kfree(child);
}

static void wire_descriptor(int from, int to)
{
	if (from < 0)
		return;
	ksys_dup2(from, to);
	ksys_close(from);
}

static void shell_child_wire(const struct shell_wiring *wiring)
{
	do_close_on_exec();
	if (wiring->background && wiring->in < 0)
		wire_descriptor(do_sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0), 0);
	wire_descriptor(wiring->in, 0);
	wire_descriptor(wiring->out, 1);
	if (wiring->unused >= 0)
		ksys_close(wiring->unused);
}

static int shell_child_work(struct shell_child *child)
{
	struct shell *shell = child->shell;
	const struct shell_work *work = &child->work;

	if (work->text)
		return shell_run_text(shell, work->text, strlen(work->text));
	if (work->list)
		return shell_run_chain(shell, work->list);
	if (work->node && shell_redirect(shell, work->arena, work->node->redirects, NULL))
		return 1;
	if (work->words) {
		trace_sched_process_exec(current, work->words->items[0]);
		return shell_run_command(shell, work->words);
	}
	return shell_run_compound(shell, work->node);
}

static int shell_child_main(void *data)
{
	struct shell_child *child = data;
	int status;

	current->shell = &child->process;
	shell_child_wire(&child->wiring);
	status = shell_child_work(child);
	cmd_flush();
	shell_job_leave(&child->process);
	current->shell = NULL;
	shell_child_free(child);
	return status;
}

/* The name of the task: the command's, or "sh" for a part of a script. */
static const char *shell_child_name(const struct shell_work *work)
{
	const char *name, *slash;

	if (!work->words)
		return "sh";
	name = work->words->items[0];
	slash = strrchr(name, '/');
	return slash && slash[1] ? slash + 1 : name;
}

static struct shell_child *shell_child_alloc(struct shell *shell, const struct shell_work *work)
{
	struct shell_child *child = kzalloc(sizeof(*child), GFP_KERNEL);

	if (!child)
		return NULL;
	child->work = *work;
	if (child->work.arena)
		shell_arena_get(child->work.arena);
	child->process.name = SHELL_NAME;
	child->shell = shell_copy(shell);
	if (!child->shell) {
		shell_child_free(child);
		return NULL;
	}
	if (shell->tree)
		child->shell->tree = shell_arena_get(shell->tree);
	return child;
}

struct shell_child *shell_child_create(struct shell *shell, const struct shell_wiring *wiring,
				       const struct shell_work *work)
{
	static const struct shell_wiring as_parent = {.in = -1, .out = -1, .unused = -1};
	struct shell_child *child = shell_child_alloc(shell, work);
	struct task_struct *task;

	if (!child) {
		shell_message("%s: no memory", shell_child_name(work));
		return NULL;
	}
	child->wiring = wiring ? *wiring : as_parent;
	task = copy_process(shell_child_main, child, shell_child_name(work));
	if (IS_ERR(task)) {
		shell_message("%s: no task can be made", shell_child_name(work));
		shell_child_free(child);
		return NULL;
	}
	child->process.task = task;
	return child;
}

pid_t shell_child_pid(const struct shell_child *child)
{
	return child->process.task->pid;
}

void shell_child_start(struct shell_child *child, struct shell_job *job,
		       struct shell_children *children)
{
	struct task_struct *task = child->process.task;

	children->pids[children->count++] = task->pid;
	child->shell->job = job; /* kept by the membership */
	shell_job_join(job, &child->process);
	wake_up_new_task(task);
	put_task_struct(task);
}

struct shell_job *shell_new_job(struct shell *shell)
{
	struct shell_job *job;

	if (shell->job)
		return shell_job_get(shell->job);
	job = shell_job_create();
	if (!job)
		shell_message("no memory for a job");
	return job;
}
