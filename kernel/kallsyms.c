/* SPDX-License-Identifier: MIT */
/*
 * Names of addresses and back. The kernel's table is made by scripts/kallsyms.py,
 * which says what it looks like; both directions are binary searches in it.
 */
#include "kernel/kallsyms.h"

#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/page.h"
#include "lib/compiler.h"
#include "lib/printf.h"
#include "lib/string.h"

struct kallsyms_table {
	u32 count;
	u32 name_bytes;
	u32 numbers[]; /* count addresses, count name offsets, count symbols by name; then the names
			*/
};

extern const struct kallsyms_table __start_kallsyms;

static const u32 *kallsyms_addresses(void)
{
	return __start_kallsyms.numbers;
}

/* Its type letter, then its name. */
static const char *kallsyms_typed_name(u32 index)
{
	u32 count = __start_kallsyms.count;
	const u32 *name_at = __start_kallsyms.numbers + count;
	const char *names = (const char *)(__start_kallsyms.numbers + 3 * (u64)count);

	return names + name_at[index];
}

static u64 kallsyms_address(u32 index)
{
	return KERNEL_BASE + kallsyms_addresses()[index];
}

/* The size goes to the next symbol at another address. */
static void kallsyms_fill(u32 index, struct kallsym *sym)
{
	const char *typed_name = kallsyms_typed_name(index);
	u32 next = index + 1;

	while (next < __start_kallsyms.count && kallsyms_address(next) == kallsyms_address(index))
		next++;
	sym->name = typed_name + 1;
	sym->type = typed_name[0];
	sym->address = kallsyms_address(index);
	sym->size =
		(next < __start_kallsyms.count ? kallsyms_address(next) : (u64)&__start_kallsyms) -
		sym->address;
	sym->module = NULL;
}

/* Return: the last symbol at or below @address, of several at one address the first. */
static u32 kallsyms_search_address(u64 address)
{
	const u32 *addresses = kallsyms_addresses();
	u32 wanted = address - KERNEL_BASE;
	u32 low = 0, high = __start_kallsyms.count;

	while (high - low > 1) {
		u32 middle = low + (high - low) / 2;

		if (addresses[middle] <= wanted)
			low = middle;
		else
			high = middle;
	}
	while (low > 0 && addresses[low - 1] == addresses[low])
		low--;
	return low;
}

/* What is made while the kernel runs has the names that Linux's /proc/kallsyms gives it. */
static struct kallsym kallsym_of_trampoline(u64 start, u64 size)
{
	return (struct kallsym){.address = start,
				.size = size,
				.name = "ftrace_trampoline",
				.type = 't',
				.module = "__builtin__ftrace"};
}

static bool kallsyms_fill_made(u64 address, struct kallsym *sym)
{
	u64 start, size = ftrace_find_trampoline(address, &start);

	*sym = kallsym_of_trampoline(start, size);
	return size;
}

bool kallsyms_lookup(u64 address, struct kallsym *sym)
{
	if (address >= MODULES_START && address < MODULES_END)
		return kallsyms_fill_made(address, sym);
	if (address < (u64)_stext || address >= (u64)&__start_kallsyms || !__start_kallsyms.count)
		return false;
	kallsyms_fill(kallsyms_search_address(address), sym);
	return true;
}

u64 kallsyms_lookup_name(const char *name)
{
	u32 count = __start_kallsyms.count;
	const u32 *by_name = __start_kallsyms.numbers + 2 * (u64)count;
	u32 low = 0, high = count;

	while (low < high) {
		u32 middle = low + (high - low) / 2;

		if (strcmp(kallsyms_typed_name(by_name[middle]) + 1, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < count && !strcmp(kallsyms_typed_name(by_name[low]) + 1, name))
		return kallsyms_address(by_name[low]);
	return 0;
}

int kallsyms_on_each_symbol(int (*fn)(void *data, const struct kallsym *sym), void *data)
{
	u64 start = 0, size;
	int result = 0;

	for (u32 i = 0; i < __start_kallsyms.count && !result; i++) {
		struct kallsym sym;

		kallsyms_fill(i, &sym);
		result = fn(data, &sym);
	}
	while (!result && (size = ftrace_next_trampoline(start + 1, &start)) != 0) {
		struct kallsym sym = kallsym_of_trampoline(start, size);

		result = fn(data, &sym);
	}
	return result;
}

size_t sprint_symbol(char *buf, u64 address)
{
	return scnprintf(buf, KSYM_SYMBOL_LEN, "%pS", (void *)address);
}

size_t sprint_symbol_no_offset(char *buf, u64 address)
{
	return scnprintf(buf, KSYM_SYMBOL_LEN, "%ps", (void *)address);
}

bool kernel_text_address(u64 address)
{
	return (address >= (u64)_stext && address < (u64)_etext) ||
	       (address >= MODULES_START && address < MODULES_END);
}

static bool kallsyms_lookup_for_printf(u64 address, struct printf_symbol *symbol)
{
	struct kallsym sym;

	if (!kallsyms_lookup(address, &sym))
		return false;
	*symbol = (struct printf_symbol){.name = sym.name,
					 .module = sym.module,
					 .offset = address - sym.address,
					 .size = sym.size};
	return true;
}

void kallsyms_init(void)
{
	printf_set_symbol_lookup(kallsyms_lookup_for_printf);
}
