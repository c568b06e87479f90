/* SPDX-License-Identifier: MIT */
/*
 * Lists of pids, and what becomes of them when tasks come, go and take turns.
 * A list is a bitmap: asking it takes the same time however long it is.
 */
#include "trace/core/pid_filter.h"

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/irqflags.h"
#include "kernel/locks/mutex.h"
#include "kernel/locks/spinlock.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/pid.h"
#include "kernel/smp/smp.h"
#include "lib/bitmap.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "trace/core/filter.h"
#include "trace/core/pid_hooks.h"

#define PID_LIST_BYTES (PID_MAX / 8)

DEFINE_PER_CPU(struct pid_ignore, pid_ignore);

u64 pid_filter_used, pid_filter_following;

/* One writer at a time; guards slots, and list pointers against other writers. */
static DEFINE_MUTEX(pid_filter_mutex);
/* Guards the bits of lists, and pid_filter_used and pid_filter_following. */
static DEFINE_SPINLOCK(pid_bits_lock);

static struct pid_filter *pid_filters[PID_FILTER_SLOTS];

void pid_filter_lock_acquire(void)
{
	mutex_lock(&pid_filter_mutex);
}

void pid_filter_lock_release(void)
{
	mutex_unlock(&pid_filter_mutex);
}

int pid_filter_init(struct pid_filter *filter)
{
	u32 slot;

	mutex_lock(&pid_filter_mutex);
	if (filter->slot) {
		mutex_unlock(&pid_filter_mutex);
		return 0;
	}
	for (slot = 1; slot < PID_FILTER_SLOTS && pid_filters[slot]; slot++)
		;
	if (slot < PID_FILTER_SLOTS) {
		pid_filters[slot] = filter;
		filter->slot = slot;
	}
	mutex_unlock(&pid_filter_mutex);
	return slot < PID_FILTER_SLOTS ? 0 : -ENOSPC;
}

static bool list_has(const unsigned long *list, u32 pid)
{
	return list[pid / 64] >> (pid % 64) & 1;
}

/* Interrupts are off: that keeps the lists. */
static bool lists_ignore(const struct pid_filter *filter, u32 pid)
{
	const unsigned long *only = READ_ONCE(filter->list[PIDS_ONLY]);
	const unsigned long *never = READ_ONCE(filter->list[PIDS_NEVER]);

	return (only && !list_has(only, pid)) || (never && list_has(never, pid));
}

bool pid_filter_ignores(const struct pid_filter *filter, u32 pid)
{
	u64 flags = local_irq_save();
	bool ignored = lists_ignore(filter, pid);

	local_irq_restore(flags);
	return ignored;
}

static void pid_filter_judge(const struct pid_filter *filter, const struct task_struct *task)
{
	pid_ignore.slot[filter->slot] = lists_ignore(filter, task->pid);
}

void pid_filter_sched_switch(const struct task_struct *next)
{
	u64 slots = READ_ONCE(pid_filter_used);

	for (; slots; slots &= slots - 1)
		pid_filter_judge(pid_filters[__builtin_ctzl(slots)], next);
}

static void judge_current(void *filter)
{
	pid_filter_judge(filter, current);
}

static void note_use(const struct pid_filter *filter)
{
	u64 bit = 1ul << filter->slot;
	bool used = pid_filter_has_lists(filter);

	WRITE_ONCE(pid_filter_used, used ? pid_filter_used | bit : pid_filter_used & ~bit);
	WRITE_ONCE(pid_filter_following, used && filter->follow ? pid_filter_following | bit
								: pid_filter_following & ~bit);
}

/*
 * Puts @list in the place of the old one, whose pids it takes over if there is one
 * and @keep is set. Each processor then judges anew who runs there: once it has, with
 * interrupts off, it is not looking at the old list any more.
 */
static void replace_list(struct pid_filter *filter, enum pid_list which, unsigned long *list,
			 bool keep)
{
	unsigned long *old = filter->list[which];
	u64 flags;
	u32 i;

	spin_lock_irqsave(&pid_bits_lock, flags);
	for (i = 0; keep && list && old && i < PID_LIST_BYTES / sizeof(*list); i++)
		list[i] |= old[i];
	WRITE_ONCE(filter->list[which], list);
	note_use(filter);
	spin_unlock_irqrestore(&pid_bits_lock, flags);
	on_each_cpu(judge_current, filter, true);
	kfree(old);
}

/* Return: how many pids were added to @list, or -EINVAL. */
static int parse_pids(unsigned long *list, const char *text, size_t len)
{
	char word[FILTER_WORD_MAX];
	size_t at = 0;
	int length, count = 0;

	while ((length = filter_next_word(text, len, &at, word)) > 0) {
		unsigned long pid;

		if (kstrtoul(word, 10, &pid) || pid >= PID_MAX)
			return -EINVAL;
		__set_bit(pid, list);
		count++;
	}
	return length ? length : count;
}

int pid_filter_add(struct pid_filter *filter, enum pid_list which, const char *text, size_t len)
{
	unsigned long *list = kzalloc(PID_LIST_BYTES, GFP_KERNEL);
	int count = list ? parse_pids(list, text, len) : -ENOMEM;

	if (count > 0 && !filter->slot && pid_filter_init(filter))
		count = -ENOSPC;
	if (count <= 0) {
		kfree(list);
		return count;
	}
	mutex_lock(&pid_filter_mutex);
	replace_list(filter, which, list, true);
	mutex_unlock(&pid_filter_mutex);
	return 0;
}

void pid_filter_clear(struct pid_filter *filter, enum pid_list which)
{
	mutex_lock(&pid_filter_mutex);
	if (filter->list[which])
		replace_list(filter, which, NULL, false);
	mutex_unlock(&pid_filter_mutex);
}

void pid_filter_free(struct pid_filter *filter)
{
	pid_filter_clear(filter, PIDS_ONLY);
	pid_filter_clear(filter, PIDS_NEVER);
	mutex_lock(&pid_filter_mutex);
	pid_filters[filter->slot] = NULL;
	mutex_unlock(&pid_filter_mutex);
}

void pid_filter_follow(struct pid_filter *filter, bool follow)
{
	u64 flags;

	spin_lock_irqsave(&pid_bits_lock, flags);
	filter->follow = follow;
	note_use(filter);
	spin_unlock_irqrestore(&pid_bits_lock, flags);
}

/* In each list of each filter that follows: @pid is listed if @parent is; no @parent: it is not. */
static void follow_pid(const struct task_struct *parent, pid_t pid)
{
	u64 slots, flags;
	u32 which;

	spin_lock_irqsave(&pid_bits_lock, flags);
	for (slots = pid_filter_following; slots; slots &= slots - 1) {
		struct pid_filter *filter = pid_filters[__builtin_ctzl(slots)];

		for (which = 0; which < PID_LISTS; which++) {
			unsigned long *list = filter->list[which];

			if (list && !parent)
				__clear_bit(pid, list);
			else if (list && list_has(list, parent->pid))
				__set_bit(pid, list);
		}
	}
	spin_unlock_irqrestore(&pid_bits_lock, flags);
}

void pid_filter_sched_process_fork(const struct task_struct *parent,
				   const struct task_struct *child)
{
	follow_pid(parent, child->pid);
}

void pid_filter_sched_process_free(const struct task_struct *task)
{
	follow_pid(NULL, task->pid);
}

s64 pid_filter_next(const struct pid_filter *filter, enum pid_list which, u32 pid)
{
	size_t found = PID_MAX;

	if (filter->list[which] && pid < PID_MAX)
		found = find_next_bit(filter->list[which], PID_MAX, pid);
	return found < PID_MAX ? (s64)found : -1;
}
