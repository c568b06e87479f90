/* SPDX-License-Identifier: MIT */
/*
 * Which interrupt vector means what. The local APIC serves a higher number
 * first (SDM vol. 3, 10.8.3), in groups of 16. Numbers are Linux's where it has one.
 */
#pragma once

#define NMI_VECTOR 0x02

/* Line N of kernel/irq/irq.h is vector 0x20 + N, through an I/O APIC or the 8259 pair. */
#define FIRST_EXTERNAL_VECTOR 0x20

#define LOCAL_TIMER_VECTOR	    0xec
#define IRQ_WORK_VECTOR		    0xf6
#define REBOOT_VECTOR		    0xf8
#define STOP_MACHINE_VECTOR	    0xfa
#define CALL_FUNCTION_SINGLE_VECTOR 0xfb
#define CALL_FUNCTION_VECTOR	    0xfc
#define RESCHEDULE_VECTOR	    0xfd
#define ERROR_APIC_VECTOR	    0xfe
#define SPURIOUS_APIC_VECTOR	    0xff
