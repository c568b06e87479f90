/* SPDX-License-Identifier: MIT */
/* What CPU 0 leaves for a processor that it starts, in the page the processor starts in. */
#pragma once

#include "lib/types.h"

/* Offsets are used by boot/ap_trampoline.asm. */
struct ap_start_info {
	u64 cr3; /* below 4 GiB: maps this page at its own address, and the kernel */
	u64 efer;
	u64 stack;   /* top */
	u64 gs_base; /* of the per-CPU area */
	u64 entry;   /* void entry(void), never returns */
	u32 ticket;  /* 1; the processor that makes it 0 goes on, any other halts */
};

_Static_assert(offsetof(struct ap_start_info, entry) == 32 &&
		       offsetof(struct ap_start_info, ticket) == 40,
	       "ap_trampoline.asm counts on it");

/* The code, to be copied to AP_TRAMPOLINE_PHYS, and within it the place of the above. */
extern char ap_trampoline_start[], ap_trampoline_end[];
extern char ap_trampoline_info[];
