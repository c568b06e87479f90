/* SPDX-License-Identifier: MIT */
/*
 * Sets of processors. A set is one 64-bit word, bit N for CPU N, so it is
 * passed and assigned by value.
 */
#pragma once

#include "arch/x86_64/atomic.h"
#include "lib/compiler.h"
#include "lib/types.h"

#define NR_CPUS 64

typedef u64 cpumask_t;

#define CPU_MASK_NONE 0ul
#define CPU_MASK_ALL  (~0ul)

/* CPUs that the firmware lists; fixed once the tables are read. Numbered 0 to nr_cpu_ids - 1. */
extern cpumask_t cpu_possible_mask;
/* CPUs that run tasks and take IPIs. Grows while booting, shrinks only in a panic. */
extern cpumask_t cpu_online_mask;
/* One more than the highest possible CPU number. */
extern u32 nr_cpu_ids;

static __always_inline cpumask_t cpumask_of(u32 cpu)
{
	return 1ul << cpu;
}

static __always_inline bool cpumask_test_cpu(u32 cpu, cpumask_t mask)
{
	return mask >> cpu & 1;
}

/* For masks that nobody else changes at the same time. */
static __always_inline void cpumask_set_cpu(u32 cpu, cpumask_t *mask)
{
	*mask |= cpumask_of(cpu);
}

static __always_inline void cpumask_clear_cpu(u32 cpu, cpumask_t *mask)
{
	*mask &= ~cpumask_of(cpu);
}

static __always_inline u32 cpumask_weight(cpumask_t mask)
{
	u32 weight = 0;

	for (; mask; mask &= mask - 1)
		weight++;
	return weight;
}

/* Return: the lowest CPU in @mask, or NR_CPUS when it is empty. */
static __always_inline u32 cpumask_first(cpumask_t mask)
{
	return mask ? (u32)__builtin_ctzl(mask) : NR_CPUS;
}

/* Return: the lowest CPU in @mask above @cpu, or NR_CPUS. @cpu may be -1. */
static __always_inline u32 cpumask_next(int cpu, cpumask_t mask)
{
	return cpu + 1 >= NR_CPUS ? NR_CPUS : cpumask_first(mask & (~0ul << (cpu + 1)));
}

/* Walk a set, lowest first; the set is read again at each step. */
#define for_each_cpu(cpu, mask) \
	for ((cpu) = cpumask_first(mask); (cpu) < NR_CPUS; (cpu) = cpumask_next((cpu), (mask)))

#define for_each_possible_cpu(cpu)                                      \
	for ((cpu) = cpumask_first(cpu_possible_mask); (cpu) < NR_CPUS; \
	     (cpu) = cpumask_next((cpu), cpu_possible_mask))

#define for_each_online_cpu(cpu)                                                 \
	for ((cpu) = cpumask_first(READ_ONCE(cpu_online_mask)); (cpu) < NR_CPUS; \
	     (cpu) = cpumask_next((cpu), READ_ONCE(cpu_online_mask)))

static __always_inline bool cpu_online(u32 cpu)
{
	return cpumask_test_cpu(cpu, READ_ONCE(cpu_online_mask));
}

static __always_inline u32 num_online_cpus(void)
{
	return cpumask_weight(READ_ONCE(cpu_online_mask));
}

static __always_inline u32 num_possible_cpus(void)
{
	return cpumask_weight(cpu_possible_mask);
}
