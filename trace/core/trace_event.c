/* SPDX-License-Identifier: MIT */
/* The rare half of describing what a processor is in the middle of. */
#include "trace/core/trace_event.h"
#include "lib/math.h"

u32 trace_gen_ctx_nested(u32 count)
{
	u32 flags = 0;

	if (count & NMI_MASK)
		flags |= TRACE_FLAG_NMI;
	if (count & HARDIRQ_MASK)
		flags |= TRACE_FLAG_HARDIRQ;
	if (count & SOFTIRQ_OFFSET)
		flags |= TRACE_FLAG_SOFTIRQ;
	if (count & SOFTIRQ_MASK & ~SOFTIRQ_OFFSET)
		flags |= TRACE_FLAG_BH_OFF;
	return flags << 16 | min(count & PREEMPT_MASK, 15u) << 24;
}
