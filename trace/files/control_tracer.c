/* SPDX-License-Identifier: MIT */
/* The files that say what traces, whether, where and by which clock. */
#include "kernel/smp/cpumask.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"
#include "trace/core/trace_clock.h"
#include "trace/core/tracer.h"
#include "trace/files/control_files.h"
#include "trace/ring/ring_buffer.h"
#include "trace/tracers/function.h"

/* available_tracers: names on one line, the newest first as on Linux, `nop` last. */
int available_tracers_show(struct seq_file *m, struct tracefs_node *node)
{
	size_t count = 0;

	while (tracers[count])
		count++;
	while (count--)
		seq_printf(m, "%s%c", tracers[count]->name, count ? ' ' : '\n');
	return 0;
}

/* current_tracer: the name; a name makes that tracer the current one. */
int current_tracer_show(struct seq_file *m, struct tracefs_node *node)
{
	trace_types_lock_acquire();
	seq_printf(m, "%s\n", node->tr->current_tracer->name);
	trace_types_lock_release();
	return 0;
}

int current_tracer_store(struct tracefs_node *node, char *text)
{
	return tracing_set_tracer(node->tr, text);
}

/* tracing_on: 0 or 1; any number but 0 switches on. */
int tracing_on_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%d\n", tracer_tracing_is_on(node->tr));
	return 0;
}

int tracing_on_store(struct tracefs_node *node, char *text)
{
	unsigned long value;
	int error = kstrtoul(text, 10, &value);

	if (error)
		return error;
	if (value) {
		tracer_tracing_on(node->tr);
	} else {
		function_repeats_flush(node->tr, true);
		tracer_tracing_off(node->tr);
		trace_pipe_wake_readers();
	}
	return 0;
}

/* tracing_cpumask: the processors that record, in hex, a comma after each 32 bits. */
int tracing_cpumask_show(struct seq_file *m, struct tracefs_node *node)
{
	cpumask_t mask = node->tr->tracing_cpumask & cpu_possible_mask;

	if (nr_cpu_ids > 32)
		seq_printf(m, "%0*x,%08x\n", (int)(nr_cpu_ids - 32 + 3) / 4, (u32)(mask >> 32),
			   (u32)mask);
	else
		seq_printf(m, "%0*x\n", (int)(nr_cpu_ids + 3) / 4, (u32)mask);
	return 0;
}

static int hex_digit_value(char c)
{
	if (isdigit(c))
		return c - '0';
	return isxdigit(c) ? (c | 0x20) - 'a' + 10 : -1;
}

/*
 * Hex, in groups of up to 32 bits with commas between them. Return: 0, -EINVAL, or
 * -EOVERFLOW for a processor that cannot exist.
 */
static int parse_cpumask(const char *text, cpumask_t *mask)
{
	cpumask_t value = 0;
	u64 group = 0;
	bool digit = false;

	for (; *text; text++) {
		int nibble = hex_digit_value(*text);

		if (*text == ',' && digit) {
			if (value)
				return -EOVERFLOW;
			value = group;
			group = 0;
			digit = false;
			continue;
		}
		if (nibble < 0)
			return -EINVAL;
		group = group << 4 | (u32)nibble;
		if (group >> 32)
			return -EOVERFLOW;
		digit = true;
	}
	*mask = value << 32 | group;
	if (!digit)
		return -EINVAL;
	return nr_cpu_ids < 64 && *mask >> nr_cpu_ids ? -EOVERFLOW : 0;
}

int tracing_cpumask_store(struct tracefs_node *node, char *text)
{
	cpumask_t mask;
	int error = parse_cpumask(text, &mask);

	if (error)
		return error;
	if (nr_cpu_ids < NR_CPUS && mask >> nr_cpu_ids)
		return -EOVERFLOW;
	return tracing_set_cpumask(node->tr, mask);
}

/* trace_clock: all names, the one in use in brackets; a name changes it and empties the buffer. */
int trace_clock_show(struct seq_file *m, struct tracefs_node *node)
{
	const struct trace_clock *clock;

	trace_types_lock_acquire();
	for (clock = trace_clocks; clock->name; clock++)
		seq_printf(m, clock == node->tr->clock ? "%s[%s]" : "%s%s",
			   clock == trace_clocks ? "" : " ", clock->name);
	trace_types_lock_release();
	seq_putc(m, '\n');
	return 0;
}

int trace_clock_store(struct tracefs_node *node, char *text)
{
	const struct trace_clock *clock = trace_clock_find(text);

	if (!clock)
		return -EINVAL;
	tracing_set_clock(node->tr, clock);
	return 0;
}
