/* SPDX-License-Identifier: MIT */
/* Walking the records of several processors in the order of their time stamps. */
#include "trace/output/trace_iterator.h"

#include "kernel/mm/slab.h"
#include "lib/string.h"
#include "trace/output/trace_text.h"

struct trace_iterator *trace_iterator_open(struct trace_array *tr, struct ring_buffer *buffer,
					   int cpu, bool consuming, size_t text_bytes)
{
	struct trace_iterator *iter = kzalloc(sizeof(*iter), GFP_KERNEL);
	char *text = kmalloc(text_bytes, GFP_KERNEL);
	u32 n;

	if (!iter || !text) {
		kfree(text);
		kfree(iter);
		return NULL;
	}
	iter->tr = tr;
	iter->buffer = buffer;
	iter->tracer = tr->current_tracer;
	iter->clock = tr->clock;
	iter->options = tr->options;
	iter->consuming = consuming;
	iter->cpus = cpu == RING_BUFFER_ALL_CPUS ? cpu_possible_mask : cpumask_of((u32)cpu);
	seq_buf_init(&iter->seq, text, text_bytes);
	iter->names = kzalloc(sizeof(*iter->names), GFP_KERNEL);
	iter->start_ts = tr->start_ts[buffer == tr->buffers[1]];
	if (iter->options & TRACE_OPTION_LATENCY_FORMAT)
		iter->held = kmalloc(TRACE_LINE_MAX, GFP_KERNEL);
	if (!iter->names || (consuming && !ring_buffer_alloc_read_page(buffer, &iter->copy))) {
		trace_iterator_close(iter);
		return NULL;
	}
	for_each_cpu (n, iter->cpus) {
		if (!consuming)
			iter->iter[n] = ring_buffer_iter_open(buffer, n);
		if (!consuming && !iter->iter[n])
			break;
		if (ring_buffer_overrun_cpu(buffer, n))
			cpumask_set_cpu(n, &iter->had_overrun);
	}
	if (n >= NR_CPUS)
		return iter;
	trace_iterator_close(iter);
	return NULL;
}

void trace_iterator_close(struct trace_iterator *iter)
{
	u32 cpu;

	for_each_cpu (cpu, iter->cpus)
		if (iter->iter[cpu])
			ring_buffer_iter_close(iter->iter[cpu]);
	if (iter->copy.data)
		ring_buffer_free_read_page(&iter->copy);
	kfree(iter->held);
	kfree(iter->names);
	kfree(iter->private);
	kfree(iter->seq.buffer);
	kfree(iter);
}

void trace_iterator_rewind(struct trace_iterator *iter)
{
	u32 cpu;

	for_each_cpu (cpu, iter->cpus)
		ring_buffer_iter_rewind(iter->iter[cpu]);
	kfree(iter->private);
	iter->private = NULL;
	iter->passed = false;
	iter->ready = 0;
	iter->drained = 0;
	iter->started = 0;
	iter->index = 0;
}

/* Has the next record of @cpu at hand. Return: false if there is none. */
static bool trace_iterator_load(struct trace_iterator *iter, u32 cpu)
{
	bool found = iter->consuming ? ring_buffer_peek(iter->buffer, cpu, &iter->event[cpu])
				     : ring_buffer_iter_peek(iter->iter[cpu], &iter->event[cpu]);

	if (found)
		cpumask_set_cpu(cpu, &iter->ready);
	else if (!iter->consuming)
		cpumask_set_cpu(cpu, &iter->drained);
	return found;
}

/* A snapshot makes another buffer the one to take from; what is in the old one stays there. */
static void trace_iterator_follow_snapshot(struct trace_iterator *iter)
{
	struct ring_buffer *live = READ_ONCE(iter->tr->buffer);

	if (!iter->consuming || iter->buffer == live)
		return;
	iter->buffer = live;
	iter->ready = 0;
}

/* Return: the processor whose next record is the first in time, or NR_CPUS. */
static u32 trace_iterator_choose(struct trace_iterator *iter)
{
	u32 cpu, first = NR_CPUS;

	trace_iterator_follow_snapshot(iter);
	for_each_cpu (cpu, iter->cpus & ~iter->ready & ~iter->drained)
		trace_iterator_load(iter, cpu);
	for_each_cpu (cpu, iter->ready)
		if (first == NR_CPUS || iter->event[cpu].ts < iter->event[first].ts)
			first = cpu;
	return first;
}

/*
 * Makes the next record of @cpu the iterator's own, if records are taken; the one behind it
 * is the next then. Return: false if another reader has it.
 */
static bool trace_iterator_take(struct trace_iterator *iter, u32 cpu)
{
	struct ring_event *event = &iter->event[cpu];
	bool taken;

	if (!iter->consuming)
		return true;
	taken = ring_buffer_copy_event(iter->buffer, cpu, event, iter->copy.data, event);
	iter->entry = iter->copy.data;
	if (!taken || !event->data)
		cpumask_clear_cpu(cpu, &iter->ready);
	return taken;
}

bool trace_iterator_is_empty(struct trace_iterator *iter)
{
	return !trace_iterator_find(iter);
}

bool trace_iterator_find(struct trace_iterator *iter)
{
	const struct ring_event *event;
	u32 cpu;

	do {
		cpu = trace_iterator_choose(iter);
		if (cpu == NR_CPUS)
			return false;
		event = &iter->event[cpu];
		iter->cpu = cpu;
		iter->entry = event->data;
		iter->entry_size = event->length;
		iter->ts = event->ts;
		iter->lost = event->lost;
	} while (!trace_iterator_take(iter, cpu));
	return true;
}

static void trace_iterator_pass(struct trace_iterator *iter)
{
	if (!iter->consuming) {
		ring_buffer_iter_advance(iter->iter[iter->cpu]);
		cpumask_clear_cpu(iter->cpu, &iter->ready);
	}
	iter->index++;
}

void trace_iterator_advance(struct trace_iterator *iter)
{
	if (!iter->passed)
		trace_iterator_pass(iter);
	iter->passed = false;
}

bool trace_iterator_join(struct trace_iterator *iter)
{
	iter->passed = !trace_iterator_take(iter, iter->cpu);
	return !iter->passed;
}

u64 trace_iterator_next_ts(struct trace_iterator *iter)
{
	u32 size = iter->entry_size, first;
	u64 next = iter->ts;

	if (iter->passed || !iter->held || size > TRACE_LINE_MAX)
		return next;
	memcpy(iter->held, iter->entry, size);
	trace_iterator_pass(iter);
	iter->passed = true;
	iter->entry = iter->held;
	first = trace_iterator_choose(iter);
	return first == NR_CPUS ? next : iter->event[first].ts;
}

bool trace_iterator_peek_next(struct trace_iterator *iter, struct ring_event *event)
{
	u32 cpu = iter->cpu;

	if (!iter->passed)
		trace_iterator_pass(iter);
	iter->passed = true;
	if (!trace_iterator_load(iter, cpu))
		return false;
	*event = iter->event[cpu];
	if (!iter->consuming)
		return true;
	event->data = iter->copy.data;
	return ring_buffer_copy_event(iter->buffer, cpu, &iter->event[cpu], iter->copy.data, NULL);
}
