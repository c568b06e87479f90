/* SPDX-License-Identifier: MIT */
/* trace events: which there are. And what other sub-commands do with events. */
#include "kernel/shell/trace/events.h"

#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/files.h"
#include "lib/glob.h"
#include "lib/printf.h"
#include "lib/string.h"

/* A name as set_event takes it: SYSTEM:EVENT, where nothing is any, or one word that is either. */
static bool event_matches(const char *pattern, const char *system, const char *name)
{
	char both[EVENT_PATH];

	if (!strchr(pattern, ':'))
		return glob_match(pattern, name) || glob_match(pattern, system);
	snprintf(both, sizeof(both), "%s:%s", *pattern == ':' ? "" : system,
		 pattern[strlen(pattern) - 1] == ':' ? "" : name);
	return glob_match(pattern, both);
}

struct events_search {
	const char *pattern;
	int (*use)(void *data, const char *event);
	void *data;
	u32 found;
	int failed;
};

static bool events_search_line(void *data, const char *line)
{
	struct events_search *search = data;
	char path[EVENT_PATH], *name;

	strscpy(path, line, sizeof(path));
	name = strchr(path, ':');
	if (!name)
		return true;
	*name++ = '\0';
	if (!event_matches(search->pattern, path, name))
		return true;
	name[-1] = '/';
	search->found++;
	search->failed = search->use(search->data, path);
	return !search->failed;
}

int trace_each_event(const char *pattern, int (*use)(void *data, const char *event), void *data)
{
	struct events_search search = {.pattern = pattern, .use = use, .data = data};

	if (trace_each_line("available_events", events_search_line, &search))
		return 1;
	return search.found ? search.failed : cmd_fail("%s: no event has this name", pattern);
}

static int ignore_event(void *data, const char *event)
{
	return 0;
}

bool trace_is_event(const char *pattern)
{
	struct events_search search = {.pattern = pattern, .use = ignore_event};

	return !trace_each_line("available_events", events_search_line, &search) && search.found;
}

struct events_filter {
	const struct trace_front *front;
	const char *text;
};

static int set_event_filter(void *data, const char *event)
{
	const struct events_filter *filter = data;
	char file[EVENT_PATH + 16];

	snprintf(file, sizeof(file), "events/%s/filter", event);
	return trace_put(filter->front, file, filter->text);
}

int trace_filter_events(const struct trace_front *front, const char *pattern, const char *text)
{
	struct events_filter filter = {front, text};

	return trace_each_event(pattern, set_event_filter, &filter);
}

static int clear_event_filter(void *data, const char *event)
{
	char file[EVENT_PATH + 16], text[8];

	snprintf(file, sizeof(file), "events/%s/filter", event);
	if (trace_get(file, text, sizeof(text)))
		return 1;
	return strcmp(text, "none") ? trace_put(data, file, "0") : 0;
}

int trace_events_clear(const struct trace_front *front)
{
	return trace_put(front, "set_event", "") | trace_put(front, "set_event_pid", "") |
	       trace_put(front, "options/event-fork", "0") |
	       trace_each_event("*", clear_event_filter, (void *)front);
}

/* " NAME" of a line of the file `format` that describes a field of its own. */
static bool print_field(void *data, const char *line)
{
	const char *text = strstr(line, "field:"), *end = text ? strchr(text, ';') : NULL;
	const char *name = end;

	while (name && name[-1] != ' ')
		name--;
	if (name && !str_has_prefix(name, "common_"))
		cmd_printf(" %.*s", (int)strcspn(name, "[;"), name);
	return true;
}

static int print_event(void *data, const char *event)
{
	char file[EVENT_PATH + 16];
	size_t system = strcspn(event, "/");

	cmd_printf("%.*s:%s ", (int)system, event, event + system + 1);
	snprintf(file, sizeof(file), "events/%s/format", event);
	if (trace_each_line(file, print_field, NULL))
		return 1;
	cmd_puts("\n");
	return cmd_interrupted();
}

struct events_systems {
	char name[EVENT_PATH];
	u32 events;
};

static void print_system(const struct events_systems *system)
{
	if (system->events)
		cmd_printf("%-12s %4u\n", system->name, system->events);
}

static int count_system(void *data, const char *event)
{
	struct events_systems *system = data;
	size_t length = strcspn(event, "/");

	if (strlen(system->name) != length || memcmp(system->name, event, length) != 0) {
		print_system(system);
		system->events = 0;
		strscpy(system->name, event, length + 1);
	}
	system->events++;
	return 0;
}

int trace_list_events(struct trace_front *front, int argc, char **argv)
{
	struct events_systems system = {.events = 0};

	if (argc > 2)
		return trace_usage(argv[0]);
	if (argc == 2)
		return trace_each_event(argv[1], print_event, NULL);
	if (trace_each_event("*", count_system, &system))
		return 1;
	print_system(&system);
	return 0;
}
