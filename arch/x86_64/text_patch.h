/* SPDX-License-Identifier: MIT */
/*
 * The only code that writes instructions of a running kernel.
 *
 * A caller hands over a sorted list of (address, old bytes, new bytes). All old
 * bytes are compared before any new byte is written, so the list is applied
 * whole or not at all. How the other processors are kept off the bytes while
 * they change is a struct text_patch_method.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/compiler.h"
#include "lib/types.h"

/* A call, a jump with a 32-bit distance and the NOP a site holds are this long. */
#define TEXT_PATCH_SIZE 5

#define INT3_OPCODE 0xcc

struct text_patch {
	u64 address; /* of the first byte, in kernel or module text */
	u8 old[TEXT_PATCH_SIZE];
	u8 new[TEXT_PATCH_SIZE];
};

/* Why a batch was refused; filled when text_patch_batch() returns -EINVAL. */
struct text_patch_report {
	u64 address; /* the first entry that does not match */
	u8 expected[TEXT_PATCH_SIZE];
	u8 found[TEXT_PATCH_SIZE];
};

struct text_patch_list;

/* One way to change text under running processors. */
struct text_patch_method {
	const char *name;
	/* Compares all, then writes all. Context: task, text_mutex held. */
	int (*apply)(struct text_patch_list *batch);
};

/*
 * Applies @count patches, sorted by ascending address, none overlapping. The
 * caller owns the list; @report may be NULL.
 * Context: task, may sleep, interrupts and preemption on; before the scheduler
 * runs, while there is one processor, with interrupts off as well.
 * Return: 0; -EINVAL when bytes differ from what the list expects or the list
 * is not sorted, nothing is changed then and @report says where; -EBUSY in
 * atomic context; -ETIMEDOUT when the processors could not be gathered, nothing
 * is changed then.
 */
int text_patch_batch(const struct text_patch *patches, u32 count, struct text_patch_report *report);

/*
 * Changes the first byte of the instruction at @address alone: to int3, or back.
 * Context and Return: as above.
 */
int text_patch_first_byte(u64 address, u8 old, u8 new);

/*
 * Writes @count bytes, less than a page, of executable memory that no processor executes now;
 * before one does, each has to have passed a text_patch_batch(). Context: task.
 */
void text_patch_unused(u64 address, const void *bytes, u32 count);

/*
 * How text is changed from now on: by "stop_machine", as at first, or by "breakpoint".
 * Context: task, may sleep; or boot. Return: 0; -EINVAL: it is called otherwise.
 */
int text_patch_set_method(const char *name);
const char *text_patch_method_name(void);
/* text_patch_delay=US: between the steps of patching by breakpoint, for tests. */
int text_patch_delay_param(const char *value);

/* Patching by breakpoint: int3 on the first bytes; the tail is new; the first byte is new. */
#define TEXT_PATCH_STEPS 3

struct text_patch_stats {
	u64 met[TEXT_PATCH_STEPS]; /* int3s that a processor met, by the last step made */
	u64 longest_write_ns;	   /* for which the writing processor was held up at a time */
};

/* What it has come to; @reset: and begins again. Context: task, nobody patches. */
void text_patch_get_stats(struct text_patch_stats *stats, bool reset);

/*
 * For exc_int3(): if the int3 belongs to text that is being changed, changes @regs as the
 * new instruction would. Context: any, NMI included; interrupts off. Return: whether it did.
 */
bool text_patch_emulate(struct pt_regs *regs);

/*
 * For ftrace_init(), before other processors run: every call of @target at one of
 * the @count addresses @sites, sorted, becomes the NOP. All or none.
 * Return: 0, or -EINVAL, as text_patch_batch().
 */
int text_patch_calls_to_nops(const u64 *sites, u32 count, u64 target,
			     struct text_patch_report *report);

/*
 * What a site holds: a call from @address to @target, or the five-byte NOP
 * `nopl 0(%rax,%rax,1)` when @target is 0. Any context.
 */
static __always_inline void text_patch_make_call(u8 bytes[TEXT_PATCH_SIZE], u64 address, u64 target)
{
	u32 distance = target - (address + TEXT_PATCH_SIZE);

	if (target) {
		bytes[0] = 0xe8;
		__builtin_memcpy(bytes + 1, &distance, 4);
	} else {
		__builtin_memcpy(bytes, "\x0f\x1f\x44\x00\x00", TEXT_PATCH_SIZE);
	}
}
