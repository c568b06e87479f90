/* SPDX-License-Identifier: MIT */
/* poweroff, reboot, clear. */
#include "kernel/reboot.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/poweroff.h"
#include "kernel/shell/stdio.h"
#include "lib/kstrtox.h"

int cmd_poweroff(int argc, char **argv)
{
	unsigned int status = 0;

	if (argc > 2)
		return cmd_usage();
	if (argc == 2 && kstrtouint(argv[1], 10, &status))
		return cmd_fail("%s: not a status", argv[1]);
	shell_power_off(status);
}

int cmd_reboot(int argc, char **argv)
{
	kernel_restart();
}

int cmd_clear(int argc, char **argv)
{
	return cmd_puts("\033[H\033[2J") ? 1 : 0;
}
