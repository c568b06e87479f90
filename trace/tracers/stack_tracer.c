/* SPDX-License-Identifier: MIT */
/*
 * The stack tracer. Each call costs a subtraction and a comparison; only a new
 * record is walked. An NMI has a stack of its own and is not looked at, nor is an interrupt that
 * came while something was traced.
 */
#include "trace/tracers/stack_tracer.h"

#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/unwind.h"
#include "kernel/locks/arch_spinlock.h"
#include "kernel/locks/mutex.h"
#include "kernel/sched/preempt.h"
#include "kernel/sched/task.h"
#include "lib/errno.h"
#include "trace/core/filter.h"
#include "trace/core/trace_array.h"

struct ftrace_filter stack_tracer_filter;

/* Guards what follows; taken with interrupts off. */
static arch_spinlock_t stack_tracer_lock;
static u32 stack_tracer_owner; /* the processor that records, + 1 */
static u64 stack_max_size;
static u32 stack_entry_count;
static struct stack_tracer_entry stack_entries[STACK_TRACER_ENTRIES];

/*
 * Walks the stack of this moment, out of the callback and the trampoline; what
 * counts begins where the traced function's site keeps its return address.
 */
static void stack_tracer_walk(u64 first, u64 top)
{
	struct unwind_state state;
	u32 count = 0;

	for (unwind_start(&state, NULL, NULL); !unwind_done(&state); unwind_next_frame(&state)) {
		u64 where = state.sp - 8;

		if (where < first || where >= top || count == STACK_TRACER_ENTRIES)
			continue;
		stack_entries[count].ip = state.ip;
		stack_entries[count++].depth = (u32)(top - where);
	}
	stack_entry_count = count;
}

/*
 * Whether an interrupt has come on the way to a callback, in it, or where a call's end is noted:
 * what the tracers have on the stack then is not what the kernel needs, so it does not count.
 */
static bool stack_tracer_is_inside(u64 first)
{
	struct unwind_state state;

	for (unwind_start(&state, NULL, NULL); !unwind_done(&state); unwind_next_frame(&state))
		if (state.sp > first + 8 &&
		    (ftrace_is_trampoline(state.ip) || unwind_is_way_back(&state)))
			return true;
	return false;
}

/* What a walk calls may be traced, and comes here again: that must not wait for itself. */
static noinline void stack_tracer_record(u64 first, u64 top)
{
	u64 flags = local_irq_save();
	u32 me = smp_processor_id() + 1;

	if (READ_ONCE(stack_tracer_owner) != me) {
		arch_spin_lock(&stack_tracer_lock);
		WRITE_ONCE(stack_tracer_owner, me);
		if (top - first > stack_max_size && !stack_tracer_is_inside(first)) {
			stack_tracer_walk(first, top);
			WRITE_ONCE(stack_max_size, top - first);
		}
		WRITE_ONCE(stack_tracer_owner, 0);
		arch_spin_unlock(&stack_tracer_lock);
	}
	local_irq_restore(flags);
}

static void stack_tracer_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
			      struct ftrace_regs *fregs)
{
	u64 top = task_stack_top(current), first = (u64)&fregs->return_ip;

	if (likely(top - first <= READ_ONCE(stack_max_size)) || top - first > THREAD_SIZE ||
	    in_nmi())
		return;
	stack_tracer_record(first, top);
}

static struct ftrace_ops stack_tracer_ops = {
	.func = stack_tracer_call,
	.filter = &stack_tracer_filter,
};

static DEFINE_MUTEX(stack_tracer_mutex);

int stack_tracer_enable(bool on)
{
	int error = 0;

	mutex_lock(&stack_tracer_mutex);
	if (on != stack_tracer_is_enabled())
		error = on ? register_ftrace_function(&stack_tracer_ops)
			   : unregister_ftrace_function(&stack_tracer_ops);
	mutex_unlock(&stack_tracer_mutex);
	return error;
}

bool stack_tracer_is_enabled(void)
{
	return READ_ONCE(stack_tracer_ops.flags) & FTRACE_OPS_FL_ENABLED;
}

u64 stack_tracer_max_size(void)
{
	return READ_ONCE(stack_max_size);
}

void stack_tracer_set_max_size(u64 bytes)
{
	u64 flags = local_irq_save();

	arch_spin_lock(&stack_tracer_lock);
	WRITE_ONCE(stack_max_size, bytes);
	arch_spin_unlock(&stack_tracer_lock);
	local_irq_restore(flags);
}

u32 stack_tracer_entry(u32 index, struct stack_tracer_entry *entry)
{
	u64 flags = local_irq_save();
	u32 count;

	arch_spin_lock(&stack_tracer_lock);
	count = stack_entry_count;
	if (index < count)
		*entry = stack_entries[index];
	arch_spin_unlock(&stack_tracer_lock);
	local_irq_restore(flags);
	return count;
}

static bool boot_enable;
static const char *boot_filter;

int stack_tracer_param(const char *value)
{
	boot_enable = true;
	return value ? -EINVAL : 0;
}

int stack_tracer_param_filter(const char *value)
{
	if (!value || !*value)
		return -EINVAL;
	boot_filter = value;
	boot_enable = true;
	return 0;
}

int stack_tracer_init(void)
{
	if (boot_filter)
		ftrace_filter_set_boot(&stack_tracer_filter, FTRACE_ONLY, "stacktrace_filter",
				       boot_filter);
	return boot_enable ? stack_tracer_enable(true) : 0;
}
