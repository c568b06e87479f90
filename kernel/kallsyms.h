/* SPDX-License-Identifier: MIT */
/*
 * Names of addresses and addresses of names: the kernel's own symbols, from a
 * table that scripts/kallsyms.py adds to the image at its last link, and those of
 * loaded modules. Function names are unique, the build sees to that.
 *
 * Context of everything here: any, NMI included.
 */
#pragma once

#include "lib/types.h"

#define KSYM_NAME_LEN	128 /* the longest name, with its NUL */
#define KSYM_SYMBOL_LEN 192 /* the longest of "name+0x12/0x34 [module]", with its NUL */

/* What is known about a symbol. */
struct kallsym {
	const char *name;
	u64 address;	    /* of its first byte */
	u64 size;	    /* to the next symbol, in bytes */
	char type;	    /* as nm prints it: t T text, d D data, r R read-only, b B zeroed */
	const char *module; /* NULL: the kernel itself */
};

/*
 * Finds the symbol that @address lies in; trampolines are one each, of a module
 * `__builtin__ftrace`. Return: false if it lies in none.
 * sym->name and sym->module stay valid as long as the module is loaded.
 */
bool kallsyms_lookup(u64 address, struct kallsym *sym);

/* Return: the address of @name, 0 if there is no such symbol. */
u64 kallsyms_lookup_name(const char *name);

/*
 * Calls @fn for each symbol, kernel first and then trampolines, by rising address. It stops when
 * @fn returns anything but 0. Return: what @fn returned last, 0 if there was nothing.
 */
int kallsyms_on_each_symbol(int (*fn)(void *data, const struct kallsym *sym), void *data);

/*
 * Writes "name+0x12/0x34", with " [module]" behind it for a module's symbol, or
 * "0xffff..." for an address without a name. @buf has KSYM_SYMBOL_LEN bytes.
 * Return: the length.
 */
size_t sprint_symbol(char *buf, u64 address);

/* The same without offset and size: the name alone. */
size_t sprint_symbol_no_offset(char *buf, u64 address);

/* True for an address of code: the kernel's text, a module's, or a trampoline. */
bool kernel_text_address(u64 address);

/* Makes %pS, %ps and %pB print names. Called once, early in kmain(). */
void kallsyms_init(void);
