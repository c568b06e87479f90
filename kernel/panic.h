/* SPDX-License-Identifier: MIT */
/* The end: the kernel itself is wrong and cannot go on. */
#pragma once

#include "lib/compiler.h"

/*
 * Prints "Kernel panic - not syncing: " and the message ("subsystem: what, with the
 * values"), stops the other processors, and leaves QEMU with status 101.
 * Context: any, NMI included.
 */
void panic(const char *fmt, ...) __printf(1, 2) __noreturn __cold;
