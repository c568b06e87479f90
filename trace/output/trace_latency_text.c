/* SPDX-License-Identifier: MIT */
/*
 * The latency layout: time counts from where the trace began, and a mark says
 * how long it was to the next record. Linux's, to the character.
 */
#include "kernel/utsname.h"
#include "trace/core/trace_clock.h"
#include "trace/core/tracer.h"
#include "trace/output/trace_text.h"

/* By the time to the next record: over 10 us, 100 us, 1 ms, 10 ms, 100 ms, 1 s. */
static char delay_mark(u64 us)
{
	static const char marks[] = " +!#*@$";
	u64 limit = 10;
	u32 i = 0;

	while (marks[i + 1] && us > limit) {
		limit *= 10;
		i++;
	}
	return marks[i];
}

static u64 to_us(u64 ns)
{
	return (ns + 500) / 1000;
}

static void print_latency_time(struct trace_iterator *iter)
{
	bool verbose = iter->options & TRACE_OPTION_VERBOSE;
	u64 now = iter->ts - iter->start_ts, delay = trace_iterator_next_ts(iter) - iter->ts;
	struct seq_buf *seq = &iter->seq;

	if (!iter->clock->in_ns) {
		if (verbose)
			seq_buf_printf(seq, "[%016lx] %lu (+%lu): ", iter->ts, now, delay);
		else
			seq_buf_printf(seq, " %4lu: ", now);
		return;
	}
	now = to_us(now);
	delay = to_us(delay);
	if (verbose)
		seq_buf_printf(seq, "[%08lx] %lu.%03lums (+%lu.%03lums): ", to_us(iter->ts),
			       now / 1000, now % 1000, delay / 1000, delay % 1000);
	else
		seq_buf_printf(seq, " %4luus%c: ", now, delay_mark(delay));
}

void trace_print_latency_context(struct trace_iterator *iter)
{
	const struct trace_entry *entry = iter->entry;
	const char *comm = trace_find_cmdline(iter, entry->pid);
	struct seq_buf *seq = &iter->seq;

	if (iter->options & TRACE_OPTION_VERBOSE) {
		seq_buf_printf(seq, "%16s %7d %3u %u %08x %08lx ", comm, entry->pid, iter->cpu,
			       entry->flags, entry->preempt_count & 15, iter->index);
	} else {
		seq_buf_printf(seq, "%8.8s-%-7d %3u", comm, entry->pid, iter->cpu);
		trace_print_flags(seq, entry);
	}
	print_latency_time(iter);
}

bool trace_print_latency_header(struct trace_iterator *iter)
{
	struct seq_buf *seq = &iter->seq;
	u64 entries, written;

	trace_count_entries(iter, &entries, &written);
	if (!entries)
		return false;
	seq_buf_printf(seq, "# %s latency trace v1.1.5 on %s\n", iter->tracer->name, UTS_RELEASE);
	seq_buf_puts(seq,
		     "# --------------------------------------------------------------------\n");
	seq_buf_printf(seq,
		       "# latency: %lu us, #%lu/%lu, CPU#%u | (M:preempt VP:0, KP:0, SP:0 HP:0 "
		       "#P:%u)\n",
		       to_us(iter->tr->max_latency_ns), entries, written, 0u,
		       cpumask_weight(cpu_online_mask));
	seq_buf_puts(seq, "#    -----------------\n"
			  "#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)\n"
			  "#    -----------------\n"
			  "#\n");
	return true;
}

void trace_print_latency_titles(struct trace_iterator *iter)
{
	struct seq_buf *seq = &iter->seq;

	seq_buf_puts(seq, "#                    _------=> CPU#            \n"
			  "#                   / _-----=> irqs-off/BH-disabled\n"
			  "#                  | / _----=> need-resched    \n"
			  "#                  || / _---=> hardirq/softirq \n"
			  "#                  ||| / _--=> preempt-depth   \n"
			  "#                  |||| / _-=> migrate-disable \n"
			  "#                  ||||| /     delay           \n"
			  "#  cmd     pid     |||||| time  |   caller     \n"
			  "#     \\   /        ||||||  \\    |    /       \n");
}
