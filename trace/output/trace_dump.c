/* SPDX-License-Identifier: MIT */
/*
 * ftrace_dump(): everything it needs is static, as memory may be what is wrong.
 */
#include "trace/output/trace_dump.h"

#include "arch/x86_64/atomic.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/smp/cpumask.h"
#include "kernel/sysrq.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "trace/core/trace_array.h"
#include "trace/output/trace_text.h"

/* All guarded by dump_running. */
static struct trace_iterator dump_iterator;
static struct ring_buffer_iter dump_iters[NR_CPUS];
static struct trace_name_cache dump_names;
static char dump_text[1024];

static atomic_t dump_running;
static unsigned long dump_on_oops;
static bool traceoff_on_warning;

static void dump_iterator_init(struct trace_iterator *iter, struct trace_array *tr, cpumask_t cpus)
{
	u32 cpu;

	*iter = (struct trace_iterator){
		.tr = tr,
		.buffer = tr->buffer,
		.tracer = tr->current_tracer,
		.clock = tr->clock,
		.options = tr->options,
		.cpus = cpus,
		.names = &dump_names,
		.atomic = true,
	};
	seq_buf_init(&iter->seq, dump_text, sizeof(dump_text));
	for_each_cpu (cpu, iter->cpus) {
		iter->iter[cpu] = &dump_iters[cpu];
		ring_buffer_iter_init_dump(iter->iter[cpu], iter->buffer, cpu);
	}
}

static void ftrace_dump_cpus(cpumask_t cpus)
{
	struct trace_iterator *iter = &dump_iterator;
	u64 lines = 0;

	if (atomic_inc_return(&dump_running) == 1 && global_trace.buffer) {
		tracing_off();
		pr_emerg("Dumping ftrace buffer (tracing_on is 0 from here on):\n");
		dump_iterator_init(iter, &global_trace, cpus);
		for (; trace_iterator_find(iter); trace_iterator_advance(iter)) {
			if (!lines++)
				pr_emerg("---------------------------------\n");
			seq_buf_clear(&iter->seq);
			trace_print_line(iter);
			pr_emerg("%s", seq_buf_str(&iter->seq));
		}
		pr_emerg("%s", lines ? "---------------------------------\n"
				     : "   (ftrace buffer empty)\n");
	}
	atomic_dec(&dump_running);
}

void ftrace_dump(void)
{
	ftrace_dump_cpus(cpu_possible_mask);
}

void ftrace_dump_cpu(void)
{
	ftrace_dump_cpus(cpumask_of(smp_processor_id()));
}

static void dump_trace_after_oops(void)
{
	if (dump_on_oops)
		ftrace_dump();
}

/* Without a value it is 1; 2 would mean only this processor, which is printed with all others. */
int trace_param_dump_on_oops(const char *value)
{
	unsigned long mode = 1;

	if (value && (kstrtoul(value, 10, &mode) || mode > 2))
		return -EINVAL;
	dump_on_oops = mode;
	return 0;
}

static void stop_trace_at_oops(void)
{
	if (dump_on_oops)
		tracing_off();
}

int trace_param_traceoff_on_warning(const char *value)
{
	traceoff_on_warning = true;
	return 0;
}

void trace_dump_init(void)
{
	if (traceoff_on_warning)
		warn_stop_trace = tracing_off;
	oops_stop_trace = stop_trace_at_oops;
	oops_dump_trace = dump_trace_after_oops;
	sysrq_dump_trace = ftrace_dump;
}
