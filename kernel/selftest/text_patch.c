/* SPDX-License-Identifier: MIT */
/* The patcher, on text of its own: all or nothing, across pages, and refused where it must be. */
#include "arch/x86_64/text_patch.h"

#include "arch/x86_64/apic.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/nmi.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/text_patch_nmi.h"
#include "kernel/irq/irq.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/selftest/selftest.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/time/sleep.h"
#include "lib/errno.h"
#include "lib/string.h"

/* Places in two pages of text: at the start, in the middle, over the border, at the end. */
#define PLACES 4
static const u32 places[PLACES] = {0, 100, PAGE_SIZE - 2, 2 * PAGE_SIZE - TEXT_PATCH_SIZE};

/* Patches that change every place from what it holds to a call of @target (0: a NOP). */
static void make_patches(struct text_patch *patches, u64 text, u64 target)
{
	u32 i;

	for (i = 0; i < PLACES; i++) {
		patches[i].address = text + places[i];
		memcpy(patches[i].old, (void *)patches[i].address, TEXT_PATCH_SIZE);
		text_patch_make_call(patches[i].new, patches[i].address, target);
	}
}

/* Return: how many places hold the new bytes. */
static u32 count_new(const struct text_patch *patches)
{
	u32 i, count = 0;

	for (i = 0; i < PLACES; i++)
		count += !memcmp((void *)patches[i].address, patches[i].new, TEXT_PATCH_SIZE);
	return count;
}

static int check_all_or_nothing(u64 text)
{
	struct text_patch patches[PLACES];
	struct text_patch_report report;
	u8 expected;

	make_patches(patches, text, 0);
	SELFTEST_EXPECT(!text_patch_batch(patches, PLACES, NULL), 0);
	SELFTEST_EXPECT(count_new(patches) == PLACES, count_new(patches));

	make_patches(patches, text, text + 512);
	expected = patches[PLACES - 1].old[4]++;
	SELFTEST_EXPECT(text_patch_batch(patches, PLACES, &report) == -EINVAL, 0);
	SELFTEST_EXPECT(count_new(patches) == 0, count_new(patches));
	SELFTEST_EXPECT(report.address == patches[PLACES - 1].address, report.address);
	SELFTEST_EXPECT(report.expected[4] == (u8)(expected + 1), report.expected[4]);
	SELFTEST_EXPECT(report.found[4] == expected, report.found[4]);
	patches[PLACES - 1].old[4]--;
	SELFTEST_EXPECT(!text_patch_batch(patches, PLACES, NULL), 0);
	SELFTEST_EXPECT(count_new(patches) == PLACES, count_new(patches));
	return 0;
}

static int check_refusals(u64 text)
{
	struct text_patch patches[PLACES];
	u64 flags;
	int error;

	make_patches(patches, text, 0);
	preempt_disable();
	error = text_patch_batch(patches, PLACES, NULL);
	preempt_enable();
	SELFTEST_EXPECT(error == -EBUSY, error);
	flags = local_irq_save();
	error = text_patch_batch(patches, PLACES, NULL);
	local_irq_restore(flags);
	SELFTEST_EXPECT(error == -EBUSY, error);
	patches[1].address = patches[0].address + TEXT_PATCH_SIZE - 1;
	SELFTEST_EXPECT(text_patch_batch(patches, PLACES, NULL) == -EINVAL, 0);
	patches[0].address = text - PAGE_SIZE;
	SELFTEST_EXPECT(text_patch_batch(patches, 1, NULL) == -EINVAL, 0);
	return 0;
}

int selftest_text_patch(void)
{
	u8 *text = module_alloc(2 * PAGE_SIZE);
	int error = -ENOMEM;

	if (text) {
		memset(text, 0x90, 2 * PAGE_SIZE);
		error = set_memory_rox((u64)text, 2);
	}
	if (!error)
		error = check_all_or_nothing((u64)text);
	if (!error)
		error = check_refusals((u64)text);
	module_memfree(text);
	return error;
}

static u64 nmis_taken(u32 cpu)
{
	const struct irq_cpu_stat *stat = per_cpu_ptr(irq_stat, cpu);

	return READ_ONCE(stat->items[IRQ_STAT_NMI]);
}

struct held_nmis {
	u64 before[NR_CPUS];
	bool leaked;
};

/* With the machine stopped: NMIs go to every CPU, and no handler runs. */
static int send_held_nmis(void *data)
{
	struct held_nmis *held = data;
	int error = nmi_hold();
	u32 cpu;

	if (error)
		return error;
	for_each_online_cpu (cpu)
		held->before[cpu] = nmis_taken(cpu);
	nmi_send(cpu_online_mask);
	udelay(2000);
	for_each_online_cpu (cpu)
		held->leaked |= nmis_taken(cpu) != held->before[cpu];
	nmi_release();
	return 0;
}

int selftest_nmi_hold(void)
{
	static struct held_nmis held;
	u32 cpu;

	held.leaked = false;
	SELFTEST_EXPECT(!stop_machine(send_held_nmis, &held, NULL), 0);
	SELFTEST_EXPECT(!held.leaked, 0);
	nmi_resend_held();
	for_each_online_cpu (cpu)
		while (apic_present() && nmis_taken(cpu) == held.before[cpu])
			msleep(1);
	return 0;
}
