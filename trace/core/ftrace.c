/* SPDX-License-Identifier: MIT */
/*
 * Who is attached: the registered ops, each in a slot, and what a hit of a site
 * with several users does.
 */
#include "trace/core/ftrace.h"

#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/pid_filter.h"
#include "trace/core/site_change.h"
#include "trace/core/site_condition.h"
#include "trace/core/sites.h"

/* Guards the slots, every ops's core members, filters, and the table of sites. */
static DEFINE_MUTEX(ftrace_lock);

struct ftrace_ops *ftrace_ops_slots[FTRACE_OPS_MAX];
u32 ftrace_ops_limit;

static bool ftrace_dead;

void ftrace_lock_acquire(void)
{
	mutex_lock(&ftrace_lock);
}

void ftrace_lock_release(void)
{
	mutex_unlock(&ftrace_lock);
}

void ftrace_init(void)
{
	ftrace_sites_init();
}

bool ftrace_is_dead(void)
{
	return READ_ONCE(ftrace_dead);
}

void ftrace_kill(void)
{
	u32 slot;

	if (xchg(&ftrace_dead, true))
		return;
	for (slot = 0; slot < FTRACE_OPS_MAX; slot++) {
		struct ftrace_ops *ops = READ_ONCE(ftrace_ops_slots[slot]);

		if (ops)
			__atomic_fetch_or(&ops->skip, FTRACE_SKIP_DEAD, __ATOMIC_SEQ_CST);
	}
	pr_err("ftrace: switched off for good: text is not what it should be\n");
}

void ftrace_ops_list_func(u64 ip, u64 parent_ip, struct ftrace_ops *unused,
			  struct ftrace_regs *fregs)
{
	s64 index = ftrace_site_index(ip);
	u32 limit = READ_ONCE(ftrace_ops_limit);
	/* An interrupted one, whose bit is set already, clears it. */
	u32 bit = preempt_count() & TRACE_LIST_OFFSET ? 0 : TRACE_LIST_OFFSET;
	u32 slot;

	/*
	 * Pairs with ftrace_wait_for_list(): who reads a slot here does not sleep. A bit of its
	 * own, so that records show the depth of preemption as the function sees it.
	 */
	trace_recursion_set(bit);
	for (slot = 0; slot < limit; slot++) {
		struct ftrace_ops *ops = READ_ONCE(ftrace_ops_slots[slot]);

		if (ops && !ops->skip && !pid_ignore.slot[ops->pid_slot] &&
		    site_set_has(&ops->active, index))
			READ_ONCE(ops->trampoline->func)(ip, parent_ip, ops, fregs);
	}
	trace_recursion_exit(bit);
}

static void change_by_filter(struct site_change *change, struct ftrace_ops *ops)
{
	*change = (struct site_change){.ops = ops};
	if (ops->filter) {
		change->only = &ops->filter->list[FTRACE_ONLY];
		change->never = &ops->filter->list[FTRACE_NEVER];
	}
}

/* Return: where @ops is registered; with NULL: a free slot; or FTRACE_OPS_MAX. */
static u32 find_slot(const struct ftrace_ops *ops)
{
	u32 slot;

	for (slot = 0; slot < FTRACE_OPS_MAX && ftrace_ops_slots[slot] != ops; slot++)
		;
	return slot;
}

/* Has the trampoline call @func, or what asks before. Return: 0 or as text_patch_batch(). */
static int set_callback(struct ftrace_ops *ops, ftrace_func_t func)
{
	if (ops->filter && ops->filter->conditions)
		func = ftrace_call_if_met;
	return ops->trampoline->func == func ? 0
					     : ftrace_trampoline_set_func(ops->trampoline, func);
}

/* Its trampoline: made now, or kept from before, when the callback may have been another. */
static int prepare_trampoline(struct ftrace_ops *ops)
{
	if (!ops->trampoline)
		ops->trampoline = ftrace_trampoline_create(ops);
	return ops->trampoline ? set_callback(ops, ops->func) : -ENOMEM;
}

static int register_locked(struct ftrace_ops *ops)
{
	u32 slot = find_slot(NULL);
	struct site_change change;
	int error;

	if (ftrace_dead)
		return -ENODEV;
	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		return -EBUSY;
	if (!ops->func)
		return -EINVAL;
	if (slot == FTRACE_OPS_MAX)
		return -ENOSPC;
	if (site_set_reserve(&ops->active, ftrace_site_capacity()))
		return -ENOMEM;
	error = prepare_trampoline(ops);
	if (error)
		return error;
	WRITE_ONCE(ftrace_ops_slots[slot], ops);
	WRITE_ONCE(ftrace_ops_limit, max(ftrace_ops_limit, slot + 1));
	change_by_filter(&change, ops);
	error = site_change_apply(&change);
	if (error)
		WRITE_ONCE(ftrace_ops_slots[slot], NULL);
	else
		ops->flags |= FTRACE_OPS_FL_ENABLED;
	return error;
}

int register_ftrace_function(struct ftrace_ops *ops)
{
	int error;

	mutex_lock(&ftrace_lock);
	error = register_locked(ops);
	mutex_unlock(&ftrace_lock);
	return error;
}

int unregister_ftrace_function(struct ftrace_ops *ops)
{
	struct site_change change = {.ops = ops, .leave = true};
	int error = -ENOENT;

	mutex_lock(&ftrace_lock);
	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		error = site_change_apply(&change);
	if (!error) {
		WRITE_ONCE(ftrace_ops_slots[find_slot(ops)], NULL);
		ops->flags &= ~FTRACE_OPS_FL_ENABLED;
	}
	mutex_unlock(&ftrace_lock);
	return error;
}

void ftrace_ops_destroy(struct ftrace_ops *ops)
{
	ftrace_wait_for_list();
	ftrace_trampoline_destroy(ops->trampoline);
	ops->trampoline = NULL;
	site_set_free(&ops->active);
}

int ftrace_ops_set_func(struct ftrace_ops *ops, ftrace_func_t func)
{
	int error = 0;

	mutex_lock(&ftrace_lock);
	if (ops->trampoline)
		error = set_callback(ops, func);
	if (!error)
		WRITE_ONCE(ops->func, func);
	mutex_unlock(&ftrace_lock);
	return error;
}

/* Has the registered ops that go by @filter, up to slot @limit, go by @sites instead of a list. */
static int follow_filter(struct ftrace_filter *filter, enum ftrace_list which,
			 const struct site_set *sites, u32 limit, u32 *done)
{
	int error = 0;
	u32 slot;

	for (slot = 0; slot < limit && !error; slot++) {
		struct ftrace_ops *ops = ftrace_ops_slots[slot];
		struct site_change change;

		if (!ops || ops->filter != filter)
			continue;
		change_by_filter(&change, ops);
		*(which == FTRACE_ONLY ? &change.only : &change.never) = sites;
		error = site_change_apply(&change);
	}
	*done = error ? slot - 1 : slot;
	return error;
}

/* Has the registered ops that go by @filter ask for conditions, or no more, as it has some. */
static int follow_conditions(const struct ftrace_filter *filter)
{
	int error = 0;

	for (u32 slot = 0; slot < ftrace_ops_limit && !error; slot++) {
		struct ftrace_ops *ops = ftrace_ops_slots[slot];

		if (ops && ops->filter == filter)
			error = set_callback(ops, ops->func);
	}
	return error;
}

int ftrace_filter_exchange(struct ftrace_filter *filter, enum ftrace_list which,
			   struct site_set *sites, struct site_conditions **conditions)
{
	struct site_set *list = &filter->list[which];
	struct site_conditions *old_conditions;
	struct site_set old;
	u32 done = 0;
	int error;

	mutex_lock(&ftrace_lock);
	old = *list;
	old_conditions = filter->conditions;
	error = ftrace_dead ? -ENODEV : 0;
	/* New ones hold from before the sites are switched on, old ones until those are off. */
	if (!error && conditions && *conditions) {
		WRITE_ONCE(filter->conditions, *conditions);
		error = follow_conditions(filter);
	}
	if (!error)
		error = follow_filter(filter, which, sites, ftrace_ops_limit, &done);
	if (!error) {
		*list = *sites;
		*sites = old;
		if (conditions) {
			WRITE_ONCE(filter->conditions, *conditions);
			*conditions = old_conditions;
			follow_conditions(filter); /* who asks for none takes a little longer */
		}
	} else if (!ftrace_dead && follow_filter(filter, which, list, done, &done)) {
		ftrace_kill(); /* some follow the new list, some the old, and it cannot be helped */
	}
	if (error)
		WRITE_ONCE(filter->conditions, old_conditions);
	mutex_unlock(&ftrace_lock);
	return error;
}

struct ftrace_ops *ftrace_site_user(u32 index)
{
	return ftrace_only_user(index, NULL);
}
