/* SPDX-License-Identifier: MIT */
/*
 * The console: ttyS0, shared by the kernel's log and by the tasks that write
 * to /dev/console. Both go through one lock, held for a line at a time, so a
 * line of one never appears inside a line of the other: a log line that comes
 * while a task has written half a line starts on a new one.
 */
#pragma once

#include "lib/types.h"

/*
 * Programs ttyS0 to 115200 8N1 with its FIFOs on. Needs port I/O and nothing else, so it is
 * the first thing that C code does. Context: boot, once, interrupts off.
 */
void console_init(void);

/*
 * Puts @bytes of @text on the console now, "\n" as "\r\n"; what a log record needs: whole
 * lines. Polls the UART, and gives up on bytes that it does not take within about 20 ms.
 *
 * Context: any, NMI included; interrupts are off while it writes. A caller that interrupted
 * the holder of the lock, or waits too long for it, writes anyway: a log line that
 * cuts into another is better than a silent death.
 */
void console_write(const char *text, size_t bytes);

/*
 * How often console_write() has written since boot. A line editor redraws its line when
 * this has changed since it last drew. Context: any.
 */
u32 console_write_count(void);
