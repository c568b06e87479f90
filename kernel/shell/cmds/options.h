/* SPDX-License-Identifier: MIT */
/* Options of commands, as getopt(3) takes them: -a -b VALUE, -abVALUE, -- ends them. */
#pragma once

#include "lib/types.h"

struct cmd_options {
	int argc;
	char **argv;
	int index;	   /* of the word looked at; at the end: of the first operand */
	const char *at;	   /* in a word of several letters, or NULL */
	const char *value; /* of the option just returned */
};

#define CMD_OPTION_NUMBER '#' /* -N, a number as an option: .value is its digits */
#define CMD_OPTION_BAD	  '?'

static inline struct cmd_options cmd_options_begin(int argc, char **argv)
{
	return (struct cmd_options){.argc = argc, .argv = argv, .index = 1};
}

/*
 * @known: the letters; one with a value is followed by ':'. A '#' allows -N.
 * Return: the next option's letter; 0 at the end; CMD_OPTION_BAD after printing the usage.
 */
int cmd_next_option(struct cmd_options *options, const char *known);

/*
 * Reads the value of an option as a number from 0 up. Return: 0, or 1 with the reason printed.
 */
int cmd_number(const char *text, unsigned long *number);

/* The same for a time: seconds with a fraction and an optional s, m, h or ms, us, to ns. */
int cmd_duration(const char *text, u64 *ns);
