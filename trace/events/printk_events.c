/* SPDX-License-Identifier: MIT */
/* The events of the kernel log. */
#include "trace/events/printk.h"

#include "lib/math.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/events/event_file.h"

#define CONSOLE_FIELDS(R, value, array, string) string(R, msg)
EVENT_CLASS(console, CONSOLE_FIELDS, "%s", __get_str(msg));
struct static_key console_key;
static struct trace_event console = EVENT("printk", console, console, .key = &console_key);

void console_event(const char *text, size_t length)
{
	struct {
		struct console_record record;
		char strings[EVENT_STRINGS_MAX];
	} event;
	u32 size = sizeof(event.record);
	char line[EVENT_STRINGS_MAX];

	/* Should recording complain, or print what it records, that is not recorded in turn. */
	u32 bit = trace_recursion_enter(preempt_count());

	if (!bit)
		return;
	length = min(length, sizeof(line) - 1);
	__builtin_memcpy(line, text, length);
	line[length] = '\0';
	event.record.msg = trace_event_string(&event.record.ent, size, &size, line);
	trace_event_emit(&console, &event.record.ent, size);
	trace_recursion_exit(bit);
}

struct trace_event *const printk_events[] = {&console, NULL};
