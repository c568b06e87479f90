/* SPDX-License-Identifier: MIT */
/*
 * Commands of set_ftrace_filter: `FUNCTIONS:COMMAND[:COUNT]`, or
 * `FUNCTIONS:COMMAND:SYSTEM:EVENT[:COUNT]` for those about events, has something done
 * when one of the functions is called, whatever tracer is current. They belong
 * to an instance; with a count each function does it so many times.
 *
 * All functions with the same command, event, counted or not, share one struct
 * ftrace_ops; its filter is the list of them.
 */
#pragma once

#include "lib/list.h"
#include "lib/types.h"
#include "trace/core/ftrace.h"

struct trace_array;
struct trace_event_file;
struct filter_word;
struct func_probe;

/* A call of a function with a command, on its way to be acted upon. */
struct func_hit {
	struct trace_array *tr;
	struct trace_event_file *event; /* of a command that takes one */
	u64 ip, parent_ip;
	const struct ftrace_regs *fregs;
	u32 count; /* preempt_count as the function sees it */
	u32 bit;   /* of ftrace_recursion.h */
};

struct func_command {
	const char *name;
	bool once;	  /* it is counted, from 1, and takes no count */
	bool takes_event; /* SYSTEM:EVENT follows */
	/* Whether it would have an effect now: else no count is used up. NULL: always. */
	bool (*applies)(const struct func_hit *hit);
	/* Does it. Context of both: any, NMI included, in a callback. */
	void (*act)(const struct func_hit *hit);
	/* What it needs in @tr before the first hit. Task, may sleep. 0 or an errno. NULL: nothing.
	 */
	int (*prepare)(struct trace_array *tr);
};

/* Ends with a NULL name. */
extern const struct func_command func_commands[];
/* Return: the command of that name, or NULL. */
const struct func_command *func_command_find(const char *name);
/* Uses one of what is left. Context: any, NMI included. Return: whether there was one. */
bool func_command_take_count(s64 *left);

/* One command of one instance, counted or not. */
struct func_probe {
	struct list_head list; /* in tr->func_probes, the newest first; guarded by the lock */
	const struct func_command *command;
	struct trace_array *tr;
	struct trace_event_file *event; /* which it is a soft user of; NULL: takes none */
	struct ftrace_ops ops;
	struct ftrace_filter filter;
	s64 *counts; /* how many are left, by site index; NULL: unlimited */
};

/*
 * Obeys a word with a command: adds it to, or with `!` takes it from, each function that matches.
 * A function that has the command already keeps its count. Context: task, sleeps.
 * Return: 0; -EINVAL: no such command or event, a bad count, nothing matches, or nothing to take
 * away; -ENOMEM, and as register_ftrace_function(): nothing has changed.
 */
int func_command_write(struct trace_array *tr, const struct filter_word *word);

/* Takes away all commands of an instance. Context: task, sleeps. Return: 0, or as
 * unregister_ftrace_function(): one is left, without effect. */
int func_command_clear(struct trace_array *tr);

/* Holds off func_command_write(), for who walks tr->func_probes. Taken before ftrace_lock. */
void func_command_lock_acquire(void);
void func_command_lock_release(void);
