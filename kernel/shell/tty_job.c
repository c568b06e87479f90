/* SPDX-License-Identifier: MIT */
/* Ctrl-C on the console: from the interrupt to the tasks it ends. */
#include "kernel/shell/tty_job.h"

#include "kernel/sched/task.h"
#include "kernel/shell/process.h"
#include "kernel/shell/state.h"
#include "kernel/tty/tty.h"

static DEFINE_SPINLOCK(foreground_lock); /* taken with interrupts off; outside a job's lock */

/* Context: hardirq. */
static void tty_job_interrupt(void *data)
{
	struct shell *shell = data;

	spin_lock(&foreground_lock);
	WRITE_ONCE(shell->interrupted, true);
	if (shell->foreground)
		shell_job_kill(shell->foreground, SIGINT);
	spin_unlock(&foreground_lock);
}

void tty_job_attach(struct shell *shell)
{
	tty_set_interrupt(&tty_console, tty_job_interrupt, shell);
}

void tty_job_set(struct shell *shell, struct shell_job *job)
{
	u64 flags;

	spin_lock_irqsave(&foreground_lock, flags);
	shell->foreground = job;
	spin_unlock_irqrestore(&foreground_lock, flags);
}
