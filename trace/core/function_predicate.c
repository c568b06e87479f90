/* SPDX-License-Identifier: MIT */
/* What names mean in a condition for the calls of a function, and who runs. */
#include "arch/x86_64/percpu.h"
#include "kernel/btf/btf.h"
#include "kernel/sched/task.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/ftrace.h"
#include "trace/core/predicate.h"

struct function_names {
	struct predicate_names names;
	struct btf_function function; /* without parameters if it is not known */
};

const char *predicate_current_comm(void)
{
	return current->comm;
}

u32 predicate_current_pid(void)
{
	return (u32)current->pid;
}

u32 predicate_current_cpu(void)
{
	return smp_processor_id();
}

/* Where word @word of the arguments is: behind struct ftrace_regs lie those on the stack. */
static u32 argument_offset(u32 word)
{
	static const u8 registers[BTF_REGISTERS] = {
		offsetof(struct ftrace_regs, di), offsetof(struct ftrace_regs, si),
		offsetof(struct ftrace_regs, dx), offsetof(struct ftrace_regs, cx),
		offsetof(struct ftrace_regs, r8), offsetof(struct ftrace_regs, r9),
	};

	return word < BTF_REGISTERS ? registers[word]
				    : sizeof(struct ftrace_regs) + 8 * (word - BTF_REGISTERS);
}

/* Fills in all but where it is. */
static void describe_type(u32 id, struct predicate_operand *operand)
{
	struct btf_type type;

	btf_resolve(id, &type);
	*operand = (struct predicate_operand){
		.kind = PREDICATE_OPAQUE,
		.size = type.size,
		.is_signed = type.is_signed,
		.type = (const void *)(u64)id,
	};
	if (type.is_string)
		operand->kind = type.form == BTF_IS_POINTER ? PREDICATE_POINTER : PREDICATE_STRING;
	else if (type.form >= BTF_IS_INT && type.form <= BTF_IS_POINTER && type.size <= 8)
		operand->kind = PREDICATE_NUMBER;
}

static bool find_argument(const struct function_names *of, const char *name, size_t length,
			  struct predicate_operand *operand)
{
	struct btf_param param;

	if (!btf_find_param(&of->function, name, length, &param) || param.word < 0 ||
	    param.words != 1)
		return false;
	describe_type(param.type, operand);
	operand->offset = argument_offset(param.word);
	return true;
}

/* $arg1 to $arg6: with the type of what arrives there, or a u64. */
static bool find_register(const struct function_names *of, const char *name, size_t length,
			  struct predicate_operand *operand)
{
	struct btf_param param;
	u32 word, i;

	if (length != 5 || memcmp(name, "$arg", 4) || name[4] < '1' || name[4] > '6')
		return false;
	word = name[4] - '1';
	*operand = (struct predicate_operand){.kind = PREDICATE_NUMBER, .size = 8};
	for (i = 0; btf_param(&of->function, i, &param); i++)
		if (param.word == (s32)word && param.words == 1)
			describe_type(param.type, operand);
	operand->offset = argument_offset(word);
	return true;
}

static bool find_function_name(const struct predicate_names *names, const char *name, size_t length,
			       struct predicate_operand *operand)
{
	const struct function_names *of = (const struct function_names *)names;

	if (find_argument(of, name, length, operand) || find_register(of, name, length, operand))
		return true;
	if (length != 3 || memcmp(name, "pid", 3))
		return false;
	*operand = (struct predicate_operand){
		.kind = PREDICATE_PID, .size = sizeof(pid_t), .is_signed = true};
	return true;
}

static bool find_member(const struct predicate_names *names, const struct predicate_operand *of,
			bool pointer, const char *name, size_t length,
			struct predicate_operand *operand)
{
	u32 id = (u32)(u64)of->type;
	struct btf_member member;
	struct btf_type type;

	btf_resolve(id, &type);
	if (pointer != (type.form == BTF_IS_POINTER) ||
	    btf_find_member(pointer ? type.target : id, name, length, &member))
		return false;
	describe_type(member.type, operand);
	operand->offset = member.offset;
	operand->bit = member.bit_offset;
	operand->bits = member.bit_width;
	if (member.bit_width)
		operand->size = member.size;
	return true;
}

int function_predicate_compile(const char *function, const char *text, struct predicate **result,
			       struct predicate_error *error)
{
	struct function_names of = {.names = {find_function_name, find_member}};

	btf_find_function(function, strlen(function), &of.function);
	return predicate_compile(text, &of.names, result, error);
}
