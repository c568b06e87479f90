/* SPDX-License-Identifier: MIT */
/* Ending the machine with a status. */
#include "kernel/shell/poweroff.h"

#include "kernel/reboot.h"
#include "kernel/sched/sched.h"
#include "kernel/tty/tty.h"
#include "lib/printf.h"

void shell_power_off(int status)
{
	char line[16];
	int bytes = scnprintf(line, sizeof(line), "\x04%d\n", status & 0xff);

	flush_signals(current); /* a Ctrl-C must not cut the status short */
	tty_write(&tty_machine, line, bytes);
	kernel_power_off();
}
