/* SPDX-License-Identifier: MIT */
/*
 * Crashes on request. Everything here is wrong on purpose, so the compiler must
 * not see through it: what it would optimise away goes through volatile.
 */
#include "kernel/lkdtm.h"

#include "arch/x86_64/apic.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/bug.h"
#include "kernel/panic.h"
#include "kernel/sched/preempt.h"
#include "kernel/sched/task.h"
#include "kernel/trace_target.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/string.h"

static void lkdtm_PANIC(void)
{
	panic("lkdtm: as asked");
}

static void lkdtm_BUG(void)
{
	BUG();
}

static void lkdtm_WARNING(void)
{
	WARN_ON(true);
}

static void lkdtm_WARNING_MESSAGE(void)
{
	WARN(true, "as asked, %d", 42);
}

/* A write through a null pointer. */
static void lkdtm_EXCEPTION(void)
{
	volatile int *volatile nothing = NULL;

	*nothing = 0;
}

/* An endless loop that lets nobody else run, with interrupts on and off. */
static void lkdtm_SOFTLOCKUP(void)
{
	preempt_disable();
	for (;;)
		cpu_relax();
}

static void lkdtm_HARDLOCKUP(void)
{
	local_irq_disable();
	for (;;)
		cpu_relax();
}

/* Calls itself until the stack is full; the use of @space behind the call keeps the frame. */
static noinline int lkdtm_recurse(volatile int *depth)
{
	volatile char space[512];

	space[0] = (char)++*depth;
	if (*depth)
		lkdtm_recurse(depth);
	return space[0];
}

static void lkdtm_EXHAUST_STACK(void)
{
	volatile int depth = 0;

	lkdtm_recurse(&depth);
}

static void lkdtm_WRITE_RO(void)
{
	static const u64 constant = 0x5b;
	volatile u64 *volatile address = (u64 *)&constant;

	*address = 0;
}

static void lkdtm_WRITE_KERN(void)
{
	*(volatile u8 *)lkdtm_WARNING = 0xc3;
}

static void lkdtm_EXEC_DATA(void)
{
	static u8 code[] = {0xc3}; /* ret */
	void (*volatile data)(void) = (void (*)(void))code;

	data();
}

static void lkdtm_EXEC_NULL(void)
{
	void (*volatile nothing)(void) = NULL;

	nothing();
}

/* A general protection fault: bits 47 to 63 of an address must be the same. */
static void lkdtm_ACCESS_NONCANONICAL(void)
{
	volatile int *volatile nowhere = (int *)0x6b6b6b6b6b6b6b6bul;

	*nowhere = 0;
}

static void lkdtm_DIVIDE_BY_ZERO(void)
{
	volatile int one = 1, zero = 0;

	one /= zero;
}

/* Another NOP where the tracer expects its own: the next patch of it must be refused. */
static void lkdtm_CORRUPT_SITE(void)
{
	struct text_patch patch = {.address = (u64)trace_target,
				   .new = {0x66, 0x0f, 0x1f, 0x04, 0x00}}; /* nopw (%rax,%rax) */

	memcpy(patch.old, (void *)patch.address, TEXT_PATCH_SIZE);
	text_patch_batch(&patch, 1, NULL);
}

/* Interrupts that nothing but a fault of the hardware causes. */
static void lkdtm_APIC_ERROR(void)
{
	if (apic_present())
		apic_send_ipi_self(ERROR_APIC_VECTOR);
}

static void lkdtm_APIC_SPURIOUS(void)
{
	if (apic_present())
		apic_send_ipi_self(SPURIOUS_APIC_VECTOR);
}

static const struct {
	const char *name;
	void (*action)(void);
} lkdtm_actions[] = {
	{"PANIC", lkdtm_PANIC},
	{"BUG", lkdtm_BUG},
	{"WARNING", lkdtm_WARNING},
	{"WARNING_MESSAGE", lkdtm_WARNING_MESSAGE},
	{"EXCEPTION", lkdtm_EXCEPTION},
	{"EXHAUST_STACK", lkdtm_EXHAUST_STACK},
	{"SOFTLOCKUP", lkdtm_SOFTLOCKUP},
	{"HARDLOCKUP", lkdtm_HARDLOCKUP},
	{"WRITE_RO", lkdtm_WRITE_RO},
	{"WRITE_KERN", lkdtm_WRITE_KERN},
	{"EXEC_DATA", lkdtm_EXEC_DATA},
	{"EXEC_NULL", lkdtm_EXEC_NULL},
	{"ACCESS_NONCANONICAL", lkdtm_ACCESS_NONCANONICAL},
	{"DIVIDE_BY_ZERO", lkdtm_DIVIDE_BY_ZERO},
	{"CORRUPT_SITE", lkdtm_CORRUPT_SITE},
	{"APIC_ERROR", lkdtm_APIC_ERROR},
	{"APIC_SPURIOUS", lkdtm_APIC_SPURIOUS},
};

int lkdtm_do_action(const char *name)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(lkdtm_actions); i++) {
		if (!strcmp(lkdtm_actions[i].name, name)) {
			lkdtm_actions[i].action();
			return 0;
		}
	}
	return -EINVAL;
}

static int lkdtm_thread(void *name)
{
	return -lkdtm_do_action(name);
}

int lkdtm_param(const char *value)
{
	pid_t pid = value ? kernel_thread(lkdtm_thread, (void *)value, "lkdtm") : -EINVAL;
	int status = 0;
	int error = pid < 0 ? pid : wait_for_task_exit(pid, &status);

	return error ? error : -(status >> 8);
}
