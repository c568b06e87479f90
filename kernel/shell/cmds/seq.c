/* SPDX-License-Identifier: MIT */
/* seq: numbers. */
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/stdio.h"
#include "lib/kstrtox.h"

int cmd_seq(int argc, char **argv)
{
	long numbers[3], first = 1, step = 1, last;

	if (argc < 2 || argc > 4)
		return cmd_usage();
	for (int i = 1; i < argc; i++)
		if (kstrtol(argv[i], 10, &numbers[i - 1]))
			return cmd_fail("%s: not a number", argv[i]);
	last = numbers[argc - 2];
	if (argc > 2)
		first = numbers[0];
	if (argc > 3)
		step = numbers[1];
	if (!step)
		return cmd_fail("the step is 0");
	for (long i = first; step > 0 ? i <= last : i >= last; i += step)
		if (cmd_printf("%ld\n", i) || cmd_interrupted())
			break;
	return 0;
}
