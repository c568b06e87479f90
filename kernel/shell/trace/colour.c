/* SPDX-License-Identifier: MIT */
/* Colour, where it is no nuisance: at a console, if the command line has told what that is. */
#include "kernel/shell/trace/colour.h"

#include "kernel/shell/stdio.h"
#include "lib/string.h"

static bool console_has_colour;

int trace_term_param(const char *value)
{
	console_has_colour = value && *value && strcmp(value, "dumb");
	return 0;
}

int trace_print_coloured(enum trace_colour colour, const char *text, size_t bytes)
{
	bool coloured = bytes && console_has_colour && cmd_is_terminal(1);

	if (coloured)
		cmd_printf("\033[%dm", colour);
	cmd_write(text, bytes);
	return cmd_puts(coloured ? "\033[m" : "");
}
