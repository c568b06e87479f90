/* SPDX-License-Identifier: MIT */
/*
 * The heart: the table of call sites, and who is attached to which.
 *
 * A site is the first five bytes of a function: a NOP, or a call to a
 * trampoline while somebody wants to see the function's calls. Somebody is a
 * struct ftrace_ops. A site with one user calls a trampoline made for that
 * ops, which calls ops->func directly; a site with more calls the list
 * trampoline and ftrace_ops_list_func().
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"
#include "trace/core/site_set.h"

struct ftrace_ops;
struct site_conditions;
struct ftrace_trampoline;

/* One per traceable function, 16 bytes, sorted by address; its position is its index. */
struct ftrace_site {
	u64 ip;	    /* the first of the five bytes */
	u32 target; /* low half of the trampoline called now (the high half is all ones), 0: NOP */
	u16 users;  /* ops that want this site */
	u16 flags;  /* FTRACE_SITE_* */
};

_Static_assert(sizeof(struct ftrace_site) == 16, "the record kept per site");

#define FTRACE_SITE_TOUCHED 0x1u /* was switched on at least once */
#define FTRACE_SITE_REGS    0x2u /* calls a trampoline that saves all registers */

/*
 * What a trampoline saved when it was entered: every register a C function may
 * change, which includes the arguments. As arch/x86_64/ftrace_trampoline.asm
 * pushes it; arch/x86_64/ftrace.c asserts the offsets.
 * When the ops asked for FTRACE_OPS_FL_SAVE_REGS a whole struct pt_regs lies
 * directly below it, see ftrace_get_regs().
 */
struct ftrace_regs {
	u64 r10, r9, r8, ax, cx, dx, si, di, r11;
	u64 bp;	       /* of the traced function's caller */
	u64 return_ip; /* in the traced function, just after its site */
	u64 parent_ip; /* where the traced function returns to; a tracer may replace it */
};

/*
 * Called for each call of a function the ops wants. @ip is the site's address,
 * @parent_ip where the function will return to.
 * Context: any, NMI included; must not sleep, lock or call anything traced
 * unless ftrace_recursion.h guards it.
 */
typedef void (*ftrace_func_t)(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
			      struct ftrace_regs *fregs);

/* The two lists of a filter, in the files set_ftrace_filter and set_ftrace_notrace. */
enum ftrace_list {
	FTRACE_ONLY,
	FTRACE_NEVER,
	FTRACE_LISTS
};

/*
 * Which functions are wanted: those in FTRACE_ONLY, or all while it is empty,
 * without those in FTRACE_NEVER. Several ops may share it. Guarded by ftrace_lock.
 */
struct ftrace_filter {
	struct site_set list[FTRACE_LISTS];
	/* Of sites in FTRACE_ONLY; NULL if they have none. Read with preemption off. */
	struct site_conditions *conditions;
	/* Who goes by it instead of ops, as ftrace_filter_exchange(); NULL: ops do. */
	int (*exchange)(struct ftrace_filter *filter, enum ftrace_list which,
			struct site_set *sites, struct site_conditions **conditions);
};

#define FTRACE_OPS_FL_SAVE_REGS 0x1u   /* func gets a full struct pt_regs */
#define FTRACE_OPS_FL_ENABLED	0x100u /* registered; kept by the core */

/*
 * One user of call sites. The owner fills the first group and leaves the rest
 * zero; it stays in place while registered.
 */
struct ftrace_ops {
	/* Nonzero: calls are ignored, decided by the trampoline before it saves anything. */
	u32 skip;
	u32 flags; /* FTRACE_OPS_FL_* */
	ftrace_func_t func;
	void *private;
	struct ftrace_filter *filter; /* NULL: every function */
	u32 pid_slot;		      /* of its pid filter; 0: all tasks */

	/* The core's; guarded by ftrace_lock. */
	struct site_set active; /* the sites that count this ops as a user */
	struct ftrace_trampoline *trampoline;
};

/* How many may be registered at once. */
#define FTRACE_OPS_MAX 64

/* Bits of ftrace_ops.skip, so that several reasons can hold at once. */
#define FTRACE_SKIP_TRACING_OFF 0x1u
#define FTRACE_SKIP_DEAD	0x2u
#define FTRACE_SKIP_STOPPED	0x4u /* its sites could not be switched off */

/*
 * Makes the table of sites and turns each compiled call into a NOP; logs sites,
 * bytes and time. Context: boot, memory allocation works, one processor.
 */
void ftrace_init(void);
/* What it took, in ticks of the time stamp counter. */
extern u64 ftrace_init_ticks;

/*
 * Switches @ops's sites on. Context: task, may sleep.
 * Return: 0; -EBUSY if it is registered already; -EINVAL without a func;
 * -ENOSPC with too many ops; -ENOMEM; -ENODEV when ftrace is dead; what
 * text_patch_batch() returns. On an error nothing has changed.
 */
int register_ftrace_function(struct ftrace_ops *ops);

/*
 * Switches off the sites that nobody else wants. Processors may still be in
 * ops->func when it returns. Context: task, may sleep.
 * Return: 0; -ENOENT if it is not registered; what text_patch_batch() returns,
 * @ops stays registered then.
 */
int unregister_ftrace_function(struct ftrace_ops *ops);

/*
 * Frees what the core keeps for an ops that is not registered: to be called
 * before the memory of the ops, or the text of its callback, goes away. On
 * return nobody is in ops->func. Context: task, sleeps until that is so.
 */
void ftrace_ops_destroy(struct ftrace_ops *ops);

/*
 * Replaces the callback, for a tracer whose options change what a hit does, by
 * one patch in the trampoline. Context: task, may sleep. Return: 0 or as above.
 */
int ftrace_ops_set_func(struct ftrace_ops *ops, ftrace_func_t func);

/*
 * Gives one list of @filter new contents: they are exchanged with @sites, and in
 * every registered ops that uses @filter the sites that differ are switched. @conditions,
 * if not NULL, are exchanged as well. Context: task, may sleep.
 * Return: 0, the caller now holds (and frees) the old contents; an error as in
 * register_ftrace_function(), nothing has changed then. The conditions are freed after
 * ftrace_wait_for_list() only, in both cases.
 */
int ftrace_filter_exchange(struct ftrace_filter *filter, enum ftrace_list which,
			   struct site_set *sites, struct site_conditions **conditions);

/*
 * Stops all tracing of functions for good because text is not what it should
 * be; the kernel goes on. Any context.
 */
void ftrace_kill(void);
/* Return: true after ftrace_kill(). Any context. */
bool ftrace_is_dead(void);

/* The table. Indexes run from 0 to ftrace_site_limit() - 1; some may be unused. Any context. */
u32 ftrace_site_limit(void);
/* Return: how many sites exist. */
u32 ftrace_site_total(void);
/* Return: the site, or NULL if the index is unused. */
const struct ftrace_site *ftrace_site_at(u32 index);
/* Return: the index of the site at exactly @ip, or -1. */
s64 ftrace_site_index(u64 ip);

#define FTRACE_NAME_MAX 128
/* Writes the name of the function that begins with the site. Return: its length. */
size_t ftrace_site_name(u32 index, char name[FTRACE_NAME_MAX]);
/*
 * Says what a site's five bytes mean. @bytes gets them as they are in memory;
 * @meaning gets "nop", "call FUNCTION" or, when nobody put them there, "?".
 */
void ftrace_site_describe(u32 index, u8 bytes[5], char meaning[FTRACE_NAME_MAX]);
/* Return: the only ops using the site, or NULL if none or several do. Needs ftrace_lock. */
struct ftrace_ops *ftrace_site_user(u32 index);
/* Return: the address of the trampoline the site calls, or 0. */
u64 ftrace_site_target(u32 index);

/*
 * What the trampoline of sites with several users calls, as an ftrace_func_t:
 * calls each of them that wants @ip. Context: any, NMI included.
 */
void ftrace_ops_list_func(u64 ip, u64 parent_ip, struct ftrace_ops *unused,
			  struct ftrace_regs *fregs);

/* Holds off changes of ops and filters, for who walks them. Context: task, may sleep. */
void ftrace_lock_acquire(void);
void ftrace_lock_release(void);
