/* SPDX-License-Identifier: MIT */
/*
 * The function profiler: per processor a hash table of functions and sums, with open
 * addressing. An entry is taken by the first call and never given back. A table has
 * some more than there are sites when it is switched on.
 *
 * Times come from the shadow stack: the frame of a call gathers the time of the calls below it.
 */
#include "trace/tracers/profile.h"

#include "arch/x86_64/local.h"
#include "arch/x86_64/muldiv.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"
#include "lib/sort.h"
#include "lib/string.h"
#include "trace/core/fgraph.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_latency.h"

/* Times are of calls that have returned, in ns. */
struct profile_entry {
	u64 ip; /* 0: free */
	u64 hits;
	u64 time;
	u64 own;		   /* without the calls below */
	unsigned __int128 squares; /* of that of the two that graph-time asks for */
};

/* Made when it is first switched on, and kept. */
static DEFINE_PER_CPU(struct profile_entry *, function_profile_table);
static u32 profile_mask; /* entries - 1, a power of two */
static bool profile_graph_time = true;

/*
 * Functions begin at multiples of 16. Entries are written on this processor only, NMIs included.
 * Return: NULL if modules that came later have filled the table: what does not fit is not counted.
 */
static __always_inline struct profile_entry *profile_find(u64 ip)
{
	struct profile_entry *table = function_profile_table;
	u32 first = (u32)(ip / 16), i;

	for (i = 0; i <= profile_mask; i++) {
		struct profile_entry *entry = &table[(first + i) & profile_mask];

		if (likely(entry->ip == ip) || local_cmpxchg(&entry->ip, 0, ip) ||
		    READ_ONCE(entry->ip) == ip)
			return entry;
	}
	return NULL;
}

/* The bit does not keep others out, as nothing is called: it keeps the task here. */
static __always_inline void profile_count_hit(u64 ip)
{
	u32 bit = preempt_count() ? 0 : TRACE_RECURSION_OFFSET;
	struct profile_entry *entry;

	trace_recursion_set(bit);
	entry = profile_find(ip);
	if (likely(entry))
		local_inc(&entry->hits);
	trace_recursion_exit(bit);
}

/* Recording calls alone: hot. */
static void profile_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	profile_count_hit(ip);
}

/* The call of @frame has returned and took @time. */
static __always_inline void profile_count_time(struct fgraph_frame *frame,
					       struct fgraph_stack *stack, u64 time)
{
	u64 own = time - frame->own, counted = profile_graph_time ? time : own;
	struct profile_entry *entry = profile_find(frame->func);
	struct fgraph_frame *caller = frame - 1;

	while (unlikely(caller->id != frame->id && caller > stack->frames))
		caller--;
	caller->own += time;
	if (unlikely(!entry))
		return;
	local_add(&entry->time, time);
	local_add(&entry->own, own);
	local_add_wide(&entry->squares, (unsigned __int128)counted * counted);
}

static __hot_return void profile_exit(struct fgraph_user *user, u32 count, u64 retval, u64 end,
				      struct fgraph_frame *frame, struct fgraph_stack *stack)
{
	profile_count_time(frame, stack, end - frame->start);
	fgraph_pop(stack, frame);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}

static void profile_exit_uncommon(struct fgraph_user *user, u32 count, u64 retval, u64 end,
				  struct fgraph_frame *frame, struct fgraph_stack *stack, u32 bit)
{
	profile_count_time(frame, stack, end - frame->start);
	fgraph_pop(stack, frame);
	trace_recursion_exit(bit);
}

static struct fgraph_user profile_user = {
	.exit = profile_exit,
	.exit_uncommon = profile_exit_uncommon,
};

static noinline void profile_push_uncommon(struct fgraph_stack *stack, u64 ip,
					   struct ftrace_regs *fregs)
{
	struct fgraph_frame *frame = fgraph_push(stack, profile_user.id, ip, 0, fregs);

	if (!frame)
		return;
	frame->own = 0;
	frame->start = local_clock();
}

/* Hot. The shadow stack is the task's own, and nothing is called: that needs no guard. */
static __hot_callback void profile_enter(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
					 struct ftrace_regs *fregs)
{
	struct fgraph_stack *stack = current->trace.fgraph;
	struct fgraph_frame *frame;
	u64 id = profile_user.id;

	profile_count_hit(ip);
	if (unlikely(!stack))
		return;
	frame = stack->top;
	if (unlikely(!fgraph_is_plain(stack, frame, id)))
		return profile_push_uncommon(stack, ip, fregs);
	fgraph_fill(stack, frame, id, ip, frame[-1].depth + 1, fregs);
	frame->own = 0;
	frame->start = local_clock();
}

static struct ftrace_ops profile_ops = {.filter = &global_trace.filter};

static DEFINE_MUTEX(profile_mutex);

/* [profile_mutex] */
static enum function_profile_mode profile_mode;
static bool profile_has_times = true;

static struct profile_entry **table_of(u32 cpu)
{
	return per_cpu_ptr(function_profile_table, cpu);
}

/* Empties the tables, and makes new ones if there are more functions than before. */
static int profile_prepare(void)
{
	u32 entries = 64, cpu;

	while (entries < ftrace_site_total() / 4 * 5)
		entries *= 2;
	ftrace_wait_for_list(); /* hits of the last time, which go by the mask */
	for_each_possible_cpu (cpu) {
		if (entries == profile_mask + 1)
			break;
		vfree(*table_of(cpu));
		*table_of(cpu) = NULL;
	}
	profile_mask = entries - 1;
	for_each_possible_cpu (cpu) {
		struct profile_entry **table = table_of(cpu);

		if (!*table)
			*table = vmalloc(entries * sizeof(**table));
		if (!*table)
			break;
		memset(*table, 0, entries * sizeof(**table));
	}
	return cpu < nr_cpu_ids ? -ENOMEM : 0;
}

static int profile_start(enum function_profile_mode mode)
{
	int error = profile_prepare();

	if (!error && mode == PROFILE_TIMES)
		error = register_fgraph_user(&profile_user);
	if (error)
		return error;
	profile_ops.func = mode == PROFILE_TIMES ? profile_enter : profile_call;
	profile_ops.pid_slot = global_trace.pids.slot;
	error = register_ftrace_function(&profile_ops);
	if (error)
		unregister_fgraph_user(&profile_user);
	return error;
}

/* [profile_mutex] */
static int profile_change(enum function_profile_mode mode)
{
	int error = 0;

	if (mode == profile_mode)
		return 0;
	if (profile_mode != PROFILE_OFF) {
		error = unregister_ftrace_function(&profile_ops);
		if (error)
			return error;
		unregister_fgraph_user(&profile_user);
		profile_mode = PROFILE_OFF;
	}
	if (mode != PROFILE_OFF) {
		error = profile_start(mode);
		if (error)
			return error;
		profile_has_times = mode == PROFILE_TIMES;
		profile_mode = mode;
	}
	return 0;
}

int function_profile_enable(enum function_profile_mode mode)
{
	int error;

	mutex_lock(&profile_mutex);
	error = profile_change(mode);
	mutex_unlock(&profile_mutex);
	return error;
}

enum function_profile_mode function_profile_mode(void)
{
	return READ_ONCE(profile_mode);
}

bool function_profile_has_times(void)
{
	return READ_ONCE(profile_has_times);
}

void function_profile_count_graph(bool count)
{
	WRITE_ONCE(profile_graph_time, count);
}

void function_profile_count_sleep(bool count)
{
	fgraph_count_sleep(&profile_user, count);
}

/* The more time, or hits, the earlier; with as much, in the order of addresses. */
static int compare_lines(const void *a, const void *b)
{
	const struct function_profile_line *left = a, *right = b;

	if (left->time != right->time)
		return left->time > right->time ? -1 : 1;
	if (left->hits != right->hits)
		return left->hits > right->hits ? -1 : 1;
	return left->ip < right->ip ? -1 : 1;
}

/* Return: of @hits calls that took @time, squared and summed @squares; see function_profile_line.
 */
static u64 profile_variance(u64 hits, u64 time, unsigned __int128 squares)
{
	unsigned __int128 of_mean = div_u128_u64((unsigned __int128)time * time, hits);

	if (hits < 2 || squares < of_mean)
		return 0;
	return (u64)div_u128_u64(div_u128_u64(squares - of_mean, 1000), hits - 1);
}

/* profile_mutex is held. */
static s64 profile_collect(u32 cpu, struct function_profile_line **lines)
{
	const struct profile_entry *table = *table_of(cpu);
	s64 count = 0;
	u32 i;

	*lines = vmalloc((profile_mask + 1ul) * sizeof(**lines));
	if (!*lines)
		return -ENOMEM;
	for (i = 0; table && i <= profile_mask; i++) {
		const struct profile_entry *entry = &table[i];
		u64 hits = READ_ONCE(entry->hits);
		u64 time = profile_graph_time ? entry->time : entry->own;

		if (!hits || (profile_has_times && time / hits < tracing_thresh_ns))
			continue;
		(*lines)[count++] = (struct function_profile_line){
			entry->ip, hits, time, profile_variance(hits, time, entry->squares)};
	}
	sort(*lines, (size_t)count, sizeof(**lines), compare_lines);
	return count;
}

s64 function_profile_read(u32 cpu, struct function_profile_line **lines)
{
	s64 count;

	mutex_lock(&profile_mutex);
	count = profile_collect(cpu, lines);
	mutex_unlock(&profile_mutex);
	return count;
}
