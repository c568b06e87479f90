/* SPDX-License-Identifier: MIT */
/* The shell on the console, or the script on the machine channel. */
#pragma once

/*
 * Starts the task that reads commands: from the console, or, with `fivebyte.script` on the
 * kernel command line, from ttyS1 up to a byte 0x04, after which the machine is powered off.
 * Context: boot, task, the root file system is there. Return: 0 or -ENOMEM.
 */
int shell_start(void);
