/* SPDX-License-Identifier: MIT */
/*
 * Making, changing and freeing trampolines. A trampoline is a copy of a
 * template from ftrace_trampoline.asm, in a page of its own that is executable
 * and not writable from before it is used on.
 */
#include "arch/x86_64/ftrace.h"

#include "arch/x86_64/page.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "lib/string.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/pid_filter.h"

/* In ftrace_trampoline.asm. The labels ..._ops, ..._ignore, ..._call stand behind what is filled
 * in. */
extern const u8 ftrace_template[], ftrace_template_ops[], ftrace_template_ignore[];
extern const u8 ftrace_template_call[], ftrace_template_end[];
extern const u8 ftrace_regs_template[], ftrace_regs_template_ops[], ftrace_regs_template_ignore[];
extern const u8 ftrace_regs_template_call[], ftrace_regs_template_end[];
extern const u8 ftrace_list_trampoline[], ftrace_list_regs_trampoline[];
extern const u8 ftrace_list_trampolines_end[];

struct trampoline_template {
	const u8 *start, *ops_end, *ignore_end, *call_end, *end;
};

static const struct trampoline_template plain_template = {
	ftrace_template, ftrace_template_ops, ftrace_template_ignore, ftrace_template_call,
	ftrace_template_end};
static const struct trampoline_template regs_template = {
	ftrace_regs_template, ftrace_regs_template_ops, ftrace_regs_template_ignore,
	ftrace_regs_template_call, ftrace_regs_template_end};

_Static_assert(offsetof(struct ftrace_ops, skip) == 0, "the templates compare the first word");
_Static_assert(offsetof(struct ftrace_regs, bp) == 9 * 8 && sizeof(struct ftrace_regs) == 12 * 8,
	       "as the templates push it");

/*
 * Where trampolines are, for backtraces: read in any context without a lock, so
 * an entry is never freed. Changed under ftrace_lock.
 */
static struct live_trampoline live_trampolines[FTRACE_OPS_MAX];

static void live_add(u64 start, u64 size)
{
	u32 i;

	for (i = 0; i < FTRACE_OPS_MAX - 1 && live_trampolines[i].size; i++)
		;
	WRITE_ONCE(live_trampolines[i].start, start);
	WRITE_ONCE(live_trampolines[i].size, size);
}

static void live_remove(u64 start)
{
	u32 i;

	for (i = 0; i < FTRACE_OPS_MAX; i++)
		if (live_trampolines[i].start == start)
			WRITE_ONCE(live_trampolines[i].size, 0);
}

/* Puts in what differs from one ops to the next. Return: where @code calls the callback. */
static u8 *fill_in_template(u8 *code, const struct trampoline_template *template,
			    const struct ftrace_ops *ops)
{
	/* Of the instruction's address, 32 bits from the end of the kernel's space count. */
	u32 ignore = (u32)((uintptr_t)&pid_ignore + ops->pid_slot);
	u8 *call = code + (template->call_end - template->start) - TEXT_PATCH_SIZE;

	memcpy(code + (template->ops_end - template->start) - sizeof(ops), &ops, sizeof(ops));
	memcpy(code + (template->ignore_end - template->start) - 1 - sizeof(ignore), &ignore,
	       sizeof(ignore));
	text_patch_make_call(call, (u64)call, (u64)ops->func);
	return call;
}

struct ftrace_trampoline *ftrace_trampoline_create(struct ftrace_ops *ops)
{
	const struct trampoline_template *template =
		ops->flags & FTRACE_OPS_FL_SAVE_REGS ? &regs_template : &plain_template;
	size_t size = template->end - template->start;
	struct ftrace_trampoline *trampoline = kzalloc(sizeof(*trampoline), GFP_KERNEL);
	u8 *code = module_alloc(PAGE_SIZE);
	u8 *call;

	if (!trampoline || !code)
		goto no_memory;
	memset(code, 0xcc, PAGE_SIZE); /* int3 */
	memcpy(code, template->start, size);
	call = fill_in_template(code, template, ops);
	if (set_memory_rox((u64)code, 1))
		goto no_memory;
	trampoline->start = (u64)code;
	trampoline->end = (u64)code + size;
	trampoline->call = (u64)call;
	trampoline->func = ops->func;
	live_add(trampoline->start, size);
	return trampoline;

no_memory:
	module_memfree(code);
	kfree(trampoline);
	return NULL;
}

void ftrace_trampoline_destroy(struct ftrace_trampoline *trampoline)
{
	if (!trampoline)
		return;
	ftrace_wait_for_range(trampoline->start, trampoline->end);
	live_remove(trampoline->start);
	module_memfree((void *)trampoline->start);
	kfree(trampoline);
}

int ftrace_trampoline_set_func(struct ftrace_trampoline *trampoline, ftrace_func_t func)
{
	struct text_patch patch = {.address = trampoline->call};
	int error;

	text_patch_make_call(patch.old, trampoline->call, (u64)trampoline->func);
	text_patch_make_call(patch.new, trampoline->call, (u64)func);
	error = text_patch_batch(&patch, 1, NULL);
	if (!error)
		trampoline->func = func;
	return error;
}

u64 ftrace_list_trampoline_address(bool regs)
{
	return (u64)(regs ? ftrace_list_regs_trampoline : ftrace_list_trampoline);
}

u64 ftrace_find_trampoline(u64 address, u64 *start)
{
	u32 i;

	for (i = 0; i < FTRACE_OPS_MAX; i++) {
		u64 size = READ_ONCE(live_trampolines[i].size);

		*start = READ_ONCE(live_trampolines[i].start);
		if (address - *start < size)
			return size;
	}
	return 0;
}

u64 ftrace_next_trampoline(u64 address, u64 *start)
{
	u64 size = 0;
	u32 i;

	*start = ~0ul;
	for (i = 0; i < FTRACE_OPS_MAX; i++) {
		const struct live_trampoline *trampoline = &live_trampolines[i];

		if (READ_ONCE(trampoline->size) && trampoline->start >= address &&
		    trampoline->start < *start) {
			*start = trampoline->start;
			size = trampoline->size;
		}
	}
	return size;
}

bool ftrace_is_trampoline(u64 address)
{
	u64 start;

	return (address >= (u64)ftrace_list_trampoline &&
		address < (u64)ftrace_list_trampolines_end) ||
	       ftrace_find_trampoline(address, &start);
}
