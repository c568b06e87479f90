/* SPDX-License-Identifier: MIT */
/* The bookkeeping of per-CPU variables: where each processor's copy lies. */
#include "arch/x86_64/percpu.h"


u64 per_cpu_offset[64];
DEFINE_PER_CPU(u64, this_cpu_offset);
DEFINE_PER_CPU(u32, cpu_number);
