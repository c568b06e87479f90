/* SPDX-License-Identifier: MIT */
/*
 * Changing instructions under running processors, without stopping them:
 *
 *	1. compare the old bytes of all entries; on a difference, end
 *	2. write int3 on the first byte of each; every processor serialises
 *	3. write the other bytes; every processor serialises
 *	4. write the first byte; every processor serialises
 *	5. write it once more: see docs/tricks.md
 *	6. take the batch away; every processor serialises
 *
 * Who meets the int3 meanwhile goes on as if the new instruction had been there:
 * text_patch_emulate(). It has interrupts off from the int3 on until it has looked
 * for the entry in the batch, so it answers no call to serialise before.
 */
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/percpu.h"
#include "arch/x86_64/text_patch_alias.h"
#include "arch/x86_64/text_patch_list.h"
#include "arch/x86_64/tsc.h"
#include "kernel/sched/preempt.h"
#include "kernel/smp/smp.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/time/sleep.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/math.h"

#define CALL_OPCODE 0xe8
#define JMP_OPCODE  0xe9

enum text_patch_step {
	STEP_INT3,
	STEP_TAIL,
	STEP_FIRST
};
_Static_assert(STEP_FIRST + 1 == TEXT_PATCH_STEPS, "each is counted");

/* The batch whose entries may begin with int3; NULL: none. */
static const struct text_patch_list *live_list;
static u32 live_step;

struct text_patch_met {
	u64 step[TEXT_PATCH_STEPS];
};
static DEFINE_PER_CPU(struct text_patch_met, text_patch_met);

static u64 longest_write;  /* ticks; [text_mutex] */
static unsigned int delay; /* microseconds after each step */

int text_patch_delay_param(const char *value)
{
	return value ? kstrtouint(value, 10, &delay) : -EINVAL;
}

static void serialize_this_core(void *unused)
{
	serialize_core();
}

static void text_sync_cores(void)
{
	on_each_cpu(serialize_this_core, NULL, true);
	if (delay)
		usleep_range(delay, delay);
}

static __always_inline void write_piece(u8 *at, const struct text_patch *patch,
					enum text_patch_step step)
{
	if (step == STEP_INT3)
		*at = INT3_OPCODE;
	else if (step == STEP_TAIL)
		__builtin_memcpy(at + 1, patch->new + 1, TEXT_PATCH_SIZE - 1);
	else
		*at = patch->new[0];
}

static void note_write(u64 start)
{
	longest_write = max(longest_write, rdtsc() - start);
}

/* The window is open for two pages at a time, and others may run in between. */
static __always_inline void write_step(const struct text_patch_list *list,
				       enum text_patch_step step)
{
	const struct text_patch *patch = list->patches;
	const struct text_patch *end = patch + list->count;
	u64 page, start;
	u8 *alias;

	WRITE_ONCE(live_step, step);
	while (patch < end) {
		page = patch->address & PAGE_MASK;
		preempt_disable();
		start = rdtsc();
		alias = text_alias_map(page);
		do {
			write_piece(alias + (patch->address - page), patch, step);
			patch++;
		} while (patch < end && patch->address - page <= 2 * PAGE_SIZE - TEXT_PATCH_SIZE);
		text_alias_unmap();
		note_write(start);
		preempt_enable_notrace();
	}
}

static int apply_by_breakpoint(struct text_patch_list *list)
{
	int error = text_patch_compare(list);

	if (error)
		return error;
	cpus_write_lock(); /* who is not online yet would not be told to serialise */
	smp_store_release(&live_list, list);
	if (list->size > 1) {
		write_step(list, STEP_INT3);
		text_sync_cores();
		write_step(list, STEP_TAIL);
		text_sync_cores();
	}
	write_step(list, STEP_FIRST);
	text_sync_cores();
	write_step(list, STEP_FIRST);
	WRITE_ONCE(live_list, NULL);
	text_sync_cores();
	cpus_write_unlock();
	return 0;
}

const struct text_patch_method breakpoint_method = {
	.name = "breakpoint",
	.apply = apply_by_breakpoint,
};

/* Return: the entry at @address, or NULL. */
static const struct text_patch *find_patch(const struct text_patch_list *list, u64 address)
{
	u32 low = 0, high = list->count;

	while (low < high) {
		u32 middle = low + (high - low) / 2;

		if (list->patches[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < list->count && list->patches[low].address == address ? &list->patches[low]
									  : NULL;
}

bool text_patch_emulate(struct pt_regs *regs)
{
	/* Pairs with apply_by_breakpoint(). */
	const struct text_patch_list *list = smp_load_acquire(&live_list);
	u8 nop[TEXT_PATCH_SIZE];
	u64 address = regs->ip - 1, next = address + TEXT_PATCH_SIZE;
	const struct text_patch *patch = list && list->size > 1 ? find_patch(list, address) : NULL;
	s32 distance;

	if (!patch)
		return false;
	__builtin_memcpy(&distance, patch->new + 1, sizeof(distance));
	switch (patch->new[0]) {
	case CALL_OPCODE:
		regs->sp -= sizeof(u64);
		*(u64 *)regs->sp = next; /* entry.asm has left room */
		regs->ip = next + distance;
		break;
	case JMP_OPCODE:
		regs->ip = next + distance;
		break;
	default: /* a site's NOP; or instructions that a probe gives back, it sees to that */
		text_patch_make_call(nop, 0, 0);
		if (__builtin_memcmp(patch->new, nop, sizeof(nop)))
			return false;
		regs->ip = next;
	}
	text_patch_met.step[READ_ONCE(live_step)]++;
	return true;
}

void text_patch_get_stats(struct text_patch_stats *stats, bool reset)
{
	u32 cpu;

	*stats = (struct text_patch_stats){.longest_write_ns =
						   tsc_to_ns(longest_write) - tsc_to_ns(0)};
	for_each_possible_cpu (cpu) {
		struct text_patch_met *met = per_cpu_ptr(text_patch_met, cpu);

		for (u32 i = 0; i < TEXT_PATCH_STEPS; i++)
			stats->met[i] += READ_ONCE(met->step[i]);
		if (reset)
			*met = (struct text_patch_met){0};
	}
	if (reset)
		longest_write = 0;
}
