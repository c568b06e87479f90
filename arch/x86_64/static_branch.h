/* SPDX-License-Identifier: MIT */
/*
 * Static branches: an `if` that costs one NOP while its key has no user. Each place
 * that asks for a key is five bytes of text and an entry in the section __jump_table;
 * while somebody uses the key, the five bytes are a jump to the code of the `if`,
 * which the compiler has put out of the way.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

struct static_key {
	u32 users; /* guarded by the lock of static_branch.c; any place may read it */
};

/*
 * One place. What the assembler text below writes; linker.ld brackets them all. Each member
 * is a distance from itself.
 */
struct jump_entry {
	s32 site;   /* of the five bytes */
	s32 target; /* of where they jump to while the key is used */
	s32 key;
};

static inline u64 jump_entry_site(const struct jump_entry *entry)
{
	return (u64)&entry->site + (s64)entry->site;
}

static inline u64 jump_entry_target(const struct jump_entry *entry)
{
	return (u64)&entry->target + (s64)entry->target;
}

static inline struct static_key *jump_entry_key(const struct jump_entry *entry)
{
	return (struct static_key *)((u64)&entry->key + (s64)entry->key);
}

extern const struct jump_entry __start_jump_table[], __stop_jump_table[];

/*
 * Whether @key, a variable's address known to the compiler, has a user. Right from
 * static_key_enable()'s return on. Context: any, traced or not, as early as there is text.
 */
static __always_inline bool static_branch_unlikely(struct static_key *key)
{
	__asm__ goto("1: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n\t"
		     ".pushsection __jump_table, \"a\"\n\t"
		     ".balign 4\n\t"
		     ".long 1b - ., %l[used] - ., %c0 - .\n\t"
		     ".popsection"
		     :
		     : "i"(key)
		     :
		     : used);
	return false;
used:
	return true;
}

/*
 * One user more, or one less. The first and the last change all places of the key.
 * Context: task, may sleep; or boot, as text_patch_batch(), whose errors they return:
 * then nothing has changed. static_key_enable() also returns -ENOMEM.
 */
int static_key_enable(struct static_key *key);
int static_key_disable(struct static_key *key);

/*
 * Whether the five bytes at @entry are what its key wants: a NOP or the jump.
 * Context: task; the key must not change meanwhile.
 */
bool static_branch_site_is_right(const struct jump_entry *entry);
