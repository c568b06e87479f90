/* SPDX-License-Identifier: MIT */
/* A jump is planted where somebody goes on who is still in the slot of another probe. */
#include "arch/x86_64/page.h"
#include "kernel/sched/kthread.h"
#include "kernel/selftest/selftest.h"
#include "kernel/time/sleep.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/probes/kprobe.h"

#define ROUNDS 20

/* Bytes from the second instruction, where the first probe is. */
#define BEHIND 4 /* where the second probe is: the last that the jump of the first covers */
#define BEFORE 2 /* where the third is: its jump covers the first, and the next */
#define RESULT 5

/*
 * Instructions of 2, 2, 2, 3, 3, 3, and 3 bytes. Nearly all time is spent in the second, so a task
 * that is interrupted is there.
 */
static noinline u64 kprobe_overlap_form(void)
{
	const void *memory = _stext;
	u64 left = (u64)_etext - (u64)_stext, sum = 0;

	__asm__ volatile("mov %%edx, %%edx\n\t"
			 "rep lodsb\n\t"
			 "inc %%edx\n\t"
			 "lea 1(%%rdx), %%edx\n\t"
			 "lea 1(%%rdx), %%edx\n\t"
			 "lea 1(%%rdx), %%edx\n\t"
			 "lea 1(%%rdx), %%edx\n\t"
			 : "+d"(sum), "+S"(memory), "+c"(left)
			 :
			 : "rax", "memory", "cc");
	return sum;
}

/* Return: 1; a thread that a fault ends returns nothing. */
static int overlap_call_until_stopped(void *data)
{
	u64 *wrong = data;

	while (!kthread_should_stop()) {
		*wrong += kprobe_overlap_form() != RESULT;
		cond_resched();
	}
	return 1;
}

static notrace void overlap_hit(struct kprobe *probe, struct pt_regs *regs)
{
}

/* @first is still there when the second probe comes, or has just gone. */
static int overlap_once(struct kprobe *first, struct kprobe *second, bool stays)
{
	SELFTEST_EXPECT(!enable_kprobe(first), stays);
	SELFTEST_EXPECT(!strcmp(kprobe_kind_at(first->address, false), "jump"), stays);
	msleep(4);
	if (!stays)
		SELFTEST_EXPECT(!disable_kprobe(first), stays);
	SELFTEST_EXPECT(!enable_kprobe(second), stays);
	SELFTEST_EXPECT(!strcmp(kprobe_kind_at(second->address, false), "jump"), stays);
	msleep(4);
	SELFTEST_EXPECT(!disable_kprobe(second) && !disable_kprobe(first), stays);
	return 0;
}

/* The int3 in between goes, and the one before it becomes a jump again. */
static int overlap_around(struct kprobe *first, struct kprobe *third, u32 round)
{
	SELFTEST_EXPECT(!enable_kprobe(third), round);
	SELFTEST_EXPECT(!strcmp(kprobe_kind_at(third->address, false), "jump"), round);
	SELFTEST_EXPECT(!enable_kprobe(first), round);
	SELFTEST_EXPECT(!strcmp(kprobe_kind_at(third->address, false), "int3"), round);
	msleep(4);
	SELFTEST_EXPECT(!disable_kprobe(first), round);
	SELFTEST_EXPECT(!strcmp(kprobe_kind_at(third->address, false), "jump"), round);
	msleep(4);
	SELFTEST_EXPECT(!disable_kprobe(third), round);
	return 0;
}

int selftest_kprobe_overlap(void)
{
	struct kprobe first = {.address = (u64)kprobe_overlap_form, .func = overlap_hit};
	struct kprobe second, third;
	struct task_struct *task;
	int error, ended = 0;
	u64 wrong = 0;

	while (memcmp((const void *)first.address, "\xf3\xac", 2))
		first.address++;
	second = third = first;
	second.address += BEHIND;
	third.address -= BEFORE;
	error = register_kprobe(&first, NULL);
	if (!error)
		error = register_kprobe(&second, NULL);
	if (!error)
		error = register_kprobe(&third, NULL);
	task = kthread_create(overlap_call_until_stopped, &wrong, "overlap");
	if (!error && !IS_ERR(task)) {
		get_task_struct(task);
		set_user_nice(task, MAX_NICE);
		wake_up_process(task);
		for (u32 i = 0; i < ROUNDS && !error; i++) {
			error = overlap_once(&first, &second, i % 2);
			if (!error)
				error = overlap_around(&first, &third, i);
		}
		ended = kthread_stop(task);
		put_task_struct(task);
	}
	unregister_kprobe(&third);
	unregister_kprobe(&second);
	unregister_kprobe(&first);
	SELFTEST_EXPECT(!error && ended == 1 && !wrong, wrong);
	return 0;
}
