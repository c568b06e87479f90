/* SPDX-License-Identifier: MIT */
/* Colour in what `trace` prints, on a terminal that has it. */
#pragma once

#include "lib/types.h"

/* ANSI X3.64, Select Graphic Rendition. */
enum trace_colour {
	COLOUR_DIM = 2,
	COLOUR_RED = 31,
	COLOUR_GREEN = 32,
	COLOUR_YELLOW = 33,
};

/* @bytes of text in that colour, or plain. Return: as cmd_puts(). */
int trace_print_coloured(enum trace_colour colour, const char *text, size_t bytes);

/* TERM=NAME on the kernel command line: the console has colours unless NAME is dumb. Return: 0. */
int trace_term_param(const char *value);
