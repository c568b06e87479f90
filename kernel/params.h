/* SPDX-License-Identifier: MIT */
/*
 * The kernel command line: words `name` or `name=value`, with "..." around blanks.
 * The list of all options is the table in kernel/params.c. In names - and _ are
 * the same. What is not in the table is logged and ignored.
 */
#pragma once

#include "lib/types.h"

struct kernel_param {
	const char *name;
	/*
	 * @value is what stands behind the =, without quotes; NULL if there is no =. It
	 * stays valid for good. Return: 0, or a negative errno, which is logged.
	 */
	int (*parse)(const char *value);
	bool early; /* handled by parse_early_params() */
};

/* Handles the early options; nothing but printk() works yet. Called once, by kmain(). */
void parse_early_params(const char *cmdline);

/* Handles the others; logs what is unknown. Called once, by kmain(), with memory and tracing ready.
 */
void parse_params(void);
