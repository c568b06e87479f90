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
 * Finds the local APIC and its mode and turns CPU 0's on; masks the 8259s when
 * an I/O APIC takes their place. Without any local APIC: the 8259s serve one CPU.
 */
void apic_init(void);

/* Turns on the local APIC of the CPU that runs this, in the mode CPU 0 chose. */
void apic_init_secondary(void);

/* Whether there is a local APIC. Without one there is one CPU and no IPI. */
bool apic_present(void);
bool x2apic_enabled(void);

/* This CPU's APIC id, 32 bits in x2APIC mode, else 8. */
u32 apic_read_id(void);

/* APIC id of CPU @cpu, as the firmware listed it. */
extern u32 cpu_to_apicid[NR_CPUS];

/* Ends the interrupt being served. Context: hardirq. */
void apic_eoi(void);

/*
 * Sends vector @vector to one CPU, to each of @mask, or to this one. The vector
 * NMI_VECTOR sends an NMI. Context: any, NMI included.
 */
void apic_send_ipi(u32 cpu, u8 vector);
void apic_send_ipi_mask(cpumask_t mask, u8 vector);
void apic_send_ipi_self(u8 vector);

/* INIT and start-up IPIs for APIC id @apicid; @page is the 4 KiB page number to start in. */
void apic_send_init(u32 apicid);
void apic_send_startup(u32 apicid, u8 page);

/* Fires the timer interrupt once, @delta_ns from now or a little later. Interrupts off. */
void apic_timer_set_next_event(u64 delta_ns);

/* Prepares this CPU's timer; CPU 0 must have calibrated it (apic_timer_calibrate()). */
void apic_timer_setup(void);
