/* SPDX-License-Identifier: MIT */
/*
 * The records that tracers write themselves, the system `ftrace`. Nobody can
 * switch them on or off: all there is to say is what they look like.
 */
#include "trace/core/trace_event.h"
#include "trace/events/event.h"

/* One of this system, whose table of fields is NAME_fields; and its print text. */
#define FTRACE_EVENT(event_name, type, ...)                                                    \
	{                                                                                      \
		.system = "ftrace", .name = #event_name, .id = type,                           \
		.fields = event_name##_fields, .field_count = ARRAY_SIZE(event_name##_fields), \
		.print_fmt = #__VA_ARGS__,                                                     \
	}

static const struct trace_field function_fields[] = {
	TRACE_FIELD(struct ftrace_entry, unsigned long, ip),
	TRACE_FIELD(struct ftrace_entry, unsigned long, parent_ip),
	TRACE_FIELD_ARRAY(struct ftrace_entry, unsigned long, args, ),
};

static struct trace_event function_event =
	FTRACE_EVENT(function, TRACE_FN, " %ps <-- %ps", (void *)REC->ip, (void *)REC->parent_ip);

/* A record has as many callers as its length and size say, eight are what readers go by. */
static const struct trace_field kernel_stack_fields[] = {
	TRACE_FIELD(struct stack_entry, int, size),
	TRACE_FIELD_ARRAY(struct stack_entry, unsigned long, caller, 8),
};

static struct trace_event kernel_stack_event =
	FTRACE_EVENT(kernel_stack, TRACE_STACK,
		     "\t=> %ps\n\t=> %ps\n\t=> %ps\n"
		     "\t=> %ps\n\t=> %ps\n\t=> %ps\n"
		     "\t=> %ps\n\t=> %ps\n",
		     (void *)REC->caller[0], (void *)REC->caller[1], (void *)REC->caller[2],
		     (void *)REC->caller[3], (void *)REC->caller[4], (void *)REC->caller[5],
		     (void *)REC->caller[6], (void *)REC->caller[7]);

static const struct trace_field print_fields[] = {
	TRACE_FIELD(struct print_entry, unsigned long, ip),
	TRACE_FIELD_ARRAY(struct print_entry, char, buf, ),
};

struct static_key trace_marker_key;

static struct trace_event print_event = {
	.system = "ftrace",
	.name = "print",
	.id = TRACE_PRINT,
	.key = &trace_marker_key,
	.triggers_only = true,
	.fields = print_fields,
	.field_count = ARRAY_SIZE(print_fields),
	.print_fmt = TRACE_TEXT("%ps: %s", (void *)REC->ip, REC->buf),
};

static const struct trace_field bprint_fields[] = {
	TRACE_FIELD(struct bprint_entry, unsigned long, ip),
	TRACE_FIELD(struct bprint_entry, const char *, fmt),
	TRACE_FIELD_ARRAY(struct bprint_entry, u32, buf, ),
};

static struct trace_event bprint_event =
	FTRACE_EVENT(bprint, TRACE_BPRINT, "%ps: %s", (void *)REC->ip, REC->fmt);

static const struct trace_field bputs_fields[] = {
	TRACE_FIELD(struct bputs_entry, unsigned long, ip),
	TRACE_FIELD(struct bputs_entry, const char *, str),
};

static struct trace_event bputs_event =
	FTRACE_EVENT(bputs, TRACE_BPUTS, "%ps: %s", (void *)REC->ip, REC->str);

static const struct trace_field raw_data_fields[] = {
	TRACE_FIELD(struct raw_data_entry, unsigned int, id),
	TRACE_FIELD_ARRAY(struct raw_data_entry, char, buf, ),
};

static struct trace_event raw_data_event =
	FTRACE_EVENT(raw_data, TRACE_RAW_DATA, "id:%04x %08x", REC->id, (int)REC->buf[0]);

static const struct trace_field func_repeats_fields[] = {
	TRACE_FIELD(struct func_repeats_entry, unsigned long, ip),
	TRACE_FIELD(struct func_repeats_entry, unsigned long, parent_ip),
	TRACE_FIELD(struct func_repeats_entry, u16, count),
	TRACE_FIELD(struct func_repeats_entry, u16, top_delta_ts),
	TRACE_FIELD(struct func_repeats_entry, u32, bottom_delta_ts),
};

static struct trace_event func_repeats_event =
	FTRACE_EVENT(func_repeats, TRACE_FUNC_REPEATS, " %ps <-%ps\t(repeats:%u  delta: -%llu)",
		     (void *)REC->ip, (void *)REC->parent_ip, REC->count,
		     (((u64)(REC)->top_delta_ts << 32) | (REC)->bottom_delta_ts));

static const struct trace_field funcgraph_entry_fields[] = {
	TRACE_FIELD(struct ftrace_graph_ent_entry, unsigned long, func),
	TRACE_FIELD(struct ftrace_graph_ent_entry, int, depth),
	TRACE_FIELD_ARRAY(struct ftrace_graph_ent_entry, unsigned long, args, ),
};

static struct trace_event funcgraph_entry_event = FTRACE_EVENT(
	funcgraph_entry, TRACE_GRAPH_ENT, "--> %ps (%d)", (void *)REC->func, REC->depth);

static const struct trace_field funcgraph_exit_fields[] = {
	TRACE_FIELD(struct ftrace_graph_ret_entry, unsigned long, func),
	TRACE_FIELD(struct ftrace_graph_ret_entry, int, depth),
	TRACE_FIELD(struct ftrace_graph_ret_entry, unsigned int, overrun),
	TRACE_FIELD(struct ftrace_graph_ret_entry, unsigned long long, calltime),
	TRACE_FIELD(struct ftrace_graph_ret_entry, unsigned long long, rettime),
	TRACE_FIELD_ARRAY(struct ftrace_graph_ret_entry, unsigned long, retval, ),
};

static struct trace_event funcgraph_exit_event = FTRACE_EVENT(
	funcgraph_exit, TRACE_GRAPH_RET, "<-- %ps (%d) (start: %llx  end: %llx) over: %d",
	(void *)REC->func, REC->depth, REC->calltime, REC->rettime, REC->depth);

struct trace_event *const ftrace_events[] = {
	&function_event,       &kernel_stack_event,
	&print_event,	       &bprint_event,
	&funcgraph_exit_event, &funcgraph_entry_event,
	&bputs_event,	       &raw_data_event,
	&func_repeats_event,   NULL,
};
