/* SPDX-License-Identifier: MIT */
/* The local APIC: switching it on, ending interrupts, and interrupting other processors. */
#include "arch/x86_64/apic.h"

#include "arch/x86_64/acpi.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/cpu_features.h"
#include "arch/x86_64/i8259.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/irqflags.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/sched/preempt.h"

/* Registers (SDM vol. 3, table 10-1); in x2APIC mode, MSR 0x800 + offset / 16. */
#define APIC_ID		  0x020
#define APIC_TASK_PRI	  0x080
#define APIC_EOI	  0x0b0
#define APIC_SPURIOUS	  0x0f0
#define APIC_IN_SERVICE	  0x100
#define APIC_ERROR_STATUS 0x280
#define APIC_LVT_CMCI	  0x2f0
#define APIC_ICR_LOW	  0x300
#define APIC_ICR_HIGH	  0x310
#define APIC_LVT_THERMAL  0x330
#define APIC_LVT_PERF	  0x340
#define APIC_LVT_LINT0	  0x350
#define APIC_LVT_LINT1	  0x360
#define APIC_LVT_ERROR	  0x370

#define X2APIC_MSR_BASE	    0x800
#define X2APIC_MSR_ICR	    0x830
#define X2APIC_MSR_SELF_IPI 0x83f

#define APIC_BASE_ENABLE  (1ul << 11)
#define APIC_BASE_X2APIC  (1ul << 10)
#define APIC_BASE_ADDRESS 0x000ffffffffff000ul

#define APIC_SPURIOUS_ENABLE (1u << 8)
#define APIC_DELIVERY_NMI    (4u << 8)
#define APIC_DELIVERY_INIT   (5u << 8)
#define APIC_DELIVERY_START  (6u << 8)
#define APIC_DELIVERY_EXTINT (7u << 8)
#define APIC_ICR_BUSY	     (1u << 12)
#define APIC_ICR_ASSERT	     (1u << 14)
#define APIC_ICR_SELF	     (1u << 18)

#define CPUID_1_EDX_APIC (1u << 9)

/* An IPI that the bus does not take in this many polls is given up. */
#define ICR_POLLS 1000000u

static enum {
	APIC_NONE,
	APIC_MEMORY,
	APIC_MSR,
} apic_mode;

static volatile u8 *apic_registers;
static bool apic_switched_off;

int nolapic_param(const char *value)
{
	apic_switched_off = true;
	return 0;
}

bool apic_present(void)
{
	return apic_mode != APIC_NONE;
}

bool x2apic_enabled(void)
{
	return apic_mode == APIC_MSR;
}

notrace u32 apic_read(u32 reg)
{
	if (apic_mode == APIC_MSR)
		return rdmsr(X2APIC_MSR_BASE + reg / 16);
	return *(volatile u32 *)(apic_registers + reg);
}

notrace void apic_write(u32 reg, u32 value)
{
	if (apic_mode == APIC_MSR)
		wrmsr(X2APIC_MSR_BASE + reg / 16, value);
	else
		*(volatile u32 *)(apic_registers + reg) = value;
}

u32 apic_initial_id(void)
{
	/* Leaf 0Bh knows all 32 bits, leaf 1 the lowest 8. */
	if (cpu_features.max_leaf >= 0xb && cpuid(0xb, 0).ebx)
		return cpuid(0xb, 0).edx;
	return cpuid(1, 0).ebx >> 24;
}

bool apic_is_served(u8 vector)
{
	return apic_read(APIC_IN_SERVICE + vector / 32 * 16) & 1u << vector % 32;
}

notrace void apic_eoi(void)
{
	apic_write(APIC_EOI, 0);
}

u32 apic_read_and_clear_errors(void)
{
	apic_write(APIC_ERROR_STATUS, 0); /* makes it take over what was latched */
	return apic_read(APIC_ERROR_STATUS);
}

static notrace void apic_wait_icr_idle(void)
{
	for (u32 i = 0; i < ICR_POLLS && apic_read(APIC_ICR_LOW) & APIC_ICR_BUSY; i++)
		cpu_relax();
}

/*
 * With memory registers this takes two writes, and an NMI between them may send
 * an IPI as well: it puts back the half it has found.
 */
static notrace void apic_write_icr(u32 apicid, u32 command)
{
	u32 found = 0;
	u64 flags;

	if (apic_mode == APIC_MSR) {
		wrmsr(X2APIC_MSR_ICR, (u64)apicid << 32 | command);
		return;
	}
	flags = local_irq_save();
	if (in_nmi())
		found = apic_read(APIC_ICR_HIGH);
	apic_wait_icr_idle();
	apic_write(APIC_ICR_HIGH, apicid << 24);
	apic_write(APIC_ICR_LOW, command);
	if (in_nmi())
		apic_write(APIC_ICR_HIGH, found);
	local_irq_restore(flags);
}

notrace void apic_send_ipi(u32 cpu, u8 vector)
{
	apic_write_icr(madt_info.apicid[cpu],
		       APIC_ICR_ASSERT | (vector == NMI_VECTOR ? APIC_DELIVERY_NMI : vector));
}

notrace void apic_send_ipi_mask(cpumask_t mask, u8 vector)
{
	u32 cpu;

	for_each_cpu (cpu, mask)
		apic_send_ipi(cpu, vector);
}

notrace void apic_send_ipi_self(u8 vector)
{
	if (apic_mode == APIC_MSR)
		wrmsr(X2APIC_MSR_SELF_IPI, vector);
	else
		apic_write(APIC_ICR_LOW, APIC_ICR_SELF | APIC_ICR_ASSERT | vector);
}

void apic_send_init(u32 apicid)
{
	apic_write_icr(apicid, APIC_ICR_ASSERT | APIC_DELIVERY_INIT);
}

void apic_send_startup(u32 apicid, u8 page)
{
	apic_write_icr(apicid, APIC_ICR_ASSERT | APIC_DELIVERY_START | page);
}

/* The MSR that switches between off, memory and MSR mode (10.12.1). */
static void apic_write_base(void)
{
	u64 base = rdmsr(MSR_IA32_APIC_BASE) | APIC_BASE_ENABLE;

	wrmsr(MSR_IA32_APIC_BASE, base);
	if (apic_mode == APIC_MSR)
		wrmsr(MSR_IA32_APIC_BASE, base | APIC_BASE_X2APIC);
}

/* The local vector table: nothing fires but errors, NMIs, and the 8259s if they are in use. */
static void apic_setup_local(bool pass_8259)
{
	apic_write_base();
	apic_write(APIC_TASK_PRI, 0);
	apic_write(APIC_LVT_TIMER, APIC_LVT_MASKED | LOCAL_TIMER_VECTOR);
	apic_write(APIC_LVT_THERMAL, APIC_LVT_MASKED);
	apic_write(APIC_LVT_PERF, APIC_LVT_MASKED);
	apic_write(APIC_LVT_LINT0, APIC_DELIVERY_EXTINT | (pass_8259 ? 0 : APIC_LVT_MASKED));
	apic_write(APIC_LVT_LINT1, APIC_DELIVERY_NMI);
	apic_write(APIC_LVT_ERROR, ERROR_APIC_VECTOR);
	apic_read_and_clear_errors();
	apic_write(APIC_SPURIOUS, APIC_SPURIOUS_ENABLE | SPURIOUS_APIC_VECTOR);
}

void apic_init(void)
{
	u64 base;

	if (apic_switched_off || !(cpuid(1, 0).edx & CPUID_1_EDX_APIC)) {
		pr_notice("apic: %s: one CPU, 8259 interrupts\n",
			  apic_switched_off ? "switched off" : "this processor has none");
		return;
	}
	base = rdmsr(MSR_IA32_APIC_BASE);
	if (cpu_features.x2apic || base & APIC_BASE_X2APIC) {
		apic_mode = APIC_MSR;
	} else {
		apic_registers = ioremap(base & APIC_BASE_ADDRESS, 4096);
		if (!apic_registers)
			panic("apic: no address space for the registers");
		apic_mode = APIC_MEMORY;
	}
	apic_setup_local(madt_info.ioapic_count == 0);
	pr_info("apic: local APIC at 0x%lx, %s mode, id %u\n", base & APIC_BASE_ADDRESS,
		apic_mode == APIC_MSR ? "x2APIC" : "memory", madt_info.apicid[0]);
}

void apic_init_secondary(void)
{
	apic_setup_local(false);
}
