/* SPDX-License-Identifier: MIT */
/* trace_printk(): text as a record. */
#include "kernel/trace_printk.h"

#include "arch/x86_64/percpu.h"
#include "kernel/sched/preempt.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_event.h"
#include "trace/core/trace_options.h"
#include "trace/core/trace_stack.h"
#include "trace/ring/ring_write.h"

/* Whose option trace_printk_dest is on: changed with trace_types_lock held. */
static struct trace_array *trace_printk_dest = &global_trace;

int trace_printk_set_dest(struct trace_array *tr, bool on)
{
	if (!on && tr == &global_trace)
		return -EINVAL;
	if (!on && tr != trace_printk_dest)
		return 0;
	if (!on)
		global_trace.options |= TRACE_OPTION_PRINTK_DEST;
	else
		trace_printk_dest->options &= ~TRACE_OPTION_PRINTK_DEST;
	WRITE_ONCE(trace_printk_dest, on ? tr : &global_trace);
	return 0;
}

/* Formats twice: to know how long it is, and straight into the record. */
static void trace_printk_write(u64 ip, const char *fmt, va_list args, va_list again)
{
	u32 chars = min((u32)vsnprintf(NULL, 0, fmt, args), (u32)TRACE_PRINTK_MAX);
	u32 length = ALIGN_UP((u32)sizeof(struct print_entry) + chars + 2, 4u);
	u32 ctx = trace_gen_ctx();
	struct ring_buffer_per_cpu *rb;
	struct print_entry *entry;
	struct trace_array *tr;

	preempt_disable();
	tr = READ_ONCE(trace_printk_dest);
	rb = tr->buffer->cpu[smp_processor_id()];
	entry = trace_record_reserve(rb, TRACE_PRINT, length, ctx);
	if (entry) {
		entry->ip = ip;
		chars = (u32)vscnprintf(entry->buf, chars + 1, fmt, again);
		if (!chars || entry->buf[chars - 1] != '\n')
			entry->buf[chars++] = '\n';
		entry->buf[chars] = '\0';
		trace_record_commit(rb, entry, length);
		if (tr->options & TRACE_OPTION_STACKTRACE)
			trace_stack_after_event(rb, ctx, args);
	}
	preempt_enable();
}

void trace_printk(const char *fmt, ...)
{
	va_list args, again;

	if (!(global_trace.options & TRACE_OPTION_TRACE_PRINTK))
		return;
	va_start(args, fmt);
	va_copy(again, args);
	trace_printk_write((u64)__builtin_return_address(0), fmt, args, again);
	va_end(again);
	va_end(args);
}
