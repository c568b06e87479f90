/* SPDX-License-Identifier: MIT */
/* Which conditions there are for which sites. */
#include "trace/core/site_condition.h"

#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/ftrace.h"
#include "trace/core/ftrace_recursion.h"

static void site_condition_free(struct site_condition *condition)
{
	predicate_free(condition->predicate);
	kfree(condition);
}

int site_condition_set(struct site_conditions **conditions, u32 site, const char *text,
		       struct predicate_error *error)
{
	u64 ip = ftrace_site_at(site)->ip;
	struct site_condition *condition, **at;
	char name[FTRACE_NAME_MAX];
	int failed;

	if (!*conditions && text)
		*conditions = kzalloc(sizeof(**conditions), GFP_KERNEL);
	if (!*conditions)
		return text ? -ENOMEM : 0;
	at = &(*conditions)->buckets[ip / 16 % SITE_CONDITION_BUCKETS];
	while (*at && (*at)->ip != ip)
		at = &(*at)->next;
	condition = *at;
	if (condition) {
		*at = condition->next;
		site_condition_free(condition);
	}
	if (!text)
		return 0;
	condition = kzalloc(sizeof(*condition) + strlen(text) + 1, GFP_KERNEL);
	if (!condition)
		return -ENOMEM;
	ftrace_site_name(site, name);
	failed = function_predicate_compile(name, text, &condition->predicate, error);
	if (failed) {
		kfree(condition);
		return failed;
	}
	condition->ip = ip;
	condition->site = site;
	condition->next = *at;
	memcpy(condition->text, text, strlen(text) + 1);
	*at = condition;
	return 0;
}

int site_conditions_copy(struct site_conditions **to, const struct site_conditions *from)
{
	struct predicate_error unused;
	int error = 0;

	for (u32 i = 0; from && i < SITE_CONDITION_BUCKETS; i++)
		for (const struct site_condition *condition = from->buckets[i]; condition && !error;
		     condition = condition->next)
			error = site_condition_set(to, condition->site, condition->text, &unused);
	return error;
}

void site_conditions_free(struct site_conditions *conditions)
{
	for (u32 i = 0; conditions && i < SITE_CONDITION_BUCKETS; i++) {
		while (conditions->buckets[i]) {
			struct site_condition *condition = conditions->buckets[i];

			conditions->buckets[i] = condition->next;
			site_condition_free(condition);
		}
	}
	kfree(conditions);
}

void ftrace_call_if_met(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	u32 bit = trace_recursion_enter(preempt_count());
	const struct site_condition *condition;
	bool met;

	if (!bit)
		return;
	condition = site_condition_at(READ_ONCE(ops->filter->conditions), ip);
	met = !condition || predicate_matches(condition->predicate, fregs);
	trace_recursion_exit(bit);
	if (met)
		READ_ONCE(ops->func)(ip, parent_ip, ops, fregs);
}
