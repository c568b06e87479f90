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

#include "lib/types.h"

/* A call, a jump with a 32-bit distance and the NOP a site holds are this long. */
#define TEXT_PATCH_SIZE 5

struct text_patch {
	u64 address; /* of the first byte, in kernel or module text */
	u8 old[TEXT_PATCH_SIZE];
	u8 new[TEXT_PATCH_SIZE];
};

/* Why a batch was refused: filled when text_patch_batch() returns -EINVAL. */
struct text_patch_report {
	u64 address; /* the first entry that does not match */
	u8 expected[TEXT_PATCH_SIZE];
	u8 found[TEXT_PATCH_SIZE];
};

/* One way to change text under running processors. */
struct text_patch_method {
	const char *name;
	/* Compares all, then writes all. The caller holds text_mutex; see text_patch_batch(). */
	int (*apply)(const struct text_patch *patches, u32 count, struct text_patch_report *report);
};

/*
 * Applies @count patches, sorted by ascending address, none overlapping. The
 * caller owns the list; @report may be NULL.
 * Context: task, may sleep, interrupts and preemption on (during early boot,
 * while one processor runs, anything goes).
 * Return: 0; -EINVAL when bytes differ from what the list expects or the list
 * is not sorted, nothing is changed then and @report says where; -EBUSY in
 * atomic context; -ETIMEDOUT when the processors could not be gathered, nothing
 * is changed then.
 */
int text_patch_batch(const struct text_patch *patches, u32 count, struct text_patch_report *report);

/*
 * The same before other processors run and before there is anything to lock:
 * one processor writes and serialises. For ftrace_init().
 * Return: 0, or -EINVAL as above.
 */
int text_patch_early(const struct text_patch *patches, u32 count, struct text_patch_report *report);

/* Fills @bytes with the call from @address to @target, or with the NOP if @target is 0. */
void text_patch_make_call(u8 bytes[TEXT_PATCH_SIZE], u64 address, u64 target);

/*
 * Called first thing by the NMI handler, after it has raised preempt_count: an
 * NMI must not run text that is being written.
 * Return: true when text is being written; the NMI is remembered then, sent
 * again when the writing is done, and the handler must return at once.
 * Context: NMI. Pairs with the wait in text_patch.c.
 */
bool text_patch_defer_nmi(void);
