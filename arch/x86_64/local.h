/* SPDX-License-Identifier: MIT */
/*
 * Read-modify-write operations on memory that only this processor writes. One
 * instruction each, so an interrupt or NMI comes before or after it, never in
 * between; without the lock prefix, so other processors may see it in the
 * middle. Preemption must be off while the memory counts as this processor's.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

static __always_inline void local_inc(u64 *counter)
{
	__asm__ volatile("incq %0" : "+m"(*counter)::"cc");
}

static __always_inline void local_inc32(u32 *counter)
{
	__asm__ volatile("incl %0" : "+m"(*counter)::"cc");
}

static __always_inline void local_dec32(u32 *counter)
{
	__asm__ volatile("decl %0" : "+m"(*counter)::"cc");
}

static __always_inline void local_add(u64 *sum, u64 value)
{
	__asm__ volatile("addq %1, %0" : "+m"(*sum) : "r"(value) : "cc");
}

/* Two instructions, and still exact: who comes in between adds whole and leaves the carry. */
static __always_inline void local_add_wide(unsigned __int128 *sum, unsigned __int128 value)
{
	__asm__ volatile("addq %2, %0\n\tadcq %3, %1"
			 : "+m"(((u64 *)sum)[0]), "+m"(((u64 *)sum)[1])
			 : "r"((u64)value), "r"((u64)(value >> 64))
			 : "cc");
}

/* Puts @new in place if @old is there. Return: whether it was. */
static __always_inline bool local_cmpxchg(u64 *word, u64 old, u64 new)
{
	bool done;

	__asm__ volatile("cmpxchgq %3, %1"
			 : "=@ccz"(done), "+m"(*word), "+a"(old)
			 : "r"(new)
			 : "memory");
	return done;
}

/*
 * The same with two words at once; @pair is aligned to 16 bytes (SDM vol. 2, CMPXCHG16B).
 *
 * CLC is for QEMU, whose emulation (7.2) takes the flags that cmpxchg16b does
 * not change from an operand of the last addition, whole: an interrupt right
 * behind it then saves reserved bits as set, and cannot return. After an
 * instruction that makes the flags known they are flags.
 */
static __always_inline bool local_cmpxchg_pair(u64 *pair, u64 old_low, u64 old_high, u64 new_low,
					       u64 new_high)
{
	bool done;

	__asm__ volatile("clc\n\tcmpxchg16b %1"
			 : "=@ccz"(done), "+m"(*(unsigned __int128 *)pair), "+a"(old_low),
			   "+d"(old_high)
			 : "b"(new_low), "c"(new_high)
			 : "memory");
	return done;
}

/*
 * The same, CLC too; on failure *@old_low and *@old_high are what is there. They stay in the
 * registers the instruction wants them in, so after a success they cost no copies.
 */
static __always_inline bool local_try_cmpxchg_pair(u64 *pair, u64 *old_low, u64 *old_high,
						   u64 new_low, u64 new_high)
{
	bool done;

	__asm__ volatile("clc\n\tcmpxchg16b %1"
			 : "=@ccz"(done), "+m"(*(unsigned __int128 *)pair), "+a"(*old_low),
			   "+d"(*old_high)
			 : "b"(new_low), "c"(new_high)
			 : "memory");
	return done;
}
