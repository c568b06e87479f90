/* SPDX-License-Identifier: MIT */
/* The events of exceptions. */
#include "trace/events/exceptions.h"

#include "arch/x86_64/cpu.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/events/event_file.h"

#define PAGE_FAULT_FIELDS(R, value, array, string)                   \
	value(R, unsigned long, address) value(R, unsigned long, ip) \
		value(R, unsigned long, error_code)
EVENT_CLASS(page_fault, PAGE_FAULT_FIELDS, "address=%ps ip=%ps error_code=0x%lx",
	    (void *)REC->address, (void *)REC->ip, REC->error_code);
struct static_key page_fault_kernel_key;
static struct trace_event page_fault_kernel =
	EVENT("exceptions", page_fault_kernel, page_fault, .key = &page_fault_kernel_key);

void page_fault_kernel_event(const struct pt_regs *regs, u64 address)
{
	struct page_fault_record record;
	/* Recording may fault itself, where it reads a stack; that is not recorded. */
	u32 bit = trace_recursion_enter(preempt_count());

	if (!bit)
		return;
	record.address = address;
	record.ip = regs->ip;
	record.error_code = regs->orig_ax;
	trace_event_emit(&page_fault_kernel, &record.ent, sizeof(record));
	write_cr2(address);
	trace_recursion_clear(bit);
}

struct trace_event *const exceptions_events[] = {&page_fault_kernel, NULL};
