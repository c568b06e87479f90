/* SPDX-License-Identifier: MIT */
/* Where exceptions are: trace/events/exceptions_events.c. */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/types.h"
#include "trace/events/event_point.h"

/* The kernel met a page fault, one it provides for or not. Interrupts are off. */
EVENT_POINT(trace_page_fault_kernel, page_fault_kernel_key, page_fault_kernel_event,
	    (const struct pt_regs *regs, u64 address), (regs, address));
