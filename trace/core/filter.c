/* SPDX-License-Identifier: MIT */
/*
 * Function filters as a user writes them: words turned into sets of sites. One
 * write is one transaction: a new list is made aside and takes the place of the
 * old one when every word was good.
 */
#include "trace/core/filter.h"

#include "kernel/fs/seq_file.h"
#include "kernel/kallsyms.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/glob.h"
#include "lib/kstrtox.h"
#include "lib/strerror.h"
#include "lib/string.h"
#include "trace/core/error_log.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/func_command.h"
#include "trace/core/site_condition.h"
#include "trace/core/sites.h"
#include "trace/core/trace_array.h"

/* One writer at a time reads a list, changes the copy and puts it in place. */
static DEFINE_MUTEX(filter_mutex);

void filter_lock_acquire(void)
{
	mutex_lock(&filter_mutex);
}

void filter_lock_release(void)
{
	mutex_unlock(&filter_mutex);
}

static void change_site(struct site_set *set, u32 index, bool remove)
{
	if (remove)
		site_set_remove(set, index);
	else
		site_set_add(set, index);
}

/* The @number-th line of available_filter_functions. Return: whether there is one. */
static bool change_numbered(struct site_set *set, const char *number, bool remove)
{
	unsigned long line;

	if (kstrtoul(number, 10, &line) || !line || line > ftrace_site_total())
		return false;
	change_site(set, line - 1, remove);
	return true;
}

/* All sites whose function's name matches. Return: whether there is one. */
static bool change_matching(struct site_set *set, const char *pattern, bool remove)
{
	bool matched = false;
	u32 index;

	for (index = 0; index < ftrace_site_limit(); index++) {
		const struct ftrace_site *site = ftrace_site_at(index);
		struct kallsym sym;

		if (!site || !kallsyms_lookup(site->ip, &sym) || !glob_match(pattern, sym.name))
			continue;
		change_site(set, index, remove);
		matched = true;
	}
	return matched;
}

static bool change_named(struct site_set *set, const char *name, bool remove)
{
	s64 index = ftrace_site_index(kallsyms_lookup_name(name));

	if (index < 0)
		return false;
	change_site(set, index, remove);
	return true;
}

bool ftrace_filter_match(struct site_set *set, const char *pattern, bool remove)
{
	if (isdigit(pattern[0]))
		return change_numbered(set, pattern, remove);
	if (glob_has_wildcard(pattern))
		return change_matching(set, pattern, remove);
	return change_named(set, pattern, remove);
}

/*
 * Gives the sites that match the condition @text, or none if it is NULL, and adds them to @set.
 * Those that do not have what it asks about are left out; @error says it if none has.
 */
static int add_with_condition(struct ftrace_filter_edit *edit, struct site_set *set,
			      const char *pattern, const char *text, struct predicate_error *error)
{
	struct site_set matched = {0};
	int failed = site_set_reserve(&matched, ftrace_site_capacity());
	bool any = false;
	s64 index = -1;

	if (!failed)
		ftrace_filter_match(&matched, pattern, false);
	while (!failed && (index = site_set_next(&matched, (u32)(index + 1))) >= 0) {
		failed = site_condition_set(&edit->conditions, (u32)index, text, error);
		if (failed == -EINVAL) {
			failed = 0;
			continue;
		}
		any = true;
		site_set_add(set, (u32)index);
	}
	site_set_free(&matched);
	return failed || any ? failed : -EINVAL;
}

/* The word at @place of @line, and the condition behind it, if it has one. Return: 0 or an errno.
 */
static int apply_word(struct ftrace_filter_edit *edit, struct site_set *set, char *word,
		      const char *line, size_t place, const char *condition)
{
	struct predicate_error mistake = {0};
	const char *wrong = "No such function";
	struct filter_word parsed;
	int error = filter_parse_word(word, &parsed);

	if (error)
		return error;
	if (parsed.command && edit->filter != &edit->tr->filter)
		return -EINVAL;
	if (condition && (parsed.command || parsed.remove || edit->which != FTRACE_ONLY)) {
		wrong = "Only functions to trace have conditions";
		error = -EINVAL;
	} else if (!parsed.command && (condition || edit->conditions)) {
		error = add_with_condition(edit, set, parsed.pattern, condition, &mistake);
	}
	if (condition && error == -EINVAL)
		tracing_log_err(
			edit->tr, "function condition", line, mistake.text ? mistake.text : wrong,
			mistake.text ? (u32)(condition - line) + mistake.offset : (u32)place);
	if (condition || error)
		return error;
	if (!parsed.command)
		return ftrace_filter_match(set, parsed.pattern, parsed.remove) ? 0 : -EINVAL;
	if (!strcmp(parsed.command, "mod"))
		return filter_module_apply(edit->tr, edit->which, set, &parsed);
	return edit->which == FTRACE_ONLY ? func_command_write(edit->tr, &parsed) : -EINVAL;
}

static int apply_line(struct ftrace_filter_edit *edit, struct site_set *set, char *line)
{
	size_t len = strlen(line), at = 0;
	char word[FILTER_WORD_MAX];
	int length;

	while ((length = filter_next_word(line, len, &at, word)) > 0) {
		const char *condition = filter_condition(line + at);
		int error = apply_word(edit, set, word, line, at - (size_t)length, condition);

		if (error || condition)
			return error;
	}
	return length;
}

/* @text, with what the last write has left, but for what is left for the next one. */
static int apply_text(struct ftrace_filter_edit *edit, struct site_set *set, const char *text,
		      size_t len)
{
	char *all = kzalloc(edit->carried + len + 1, GFP_KERNEL), *at = all, *line;
	int left = 0, error = all ? 0 : -ENOMEM;

	if (!error) {
		memcpy(all, edit->carry, edit->carried);
		memcpy(all + edit->carried, text, len);
		if (memchr(text, '\0', len))
			error = -EINVAL;
	}
	if (!error && len >= FILTER_WRITE_CHUNK)
		error = left = filter_unfinished(all, edit->carried + len);
	if (error >= 0) {
		len = len + edit->carried - (size_t)left;
		memcpy(edit->carry, all + len, (u32)left);
		edit->carried = (u32)left;
		all[len] = '\0';
		error = 0;
	}
	while (!error && (line = strsep(&at, "\n")))
		error = apply_line(edit, set, line);
	if (error)
		edit->carried = 0;
	kfree(all);
	return error;
}

void ftrace_filter_open(struct ftrace_filter_edit *edit, struct trace_array *tr,
			enum ftrace_list which, bool replace)
{
	*edit = (struct ftrace_filter_edit){
		.tr = tr, .filter = &tr->filter, .which = which, .replace = replace};
}

/* Return: 0 or an error, the list is unchanged then. */
static int change_list(struct ftrace_filter_edit *edit, const char *text, size_t len)
{
	struct ftrace_filter *filter = edit->filter;
	struct site_set set = {0};
	int error;

	mutex_lock(&filter_mutex);
	error = site_set_reserve(&set, ftrace_site_capacity());
	if (!error && !edit->replace)
		error = site_set_copy(&set, &filter->list[edit->which]);
	if (!error && !edit->replace && edit->which == FTRACE_ONLY)
		error = site_conditions_copy(&edit->conditions, filter->conditions);
	if (!error && edit->replace && filter == &edit->tr->filter)
		filter_module_clear(edit->tr, edit->which);
	if (!error)
		error = apply_text(edit, &set, text, len);
	if (!error)
		error = (filter->exchange ? filter->exchange : ftrace_filter_exchange)(
			filter, edit->which, &set,
			edit->which == FTRACE_ONLY ? &edit->conditions : NULL);
	site_set_free(&set);
	if (edit->conditions)
		ftrace_wait_for_list();
	site_conditions_free(edit->conditions);
	edit->conditions = NULL;
	mutex_unlock(&filter_mutex);
	edit->failed = error != 0;
	if (!error)
		edit->replace = false;
	return error;
}

ssize_t ftrace_filter_write(struct ftrace_filter_edit *edit, const char *text, size_t len)
{
	int error = change_list(edit, text, len);

	return error ? error : (ssize_t)len;
}

int ftrace_filter_close(struct ftrace_filter_edit *edit)
{
	if (edit->failed || (!edit->replace && !edit->carried))
		return 0;
	return change_list(edit, "\n", 1);
}

int ftrace_filter_set(struct trace_array *tr, enum ftrace_list which, const char *text)
{
	struct ftrace_filter_edit edit;

	ftrace_filter_open(&edit, tr, which, true);
	return change_list(&edit, text, strlen(text));
}

void ftrace_filter_set_boot(struct ftrace_filter *filter, enum ftrace_list which,
			    const char *option, const char *list)
{
	struct ftrace_filter_edit edit;
	char *words = kstrdup(list, GFP_KERNEL);
	char *at = words, *word;

	ftrace_filter_open(&edit, &global_trace, which, true);
	edit.filter = filter;
	while ((word = strsep(&at, ","))) {
		ssize_t taken = *word ? ftrace_filter_write(&edit, word, strlen(word)) : 0;

		if (taken < 0)
			pr_warn("ftrace: %s=%s: %s, left out\n", option, word,
				strerror((int)-taken));
	}
	kfree(words);
}

s64 ftrace_filter_next(const struct ftrace_filter *filter, enum ftrace_list which, u32 index)
{
	return site_set_next(&filter->list[which], index);
}

void ftrace_filter_show(struct seq_file *m, const struct ftrace_filter *filter,
			enum ftrace_list which, u32 index)
{
	const struct ftrace_site *site = ftrace_site_at(index);
	const struct site_condition *condition = NULL;
	char name[FTRACE_NAME_MAX];

	if (site && which == FTRACE_ONLY)
		condition = site_condition_at(filter->conditions, site->ip);
	ftrace_site_name(index, name);
	seq_printf(m, condition ? "%s if %s\n" : "%s\n", name, condition ? condition->text : NULL);
}

u32 ftrace_filter_count(const struct ftrace_filter *filter, enum ftrace_list which)
{
	return filter->list[which].count;
}
