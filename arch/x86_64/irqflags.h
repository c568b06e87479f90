/* SPDX-License-Identifier: MIT */
/* This processor's interrupt flag. NMIs are not affected. Any context. */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

#define X86_EFLAGS_IF (1ul << 9)
#define X86_EFLAGS_TF (1ul << 8)

static __always_inline u64 local_save_flags(void)
{
	u64 flags;

	__asm__ volatile("pushf; pop %0" : "=rm"(flags)::"memory");
	return flags;
}

static __always_inline bool irqs_disabled_flags(u64 flags)
{
	return !(flags & X86_EFLAGS_IF);
}

static __always_inline bool irqs_disabled(void)
{
	return irqs_disabled_flags(local_save_flags());
}

static __always_inline void local_irq_disable(void)
{
	__asm__ volatile("cli" ::: "memory");
}

static __always_inline void local_irq_enable(void)
{
	__asm__ volatile("sti" ::: "memory");
}

/* Return: the flags to hand to local_irq_restore(), which puts the old state back. */
static __always_inline u64 local_irq_save(void)
{
	u64 flags = local_save_flags();

	local_irq_disable();
	return flags;
}

static __always_inline void local_irq_restore(u64 flags)
{
	if (!irqs_disabled_flags(flags))
		local_irq_enable();
}
