/* SPDX-License-Identifier: MIT */
/* trace start, stop, reset: tracing that goes on until it is stopped. */
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/files.h"
#include "kernel/shell/trace/setup.h"

int trace_start(struct trace_front *front, int argc, char **argv)
{
	struct trace_setup setup;
	const char *tracer = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	int skipped = tracer ? 1 : 0;
	int operand = trace_setup_parse(front, &setup, argc - skipped, argv + skipped);

	if (operand < 0 || operand < argc - skipped || setup.output)
		return trace_usage(argv[0]);
	if (tracer)
		setup.tracer = tracer;
	if (trace_setup_write(front, &setup))
		return 1;
	return trace_put(front, "tracing_on", "1");
}

int trace_stop(struct trace_front *front, int argc, char **argv)
{
	return argc > 1 ? trace_usage(argv[0]) : trace_put(front, "tracing_on", "0");
}

int trace_reset(struct trace_front *front, int argc, char **argv)
{
	if (argc > 1)
		return trace_usage(argv[0]);
	if (!trace_has("current_tracer"))
		return cmd_fail("there is no /tracing");
	front->events = true;
	return trace_setup_clear(front) | trace_graph_clear(front) | trace_put(front, "trace", "");
}
