/* SPDX-License-Identifier: MIT */
/*
 * From records to text. An iterator walks the records of one or all processors
 * in the order of their time stamps, without taking them (trace) or taking them
 * (trace_pipe), and prints each as a line.
 */
#pragma once

#include "kernel/smp/cpumask.h"
#include "lib/seq_buf.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_event.h"
#include "trace/core/trace_options.h"
#include "trace/ring/ring_buffer.h"

struct trace_clock;
struct trace_name_cache;

/* Longest text of one record; what is longer is printed as [LINE TOO BIG]. */
#define TRACE_LINE_MAX 8192

struct trace_iterator {
	struct trace_array *tr;
	struct ring_buffer *buffer;
	const struct tracer *tracer; /* the current one when it was opened */
	const struct trace_clock *clock;
	void *private;	/* the tracer's own, from kmalloc(), NULL at first; freed at the end */
	u64 options;	/* what the text looks like: tr->options, or fixed for a dump */
	cpumask_t cpus; /* whose records are walked */
	bool consuming;
	u64 start_ts; /* when the trace began, for the latency layout */

	/* The record to print. @entry points into a page or a copy of it. */
	const struct trace_entry *entry;
	u32 entry_size;
	u32 cpu;
	u64 ts;
	u64 lost;  /* records of this processor lost just before it */
	u64 index; /* records passed before this one */

	struct seq_buf seq; /* where text goes */

	/* Its own. */
	bool passed; /* by trace_iterator_peek_next(): the found record is behind already */
	struct ring_read_page copy; /* when consuming: room for the record that was taken */
	void *held;		    /* for trace_iterator_next_ts(): a copy of the found record */
	cpumask_t ready;	    /* event[cpu] is the next one of that processor */
	cpumask_t drained;	    /* there is nothing more */
	cpumask_t started;	    /* has printed a line */
	cpumask_t had_overrun;
	struct trace_name_cache *names;
	bool atomic; /* in a dump: names are looked up without waiting */
	struct ring_event event[NR_CPUS];
	struct ring_buffer_iter *iter[NR_CPUS]; /* NULL when consuming */
};

/**
 * trace_iterator_open() - walk the records of @tr.
 * @cpu: one processor, or RING_BUFFER_ALL_CPUS.
 * @consuming: take what is read.
 *
 * Context: task. Return: the iterator, or NULL without memory. Its seq has room
 * for @text_bytes, at least TRACE_LINE_MAX.
 */
struct trace_iterator *trace_iterator_open(struct trace_array *tr, struct ring_buffer *buffer,
					   int cpu, bool consuming, size_t text_bytes);
void trace_iterator_close(struct trace_iterator *iter);
/* Begins again, with what is there now. Not when consuming. */
void trace_iterator_rewind(struct trace_iterator *iter);

/*
 * Finds the next record in time: sets entry, entry_size, cpu, ts, lost. When consuming it is
 * taken with that. Return: false if there is none (when consuming: none now).
 */
bool trace_iterator_find(struct trace_iterator *iter);
/* Goes past the record that was found. */
void trace_iterator_advance(struct trace_iterator *iter);
/*
 * The record that comes after the found one on the same processor, for printers
 * that join two records. The found one's entry may be gone afterwards: copy it
 * first. trace_iterator_advance() goes past the found one only, unless
 * trace_iterator_join() was told that both are printed. Return: false if there is none;
 * of join: if another reader has taken it meanwhile.
 */
bool trace_iterator_peek_next(struct trace_iterator *iter, struct ring_event *event);
bool trace_iterator_join(struct trace_iterator *iter);

/*
 * When the record after the found one was written, of whatever processor; if
 * there is none, when the found one was. That one stays found.
 */
u64 trace_iterator_next_ts(struct trace_iterator *iter);

/* Whether there was not one record when it was opened. Not when consuming; before the first find.
 */
bool trace_iterator_is_empty(struct trace_iterator *iter);

/* The first two lines: whose records they are. */
void trace_print_tracer(struct trace_iterator *iter);
/* The lines above the records. */
void trace_print_header(struct trace_iterator *iter);
/* The record that was found, prefix and newline included, in the layout the options ask for. */
void trace_print_line(struct trace_iterator *iter);

/* Parts, for tracers with their own layout. */
/* COMM-PID [CPU] flags time: */
void trace_print_context(struct trace_iterator *iter);
/* SECONDS.MICROSECONDS, or what else the clock counts, in 12 columns or more. */
void trace_print_time(struct trace_iterator *iter, u64 ts);
/* Five characters. */
void trace_print_flags(struct seq_buf *seq, const struct trace_entry *entry);
/* The name of the function at @ip, with offset and address as the options say. */
void trace_print_symbol(struct trace_iterator *iter, u64 ip);
/*
 * (NAME=VALUE, ...), the arguments of the function at @ip by its types: @bytes bytes at @words,
 * the registers that arguments arrive in. Without types the words. What arrives elsewhere is "...".
 */
void trace_print_args(struct seq_buf *seq, u64 ip, const void *words, size_t bytes);
/*
 * What it has returned, @word having been in %rax: an error by its name, otherwise by the type;
 * if @hex, always 0x...
 */
void trace_print_retval(struct seq_buf *seq, u64 ip, u64 word, bool hex);
/* Return: false if it is known to return nothing. */
bool trace_has_retval(u64 ip);
/* The record without its prefix, in the layout of its type. */
void trace_print_record(struct trace_iterator *iter);
/* The name of task @pid, valid until the next call. */
const char *trace_find_cmdline(struct trace_iterator *iter, s32 pid);
