/* SPDX-License-Identifier: MIT */
/*
 * The function profiler: per processor a hash table of functions and counts, with open
 * addressing. An entry is taken by the first call and never given back. A table has
 * some more than there are sites when it is switched on.
 */
#include "trace/tracers/profile.h"

#include "arch/x86_64/local.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/sort.h"
#include "lib/string.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/trace_array.h"

struct profile_entry {
	u64 ip; /* 0: free */
	u64 hits;
};

/* Made when it is first switched on, and kept. */
static DEFINE_PER_CPU(struct profile_entry *, function_profile_table);
static u32 profile_mask; /* entries - 1, a power of two */

/*
 * Functions begin at multiples of 16. Written on this processor only, NMIs included. Modules
 * that came later may fill the table: what does not fit is not counted.
 */
static __always_inline void count_hit(struct profile_entry *table, u64 ip)
{
	u32 first = (u32)(ip / 16), i;

	for (i = 0; i <= profile_mask; i++) {
		struct profile_entry *entry = &table[(first + i) & profile_mask];

		if (likely(entry->ip == ip) || local_cmpxchg(&entry->ip, 0, ip) ||
		    READ_ONCE(entry->ip) == ip) {
			local_inc(&entry->hits);
			return;
		}
	}
}

/* The bit does not keep others out, as nothing is called: it keeps the task here. */
static void function_profile_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
				  struct ftrace_regs *fregs)
{
	u32 bit = preempt_count() ? 0 : TRACE_RECURSION_OFFSET;

	trace_recursion_set(bit);
	count_hit(function_profile_table, ip);
	trace_recursion_exit(bit);
}

static struct ftrace_ops function_profile_ops = {
	.func = function_profile_call,
	.filter = &global_trace.filter,
};

static DEFINE_MUTEX(function_profile_mutex);

static struct profile_entry **table_of(u32 cpu)
{
	return per_cpu_ptr(function_profile_table, cpu);
}

/* Empties the tables, and makes new ones if there are more functions than before. */
static int function_profile_prepare(void)
{
	u32 entries = 64, cpu;

	while (entries < ftrace_site_total() / 4 * 5)
		entries *= 2;
	ftrace_wait_for_list(); /* hits of the last time, which go by the mask */
	for_each_possible_cpu (cpu) {
		struct profile_entry **table = table_of(cpu);

		if (entries != profile_mask + 1) {
			vfree(*table);
			*table = NULL;
		}
		if (!*table)
			*table = vmalloc(entries * sizeof(**table));
		if (!*table)
			break;
		memset(*table, 0, entries * sizeof(**table));
	}
	profile_mask = entries - 1;
	return cpu < nr_cpu_ids ? -ENOMEM : 0;
}

int function_profile_enable(bool on)
{
	int error = 0;

	mutex_lock(&function_profile_mutex);
	if (on && !function_profile_is_enabled()) {
		error = function_profile_prepare();
		if (!error)
			error = register_ftrace_function(&function_profile_ops);
	} else if (!on && function_profile_is_enabled()) {
		error = unregister_ftrace_function(&function_profile_ops);
	}
	mutex_unlock(&function_profile_mutex);
	return error;
}

bool function_profile_is_enabled(void)
{
	return READ_ONCE(function_profile_ops.flags) & FTRACE_OPS_FL_ENABLED;
}

/* The more hits the earlier; with as many, in the order of addresses. */
static int compare_lines(const void *a, const void *b)
{
	const struct function_profile_line *left = a, *right = b;

	if (left->hits != right->hits)
		return left->hits > right->hits ? -1 : 1;
	return left->ip < right->ip ? -1 : 1;
}

/* function_profile_mutex is held. */
static s64 function_profile_collect(u32 cpu, struct function_profile_line **lines)
{
	const struct profile_entry *table = *table_of(cpu);
	s64 count = 0;
	u32 i;

	*lines = vmalloc((profile_mask + 1ul) * sizeof(**lines));
	if (!*lines)
		return -ENOMEM;
	for (i = 0; table && i <= profile_mask; i++) {
		u64 hits = READ_ONCE(table[i].hits);

		if (hits)
			(*lines)[count++] = (struct function_profile_line){hits, table[i].ip};
	}
	sort(*lines, (size_t)count, sizeof(**lines), compare_lines);
	return count;
}

s64 function_profile_read(u32 cpu, struct function_profile_line **lines)
{
	s64 count;

	mutex_lock(&function_profile_mutex);
	count = function_profile_collect(cpu, lines);
	mutex_unlock(&function_profile_mutex);
	return count;
}
