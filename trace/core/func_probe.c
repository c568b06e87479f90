/* SPDX-License-Identifier: MIT */
/* Attaching commands to functions, counting their hits, and taking them off again. */
#include "arch/x86_64/atomic.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"
#include "trace/core/filter.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/func_command.h"
#include "trace/core/sites.h"
#include "trace/core/trace_array.h"
#include "trace/events/event_file.h"

/* Guards the lists of probes and the filters of all. Taken before ftrace_lock. */
static DEFINE_MUTEX(func_command_mutex);

void func_command_lock_acquire(void)
{
	mutex_lock(&func_command_mutex);
}

void func_command_lock_release(void)
{
	mutex_unlock(&func_command_mutex);
}

bool func_command_take_count(s64 *left)
{
	s64 value = READ_ONCE(*left), found;

	for (; value > 0; value = found) {
		found = cmpxchg(left, value, value - 1);
		if (found == value)
			return true;
	}
	return false;
}

static void func_probe_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
			    struct ftrace_regs *fregs)
{
	struct func_probe *probe = ops->private;
	const struct func_command *command = probe->command;
	struct func_hit hit = {probe->tr, probe->event, ip, parent_ip, fregs, preempt_count(), 0};
	s64 *left = NULL;

	hit.bit = trace_recursion_enter(hit.count);
	if (!hit.bit)
		return;
	if (probe->counts)
		left = &probe->counts[ftrace_site_index(ip)];
	if ((!command->applies || command->applies(&hit)) &&
	    (!left || func_command_take_count(left)))
		command->act(&hit);
	trace_recursion_exit(hit.bit);
}

/* A command as a word has it. */
struct command_request {
	const struct func_command *command;
	struct trace_event_file *event; /* NULL: it takes none */
	bool counted;
	s64 count;
};

static void func_probe_free(struct func_probe *probe)
{
	ftrace_ops_destroy(&probe->ops);
	if (probe->event) {
		trace_event_lock_acquire();
		trace_event_soft_put(probe->event);
		trace_event_lock_release();
	}
	site_set_free(&probe->filter.list[FTRACE_ONLY]);
	vfree(probe->counts);
	kfree(probe);
}

static struct func_probe *func_probe_find(struct trace_array *tr,
					  const struct command_request *request)
{
	struct func_probe *probe;

	list_for_each_entry (probe, &tr->func_probes, list)
		if (probe->command == request->command && probe->event == request->event &&
		    !!probe->counts == request->counted)
			return probe;
	return NULL;
}

/* Not in the list yet, and not registered. */
static struct func_probe *func_probe_alloc(struct trace_array *tr,
					   const struct command_request *request)
{
	struct func_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	int error = 0;

	if (!probe)
		return NULL;
	INIT_LIST_HEAD(&probe->list);
	probe->tr = tr;
	probe->command = request->command;
	probe->ops = (struct ftrace_ops){
		.func = func_probe_call, .filter = &probe->filter, .private = probe};
	if (request->counted)
		probe->counts = vzalloc(ftrace_site_capacity() * sizeof(probe->counts[0]));
	if (request->counted && !probe->counts)
		error = -ENOMEM;
	if (request->event && !error) {
		trace_event_lock_acquire();
		error = trace_event_soft_get(request->event);
		trace_event_lock_release();
		probe->event = error ? NULL : request->event;
	}
	if (error) {
		func_probe_free(probe);
		return NULL;
	}
	return probe;
}

/* @sites gets those of the probe besides; their counts stay, the others begin with @count. */
static int merge_sites(struct func_probe *probe, struct site_set *sites, s64 count)
{
	const struct site_set *old = &probe->filter.list[FTRACE_ONLY];
	s64 index;

	for (index = site_set_next(sites, 0); index >= 0; index = site_set_next(sites, index + 1))
		if (probe->counts && !site_set_has(old, index))
			WRITE_ONCE(probe->counts[index], count);
	for (index = site_set_next(old, 0); index >= 0; index = site_set_next(old, index + 1))
		site_set_add(sites, index);
	return ftrace_filter_exchange(&probe->filter, FTRACE_ONLY, sites, NULL);
}

static int add_command(struct trace_array *tr, const struct command_request *request,
		       struct site_set *sites)
{
	const struct func_command *command = request->command;
	struct func_probe *probe = func_probe_find(tr, request);
	bool is_new = !probe;
	int error = command->prepare ? command->prepare(tr) : 0;

	if (error)
		return error;
	if (is_new)
		probe = func_probe_alloc(tr, request);
	if (!probe)
		return -ENOMEM;
	error = merge_sites(probe, sites, request->count);
	if (!error && is_new)
		error = register_ftrace_function(&probe->ops);
	if (!is_new)
		return error;
	if (error)
		func_probe_free(probe);
	else
		list_add(&probe->list, &tr->func_probes);
	return error;
}

/* The last function goes: switches the probe off. Should its sites not be, it stays, without
 * effect. */
static int remove_probe(struct func_probe *probe)
{
	int error = unregister_ftrace_function(&probe->ops);

	if (error) {
		__atomic_fetch_or(&probe->ops.skip, FTRACE_SKIP_STOPPED, __ATOMIC_SEQ_CST);
		return error;
	}
	list_del(&probe->list);
	func_probe_free(probe);
	return 0;
}

static int remove_command(struct trace_array *tr, const struct command_request *request,
			  const struct site_set *matched)
{
	struct func_probe *probe = func_probe_find(tr, request);
	struct site_set rest = {0};
	bool changed = false;
	s64 index;
	int error;

	if (!probe)
		return -EINVAL;
	error = site_set_reserve(&rest, ftrace_site_capacity());
	if (!error)
		error = site_set_copy(&rest, &probe->filter.list[FTRACE_ONLY]);
	for (index = site_set_next(matched, 0); !error && index >= 0;
	     index = site_set_next(matched, index + 1))
		changed |= site_set_remove(&rest, index);
	if (!error && !changed)
		error = -EINVAL;
	if (!error)
		error = rest.count
				? ftrace_filter_exchange(&probe->filter, FTRACE_ONLY, &rest, NULL)
				: remove_probe(probe);
	site_set_free(&rest);
	return error;
}

const struct func_command *func_command_find(const char *name)
{
	const struct func_command *command = func_commands;

	while (command->name && strcmp(command->name, name) != 0)
		command++;
	return command->name ? command : NULL;
}

/*
 * Takes SYSTEM:EVENT off the front of *@text. Return: its file in @tr, or NULL. The event
 * stays until trace_event_put().
 */
static struct trace_event_file *parse_event(struct trace_array *tr, char **text)
{
	char *system = *text, *name = system ? strchr(system, ':') : NULL;
	struct trace_event *event;
	struct trace_event_file *file = NULL;

	if (!name)
		return NULL;
	*name++ = '\0';
	*text = strchr(name, ':');
	if (*text)
		*(*text)++ = '\0';
	trace_event_lock_acquire();
	event = trace_event_find(system, name);
	if (event && !event->triggers_only)
		file = trace_event_file_find(event, tr);
	if (file)
		event->references++;
	trace_event_lock_release();
	return file;
}

/* Return: 0 or -EINVAL. The event of @request is held in both cases, if there is one. */
static int parse_command(struct trace_array *tr, const struct filter_word *word,
			 struct command_request *request)
{
	const struct func_command *command = func_command_find(word->command);
	char *count = word->parameter;
	unsigned long value = 1;

	if (!command)
		return -EINVAL;
	*request = (struct command_request){.command = command};
	if (command->takes_event) {
		request->event = parse_event(tr, &count);
		if (!request->event)
			return -EINVAL;
	}
	request->counted = command->once || count;
	if (!command->once && count && !word->remove &&
	    (kstrtoul(count, 10, &value) || value >> 63))
		return -EINVAL;
	request->count = (s64)value;
	return 0;
}

int func_command_write(struct trace_array *tr, const struct filter_word *word)
{
	struct command_request request = {0};
	struct site_set sites = {0};
	int error = parse_command(tr, word, &request);

	if (!error)
		error = site_set_reserve(&sites, ftrace_site_capacity());
	if (!error && !ftrace_filter_match(&sites, word->pattern, false))
		error = -EINVAL;
	if (!error) {
		mutex_lock(&func_command_mutex);
		error = word->remove ? remove_command(tr, &request, &sites)
				     : add_command(tr, &request, &sites);
		mutex_unlock(&func_command_mutex);
	}
	if (request.event)
		trace_event_put(request.event->event->id);
	site_set_free(&sites);
	return error;
}

int func_command_clear(struct trace_array *tr)
{
	struct func_probe *probe, *next;
	int error = 0;

	mutex_lock(&func_command_mutex);
	list_for_each_entry_safe (probe, next, &tr->func_probes, list) {
		error = remove_probe(probe);
		if (error)
			break;
	}
	mutex_unlock(&func_command_mutex);
	return error;
}
