/* SPDX-License-Identifier: MIT */
/* poweroff and reboot. */
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
