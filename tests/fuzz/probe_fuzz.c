/* SPDX-License-Identifier: MIT */
/* The lines of kprobe_events: what is understood has fields that fit its record, and prints. */
#include <stdlib.h>

#include "kernel/mm/slab.h"
#include "lib/string.h"
#include "tests/unit/trace/probes/fetch_host.h"
#include "trace/core/error_log.h"
#include "trace/probes/probe_event.h"

static size_t line_length;

void tracing_log_err(struct trace_array *tr, const char *location, const char *command,
		     const char *text, u32 offset)
{
	if (!text || offset > line_length)
		abort();
}

static void check(const struct probe_event *probe)
{
	const struct trace_field *fields =
		probe->event.fields ? probe->event.fields : probe->fields;

	for (u32 i = 0; i < probe->event.field_count; i++)
		if (fields[i].offset + fields[i].size > probe->bytes || !*fields[i].name)
			abort();
	if (!*probe->group || !*probe->name || strlen(probe->print_fmt) < 8 || !*probe->definition)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	char *whole = malloc(bytes + 1), *base = malloc(bytes + 1);
	struct probe_event *probe = kzalloc(sizeof(*probe), GFP_KERNEL);

	memcpy(whole, data, bytes);
	whole[bytes] = '\0';
	line_length = strlen(whole);
	memcpy(base, whole, bytes + 1);
	if (strcspn(whole, "prf") == 0 && *whole && !strchr(whole, '\n') &&
	    !probe_event_parse(probe, whole, base, base))
		check(probe);
	kfree(probe->args);
	kfree(probe->fields);
	kfree(probe->print_fmt);
	kfree(probe->definition);
	kfree(probe);
	free(whole);
	free(base);
	return 0;
}
