/* SPDX-License-Identifier: MIT */
/*
 * The local APIC of each processor: end of interrupt, interrupts to other
 * processors, and the timer. In x2APIC mode its registers are MSRs, otherwise
 * a page of memory (SDM vol. 3, chapter 10).
 */
#pragma once

#include "kernel/smp/cpumask.h"
#include "lib/types.h"

/*
 * Turns CPU 0's local APIC on, in x2APIC mode where the processor has it. Without
 * an I/O APIC it lets the 8259s through (virtual wire mode, 10.1). Says so when
 * there is no local APIC at all. Context: boot, after acpi_init().
 */
void apic_init(void);

/* Turns on the local APIC of the CPU that runs this, in the mode CPU 0 chose. */
void apic_init_secondary(void);

/* nolapic: do without, with one CPU. */
int nolapic_param(const char *value);

/* Whether there is a local APIC. Without one there is one CPU and no IPI. Any context. */
bool apic_present(void);
bool x2apic_enabled(void);

/* This CPU's APIC id as CPUID tells it; works before apic_init(). */
u32 apic_initial_id(void);

/* Ends the interrupt being served. Context: hardirq. */
void apic_eoi(void);
/* Whether an interrupt with @vector waits for its end. Context: hardirq. */
bool apic_is_served(u8 vector);

/* What the local APIC found wrong since the last call (10.5.3), for its error interrupt. */
u32 apic_read_and_clear_errors(void);

/*
 * Sends vector @vector to one CPU, to each of @mask, or to this one. The vector
 * NMI_VECTOR sends an NMI. Context: any, NMI included; not traced.
 */
void apic_send_ipi(u32 cpu, u8 vector);
void apic_send_ipi_mask(cpumask_t mask, u8 vector);
void apic_send_ipi_self(u8 vector);

/* INIT and start-up IPIs for APIC id @apicid; @page is the 4 KiB page number to start in. */
void apic_send_init(u32 apicid);
void apic_send_startup(u32 apicid, u8 page);

/*
 * Finds the timer's rate against the TSC, at most 10 ms. CPU 0, interrupts off.
 * Return: 0, -ENODEV when there is no local APIC or its timer stands still.
 */
int apic_timer_calibrate(void);

/* Prepares this CPU's timer; it does not fire yet. */
void apic_timer_setup(void);

/* Fires the timer interrupt once, @delta_ns from now or a little later. Interrupts off. */
void apic_timer_set_next_event(u64 delta_ns);

/* Register access for apic.c and apic_timer.c; @reg is the offset in the page. */
u32 apic_read(u32 reg);
void apic_write(u32 reg, u32 value);

#define APIC_LVT_TIMER	   0x320
#define APIC_TIMER_INITIAL 0x380
#define APIC_TIMER_CURRENT 0x390
#define APIC_TIMER_DIVIDE  0x3e0
#define APIC_LVT_MASKED	   (1u << 16)
