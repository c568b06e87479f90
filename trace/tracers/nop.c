/* SPDX-License-Identifier: MIT */
/* The tracer that is current when none is: it records nothing by itself. */
#include "trace/tracers/tracers.h"

static int nop_tracer_start(struct trace_array *tr)
{
	return 0;
}

static void nop_tracer_stop(struct trace_array *tr)
{
}

const struct tracer nop_tracer = {
	.name = "nop",
	.start = nop_tracer_start,
	.stop = nop_tracer_stop,
};
