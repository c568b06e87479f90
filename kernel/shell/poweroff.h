/* SPDX-License-Identifier: MIT */
/* Ending the machine with a status. */
#pragma once

#include "lib/compiler.h"

/*
 * Sends "\x04STATUS\n" on ttyS1, where scripts/boot reads it, and powers off. Context: task.
 */
__noreturn void shell_power_off(int status);
