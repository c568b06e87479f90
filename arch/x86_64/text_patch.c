/* SPDX-License-Identifier: MIT */
/*
 * What a batch must be, and the choice of a method. One is here: changing
 * instructions under running processors by stopping them:
 *
 *	1. park every other processor with interrupts off (stop_machine)
 *	2. hold NMIs, which parking does not stop
 *	3. compare the old bytes of all entries; on a difference, go to 5
 *	4. write the new bytes of all entries, through a writable alias of each page
 *	5. serialise, let NMIs and the other processors go; they serialise as well
 *
 * Nothing between 1 and 5 calls a traced function: its first bytes may be the
 * ones that are being written.
 */
#include "arch/x86_64/text_patch_list.h"

#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/text_patch_alias.h"
#include "arch/x86_64/text_patch_nmi.h"
#include "kernel/locks/mutex.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/stop_machine.h"
#include "lib/errno.h"
#include "lib/string.h"

/* One batch at a time. */
static DEFINE_MUTEX(text_mutex);

static __always_inline bool text_is(u64 address, const u8 *bytes, u32 size)
{
	return !__builtin_memcmp((const void *)address, bytes, size);
}

static void fill_report(struct text_patch_report *report, u64 address, const u8 *expected)
{
	report->address = address;
	memcpy(report->expected, expected, TEXT_PATCH_SIZE);
	memcpy(report->found, (void *)address, TEXT_PATCH_SIZE);
}

static __always_inline int compare_all(const struct text_patch_list *list, u32 size)
{
	const struct text_patch *patch = list->patches;
	const struct text_patch *end = patch + list->count;

	for (; patch < end; patch++) {
		if (likely(text_is(patch->address, patch->old, size)))
			continue;
		fill_report(list->report, patch->address, patch->old);
		return -EINVAL;
	}
	return 0;
}

/* Step 3. */
int text_patch_compare(const struct text_patch_list *list)
{
	return list->size == 1 ? compare_all(list, 1) : compare_all(list, TEXT_PATCH_SIZE);
}

/* Step 4. The window shows two pages, so a site may cross from one into the next. */
static __always_inline void write_all(const struct text_patch_list *list, u32 size)
{
	const struct text_patch *patch = list->patches;
	const struct text_patch *end = patch + list->count;
	u64 page = 0;
	u8 *alias = NULL;

	for (; patch < end; patch++) {
		if (patch->address - page > 2 * PAGE_SIZE - TEXT_PATCH_SIZE) {
			page = patch->address & PAGE_MASK;
			alias = text_alias_map(page);
		}
		__builtin_memcpy(alias + (patch->address - page), patch->new, size);
	}
	text_alias_unmap();
}

/* Steps 2 to 5, while no other processor runs. */
static int text_patch_stopped(void *data)
{
	const struct text_patch_list *list = data;
	int error = nmi_hold();

	if (error)
		return error;
	error = text_patch_compare(list);
	if (!error && list->size == 1)
		write_all(list, 1);
	else if (!error)
		write_all(list, TEXT_PATCH_SIZE);
	serialize_core();
	nmi_release();
	return error;
}

static int apply_by_stop_machine(struct text_patch_list *list)
{
	int error = stop_machine(text_patch_stopped, list, NULL);

	nmi_resend_held();
	return error == -EDEADLK ? -EBUSY : error;
}

const struct text_patch_method stop_machine_method = {
	.name = "stop_machine",
	.apply = apply_by_stop_machine,
};

static const struct text_patch_method *text_patch_method = &stop_machine_method; /* [text_mutex] */

const char *text_patch_method_name(void)
{
	return READ_ONCE(text_patch_method)->name;
}

int text_patch_set_method(const char *name)
{
	const struct text_patch_method *method = &stop_machine_method;

	if (name && !strcmp(name, breakpoint_method.name))
		method = &breakpoint_method;
	else if (!name || strcmp(name, method->name))
		return -EINVAL;
	if (scheduler_running)
		mutex_lock(&text_mutex);
	text_patch_method = method;
	if (scheduler_running)
		mutex_unlock(&text_mutex);
	return 0;
}

static bool is_mapped(u64 address)
{
	u64 phys;

	return kernel_virt_to_phys(address, &phys) &&
	       kernel_virt_to_phys(address + TEXT_PATCH_SIZE - 1, &phys);
}

/* Return: the first entry that is out of order or not in mapped text, or NULL. */
static const struct text_patch *find_misplaced(const struct text_patch *patches, u32 count)
{
	u64 start = patches[0].address;
	u64 previous_end = start;
	u32 i;

	for (i = 0; i < count; i++) {
		if (patches[i].address < previous_end)
			return &patches[i];
		previous_end = patches[i].address + TEXT_PATCH_SIZE;
	}
	if (start >= (u64)_stext && previous_end <= (u64)_etext)
		return NULL;
	for (i = 0; i < count; i++)
		if (!is_mapped(patches[i].address))
			return &patches[i];
	return NULL;
}

static void print_report(const struct text_patch_report *report)
{
	const u8 *e = report->expected, *f = report->found;

	printk(KERN_ERR "text_patch: nothing changed: %pS (%lx) holds %02x %02x %02x %02x %02x, "
			"expected %02x %02x %02x %02x %02x\n",
	       (void *)report->address, report->address, f[0], f[1], f[2], f[3], f[4], e[0], e[1],
	       e[2], e[3], e[4]);
}

/* Before there are other processors and a scheduler. */
static int apply_early(struct text_patch_list *list)
{
	u64 flags = local_irq_save();
	int error = text_patch_stopped(list);

	local_irq_restore(flags);
	return error;
}

int text_patch_calls_to_nops(const u64 *sites, u32 count, u64 target,
			     struct text_patch_report *report)
{
	u8 call[TEXT_PATCH_SIZE], nop[TEXT_PATCH_SIZE];
	u64 flags, page = 0;
	u8 *alias = NULL;
	u32 i;

	text_patch_make_call(nop, 0, 0);
	for (i = 0; i < count; i++) {
		text_patch_make_call(call, sites[i], target);
		if (unlikely(!text_is(sites[i], call, TEXT_PATCH_SIZE))) {
			fill_report(report, sites[i], call);
			print_report(report);
			return -EINVAL;
		}
	}
	flags = local_irq_save();
	for (i = 0; i < count; i++) {
		if (sites[i] - page > 2 * PAGE_SIZE - TEXT_PATCH_SIZE) {
			page = sites[i] & PAGE_MASK;
			alias = text_alias_map(page);
		}
		__builtin_memcpy(alias + (sites[i] - page), nop, TEXT_PATCH_SIZE);
	}
	text_alias_unmap();
	serialize_core();
	local_irq_restore(flags);
	return 0;
}

static int text_patch_apply(struct text_patch_list list)
{
	const struct text_patch *misplaced;
	int error;

	if (!list.count)
		return 0;
	memset(list.report, 0, sizeof(*list.report));
	misplaced = find_misplaced(list.patches, list.count);
	if (misplaced) {
		list.report->address = misplaced->address;
		pr_err("text_patch: nothing changed: %lx is out of order, or not text\n",
		       misplaced->address);
		return -EINVAL;
	}
	if (!scheduler_running) {
		error = apply_early(&list);
	} else {
		if (preempt_count() || irqs_disabled())
			return -EBUSY;
		mutex_lock(&text_mutex);
		error = text_patch_method->apply(&list);
		mutex_unlock(&text_mutex);
	}
	if (error == -EINVAL)
		print_report(list.report);
	return error;
}

int text_patch_batch(const struct text_patch *patches, u32 count, struct text_patch_report *report)
{
	struct text_patch_report own_report;

	return text_patch_apply((struct text_patch_list){patches, count, TEXT_PATCH_SIZE,
							 report ? report : &own_report});
}

int text_patch_first_byte(u64 address, u8 old, u8 new)
{
	const struct text_patch patch = {address, {old}, {new}};
	struct text_patch_report report;

	return text_patch_apply((struct text_patch_list){&patch, 1, 1, &report});
}

void text_patch_unused(u64 address, const void *bytes, u32 count)
{
	preempt_disable();
	__builtin_memcpy(text_alias_map(address), bytes, count);
	text_alias_unmap();
	preempt_enable_notrace();
}
