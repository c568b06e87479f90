/* SPDX-License-Identifier: MIT */
/* The events of probes: making and removing them, and the list of them. */
#include "trace/probes/probe_event.h"

#include "kernel/fs/seq_file.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_params.h"
#include "trace/events/event_file.h"

/* Guards the list; taken before event_mutex. */
static DEFINE_MUTEX(probe_event_mutex);
static LIST_HEAD(probe_events);

static void probe_event_free(struct probe_event *probe)
{
	kfree(probe->args);
	kfree(probe->fields);
	kfree(probe->print_fmt);
	kfree(probe->definition);
	kfree(probe);
}

static int probe_event_enable(struct trace_event *event, bool on)
{
	struct probe_event *probe;
	int error = 0;

	list_for_each_entry (probe, &probe_events, list)
		if (&probe->first->event == event && !error)
			error = on ? enable_kprobe(&probe->probe) : disable_kprobe(&probe->probe);
	if (error && on)
		probe_event_enable(event, false);
	return error;
}

/* The core has a look at the address. Return: 0 or an errno, noted. */
static int register_probe(struct probe_event *probe, const char *whole)
{
	const char *reason = "";
	int error = register_kprobe(&probe->probe, &reason);

	if (error == -EILSEQ)
		reason = "Probe point is not an instruction boundary";
	if (error)
		probe_mistake(whole, probe->place, reason, error);
	return error;
}

static struct probe_event *find_first(const struct probe_event *probe)
{
	struct probe_event *other;

	list_for_each_entry (other, &probe_events, list)
		if ((other->kind == 'f') == (probe->kind == 'f') &&
		    !strcmp(other->group, probe->group) && !strcmp(other->name, probe->name))
			return other->first;
	return NULL;
}

/* Return: the number of an argument that is not as @first has it, or where one has no more. */
static u32 find_difference(const struct probe_event *probe, const struct probe_event *first)
{
	u32 i = 0;

	if (probe->arg_count != first->arg_count)
		return min(probe->arg_count, first->arg_count);
	while (i < probe->arg_count && probe->args[i].type == first->args[i].type &&
	       !strcmp(probe->args[i].name, first->args[i].name))
		i++;
	return i;
}

/* Whether it can be one more of the event. Return: 0 or -EEXIST, noted. */
static int check_other(const struct probe_event *probe, const char *whole)
{
	const struct probe_event *first = probe->first, *other;
	u32 difference = find_difference(probe, first);

	if (probe->probe.at_return != first->probe.at_return)
		return probe_mistake(whole, 0, "Probe type is different from existing probe",
				     -EEXIST);
	if (difference < max(probe->arg_count, first->arg_count))
		return probe_mistake(whole,
				     difference < probe->arg_count ? probe->args[difference].word
								   : (u32)strlen(whole),
				     "Argument type or name is different from existing probe",
				     -EEXIST);
	list_for_each_entry (other, &probe_events, list)
		if (other->first == first && !strcmp(other->definition, probe->definition))
			return probe_mistake(
				whole, 0, "There is already the exact same probe event", -EEXIST);
	return 0;
}

/* Into the list of those that are switched with its event, which may be on. Return: 0, an errno. */
static int join_event(struct probe_event *probe)
{
	struct probe_event *first = probe->first;
	int error = 0;

	trace_event_lock_acquire();
	if (first->event.users)
		error = enable_kprobe(&probe->probe);
	if (!error) {
		list_add_tail(&probe->list, &probe_events);
		first->count++;
	}
	trace_event_lock_release();
	return error;
}

static void leave_event(struct probe_event *probe)
{
	trace_event_lock_acquire();
	list_del(&probe->list);
	probe->first->count--;
	trace_event_lock_release();
}

static int register_event(struct probe_event *probe, const char *whole)
{
	struct probe_event *first = find_first(probe);
	struct trace_event *event = &probe->event;
	int error;

	probe->first = first ? first : probe;
	probe->probe.func = first		     ? probe_event_other_hit
			    : probe->probe.at_return ? probe_event_return_hit
						     : probe_event_hit;
	error = first ? check_other(probe, whole) : 0;
	if (!error)
		error = join_event(probe);
	if (error || first)
		return error;
	event->system = probe->group;
	event->name = probe->name;
	event->fields = probe->fields;
	event->print_fmt = probe->print_fmt;
	event->print = probe_event_print;
	event->enable = probe_event_enable;
	error = trace_event_register(event);
	if (error)
		leave_event(probe);
	if (error == -EEXIST)
		probe_mistake(whole, 0, "Given group/event name is already used by another event",
			      error);
	return error;
}

int probe_event_create(const char *whole, const char *base, char *text)
{
	struct probe_event *probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	int error;

	if (!probe)
		return -ENOMEM;
	error = probe_event_parse(probe, whole, base, text);
	if (!error)
		error = register_probe(probe, whole);
	if (!error) {
		mutex_lock(&probe_event_mutex);
		error = register_event(probe, whole);
		mutex_unlock(&probe_event_mutex);
	}
	if (error) {
		unregister_kprobe(&probe->probe);
		probe_event_free(probe);
	}
	return error;
}

/* Return: 0 or -EBUSY. */
static int remove_locked(struct probe_event *probe)
{
	struct probe_event *first = probe->first;
	int error = first->count == 1 ? trace_event_unregister(&first->event) : 0;

	if (error)
		return error;
	leave_event(probe);
	unregister_kprobe(&probe->probe);
	if (probe != first)
		probe_event_free(probe);
	if (!first->count)
		probe_event_free(first);
	return 0;
}

static bool is_meant(const struct probe_event *probe, const char *kinds, const char *group,
		     const char *name, const char *rest)
{
	size_t length = rest ? strlen(rest) : 0;

	return strchr(kinds, probe->kind) && (!group || !strcmp(probe->group, group)) &&
	       (!name || !strcmp(probe->name, name)) &&
	       (!length || (str_has_prefix(probe->definition, rest) &&
			    strchr(" ", probe->definition[length])));
}

int probe_events_remove(const char *kinds, const char *group, const char *name, const char *rest,
			bool ask)
{
	struct probe_event *probe, *next;
	int error = -ENOENT;

	mutex_lock(&probe_event_mutex);
	trace_event_lock_acquire();
	list_for_each_entry (probe, &probe_events, list)
		probe->first->leaving = 0;
	list_for_each_entry (probe, &probe_events, list) {
		const struct probe_event *first = probe->first;

		probe->leaves = is_meant(probe, kinds, group, name, rest);
		probe->first->leaving += probe->leaves;
		if (probe->leaves && error != -EBUSY)
			error = first->leaving == first->count &&
						(first->event.users || first->event.references)
					? -EBUSY
					: 0;
	}
	trace_event_lock_release();
	list_for_each_entry_safe (probe, next, &probe_events, list)
		if (!error && !ask && probe->leaves)
			error = remove_locked(probe);
	mutex_unlock(&probe_event_mutex);
	return error;
}

void probe_events_show(struct seq_file *m, const char *kinds)
{
	const struct probe_event *probe;

	mutex_lock(&probe_event_mutex);
	list_for_each_entry (probe, &probe_events, list) {
		if (!strchr(kinds, probe->kind))
			continue;
		seq_putc(m, probe->kind);
		if (probe->probe.maxactive)
			seq_printf(m, "%u", probe->probe.maxactive);
		seq_printf(m, ":%s/%s %s\n", probe->group, probe->name, probe->definition);
	}
	mutex_unlock(&probe_event_mutex);
}

void probe_events_profile(struct seq_file *m)
{
	const struct probe_event *probe;

	mutex_lock(&probe_event_mutex);
	list_for_each_entry (probe, &probe_events, list) {
		u64 hits = 0;

		for (u32 cpu = 0; cpu < NR_CPUS; cpu++)
			hits += probe->hits[cpu];
		seq_printf(m, "  %-44s %15lu %15lu\n", probe->name, hits, probe->probe.nmissed);
	}
	mutex_unlock(&probe_event_mutex);
}

void probe_events_list(struct seq_file *m)
{
	const struct probe_event *probe;
	char symbol[KSYM_SYMBOL_LEN];

	mutex_lock(&probe_event_mutex);
	list_for_each_entry (probe, &probe_events, list) {
		const char *kind = kprobe_kind_at(probe->probe.address, probe->probe.at_return);

		sprint_symbol(symbol, probe->probe.address);
		seq_printf(m, "%016lx  %c  %.*s    ", probe->probe.address,
			   probe->probe.at_return ? 'r' : 'k', (int)strcspn(symbol, "/"), symbol);
		if (!probe->probe.enabled)
			seq_puts(m, "[DISABLED]");
		else if (kind && !strcmp(kind, "jump"))
			seq_puts(m, "[OPTIMIZED]");
		else if (kind && strcmp(kind, "int3") != 0)
			seq_puts(m, "[FTRACE]");
		seq_putc(m, '\n');
	}
	mutex_unlock(&probe_event_mutex);
}

/* What is wrong is said in the log. */
static void boot_line(char *line)
{
	char *whole = kstrdup(line, GFP_KERNEL), event[2 * PROBE_NAME_MAX];
	const struct probe_event *probe;
	int error = whole ? probe_event_create(whole, line, line) : -ENOMEM;

	if (!error) {
		probe = list_last_entry(&probe_events, struct probe_event, list);
		snprintf(event, sizeof(event), "%s:%s", probe->group, probe->name);
		error = trace_events_set(&global_trace, event, true);
	}
	if (error)
		pr_warn("kprobe_event=%s: error %d, ignored\n", whole, -error);
	kfree(whole);
}

int probe_events_boot(void)
{
	char *text = trace_params.probes ? kstrdup(trace_params.probes, GFP_KERNEL) : NULL;
	char *rest = text, *line;

	while ((line = strsep(&rest, ";"))) {
		for (char *comma = line; (comma = strchr(comma, ','));)
			*comma = ' ';
		line = strim(line);
		if (*line)
			boot_line(line);
	}
	kfree(text);
	return 0;
}
