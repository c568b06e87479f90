/* SPDX-License-Identifier: MIT */
/*
 * Conditions of call sites: `vfs_read if count >= 4096` in a list of functions. Of a listed site
 * that has one, only the calls that meet it count.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"
#include "trace/core/predicate.h"

struct ftrace_ops;
struct ftrace_regs;

struct site_condition {
	struct site_condition *next; /* in its bucket */
	u64 ip;
	struct predicate *predicate;
	u32 site;
	char text[];
};

#define SITE_CONDITION_BUCKETS 64

/* Those of one list. Callbacks read them, with preemption off: it is replaced, not changed. */
struct site_conditions {
	struct site_condition *buckets[SITE_CONDITION_BUCKETS];
};

/*
 * Gives a site of *@conditions, which nobody reads yet, another condition, or none if @text is
 * NULL; makes *@conditions if it is NULL. Task, may sleep. Return: 0, -ENOMEM; -EINVAL, @error is
 * filled.
 */
int site_condition_set(struct site_conditions **conditions, u32 site, const char *text,
		       struct predicate_error *error);
/* Return: 0 or -ENOMEM. *@to is NULL, and all that is there with an error or nothing to copy. */
int site_conditions_copy(struct site_conditions **to, const struct site_conditions *from);
/* Nobody may be reading them. NULL is nothing. */
void site_conditions_free(struct site_conditions *conditions);

/* An ftrace_func_t, called in the place of ops->func while sites of its filter have conditions. */
void ftrace_call_if_met(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs);

/* Return: that of the site at @ip, or NULL. Any context. */
static __always_inline const struct site_condition *site_condition_at(
	const struct site_conditions *conditions, u64 ip)
{
	const struct site_condition *condition = NULL;

	if (conditions)
		condition = conditions->buckets[ip / 16 % SITE_CONDITION_BUCKETS];
	while (condition && condition->ip != ip)
		condition = condition->next;
	return condition;
}
