/* SPDX-License-Identifier: MIT */
/* Holding NMIs while text is written: the handshake with the NMI entry code. */
#include "arch/x86_64/text_patch_nmi.h"

#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/nmi.h"
#include "kernel/sched/preempt.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"

/* Turns of the waiting loop; an NMI handler takes microseconds, this is some ten milliseconds. */
#define NMI_HOLD_SPINS 1000000

static bool nmis_held;
/* An NMI came while they were held. */
DEFINE_PER_CPU(bool, nmi_was_held);

static bool nmi_runs_on(u32 cpu)
{
	const u32 *count = per_cpu_ptr(__preempt_count, cpu);

	return READ_ONCE(*count) & NMI_MASK;
}

int nmi_hold(void)
{
	u32 spins = 0;
	u32 cpu;

	WRITE_ONCE(nmis_held, true);
	smp_mb(); /* pairs with nmi_is_held(): it sees the flag, or we see its preempt_count */
	for_each_online_cpu (cpu) {
		while (nmi_runs_on(cpu)) {
			if (++spins == NMI_HOLD_SPINS) {
				nmi_release();
				return -ETIMEDOUT;
			}
			cpu_relax();
		}
	}
	return 0;
}

void nmi_release(void)
{
	smp_store_release(&nmis_held, false);
}

bool nmi_is_held(void)
{
	smp_mb(); /* pairs with nmi_hold() */
	if (unlikely(READ_ONCE(nmis_held))) {
		nmi_was_held = true;
		return true;
	}
	/* A parked processor may get here before it has serialised after a patch. */
	serialize_core();
	return false;
}

void nmi_resend_held(void)
{
	u32 cpu;

	for_each_online_cpu (cpu) {
		bool *held = per_cpu_ptr(nmi_was_held, cpu);

		if (READ_ONCE(*held) && xchg(held, false))
			nmi_send_ipi(cpu);
	}
}
