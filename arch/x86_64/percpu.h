/* SPDX-License-Identifier: MIT */
/*
 * Variables of which every processor has its own copy.
 *
 * They live in section .bss.percpu. CPU 0 uses that section itself; every other
 * processor has a zeroed copy, and its %gs base is the distance from the
 * section to its copy. A name declared __seg_gs is therefore this processor's
 * copy: reading `cpu_number` compiles to one %gs-relative load. They start as
 * zero everywhere and take no initialisers. An array goes inside a struct: gcc
 * would drop the qualifier from its elements.
 *
 * Between two accesses the task may move to another processor: disable
 * preemption, or be sure that it does not matter.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

#define DECLARE_PER_CPU(type, name) extern __seg_gs __typeof__(type) name
#define DEFINE_PER_CPU(type, name)  __seg_gs __typeof__(type) name __section(".bss.percpu")

/* Byte distance from the linked section to processor N's copy; 0 for CPU 0. */
extern u64 per_cpu_offset[];

/* This processor's distance, readable in one instruction. */
DECLARE_PER_CPU(u64, this_cpu_offset);
/* This processor's number, 0 to NR_CPUS - 1. */
DECLARE_PER_CPU(u32, cpu_number);

/*
 * Plain pointer to processor @cpu's copy of variable @name. It is a void *, as
 * the compiler cannot take the address space off a type: assign it to a typed pointer.
 */
#define per_cpu_ptr(name, cpu) ((void *)((uintptr_t) & (name) + per_cpu_offset[cpu]))

/* The same for this processor's copy. Preemption must be off while it is used. */
#define this_cpu_ptr(name) ((void *)((uintptr_t) & (name) + this_cpu_offset))

/* The number of the processor that runs this. Stable only with preemption off. */
static __always_inline u32 smp_processor_id(void)
{
	return cpu_number;
}

/*
 * Gives processor @cpu its copy, all zero but its number and distance.
 * Context: boot or task, before that processor starts. Return: 0, -ENOMEM.
 */
int percpu_area_alloc(u32 cpu);
