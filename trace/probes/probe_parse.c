/* SPDX-License-Identifier: MIT */
/* Events of probes: from the line that makes one to what it is. */
#include "kernel/btf/btf.h"
#include "kernel/kallsyms.h"
#include "kernel/mm/slab.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/error_log.h"
#include "trace/probes/probe_event.h"
#include "trace/ring/ring_page.h"

static const char bad_place[] = "Invalid probed address or symbol";

struct probe_parser {
	struct probe_event *probe;
	const char *whole, *base;
};

int probe_mistake(const char *whole, u32 offset, const char *text, int error)
{
	tracing_log_err(NULL, *whole == 'f' ? "trace_fprobe" : "trace_kprobe", whole, text, offset);
	return error;
}

static int mistake_at(const struct probe_parser *parser, const char *where, const char *text)
{
	return probe_mistake(parser->whole, (u32)(where - parser->base), text, -EINVAL);
}

/* MAXACTIVE, behind the letter. */
static int parse_maxactive(const struct probe_parser *parser, const char *text)
{
	struct probe_event *probe = parser->probe;

	if (!*text)
		return 0;
	if (probe->kind == 'p')
		return mistake_at(parser, text, "Maxactive is not for kprobe");
	if (kstrtouint(text, 0, &probe->probe.maxactive) || !probe->probe.maxactive)
		return mistake_at(parser, text, "Invalid maxactive number");
	if (probe->probe.maxactive > KPROBE_ACTIVE_MAX)
		return mistake_at(parser, text, "Maxactive is too big");
	return 0;
}

/* A group's or event's name, and what is said when it is none. */
static int take_name(const struct probe_parser *parser, char to[PROBE_NAME_MAX], const char *name,
		     const char *const mistakes[3])
{
	const char *text = !*name			    ? mistakes[0]
			   : strlen(name) >= PROBE_NAME_MAX ? mistakes[1]
			   : !fetch_is_identifier(name)	    ? mistakes[2]
							    : NULL;

	if (text)
		return mistake_at(parser, name, text);
	strscpy(to, name, PROBE_NAME_MAX);
	return 0;
}

/* [GROUP/]EVENT, or GROUP/; also with a dot. */
static int parse_names(const struct probe_parser *parser, char *text)
{
	static const char *const of_group[] = {
		"Group name is not specified", "Group name is too long",
		"Group name must follow the same rules as C identifiers"};
	static const char *const of_event[] = {
		"Event name is not specified", "Event name is too long",
		"Event name must follow the same rules as C identifiers"};
	struct probe_event *probe = parser->probe;
	char *slash = strchr(text, '/');

	if (!slash)
		slash = strchr(text, '.');
	if (slash) {
		*slash++ = '\0';
		if (take_name(parser, probe->group, text, of_group))
			return -EINVAL;
		if (!*slash)
			return 0;
		text = slash;
	}
	return take_name(parser, probe->name, text, of_event);
}

/* SYMBOL[+OFFSET] or an address. Return: 0 or an errno, noted. */
static int parse_address(const struct probe_parser *parser, char *text)
{
	struct probe_event *probe = parser->probe;
	char *sign = strpbrk(text, "+-");
	struct kallsym sym;

	if (isdigit(*text) && !kstrtoul(text, 0, &probe->probe.address))
		return 0;
	probe->has_symbol = true;
	if (sign && (*sign == '-' || kstrtoul(sign + 1, 0, &probe->offset)))
		return mistake_at(parser, text, bad_place);
	if (sign)
		*sign = '\0';
	strscpy(probe->symbol, text, sizeof(probe->symbol));
	probe->probe.address = kallsyms_lookup_name(text);
	if (!probe->probe.address)
		return probe_mistake(parser->whole, (u32)(text - parser->base), bad_place, -ENOENT);
	if (probe->offset &&
	    (!kallsyms_lookup(probe->probe.address, &sym) || probe->offset >= sym.size))
		return mistake_at(parser, sign, "The offset is behind the function's end");
	probe->probe.address += probe->offset;
	return 0;
}

/* Where it is. Return: 0 or an errno, noted. */
static int parse_place(const struct probe_parser *parser, char *text)
{
	struct probe_event *probe = parser->probe;
	char *suffix = strchr(text, '%');
	struct kallsym sym;
	int error;

	probe->probe.at_return = probe->kind == 'r' || suffix;
	if (suffix && (strcmp(suffix, "%return") != 0 || probe->kind == 'r'))
		return mistake_at(parser, suffix, "Invalid probed address suffix");
	if (suffix)
		*suffix = '\0';
	if (suffix && probe->kind == 'p')
		probe->kind = 'r';
	error = parse_address(parser, text);
	if (error || (!probe->probe.at_return && probe->kind != 'f'))
		return error;
	if (!kallsyms_lookup(probe->probe.address, &sym) || sym.address != probe->probe.address)
		return mistake_at(parser, text, "Retprobe address must be an function entry");
	return 0;
}

/* What nobody has named is named after its place. */
static void make_names(struct probe_event *probe)
{
	if (!*probe->group)
		strscpy(probe->group, probe->kind == 'f' ? "fprobes" : "kprobes", PROBE_NAME_MAX);
	if (*probe->name)
		return;
	if (!probe->has_symbol)
		snprintf(probe->name, PROBE_NAME_MAX, "%c_0x%lx", probe->kind,
			 probe->probe.address);
	else if (probe->kind == 'f')
		snprintf(probe->name, PROBE_NAME_MAX, "%s__%s", probe->symbol,
			 probe->probe.at_return ? "exit" : "entry");
	else
		snprintf(probe->name, PROBE_NAME_MAX, "%c_%s_%lu", probe->kind, probe->symbol,
			 probe->offset);
	for (char *c = probe->name; *c; c++)
		if (!isalnum(*c))
			*c = '_';
}

/* The fields that every record has. */
static void add_fixed_fields(struct probe_event *probe)
{
	static const char *const names[2][2] = {{"__probe_ip"}, {"__probe_func", "__probe_ret_ip"}};

	probe->bytes = sizeof(struct trace_entry);
	for (u32 i = 0; i < 1u + probe->probe.at_return; i++) {
		probe->fields[i] = (struct trace_field){.type = "unsigned long",
							.name = names[probe->probe.at_return][i],
							.offset = probe->bytes,
							.size = sizeof(u64)};
		probe->bytes += sizeof(u64);
	}
	probe->event.field_count = 1 + probe->probe.at_return;
}

static bool is_named(const struct fetch_arg *arg, const char *name, size_t length)
{
	return arg->name_length == length && !memcmp(arg->name, name, length);
}

/* Whether no other field has the name of argument number @index. */
static bool is_name_free(const struct probe_event *probe, u32 index)
{
	static const char *const reserved[] = {
		"common_type", "common_flags",	 "common_preempt_count", "common_pid",
		"__probe_ip",  "__probe_ret_ip", "__probe_func"};
	const struct fetch_arg *arg = &probe->args[index];

	for (u32 i = 0; i < ARRAY_SIZE(reserved); i++)
		if (is_named(arg, reserved[i], strlen(reserved[i])))
			return false;
	for (const struct fetch_arg *other = probe->args; other < arg; other++)
		if (is_named(arg, other->name, other->name_length))
			return false;
	return true;
}

/* One more argument; @at is where in the line it is. Return: 0 or an errno, noted. */
static int add_argument(const struct probe_parser *parser, struct fetch_parser *fetch, char *word,
			u32 at)
{
	struct probe_event *probe = parser->probe;
	struct fetch_arg *arg = &probe->args[probe->arg_count];
	const char *equals = strchr(word, '=');
	size_t skip = equals ? (size_t)(equals + 1 - word) : 0, length = strlen(word) - skip;

	if (fetch_arg_parse(fetch, arg, word, probe->arg_count + 1u))
		return probe_mistake(parser->whole, at + (u32)(fetch->position - word),
				     fetch->mistake, -EINVAL);
	if (!is_name_free(probe, probe->arg_count))
		return probe_mistake(parser->whole, at, "This argument name is already used",
				     -EINVAL);
	if (arg->type->form >= FETCH_STRING)
		probe->is_simple = false;
	arg->word = at;
	arg->text = parser->whole + at + skip;
	arg->text_length = (u16)length;
	arg->offset = probe->bytes;
	if (arg->offset + fetch_arg_bytes(arg) > FETCH_BYTES_MAX)
		return probe_mistake(parser->whole, at, "The arguments are too long", -E2BIG);
	probe->fields[probe->event.field_count++] = (struct trace_field){
		.type = arg->type->field,
		.name = arg->name,
		.offset = arg->offset,
		.size = (u16)fetch_arg_bytes(arg),
		.is_signed = *arg->type->field != 'u', /* as Linux has it for texts */
	};
	probe->bytes += fetch_arg_bytes(arg);
	probe->arg_count++;
	return 0;
}

/* All parameters of @function, each by its name. Return: 0 or an errno, noted. */
static int add_parameters(const struct probe_parser *parser, struct fetch_parser *fetch,
			  const struct btf_function *function, const char *word)
{
	struct btf_param param;
	char name[FETCH_NAME_MAX];
	int error = 0;

	if (!fetch->function || fetch->at_return)
		return mistake_at(parser, word, "$arg* can be used only on function entry");
	if (!function->type)
		return mistake_at(parser, word, "No BTF entry for this probe point");
	for (u32 i = 0; !error && btf_param(function, i, &param); i++) {
		struct fetch_arg *arg = &parser->probe->args[parser->probe->arg_count];

		strscpy(name, param.name, sizeof(name));
		error = add_argument(parser, fetch, name, (u32)(word - parser->base));
		arg->text = param.name;
		arg->text_length = (u16)strlen(param.name);
	}
	return error;
}

static int parse_arguments(const struct probe_parser *parser, char *text)
{
	struct probe_event *probe = parser->probe;
	struct fetch_parser fetch = {.at_return = probe->probe.at_return,
				     .no_registers = probe->kind == 'f'};
	struct btf_function function = {0};
	struct kallsym sym;
	u32 count = 0;
	char *word;
	int error = 0;

	for (const char *c = text; c && *c; c++)
		count += !isspace(*c) && (c == text || isspace(c[-1]));
	if (count > FETCH_ARGS_MAX)
		return probe_mistake(parser->whole, (u32)(text - parser->base),
				     "Too many arguments are specified", -E2BIG);
	if (kallsyms_lookup(probe->probe.address, &sym) && sym.address == probe->probe.address)
		fetch.function = sym.address;
	if (btf_function_at(fetch.function, &function))
		count += function.param_count;
	probe->args = kcalloc(count + 1, sizeof(*probe->args), GFP_KERNEL);
	probe->fields = kcalloc(count + 2, sizeof(*probe->fields), GFP_KERNEL);
	if (!probe->args || !probe->fields)
		return -ENOMEM;
	add_fixed_fields(probe);
	probe->is_simple = true;
	while (!error && (word = strsep(&text, " \t")))
		if (*word)
			error = strcmp(word, "$arg*")
					? add_argument(parser, &fetch, word,
						       (u32)(word - parser->base))
					: add_parameters(parser, &fetch, &function, word);
	probe->bytes = ALIGN_UP(probe->bytes, 4);
	if (probe->is_simple && probe->bytes <= RING_SHORT_DATA_MAX)
		probe->few_words = probe->bytes / 4;
	return error;
}

/* Return: 0 or -ENOMEM. */
static int make_print_fmt(struct probe_event *probe)
{
	size_t bytes = 96;
	struct seq_buf seq;

	for (u32 i = 0; i < probe->arg_count; i++)
		bytes += (FETCH_NAME_MAX + 24) * (probe->args[i].count + 2);
	probe->print_fmt = kmalloc(bytes, GFP_KERNEL);
	if (!probe->print_fmt)
		return -ENOMEM;
	seq_buf_init(&seq, probe->print_fmt, bytes);
	seq_buf_puts(&seq, probe->probe.at_return ? "\"(%lx <- %lx)" : "\"(%lx)");
	for (u32 i = 0; i < probe->arg_count; i++)
		fetch_arg_format(&probe->args[i], &seq);
	seq_buf_puts(&seq, probe->probe.at_return ? "\", REC->__probe_func, REC->__probe_ret_ip"
						  : "\", REC->__probe_ip");
	for (u32 i = 0; i < probe->arg_count; i++)
		fetch_arg_operands(&probe->args[i], &seq);
	seq_buf_str(&seq);
	return 0;
}

/* Return: 0 or -ENOMEM. */
static int make_definition(struct probe_event *probe)
{
	size_t bytes =
		KSYM_NAME_LEN + 32 + probe->arg_count * (FETCH_NAME_MAX + FETCH_TEXT_MAX + 2);
	struct seq_buf seq;

	probe->definition = kmalloc(bytes, GFP_KERNEL);
	if (!probe->definition)
		return -ENOMEM;
	seq_buf_init(&seq, probe->definition, bytes);
	if (probe->has_symbol)
		seq_buf_puts(&seq, probe->symbol);
	else
		seq_buf_printf(&seq, "0x%lx", probe->probe.address);
	if (probe->offset)
		seq_buf_printf(&seq, "+%lu", probe->offset);
	if (probe->kind == 'f' && probe->probe.at_return)
		seq_buf_puts(&seq, "%return");
	for (const struct fetch_arg *arg = probe->args; arg < probe->args + probe->arg_count; arg++)
		seq_buf_printf(&seq, " %.*s=%.*s", arg->name_length, arg->name, arg->text_length,
			       arg->text);
	seq_buf_str(&seq);
	return 0;
}

int probe_event_parse(struct probe_event *probe, const char *whole, const char *base, char *text)
{
	struct probe_parser parser = {probe, whole, base};
	char *head = strsep(&text, " \t"), *names = strchr(head, ':'), *place;
	int error;

	text = text ? strim(text) : NULL;
	place = text ? strsep(&text, " \t") : NULL;
	probe->kind = *head;
	if (names)
		*names++ = '\0';
	error = parse_maxactive(&parser, head + 1);
	if (!error && names)
		error = parse_names(&parser, names);
	if (error)
		return error;
	if (!place || !*place)
		return probe_mistake(whole, (u32)strlen(whole), bad_place, -EINVAL);
	probe->place = (u32)(place - base);
	error = parse_place(&parser, place);
	if (!error && probe->probe.maxactive && !probe->probe.at_return)
		return mistake_at(&parser, head + 1, "Maxactive is only for function exit");
	if (!error)
		error = parse_arguments(&parser, text);
	if (!error) {
		make_names(probe);
		error = make_print_fmt(probe);
	}
	if (!error)
		error = make_definition(probe);
	return error;
}
