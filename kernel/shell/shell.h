/* SPDX-License-Identifier: MIT */
/* The shell on the console, or the script that is run instead. */
#pragma once

/*
 * `fivebyte.script` on the kernel command line. @value: a file to run; NULL: the commands come
 * on ttyS1, up to a byte 0x04. Their output goes to ttyS1, their errors to the console; then the
 * machine is powered off with the status of the last one. Context: boot. Return: 0.
 */
int shell_parse_script_param(const char *value);

/*
 * Starts the task that reads commands. Context: boot, task; the root file system is there.
 * Return: 0, -ENOMEM or -EAGAIN.
 */
int shell_start(void);
