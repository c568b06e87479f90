/* SPDX-License-Identifier: MIT */
/* System vectors: interrupts that processors and their local APICs make, as opposed to devices. */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/types.h"

/* From do_irq(): runs the sysvec_...() of @vector. Context: entry, interrupts off; not traced. */
void sysvec_dispatch(struct pt_regs *regs, u8 vector);
