/* SPDX-License-Identifier: MIT */
/*
 * The registers of an interrupted context, as the trap entry code pushes them:
 * the order is Linux's, so that register numbers learned here hold there.
 */
#pragma once

#include "lib/types.h"

struct pt_regs {
	u64 r15, r14, r13, r12;
	u64 bp, bx;
	u64 r11, r10, r9, r8;
	u64 ax, cx, dx, si, di;
	u64 orig_ax; /* the processor's error code, or 0 */
	/* Pushed by the processor itself (SDM vol. 3, 6.14.2). */
	u64 ip, cs, flags, sp, ss;
};

_Static_assert(sizeof(struct pt_regs) == 21 * 8, "entry.asm pushes exactly this");
