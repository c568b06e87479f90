/* SPDX-License-Identifier: MIT */
#include "tests/unit/trace/core/predicate_host.h"

#include "arch/x86_64/nofault.h"
#include "kernel/kallsyms.h"
#include "lib/errno.h"
#include "lib/string.h"

u8 host_memory[HOST_MEMORY_SIZE];

static const u8 *host_byte(u64 address)
{
	return address - HOST_MEMORY < HOST_MEMORY_SIZE ? &host_memory[address - HOST_MEMORY]
							: NULL;
}

int copy_from_kernel_nofault(void *to, const void *from, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		const u8 *byte = host_byte((u64)from + i);

		if (!byte)
			return -EFAULT;
		((u8 *)to)[i] = *byte;
	}
	return 0;
}

ssize_t strncpy_from_kernel_nofault(char *to, const void *from, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const u8 *byte = host_byte((u64)from + i);

		if (!byte)
			return -EFAULT;
		to[i] = (char)*byte;
		if (!to[i])
			return (ssize_t)i;
	}
	to[size - 1] = '\0';
	return -E2BIG;
}

const char *predicate_current_comm(void)
{
	return "worker/1:0";
}

u32 predicate_current_pid(void)
{
	return 42;
}

u32 predicate_current_cpu(void)
{
	return 3;
}

static const struct kallsym symbols[] = {
	{"schedule", 0xffffffff80001000, 0x100, 'T', NULL},
	{"jiffies", 0xffffffff80002000, 8, 'D', NULL},
	{"ftrace_trampoline", 0xffffffffa0000000, 0x60, 't', "__builtin__ftrace"},
};

bool kallsyms_lookup(u64 address, struct kallsym *sym)
{
	for (u32 i = 0; i < ARRAY_SIZE(symbols); i++) {
		*sym = symbols[i];
		if (address - sym->address < sym->size)
			return true;
	}
	return false;
}

u64 kallsyms_lookup_name(const char *name)
{
	for (u32 i = 0; i < ARRAY_SIZE(symbols); i++)
		if (!strcmp(symbols[i].name, name))
			return symbols[i].address;
	return 0;
}

struct host_field {
	const char *name;
	struct predicate_operand operand;
};

static const char node[] = "a node";

/* clang-format off */
static const struct host_field record_fields[] = {
	{"common_type", {PREDICATE_NUMBER, 0, 2, 0, 0, false, NULL}},
	{"common_flags", {PREDICATE_NUMBER, 2, 1, 0, 0, false, NULL}},
	{"common_pid", {PREDICATE_NUMBER, 4, 4, 0, 0, true, NULL}},
	{"s8", {PREDICATE_NUMBER, 8, 1, 0, 0, true, NULL}},
	{"u8", {PREDICATE_NUMBER, 9, 1, 0, 0, false, NULL}},
	{"s16", {PREDICATE_NUMBER, 10, 2, 0, 0, true, NULL}},
	{"u16", {PREDICATE_NUMBER, 12, 2, 0, 0, false, NULL}},
	{"s32", {PREDICATE_NUMBER, 14, 4, 0, 0, true, NULL}},
	{"u32", {PREDICATE_NUMBER, 18, 4, 0, 0, false, NULL}},
	{"s64", {PREDICATE_NUMBER, 22, 8, 0, 0, true, NULL}},
	{"u64", {PREDICATE_NUMBER, 30, 8, 0, 0, false, NULL}},
	{"low", {PREDICATE_NUMBER, 18, 4, 0, 5, false, NULL}},
	{"high", {PREDICATE_NUMBER, 18, 4, 5, 11, true, NULL}},
	{"name", {PREDICATE_STRING, 38, 16, 0, 0, true, NULL}},
	{"four", {PREDICATE_STRING, 54, 4, 0, 0, true, NULL}},
	{"loc", {PREDICATE_DATA_LOC, 58, 4, 0, 0, true, NULL}},
	{"mask", {PREDICATE_CPUMASK, 62, 8, 0, 0, false, NULL}},
	{"text", {PREDICATE_POINTER, 70, 8, 0, 0, false, NULL}},
	{"node", {PREDICATE_NUMBER, 78, 8, 0, 0, false, node}},
	{"call", {PREDICATE_NUMBER, 86, 8, 0, 0, false, NULL}},
	{"opaque", {PREDICATE_OPAQUE, 8, 3, 0, 0, false, NULL}},
	{"pid", {PREDICATE_PID, 0, 4, 0, 0, true, NULL}},
	{NULL, {PREDICATE_OPAQUE, 0, 0, 0, 0, false, NULL}},
};

static const struct host_field node_fields[] = {
	{"next", {PREDICATE_NUMBER, 0, 8, 0, 0, false, node}},
	{"value", {PREDICATE_NUMBER, 8, 4, 0, 0, true, NULL}},
	{"byte", {PREDICATE_NUMBER, 12, 1, 0, 0, false, NULL}},
	{"bits", {PREDICATE_NUMBER, 8, 4, 3, 7, true, NULL}},
	{"name", {PREDICATE_STRING, 16, 8, 0, 0, true, NULL}},
	{"text", {PREDICATE_POINTER, 24, 8, 0, 0, false, NULL}},
	{"inner", {PREDICATE_OPAQUE, 8, 16, 0, 0, false, "inner"}},
	{NULL, {PREDICATE_OPAQUE, 0, 0, 0, 0, false, NULL}},
};

static const struct host_field inner_fields[] = {
	{"byte", {PREDICATE_NUMBER, 4, 1, 0, 0, false, NULL}},
	{NULL, {PREDICATE_OPAQUE, 0, 0, 0, 0, false, NULL}},
};
/* clang-format on */

static bool find_field(const struct host_field *field, const char *name, size_t length,
		       struct predicate_operand *operand)
{
	while (field->name && (strlen(field->name) != length || memcmp(field->name, name, length)))
		field++;
	*operand = field->operand;
	return field->name;
}

static bool host_find(const struct predicate_names *names, const char *name, size_t length,
		      struct predicate_operand *operand)
{
	return find_field(record_fields, name, length, operand);
}

static bool host_member(const struct predicate_names *names, const struct predicate_operand *of,
			bool pointer, const char *name, size_t length,
			struct predicate_operand *operand)
{
	if (!of->type || pointer != (of->type == node))
		return false;
	return find_field(pointer ? node_fields : inner_fields, name, length, operand);
}

const struct predicate_names host_names = {host_find, host_member};
