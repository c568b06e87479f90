/* SPDX-License-Identifier: MIT */
/*
 * The filters of events: text to predicate, and putting it where emission finds it.
 *
 * As on Linux a filter that is not understood leaves the event without one, and its
 * file shows what was wrong.
 */
#include "kernel/fs/seq_file.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/predicate.h"
#include "trace/events/event_file.h"

/* Longest text of a filter that is kept with a caret and an error below it. */
#define ERROR_TEXT_MAX 256

/* "" and 0 mean no filter. */
static bool is_no_filter(const char *text)
{
	return !*text || !strcmp(text, "0");
}

/* Puts @filter in the place of the old one; NULL: none. */
static void exchange_filter(struct trace_event_file *file, struct predicate *filter)
{
	struct predicate *old = file->filter;

	if (filter) {
		smp_store_release(&file->filter, filter);
		trace_event_file_flag(file, EVENT_FILTERED, true);
	} else {
		trace_event_file_flag(file, EVENT_FILTERED, false);
	}
	if (old)
		trace_event_wait();
	file->filter = filter;
	predicate_free(old);
}

/* What the file shows of a filter with a mistake. Return: NULL without memory. */
static char *error_text(const char *text, const struct predicate_error *error)
{
	size_t bytes = 2 * strlen(text) + ERROR_TEXT_MAX;
	char *shown = kmalloc(bytes, GFP_KERNEL);

	if (shown)
		snprintf(shown, bytes, "%s\n%*s^\nparse_error: %s\n", text, (int)error->offset, "",
			 error->text);
	return shown;
}

static int set_filter(struct trace_event_file *file, const char *text,
		      struct predicate_error *reason)
{
	struct predicate *filter = NULL;
	char *shown = NULL;
	int error = 0;

	if (!is_no_filter(text)) {
		error = event_predicate_compile(file->event, text, &filter, reason);
		shown = error ? error_text(text, reason) : kstrdup(text, GFP_KERNEL);
	}
	exchange_filter(file, filter);
	kfree(file->filter_text);
	file->filter_text = shown;
	return error == -EINVAL ? reason->linux_errno : error;
}

static void log_error(struct trace_array *tr, const char *text, const struct predicate_error *error)
{
	tracing_log_err(tr, "event filter parse error", text, error->text, error->offset);
}

int trace_event_set_filter(struct trace_event_file *file, const char *text)
{
	struct predicate_error reason = {0};
	int error;

	trace_event_lock_acquire();
	error = set_filter(file, text, &reason);
	trace_event_lock_release();
	if (error)
		log_error(file->tr, text, &reason);
	return error;
}

int trace_events_set_filter(struct trace_array *tr, const char *system, const char *text,
			    char **shown)
{
	struct predicate_error reason = {0};
	struct trace_event_file *file;
	int error = 0, first = 0;
	bool taken = false;

	trace_event_lock_acquire();
	list_for_each_entry (file, &tr->events, list) {
		struct predicate_error its = {0};

		if (strcmp(file->event->system, system) != 0)
			continue;
		error = set_filter(file, text, &its);
		taken |= !error;
		if (error) {
			kfree(file->filter_text); /* it has no such field, and no filter */
			file->filter_text = NULL;
		}
		if (error && !first) {
			first = error;
			reason = its;
		}
	}
	kfree(*shown);
	*shown = NULL;
	if (!is_no_filter(text))
		*shown = taken ? kstrdup(text, GFP_KERNEL) : error_text(text, &reason);
	trace_event_lock_release();
	if (taken || !first)
		return 0;
	log_error(tr, text, &reason);
	return first;
}

void trace_event_show_filter(struct seq_file *m, const struct trace_event_file *file)
{
	trace_event_lock_acquire();
	seq_printf(m, "%s\n", file->filter_text ? file->filter_text : "none");
	trace_event_lock_release();
}

void trace_event_free_filter(struct trace_event_file *file)
{
	predicate_free(file->filter);
	kfree(file->filter_text);
}
