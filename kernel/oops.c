/* SPDX-License-Identifier: MIT */
/*
 * What happens on an exception that nobody handles: it is printed, by one
 * processor at a time, and the task it happened in ends. Where there is no task
 * that could end, the kernel does.
 */
#include "kernel/oops.h"

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/nofault.h"
#include "arch/x86_64/qemu_exit.h"
#include "arch/x86_64/unwind.h"
#include "kernel/bug.h"
#include "kernel/kallsyms.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/sched/preempt.h"
#include "kernel/sched/task.h"
#include "lib/printf.h"
#include "trace/probes/kprobe.h"

#define SIGSEGV		  11 /* what the task's parent is told */
#define OWNER_WAIT_ROUNDS 100000000

int panic_on_oops;
void (*oops_stop_trace)(void);
void (*warn_stop_trace)(void);
void (*oops_dump_trace)(void);

/* 1 + the number of the CPU that is printing an oops, and how often it has come here. */
static u32 oops_owner;
static u32 oops_depth;
static u32 oops_count;

/*
 * Waits, not for ever, until no other processor prints an oops. An exception inside
 * an oops comes here again on the same processor.
 */
void oops_enter(void)
{
	u32 me = smp_processor_id() + 1;

	local_irq_disable();
	for (u32 i = 0; READ_ONCE(oops_owner) != me && i < OWNER_WAIT_ROUNDS; i++) {
		if (cmpxchg(&oops_owner, 0, me) == 0)
			break;
		cpu_relax();
	}
	WRITE_ONCE(oops_owner, me);
	console_release_owner();
	console_loglevel = CONSOLE_LOGLEVEL_ALL;
	if (oops_stop_trace)
		oops_stop_trace();
}

static void oops_exit(void)
{
	oops_depth = 0;
	WRITE_ONCE(oops_owner, 0);
}

void show_regs_origin(void)
{
	struct task_struct *task = current;

	pr_warn("CPU: %u PID: %d Comm: %s, preempt_count %x%s\n", smp_processor_id(),
		task ? task->pid : 0, task ? task->comm : "boot", preempt_count(),
		in_nmi()	       ? ", in an NMI"
		: in_hardirq()	       ? ", in an interrupt"
		: in_serving_softirq() ? ", in a softirq"
				       : "");
}

/* If BUG() is what happened, says where. Return: what to call it. */
static const char *oops_describe_bug(const char *what, const struct pt_regs *regs)
{
	static const u8 bug[] = {0x0f, 0xb9, 0xfe}; /* ud1 %esi, %edi */
	static char text[128];
	u8 code[sizeof(bug)];

	if (copy_from_kernel_nofault(code, (void *)regs->ip, sizeof(code)))
		return what;
	kprobe_hide(code, regs->ip, sizeof(code));
	for (size_t i = 0; i < sizeof(bug); i++) {
		if (code[i] != bug[i])
			return what;
	}
	snprintf(text, sizeof(text), "BUG at %s:%lu", (const char *)regs->di, regs->si);
	return text;
}

/* Why the kernel cannot go on without this task. Return: NULL if it can. */
static const char *oops_is_fatal(void)
{
	struct task_struct *task = current;

	if (panic_on_oops)
		return "oops=panic";
	if (in_interrupt())
		return "in an interrupt";
	if (!task)
		return "while booting";
	if (is_idle_task(task))
		return "in an idle task";
	if (task->pid == 1)
		return "in init";
	if (task->flags & PF_EXITING)
		return "in a task that was ending";
	return NULL;
}

/* Runs at the top of the task's stack: what was on it is lost, and with it what overflowed it. */
static void __noreturn oops_end_task(void)
{
	if (preempt_count()) {
		pr_emerg("Task %s/%d ends with preempt_count %x\n", current->comm, current->pid,
			 preempt_count());
		__preempt_count = 0;
	}
	local_irq_enable();
	do_exit(SIGSEGV);
}

static void __noreturn oops_leave_stack(u64 stack_top)
{
	__asm__ volatile("mov %2, %%ss\n" /* a double fault comes with another one */
			 "mov %0, %%rsp\n"
			 "xor %%ebp, %%ebp\n" /* backtraces end here */
			 "call *%1\n" ::"r"(stack_top),
			 "r"(oops_end_task), "r"(__KERNEL_DS)
			 : "memory");
	__builtin_unreachable();
}

void die(const char *what, struct pt_regs *regs, u64 error_code)
{
	const char *fatal;

	oops_enter();
	what = oops_describe_bug(what, regs);
	switch (oops_depth++) {
	case 0:
		break;
	case 1:
		panic("oops: %s at %pS while printing an oops", what, (void *)regs->ip);
	default:
		qemu_exit(QEMU_EXIT_PANIC);
		for (;;)
			halt();
	}
	pr_emerg("Oops #%u: %s, error code %04lx\n", ++oops_count, what, error_code);
	show_regs(regs);
	if (oops_dump_trace)
		oops_dump_trace();
	fatal = oops_is_fatal();
	oops_exit();
	if (fatal)
		panic_after_oops("oops: %s %s", what, fatal);
	pr_emerg("Task %s/%d is ended, the others go on\n", current->comm, current->pid);
	oops_leave_stack(task_stack_top(current));
}

void dump_stack(void)
{
	show_regs_origin();
	show_stack(NULL);
}

void warn_report(const char *file, int line, const char *fmt, ...)
{
	char message[256] = "";
	va_list args;
	u64 caller = 0; /* not __builtin_return_address(): the graph tracer may have replaced it */

	if (warn_stop_trace)
		warn_stop_trace();
	if (fmt) {
		va_start(args, fmt);
		vscnprintf(message, sizeof(message), fmt, args);
		va_end(args);
	}
	stack_trace_save(&caller, 1, 1);
	pr_warn("WARNING: %s:%d in %ps%s%s\n", file, line, (void *)caller, message[0] ? ": " : "",
		message);
	dump_stack();
}
