/* SPDX-License-Identifier: MIT */
/* Arguments of probes at a hit, and as text. */
#include "trace/probes/fetch_arg.h"

#include "arch/x86_64/nofault.h"
#include "kernel/kallsyms.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/predicate.h"
#include "trace/events/event.h"

static __always_inline void store_value(void *to, u64 value, u32 size)
{
	if (size == 8)
		__builtin_memcpy(to, &value, 8);
	else if (size == 4)
		__builtin_memcpy(to, &value, 4);
	else if (size == 2)
		__builtin_memcpy(to, &value, 2);
	else
		__builtin_memcpy(to, &value, 1);
}

/* The value, or the address of what is in memory. Return: false: there is no way to it. */
static bool fetch_follow(const struct fetch_arg *arg, const struct pt_regs *regs, u64 *value)
{
	u32 loads = arg->deref_count - arg->in_memory, i;

	*value = arg->start == FETCH_REGISTER  ? fetch_register(arg, regs)
		 : arg->start == FETCH_COMM    ? (u64)predicate_current_comm()
		 : arg->start == FETCH_LITERAL ? (u64)arg->literal
					       : (u64)arg->base;
	for (i = 0; i < loads; i++)
		if (!load_u64_nofault(value, (void *)(*value + arg->deref[i])))
			return false;
	if (arg->in_memory)
		*value += arg->deref[i];
	return true;
}

static void fetch_numbers(const struct fetch_arg *arg, u8 *to, u64 address, bool found)
{
	u32 count = fetch_arg_values(arg), size = arg->type->size;

	for (u32 i = 0; i < count; i++, to += size) {
		u64 value = arg->in_memory ? 0 : address;

		if (!found || (arg->in_memory &&
			       copy_from_kernel_nofault(&value, (void *)(address + i * arg->load),
							arg->load)))
			value = 0;
		value <<= arg->shift_up;
		if (arg->type->form == FETCH_SIGNED)
			value = (u64)((s64)value >> arg->shift_down);
		else
			value >>= arg->shift_down;
		store_value(to, value, size);
	}
}

/* Texts end here. Behind it are what the one that is cut ends in, and what the next ones are. */
#define TEXTS_END (FETCH_RECORD_MAX - 8)

/* Behind what is there; the word says where, length << 16 | offset. */
static u32 fetch_text(const struct fetch_arg *arg, char *record, u32 *size, u64 address, bool found)
{
	char symbol[KSYM_SYMBOL_LEN];
	u32 offset = min(*size, TEXTS_END + 4u), end = max(offset, (u32)TEXTS_END);
	size_t room = offset <= TEXTS_END ? end - offset + 1 : 0;
	ssize_t length;

	if (arg->type->form == FETCH_SYMSTR && found) {
		sprint_symbol(symbol, address);
		address = (u64)symbol;
	}
	length = found ? strncpy_from_kernel_nofault(record + offset, (void *)address, room)
		       : -EFAULT;
	if (length == -EFAULT)
		length = strscpy(record + offset, "(fault)", room);
	return trace_string_end(record, offset, length < 0 ? end - offset : (u32)length, length < 0,
				size);
}

static noinline void fetch_one(const struct fetch_arg *arg, const struct pt_regs *regs,
			       char *record, u32 *size)
{
	u64 value;
	bool found = fetch_follow(arg, regs, &value);

	if (arg->type->form < FETCH_STRING)
		return fetch_numbers(arg, (u8 *)record + arg->offset, value, found);
	for (u32 i = 0; i < fetch_arg_values(arg); i++) {
		u64 text = value;
		bool there = found;

		if (arg->count) /* of pointers to texts */
			there = found && load_u64_nofault(&text, (void *)(value + 8ul * i));
		text = fetch_text(arg, record, size, text, there);
		store_value(record + arg->offset + i * sizeof(u32), text, sizeof(u32));
	}
}

u32 fetch_args(const struct fetch_arg *args, u32 count, const struct pt_regs *regs, void *record,
	       u32 fixed)
{
	const struct fetch_arg *arg, *last = args + count;
	u32 size = fixed;

	store_value((char *)record + fixed - sizeof(u32), 0, sizeof(u32));
	for (arg = args; arg < last; arg++) {
		if (likely(arg->is_word))
			store_value((char *)record + arg->offset, fetch_register(arg, regs), 8);
		else
			fetch_one(arg, regs, record, &size);
	}
	return size;
}

static void print_one(const struct fetch_type *type, struct seq_buf *seq, const void *record,
		      u32 offset)
{
	u32 shift = 64 - 8 * type->size;
	u64 value = 0;

	memcpy(&value, (const char *)record + offset, type->size);
	switch (type->form) {
	case FETCH_SIGNED:
		return seq_buf_printf(seq, "%ld", (s64)(value << shift) >> shift);
	case FETCH_UNSIGNED:
		return seq_buf_printf(seq, "%lu", value);
	case FETCH_CHAR:
		return seq_buf_printf(seq, "'%c'", (int)value);
	case FETCH_SYMBOL:
		return seq_buf_printf(seq, "%pS", (void *)value);
	case FETCH_HEX:
		return seq_buf_printf(seq, "0x%lx", value);
	}
	seq_buf_printf(seq, "\"%s\"", (const char *)record + (u16)value);
}

void fetch_arg_print(const struct fetch_arg *arg, struct seq_buf *seq, const void *record)
{
	seq_buf_printf(seq, " %.*s=%s", arg->name_length, arg->name, arg->count ? "{" : "");
	print_one(arg->type, seq, record, arg->offset);
	for (u32 i = 1; i < arg->count; i++) {
		seq_buf_putc(seq, ',');
		print_one(arg->type, seq, record, arg->offset + i * arg->type->size);
	}
	if (arg->count)
		seq_buf_putc(seq, '}');
}

void fetch_arg_format(const struct fetch_arg *arg, struct seq_buf *seq)
{
	seq_buf_printf(seq, " %.*s=%s%s", arg->name_length, arg->name, arg->count ? "{" : "",
		       arg->type->format);
	for (u32 i = 1; i < arg->count; i++)
		seq_buf_printf(seq, ",%s", arg->type->format);
	if (arg->count)
		seq_buf_putc(seq, '}');
}

void fetch_arg_operands(const struct fetch_arg *arg, struct seq_buf *seq)
{
	bool is_text = arg->type->form >= FETCH_STRING;

	for (u32 i = 0; i < fetch_arg_values(arg); i++) {
		seq_buf_printf(seq, is_text ? ", __get_str(%.*s" : ", REC->%.*s", arg->name_length,
			       arg->name);
		if (arg->count)
			seq_buf_printf(seq, "[%u]", i);
		if (is_text)
			seq_buf_putc(seq, ')');
	}
}
