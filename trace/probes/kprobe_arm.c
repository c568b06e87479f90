/* SPDX-License-Identifier: MIT */
/*
 * Planting a probe in text, and giving the text back. A jump is planted in steps,
 * if it covers more than one instruction:
 *
 *	1. int3 on the first byte: nobody new comes to the instructions behind it
 *	2. who meets it goes on in the slot that holds all that the jump will cover
 *	3. nobody is in a slot any more, this or that of a jump before, from which there is a
 *	   way back between them
 *	4. nobody is between them
 *	5. the jump is written
 */
#include "arch/x86_64/text_patch.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/ftrace_wait.h"
#include "trace/probes/kprobe_site.h"

#define JMP_REL32 0xe9

static struct ftrace_filter function_filters[3];

/* For each kind from KPROBE_FTRACE on. The lists are never empty while they are registered: that
 * would be everything. */
static struct ftrace_ops function_ops[3] = {
	{.func = kprobe_function_hit,
	 .flags = FTRACE_OPS_FL_SAVE_REGS,
	 .filter = &function_filters[0]},
	{.func = kprobe_return_enter, .filter = &function_filters[1]},
	{.func = kprobe_limited_enter, .filter = &function_filters[2]},
};

/* The function at the site gets one more user, or loses it. */
static int change_function(const struct kprobe_site *site, bool add)
{
	struct ftrace_ops *ops = &function_ops[site->kind - KPROBE_FTRACE];
	struct site_set *list = &ops->filter->list[FTRACE_ONLY];
	u32 index = (u32)ftrace_site_index(site->address);
	struct site_set set = {0};
	u32 before = list->count;
	int error = site_set_copy(&set, list);

	if (!error)
		error = site_set_reserve(&set, ftrace_site_limit());
	if (!error && !add && before == 1)
		error = unregister_ftrace_function(ops);
	if (!error) {
		add ? site_set_add(&set, index) : site_set_remove(&set, index);
		error = ftrace_filter_exchange(ops->filter, FTRACE_ONLY, &set, NULL);
	}
	site_set_free(&set);
	if (!error && add && before == 0) {
		error = register_ftrace_function(ops);
		if (error)
			site_set_clear(list);
	}
	return error;
}

/* From the int3 to the jump, or back. */
static int patch_jump(const struct kprobe_site *site, const u8 *old, const u8 *new)
{
	struct text_patch patch = {.address = site->address};

	memcpy(patch.old, old, TEXT_PATCH_SIZE);
	memcpy(patch.new, new, TEXT_PATCH_SIZE);
	return text_patch_batch(&patch, 1, NULL);
}

static void make_int3(const struct kprobe_site *site, u8 bytes[TEXT_PATCH_SIZE])
{
	memcpy(bytes, site->original, TEXT_PATCH_SIZE);
	bytes[0] = INT3_OPCODE;
}

static void make_jump(const struct kprobe_site *site, u8 bytes[TEXT_PATCH_SIZE])
{
	text_patch_make_call(bytes, site->address, site->slot + KPROBE_JUMP_AT);
	bytes[0] = JMP_REL32;
}

/* Has the second half of the slot hold @covered bytes of instructions. Return: 0, -EINVAL. */
static int fill_jump(struct kprobe_site *site, u32 covered)
{
	int error;

	if (site->covered == covered)
		return 0;
	if (site->covered)
		ftrace_wait_for_range(site->slot, site->slot + KPROBE_SLOT_SIZE);
	error = kprobe_slot_add_jump(site->slot, site->address, site->original, covered);
	site->covered = error ? 0 : (u8)covered;
	return error;
}

/*
 * Jumps that stand before the site are gone, or an int3 again; who has still come by one goes on
 * where its instructions end.
 */
static void wait_for_jumps_before(const struct kprobe_site *site)
{
	for (u64 at = site->address - KPROBE_MOVED_MAX; at < site->address; at++) {
		const struct kprobe_site *other = kprobe_find(at, KPROBE_BEFORE);
		u64 end = other ? at + other->covered : 0;

		if (end > site->address && end < site->address + TEXT_PATCH_SIZE)
			ftrace_wait_for_range(other->slot + KPROBE_JUMP_AT,
					      other->slot + KPROBE_SLOT_SIZE);
	}
}

void kprobe_optimize(struct kprobe_site *site)
{
	u8 int3[TEXT_PATCH_SIZE], jump[TEXT_PATCH_SIZE];
	u32 covered = kprobe_cover(site);

	if (!covered || fill_jump(site, covered))
		return;
	if (covered > site->length) {
		WRITE_ONCE(site->resume, site->slot + KPROBE_JUMP_BODY);
		ftrace_wait_for_range(site->slot, site->slot + KPROBE_JUMP_AT);
		wait_for_jumps_before(site);
		ftrace_wait_for_range(site->address + 1, site->address + TEXT_PATCH_SIZE);
	}
	make_int3(site, int3);
	make_jump(site, jump);
	if (!patch_jump(site, int3, jump))
		WRITE_ONCE(site->kind, KPROBE_JUMP);
	else
		WRITE_ONCE(site->resume, site->slot); /* a probe behind it would be passed by */
}

int kprobe_unoptimize(struct kprobe_site *site)
{
	u8 int3[TEXT_PATCH_SIZE], jump[TEXT_PATCH_SIZE];
	int error;

	make_int3(site, int3);
	make_jump(site, jump);
	error = patch_jump(site, jump, int3);
	if (error)
		return error;
	WRITE_ONCE(site->resume, site->slot);
	site->kind = KPROBE_INT3;
	return 0;
}

int kprobe_arm(struct kprobe_site *site)
{
	int error;

	if (site->kind >= KPROBE_FTRACE) {
		error = site->kind == KPROBE_FTRACE ? 0 : kprobe_return_prepare();
		return error ? error : change_function(site, true);
	}
	WRITE_ONCE(site->resume, site->slot);
	error = text_patch_first_byte(site->address, site->original[0], INT3_OPCODE);
	if (error)
		return error;
	site->armed = true; /* its int3 is not what the function consists of */
	kprobe_optimize(site);
	return 0;
}

int kprobe_disarm(struct kprobe_site *site)
{
	u8 jump[TEXT_PATCH_SIZE];
	int error;

	if (site->kind >= KPROBE_FTRACE)
		return change_function(site, false);
	if (site->kind == KPROBE_INT3)
		return text_patch_first_byte(site->address, INT3_OPCODE, site->original[0]);
	make_jump(site, jump);
	error = patch_jump(site, jump, site->original);
	if (!error)
		site->kind = KPROBE_INT3;
	return error;
}
