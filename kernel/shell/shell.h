/* SPDX-License-Identifier: MIT */
/* The shell on the console, or the script that is run instead. */
#pragma once

#include "lib/types.h"

/* Nanoseconds from kernel entry until the first shell took commands; 0 before. For bench. */
extern u64 shell_ready_ns;

/*
 * `fivebyte.script=FILE` on the kernel command line: FILE, from the initrd, is run instead of
 * a shell at the console. Its commands' output goes to ttyS1 byte by byte behind one "\x02",
 * which parts it from what firmware said there, their errors to the console; then the machine is
 * powered off with the status of the last one. Context: boot. Return: 0, or -EINVAL without a file.
 */
int shell_parse_script_param(const char *value);

/*
 * Starts the task that reads commands. Context: boot, task; the root file system is there.
 * Return: 0, -ENOMEM or -EAGAIN.
 */
int shell_start(void);
