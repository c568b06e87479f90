/* SPDX-License-Identifier: MIT */
/*
 * Whose calls are traced: the files set_ftrace_pid and set_ftrace_notrace_pid of
 * one instance.
 *
 * The lists are looked at when a processor switches tasks. The answer is one byte
 * per processor and instance, which is all that a trampoline looks at. An
 * interrupt counts as the task it came to.
 */
#pragma once

#include "arch/x86_64/percpu.h"
#include "lib/compiler.h"
#include "lib/types.h"

enum pid_list {
	PIDS_ONLY,  /* trace only these; no list: all */
	PIDS_NEVER, /* not these, also if the other list has them */
	PID_LISTS
};

/* Zero it; it gets its slot by pid_filter_init(), or with its first list. */
struct pid_filter {
	u32 slot; /* which byte of pid_ignore is this filter's */
	bool follow;
	/* A bit per pid; NULL: no list. A list may become empty, as its tasks end: none is traced.
	 */
	unsigned long *list[PID_LISTS];
};

/* How many filters there may be; no filter has slot 0, whose byte stays 0. */
#define PID_FILTER_SLOTS 64

/* Nonzero: what runs on this processor is not traced for the filter of this slot. */
struct pid_ignore {
	u8 slot[PID_FILTER_SLOTS];
};
DECLARE_PER_CPU(struct pid_ignore, pid_ignore);

/* Gives it a slot. Context: task, may sleep. Return: 0 or -ENOSPC. */
int pid_filter_init(struct pid_filter *filter);
/* Forgets the lists and the slot: no ops with this slot is registered. Context: task, sleeps. */
void pid_filter_free(struct pid_filter *filter);

/*
 * Adds the numbers in @text, separated by blanks, to a list; none at all changes nothing.
 * From its return on they are obeyed on all processors. Context: task, sleeps.
 * Return: 0; -EINVAL if one is not a number below PID_MAX, -ENOMEM, -ENOSPC: there is no slot:
 * the list is unchanged.
 */
int pid_filter_add(struct pid_filter *filter, enum pid_list which, const char *text, size_t len);
/* Whether a task that does not run here is one not to be traced. Context: any, NMI included. */
bool pid_filter_ignores(const struct pid_filter *filter, u32 pid);
/* Whether it has a list, be it empty. Context: any. */
static inline bool pid_filter_has_lists(const struct pid_filter *filter)
{
	return READ_ONCE(filter->list[PIDS_ONLY]) || READ_ONCE(filter->list[PIDS_NEVER]);
}
/* Takes the list away. Context: task, sleeps. */
void pid_filter_clear(struct pid_filter *filter, enum pid_list which);
/* Whether a listed task's children are listed too, and those that have ended no more. Any context
 * but NMI. */
void pid_filter_follow(struct pid_filter *filter, bool follow);

/* Holds off writers, for who walks a list. Context: task, may sleep. */
void pid_filter_lock_acquire(void);
void pid_filter_lock_release(void);
/* Return: the smallest listed pid from @pid on, or -1. Needs the lock. */
s64 pid_filter_next(const struct pid_filter *filter, enum pid_list which, u32 pid);
