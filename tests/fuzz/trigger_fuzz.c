/* SPDX-License-Identifier: MIT */
/*
 * Triggers, histograms and synthetic events: each line of the input is a line for a file, which its
 * first letter chooses. What is left when it is over has to go without a trace.
 */
#include <stdlib.h>

#include "kernel/fs/seq_file.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/error_log.h"
#include "trace/core/func_command.h"
#include "trace/core/predicate.h"
#include "trace/core/trace_clock.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"
#include "trace/events/synth_event.h"

#define TEXT_MAX 4096

struct fuzz_record {
	struct trace_entry ent;
	char comm[16];
	s32 pid;
	u64 address;
	s8 tiny;
	u32 text;
	u64 stack[4];
} __attribute__((packed));

static const struct trace_field fuzz_fields[] = {
	TRACE_FIELD_ARRAY(struct fuzz_record, char, comm, 16),
	TRACE_FIELD(struct fuzz_record, s32, pid),
	TRACE_FIELD(struct fuzz_record, u64, address),
	TRACE_FIELD(struct fuzz_record, s8, tiny),
	TRACE_FIELD_STRING(struct fuzz_record, text),
	TRACE_FIELD_ARRAY(struct fuzz_record, u64, stack, 4),
};
static struct trace_event fuzz_events[2] = {
	{.system = "a", .name = "b", .fields = fuzz_fields, .field_count = ARRAY_SIZE(fuzz_fields)},
	{.system = "a", .name = "c", .fields = fuzz_fields, .field_count = ARRAY_SIZE(fuzz_fields)},
};
static struct trace_event_file fuzz_files[2];
struct trace_array global_trace;
static u32 predicates, registered;

/* From here on what the real ones need is not there. */

void *vzalloc(size_t bytes)
{
	return calloc(1, bytes);
}

void *vmalloc(size_t bytes)
{
	return malloc(bytes);
}

void vfree(const void *address)
{
	free((void *)address);
}

char *kstrdup(const char *string, gfp_t gfp)
{
	size_t bytes = strlen(string) + 1;

	return memcpy(malloc(bytes), string, bytes);
}

void panic(const char *fmt, ...)
{
	abort();
}

int printk(const char *fmt, ...)
{
	return 0;
}

void tracing_log_err(struct trace_array *tr, const char *location, const char *command,
		     const char *text, u32 offset)
{
	if (!text || !*text || !location || strlen(command) > 4096)
		abort();
}

int event_predicate_compile(const struct trace_event *event, const char *text,
			    struct predicate **result, struct predicate_error *error)
{
	*error = (struct predicate_error){.text = "no", .offset = 0, .linux_errno = -ENOENT};
	if (text[0] == '0')
		return -EINVAL;
	*result = malloc(sizeof(**result));
	predicates++;
	return 0;
}

void predicate_free(struct predicate *predicate)
{
	predicates -= predicate != NULL;
	free(predicate);
}

struct trace_event *trace_event_find(const char *system, const char *name)
{
	for (u32 i = 0; i < ARRAY_SIZE(fuzz_events); i++)
		if (!strcmp(system, fuzz_events[i].system) && !strcmp(name, fuzz_events[i].name))
			return &fuzz_events[i];
	return NULL;
}

struct trace_event_file *trace_event_file_find(const struct trace_event *event,
					       const struct trace_array *tr)
{
	return &fuzz_files[event - fuzz_events];
}

int trace_event_soft_get(struct trace_event_file *file)
{
	file->soft_users++;
	return 0;
}

void trace_event_soft_put(struct trace_event_file *file)
{
	if (!file->soft_users--)
		abort();
}

void trace_event_wait(void)
{
}

void trace_event_lock_acquire(void)
{
}

void trace_event_lock_release(void)
{
}

int trace_event_register(struct trace_event *event)
{
	registered++;
	return synth_event_find(event->name) ? -EEXIST : 0;
}

int trace_event_unregister(struct trace_event *event)
{
	return 0;
}

void trace_event_emit(struct trace_event *event, struct trace_entry *record, u32 size)
{
}

u32 trace_event_string(struct trace_entry *record, u32 fixed, u32 *size, const char *text)
{
	return 0;
}

static int fuzz_prepare(struct trace_array *tr)
{
	return 0;
}

const struct func_command *func_command_find(const char *name)
{
	static const struct func_command snapshot = {.name = "snapshot", .prepare = fuzz_prepare};

	return strcmp(name, "snapshot") ? NULL : &snapshot;
}

bool func_command_take_count(s64 *left)
{
	return false;
}

static u64 fuzz_clock(void)
{
	return 0;
}

const struct trace_clock *trace_clock_find(const char *name)
{
	static const struct trace_clock global = {"global", fuzz_clock, true};

	return strcmp(name, "global") ? NULL : &global;
}

void tracing_set_clock(struct trace_array *tr, const struct trace_clock *clock)
{
	tr->clock = clock;
}

bool tracing_snapshot_instance(struct trace_array *tr)
{
	return false;
}

bool predicate_go_on(const struct predicate *predicate, const void *record, u32 next)
{
	return false;
}

size_t sprint_symbol(char *buf, u64 address)
{
	return 0;
}

size_t sprint_symbol_no_offset(char *buf, u64 address)
{
	return 0;
}

void seq_printf(struct seq_file *m, const char *fmt, ...)
{
	static char line[8192];
	va_list args;

	va_start(args, fmt);
	vsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
}

void seq_puts(struct seq_file *m, const char *text)
{
	if (strlen(text) > 65536)
		abort();
}

void seq_putc(struct seq_file *m, char c)
{
}

/* As hist.c has them, but nothing happens. */
bool hist_trigger_hit(struct event_trigger *trigger, const void *record)
{
	return false;
}

u64 hist_operate(char operation, u64 left, u64 right)
{
	return operation == '/' && right ? left / right : left * right;
}

u64 hist_field_value(const struct hist_field *field, const struct hist_hit *hit)
{
	return 0;
}

void hist_variable_set(const struct hist_variable *variable, const struct hist_hit *hit)
{
}

static void fuzz_act(struct event_trigger *trigger, const void *record)
{
}

const struct trigger_command trigger_commands[] = {
	{"traceon", TRIGGER_ONOFF, false, true, NULL, fuzz_act},
	{"snapshot", TRIGGER_SNAPSHOT, false, true, NULL, fuzz_act},
	{"stacktrace", TRIGGER_STACKTRACE, true, true, NULL, fuzz_act},
	{"enable_event", TRIGGER_EVENT, false, true, NULL, fuzz_act},
	{"enable_hist", TRIGGER_HIST_SWITCH, false, true, NULL, fuzz_act},
	{"hist", TRIGGER_HIST, false, true, NULL, fuzz_act},
	{NULL, 0, false, false, NULL, NULL},
};

/* What bytes from 128 on stand for, so that chance writes whole words. */
/* clang-format off */
static const char *const words[] = {
	"\nb", "\nc", "\ns", "\n-", "\n>", "!", "hist:", "hist:keys=", "keys=", "vals=", "sort=",
	"size=", "name=", "clock=global", "pause", "cont", "clear", "nohitcount", ":", ",", ".",
	"=", "$", "+", "-", "*", "/", "(", ")", "-(", "comm", "pid", "address", "tiny", "text",
	"stack", "common_pid", "common_timestamp", "common_cpu", "stacktrace", "hitcount", ".hex",
	".sym", ".sym-offset", ".execname", ".syscall", ".log2", ".buckets=", ".usecs", ".percent",
	".graph", ".descending", "v=", "w=", "$v", "$w", "a.b.$v", "a.c.$w", "a.b.pid", "a.c.tiny",
	":onmatch(a.b)", ":onmatch(a.c)", ":onmax($v)", ":onchange($w)", ".save(", ".snapshot()",
	".trace(", ".ev(", "ev", " ev u64 x; s32 y; char z[16]; char t[]", "u64 ", "s32 ", "char ",
	"unsigned ", "; ", "[16]", "[]", "x", "y", "hist:keys=pid:v=address",
	"hist:keys=pid:w=$v+1",
	"hist:keys=pid:vals=tiny:v=address-$w:onmatch(a.c).ev($v,pid,comm,text)", "traceon",
	"snapshot", "enable_event:a:c", "enable_hist:a:b", ":1", ":x", " if ", " if pid", " if 0",
	"0", "1", "7", "4096",
};
/* clang-format on */

/* The rest of the line goes to a file. */
static void fuzz_line(char *line)
{
	char *whole = kstrdup(line + 1, GFP_KERNEL);
	struct trace_event_file *file = &fuzz_files[line[0] == 'c'];

	if (line[0] == 's')
		synth_event_create(whole, line + 1, line + 1);
	else if (line[0] == '-')
		synth_event_remove(line + 1);
	else if (line[0] == '>')
		trace_trigger_truncate(file);
	else if (line[0])
		trace_trigger_write(file, strim(line + 1));
	free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	char text[TEXT_MAX], *rest = text, *line;
	size_t length = 0;

	for (size_t i = 0; i < bytes; i++)
		length += data[i] < 128 ? scnprintf(text + length, TEXT_MAX - length, "%c", data[i])
					: scnprintf(text + length, TEXT_MAX - length, "%s",
						    words[data[i] % ARRAY_SIZE(words)]);
	text[length] = '\0';
	INIT_LIST_HEAD(&global_trace.events);
	for (u32 i = 0; i < ARRAY_SIZE(fuzz_files); i++) {
		fuzz_files[i].event = &fuzz_events[i];
		fuzz_files[i].tr = &global_trace;
		INIT_LIST_HEAD(&fuzz_files[i].triggers);
		list_add_tail(&fuzz_files[i].list, &global_trace.events);
	}
	while ((line = strsep(&rest, "\n"))) {
		fuzz_line(line);
		for (u32 i = 0; i < ARRAY_SIZE(fuzz_files); i++) {
			trace_trigger_show(NULL, &fuzz_files[i]);
			trace_hist_show(NULL, &fuzz_files[i]);
		}
	}
	trace_trigger_remove_all(&global_trace);
	if (synth_events_remove_all() || predicates || !list_empty(&hist_triggers) ||
	    fuzz_files[0].soft_users || fuzz_files[1].soft_users)
		abort();
	return 0;
}
