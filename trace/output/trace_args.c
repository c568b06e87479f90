/* SPDX-License-Identifier: MIT */
/* The arguments of a call and what it returned, by the names and types that the kernel has. */
#include "kernel/btf/btf.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/strerror.h"
#include "lib/string.h"
#include "trace/output/trace_iterator.h"

/* @known: how many of @words were recorded. */
static void print_param(struct seq_buf *seq, const struct btf_param *param, const u64 *words,
			u32 known)
{
	seq_buf_puts(seq, param->name);
	if (param->name[0])
		seq_buf_putc(seq, '=');
	if (param->word == BTF_NOWHERE || (u32)param->word + param->words > known)
		seq_buf_puts(seq, "...");
	else if (param->words == 2)
		seq_buf_printf(seq, "{0x%lx, 0x%lx}", words[param->word], words[param->word + 1]);
	else
		btf_print(seq, param->type, words[param->word]);
}

void trace_print_args(struct seq_buf *seq, u64 ip, const void *words, size_t bytes)
{
	u64 copy[TRACE_ARGUMENTS];
	u32 i, known = (u32)(min(bytes, sizeof(copy)) / sizeof(copy[0]));
	struct btf_function function;
	struct btf_param param;
	bool has_types = btf_function_at(ip, &function);

	memcpy(copy, words, known * sizeof(copy[0]));
	seq_buf_putc(seq, '(');
	for (i = 0; has_types ? btf_param(&function, i, &param) : i < known; i++) {
		seq_buf_puts(seq, i ? ", " : "");
		if (has_types)
			print_param(seq, &param, copy, known);
		else
			seq_buf_printf(seq, "0x%lx", copy[i]);
	}
	if (has_types && function.is_variadic)
		seq_buf_puts(seq, ", ...");
	seq_buf_putc(seq, ')');
}

static bool is_error(const struct btf_type *type, u64 value)
{
	return ((type->form == BTF_IS_INT && type->is_signed && type->size >= 4) ||
		type->form == BTF_IS_POINTER) &&
	       IS_ERR((void *)value);
}

bool trace_has_retval(u64 ip)
{
	struct btf_function function;

	return !btf_function_at(ip, &function) || function.return_type != BTF_VOID;
}

void trace_print_retval(struct seq_buf *seq, u64 ip, u64 word, bool hex)
{
	/* Where nothing is known, what looks like an error is taken for one. */
	struct btf_type type = {.form = BTF_IS_POINTER, .size = 8};
	struct btf_function function = {.return_type = BTF_VOID};
	const char *error;

	if (btf_function_at(ip, &function)) {
		btf_resolve(function.return_type, &type);
		word = btf_extend(function.return_type, word);
	}
	error = is_error(&type, word) ? errname((int)word) : NULL;
	if (hex)
		seq_buf_printf(seq, "0x%lx",
			       type.size < 8 ? word & ~(~0ul << 8 * type.size) : word);
	else if (error)
		seq_buf_printf(seq, "-%s", error);
	else if (is_error(&type, word))
		seq_buf_printf(seq, "%ld", word);
	else
		btf_print(seq, function.return_type, word);
}
