/* SPDX-License-Identifier: MIT */
/* Leaving: power off, restart, or stop. None of these returns. Context: task. */
#pragma once

#include "lib/compiler.h"

/* Power off by the QEMU exit device, then ACPI S5; failing both, halts. */
__noreturn void kernel_power_off(void);

/* Reset by the ACPI register, the keyboard controller, then a triple fault. */
__noreturn void kernel_restart(void);

/* The last step of the above without stopping anything first; for panic. Context: any. */
__noreturn void machine_power_off(void);
__noreturn void machine_restart(void);
