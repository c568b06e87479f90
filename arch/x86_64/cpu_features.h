/* SPDX-License-Identifier: MIT */
/* What this kind of processor can do, asked once by CPUID (SDM vol. 2, CPUID). */
#pragma once

#include "lib/types.h"

struct cpu_features {
	u32 max_leaf, max_extended_leaf;
	char vendor[13]; /* "GenuineIntel" */
	char model[49];	 /* brand string without leading blanks, or "unknown" */
	u32 family, model_number, stepping;
	u32 phys_bits, virt_bits; /* address sizes */
	bool nx, pge, smep, smap, page_1g;
	bool x2apic, tsc_deadline, invariant_tsc, rdtscp, hypervisor;
	bool fsgsbase, umip, pcid;
	bool arch_perfmon;
};

/* Of CPU 0; all others are taken to be the same. Read-only after cpu_init(). */
extern struct cpu_features cpu_features;

/* Fills cpu_features; panics on a processor without NX. Boot, CPU 0. */
void cpu_features_init(void);
