/* SPDX-License-Identifier: MIT */
/*
 * PATTERN:mod:MODULE in the filter files. The kernel itself is in no module: such a
 * word finds none of its functions, one with !MODULE finds them all.
 */
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/filter.h"
#include "trace/core/trace_array.h"

static struct filter_module *find_waiting(struct trace_array *tr, enum ftrace_list which,
					  const struct filter_word *word)
{
	struct filter_module *waiting;

	list_for_each_entry (waiting, &tr->filter_modules, list)
		if (waiting->which == which && !strcmp(waiting->text, word->pattern) &&
		    !strcmp(waiting->module, word->parameter))
			return waiting;
	return NULL;
}

/* The module is not there yet: keeps the word, or forgets it. */
static int change_waiting(struct trace_array *tr, enum ftrace_list which,
			  const struct filter_word *word)
{
	struct filter_module *waiting = find_waiting(tr, which, word);
	size_t bytes = strlen(word->pattern) + 1;

	if (word->remove) {
		if (!waiting)
			return -EINVAL;
		list_del(&waiting->list);
		kfree(waiting);
		return 0;
	}
	if (waiting)
		return 0;
	waiting = kzalloc(sizeof(*waiting) + bytes + strlen(word->parameter) + 1, GFP_KERNEL);
	if (!waiting)
		return -ENOMEM;
	waiting->which = which;
	waiting->module = waiting->text + bytes;
	memcpy(waiting->text, word->pattern, bytes);
	memcpy(waiting->module, word->parameter, strlen(word->parameter) + 1);
	list_add_tail(&waiting->list, &tr->filter_modules);
	return 0;
}

int filter_module_apply(struct trace_array *tr, enum ftrace_list which, struct site_set *set,
			const struct filter_word *word)
{
	if (!word->parameter || !*word->parameter)
		return -EINVAL;
	if (word->parameter[0] == '!')
		return ftrace_filter_match(set, word->pattern, word->remove) ? 0 : -EINVAL;
	return change_waiting(tr, which, word);
}

void filter_module_clear(struct trace_array *tr, enum ftrace_list which)
{
	struct filter_module *waiting, *next;

	list_for_each_entry_safe (waiting, next, &tr->filter_modules, list) {
		if (waiting->which != which)
			continue;
		list_del(&waiting->list);
		kfree(waiting);
	}
}
