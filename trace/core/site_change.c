/* SPDX-License-Identifier: MIT */
/*
 * An ops comes, goes, or wants other sites. Always the same few steps:
 *
 *	1. find the sites where what the ops wants differs from what it has
 *	2. list the patches of those whose text must change for that
 *	3. let ftrace_ops_list_func() find the ops at the sites that are gained
 *	4. patch, all or nothing
 *	5. write the records; or, on an error, undo step 3
 */
#include "trace/core/site_change.h"

#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "lib/bitops.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "trace/core/sites.h"

static u64 set_word(const struct site_set *set, u32 word)
{
	return set && word < set->capacity / 64 ? set->words[word] : 0;
}

/* Which of 64 sites the ops will want. */
static u64 wanted_word(const struct site_change *change, u32 word)
{
	const struct site_set *only = &ftrace_all_sites;

	if (change->leave)
		return 0;
	if (change->only && change->only->count)
		only = change->only;
	return set_word(only, word) & ~set_word(change->never, word);
}

static bool any_ops_saves_regs(void)
{
	u32 slot;

	for (slot = 0; slot < ftrace_ops_limit; slot++)
		if (ftrace_ops_slots[slot] &&
		    ftrace_ops_slots[slot]->flags & FTRACE_OPS_FL_SAVE_REGS)
			return true;
	return false;
}

/* Step 1. Return: 0 or -ENOMEM. */
static int find_differences(struct site_change *change)
{
	u32 word;

	change->words = DIV_ROUND_UP(ftrace_site_limit(), 64);
	change->regs = any_ops_saves_regs();
	if (site_set_reserve(&change->differs, change->words * 64))
		return -ENOMEM;
	for (word = 0; word < change->words; word++) {
		u64 differs = wanted_word(change, word) ^ change->ops->active.words[word];

		change->differs.words[word] = differs;
		change->differs.count += hweight64(differs);
	}
	return 0;
}

struct ftrace_ops *ftrace_only_user(u32 index, const struct ftrace_ops *except)
{
	struct ftrace_ops *found = NULL;
	u32 slot;

	for (slot = 0; slot < ftrace_ops_limit; slot++) {
		struct ftrace_ops *ops = ftrace_ops_slots[slot];

		if (!ops || ops == except || !site_set_has(&ops->active, index))
			continue;
		if (found)
			return NULL;
		found = ops;
	}
	return found;
}

/* Whether a user of the site needs all registers, once the ops has come or gone. */
static bool regs_with(u32 index, const struct ftrace_ops *ops, bool comes)
{
	u32 slot;

	for (slot = 0; slot < ftrace_ops_limit; slot++) {
		const struct ftrace_ops *user = ftrace_ops_slots[slot];

		if (user && user->flags & FTRACE_OPS_FL_SAVE_REGS &&
		    (user == ops ? comes : site_set_has(&user->active, index)))
			return true;
	}
	return false;
}

/* The target of a site that has other users as well. */
static noinline u64 shared_target(u32 index, const struct ftrace_ops *ops, bool comes)
{
	if (!comes && ftrace_sites[index].users == 2)
		return ftrace_only_user(index, ops)->trampoline->start;
	return ftrace_list_trampoline_address(regs_with(index, ops, comes));
}

/*
 * What the site calls once the ops has come or gone. It does not matter whether
 * the site is in ops->active yet.
 */
static __always_inline u64 target_with(u32 index, const struct ftrace_ops *ops, bool comes)
{
	u32 users = ftrace_sites[index].users;

	if (comes && !users)
		return ops->trampoline->start;
	if (!comes && users == 1)
		return 0;
	return shared_target(index, ops, comes);
}

static bool patches_are_big(const struct site_change *change)
{
	return change->differs.count * sizeof(*change->patches) > PAGE_SIZE;
}

static int alloc_patches(struct site_change *change)
{
	size_t bytes = change->differs.count * sizeof(*change->patches);

	change->patches = patches_are_big(change) ? vmalloc(bytes) : kmalloc(bytes, GFP_KERNEL);
	return change->patches ? 0 : -ENOMEM;
}

static void free_patches(struct site_change *change)
{
	if (patches_are_big(change))
		vfree(change->patches);
	else
		kfree(change->patches);
}

/* Return: where the next patch goes. */
static __always_inline struct text_patch *list_patch(struct text_patch *patch, u32 index,
						     const struct ftrace_ops *ops, bool comes)
{
	const struct ftrace_site *site = &ftrace_sites[index];
	u64 target = target_with(index, ops, comes);
	u64 ip = site->ip;

	if ((u32)target == site->target)
		return patch;
	patch->address = ip;
	text_patch_make_call(patch->old, ip, ftrace_target_of(site));
	text_patch_make_call(patch->new, ip, target);
	return patch + 1;
}

/* Step 2. Return: 0 or -ENOMEM. */
static int list_patches(struct site_change *change)
{
	const struct ftrace_ops *ops = change->ops;
	struct text_patch *patch;
	u32 word;

	if (alloc_patches(change))
		return -ENOMEM;
	patch = change->patches;
	for (word = 0; word < change->words; word++) {
		u64 differs = change->differs.words[word];
		u64 active = ops->active.words[word];

		for (; differs; differs &= differs - 1) {
			u32 index = word * 64 + __ffs(differs);

			if (active & differs & -differs)
				patch = list_patch(patch, index, ops, false);
			else
				patch = list_patch(patch, index, ops, true);
		}
	}
	change->patch_count = patch - change->patches;
	return 0;
}

/* Step 3 (@gain) and its undoing. */
static void mark_gained(struct site_change *change, bool gain)
{
	u64 *active = change->ops->active.words;
	u32 word;

	for (word = 0; word < change->words; word++) {
		u64 gained = change->differs.words[word] & wanted_word(change, word);

		WRITE_ONCE(active[word], gain ? active[word] | gained : active[word] & ~gained);
	}
}

static __always_inline void record_change(const struct site_change *change, u32 index, bool comes)
{
	struct ftrace_site *site = &ftrace_sites[index];
	u64 target = target_with(index, change->ops, comes);

	site->target = target;
	site->users += comes ? 1 : -1;
	site->flags = FTRACE_SITE_TOUCHED;
	if (unlikely(change->regs) && regs_with(index, change->ops, comes))
		site->flags |= FTRACE_SITE_REGS;
}

/* Step 5. */
static void record_changes(struct site_change *change)
{
	struct site_set *active = &change->ops->active;
	u32 word;

	active->count = 0;
	for (word = 0; word < change->words; word++) {
		u64 wanted = wanted_word(change, word);
		u64 differs = change->differs.words[word];

		for (; differs; differs &= differs - 1) {
			u32 index = word * 64 + __ffs(differs);

			if (wanted & differs & -differs)
				record_change(change, index, true);
			else
				record_change(change, index, false);
		}
		WRITE_ONCE(active->words[word], wanted);
		active->count += hweight64(wanted);
	}
}

int site_change_apply(struct site_change *change)
{
	int error = find_differences(change);

	if (error || !change->differs.count)
		goto out;
	error = list_patches(change);
	if (error)
		goto out;
	mark_gained(change, true);
	error = text_patch_batch(change->patches, change->patch_count, NULL);
	if (error)
		mark_gained(change, false);
	else
		record_changes(change);
	if (error == -EINVAL)
		ftrace_kill();
out:
	free_patches(change);
	site_set_free(&change->differs);
	return error;
}
