/* SPDX-License-Identifier: MIT */
/*
 * Slots: where the instructions are executed that probes stand on. A slot holds
 * copies that do the same as the originals do at their place, and a jump to
 * what comes behind them. Nothing of it is single-stepped or emulated.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/types.h"

#define KPROBE_SLOT_SIZE 128
#define KPROBE_SLOTS	 1024
#define KPROBE_MOVED_MAX 20 /* bytes of instructions that begin in the first five, and some */
/* In the second half of a slot: what a jump leads to, and behind the call of the probe. */
#define KPROBE_JUMP_AT	 64
#define KPROBE_JUMP_BODY (KPROBE_JUMP_AT + 10)

/*
 * Makes a slot, in its first half the instruction that is @length bytes, @bytes, at @address.
 * Context: task; calls are not concurrent.
 * Return: 0, *@slot is its address; -EINVAL: it cannot be moved; -ENOSPC; -ENOMEM.
 */
int kprobe_slot_create(u64 *slot, u64 address, const u8 *bytes, u32 length);
/*
 * Fills the second half: a call of kprobe_jump_hit() for a probe at @address, and the @length
 * bytes of instructions there. Nobody may be inside. Context, Return: as above.
 */
int kprobe_slot_add_jump(u64 slot, u64 address, const u8 *bytes, u32 length);
/* Nobody may be inside: ftrace_wait_for_range(). Context: as above. */
void kprobe_slot_free(u64 slot);

/*
 * Return: where @ip would be without probes: in a slot, that of the instruction, or of the
 * next one; elsewhere @ip. Context: any; not traced.
 */
u64 kprobe_slot_origin(u64 ip);

/* entry.asm: what slots call. */
extern const u8 kprobe_jump_entry[];
/* What that calls; interrupts are off. In trace/probes. */
void kprobe_jump_hit(struct pt_regs *regs);
/*
 * For exc_int3(). Return: whether the int3 was a probe's: @regs go on in its slot then. Context:
 * any, NMI included; interrupts off. In trace/probes.
 */
bool kprobe_int3_hit(struct pt_regs *regs);
