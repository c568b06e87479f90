/* SPDX-License-Identifier: MIT */
/*
 * A steady rain of NMIs, for tests of what must survive them. A CPU sends to its
 * neighbour and not to itself, so that they hit code of all kinds and not
 * only the timer interrupt that sends them.
 */
#include "arch/x86_64/nmi.h"
#include "arch/x86_64/percpu.h"
#include "kernel/smp/smp.h"
#include "kernel/time/hrtimer.h"

static DEFINE_PER_CPU(struct hrtimer, nmi_periodic_timer);
static u64 nmi_periodic_ns; /* changed while no timer runs */

static enum hrtimer_restart nmi_periodic_send(struct hrtimer *timer)
{
	cpumask_t online = READ_ONCE(cpu_online_mask);
	u32 next = cpumask_next(smp_processor_id(), online);

	nmi_send(cpumask_of(next < NR_CPUS ? next : cpumask_first(online)));
	hrtimer_forward_now(timer, nmi_periodic_ns);
	return HRTIMER_RESTART;
}

static void nmi_periodic_start_here(void *unused)
{
	struct hrtimer *timer = this_cpu_ptr(nmi_periodic_timer);

	hrtimer_setup(timer, nmi_periodic_send);
	hrtimer_start(timer, nmi_periodic_ns, HRTIMER_MODE_REL);
}

void nmi_periodic_start(u64 period_ns)
{
	nmi_periodic_ns = period_ns;
	on_each_cpu(nmi_periodic_start_here, NULL, true);
}

void nmi_periodic_stop(void)
{
	u32 cpu;

	for_each_online_cpu (cpu) {
		struct hrtimer *timer = per_cpu_ptr(nmi_periodic_timer, cpu);

		if (timer->base)
			hrtimer_cancel(timer);
	}
}
