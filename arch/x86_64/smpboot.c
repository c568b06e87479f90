/* SPDX-License-Identifier: MIT */
/*
 * Starting the other processors, one after the other: INIT, then a start-up
 * interrupt that sends it to the trampoline page in real mode (SDM vol. 3,
 * 8.4.4.1). Both sides then meet at fixed points, each wait bounded.
 */
#include "arch/x86_64/acpi.h"
#include "arch/x86_64/ap_trampoline.h"
#include "arch/x86_64/apic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/tsc.h"
#include "kernel/boot_info.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/smp.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/time/clock.h"
#include "kernel/time/sleep.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"

#define EFER_LME (1u << 8)

/* Processors since 1997 need no pause after INIT; the second start-up is for one that missed it. */
#define INIT_DELAY_US	 10
#define STARTUP_RETRY_US 300
#define STARTUP_WAIT_NS	 (2 * NSEC_PER_SEC)

/* How far the processor being started has come. Each step is written by the side named. */
enum ap_step {
	AP_STEP_OFF,	/* CPU 0 */
	AP_STEP_ALIVE,	/* the other: it runs C code */
	AP_STEP_GO,	/* CPU 0: come online */
	AP_STEP_ONLINE, /* the other */
};

static u32 ap_step;
static u32 max_cpus = NR_CPUS;

int maxcpus_param(const char *value)
{
	unsigned int count;

	if (!value || kstrtouint(value, 10, &count) || !count)
		return -EINVAL;
	max_cpus = count;
	return 0;
}

int nosmp_param(const char *value)
{
	max_cpus = 1;
	return 0;
}

void smp_prepare_cpus(void)
{
	u32 count = apic_present() ? madt_info.cpu_count : 1;

	if (count > max_cpus) {
		pr_info("smp: %u of %u CPUs are used\n", max_cpus, count);
		count = max_cpus;
	}
	for (u32 cpu = 1; cpu < count; cpu++) {
		if (!x2apic_enabled() && madt_info.apicid[cpu] > 0xff)
			continue;
		if (cpu_prepare(cpu)) {
			pr_err("smp: no memory for CPU#%u and those after it\n", cpu);
			break;
		}
		cpumask_set_cpu(cpu, &cpu_possible_mask);
		nr_cpu_ids = cpu + 1;
	}
}

/* Return: whether the other side has come to @step in time. */
static bool ap_wait_for(u32 step, u64 limit_ns)
{
	u64 start = ktime_get_ns();

	while (smp_load_acquire(&ap_step) != step) { /* pairs with start_secondary() */
		if (ktime_get_ns() - start > limit_ns)
			return false;
		cpu_relax();
	}
	return true;
}

/* boot/ap_trampoline.asm comes here: 64-bit mode, interrupts off, on the idle task's stack. */
static void start_secondary(void)
{
	cpu_init_secondary();
	write_cr3(kernel_cr3);
	apic_init_secondary();
	smp_store_release(&ap_step, AP_STEP_ALIVE);	 /* pairs with ap_wait_for() */
	while (smp_load_acquire(&ap_step) != AP_STEP_GO) /* pairs with cpu_up() */
		cpu_relax();
	tsc_check_sync_secondary();
	time_init_secondary();
	set_cpu_online(smp_processor_id(), true);
	smp_store_release(&ap_step, AP_STEP_ONLINE);
	cpu_startup_entry();
}

/* Copies the trampoline to its page and tells it whom it starts. */
static void ap_trampoline_fill(u32 cpu, const struct task_struct *idle)
{
	u8 *page = phys_to_virt(AP_TRAMPOLINE_PHYS);
	struct ap_start_info info = {
		.cr3 = paging_ap_cr3(),
		.efer = (rdmsr(MSR_EFER) & EFER_NXE) | EFER_LME,
		.stack = task_stack_top(idle),
		.gs_base = per_cpu_offset[cpu],
		.entry = (u64)start_secondary,
		.ticket = 1,
	};

	memcpy(page, ap_trampoline_start, ap_trampoline_end - ap_trampoline_start);
	memcpy(page + (ap_trampoline_info - ap_trampoline_start), &info, sizeof(info));
	barrier();
}

/* Return: whether it came alive. */
static bool ap_kick(u32 apicid)
{
	u8 page = AP_TRAMPOLINE_PHYS / PAGE_SIZE;

	apic_send_init(apicid);
	udelay(INIT_DELAY_US);
	apic_send_startup(apicid, page);
	if (ap_wait_for(AP_STEP_ALIVE, STARTUP_RETRY_US * NSEC_PER_USEC))
		return true;
	apic_send_startup(apicid, page);
	if (ap_wait_for(AP_STEP_ALIVE, STARTUP_WAIT_NS * num_online_cpus()))
		return true;
	apic_send_init(apicid); /* back to waiting: it must not wake up later */
	return false;
}

/* Brings @cpu online. Return: 0, -ENOMEM, -EIO when it does not answer. */
static int cpu_up(u32 cpu)
{
	struct task_struct *idle = fork_idle(cpu);
	u32 apicid = madt_info.apicid[cpu];

	if (IS_ERR(idle))
		return PTR_ERR(idle);
	ap_step = AP_STEP_OFF;
	ap_trampoline_fill(cpu, idle);
	if (!ap_kick(apicid)) {
		pr_err("smp: CPU#%u (APIC id %u) does not start\n", cpu, apicid);
		return -EIO;
	}
	smp_store_release(&ap_step, AP_STEP_GO); /* pairs with start_secondary() */
	tsc_check_sync_boot_cpu(cpu);
	while (!ap_wait_for(AP_STEP_ONLINE, STARTUP_WAIT_NS * num_online_cpus()))
		pr_err("smp: CPU#%u started, but does not come online\n", cpu);
	return 0;
}

void smp_init(void)
{
	u64 start = ktime_get_ns();
	u32 cpu;

	cpus_write_lock();
	for_each_possible_cpu (cpu)
		if (!cpu_online(cpu))
			cpu_up(cpu);
	cpus_write_unlock();
	pr_info("smp: %u CPUs online after %lu us\n", num_online_cpus(),
		(ktime_get_ns() - start) / NSEC_PER_USEC);
}
