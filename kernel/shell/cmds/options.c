/* SPDX-License-Identifier: MIT */
/* Options, numbers and times in the arguments of commands. */
#include "kernel/shell/cmds/options.h"

#include "kernel/shell/stdio.h"
#include "kernel/time/clock.h"
#include "lib/compiler.h"
#include "lib/ctype.h"
#include "lib/kstrtox.h"
#include "lib/string.h"

/* Moves to the next word. Return: whether it has an option. */
static bool options_next_word(struct cmd_options *o)
{
	const char *word = o->index < o->argc ? o->argv[o->index] : NULL;

	if (!word || word[0] != '-' || !word[1])
		return false;
	if (word[1] == '-' && !word[2]) {
		o->index++;
		return false;
	}
	o->at = word + 1;
	return true;
}

/* The letter at o->at is done. */
static void options_skip_letter(struct cmd_options *o)
{
	if (*++o->at)
		return;
	o->at = NULL;
	o->index++;
}

static int options_value(struct cmd_options *o, char letter)
{
	options_skip_letter(o);
	o->value = o->at ? o->at : o->argv[o->index];
	if (!o->value) {
		cmd_fail("-%c needs a value", letter);
		cmd_usage();
		return CMD_OPTION_BAD;
	}
	o->at = NULL;
	o->index++;
	return letter;
}

int cmd_next_option(struct cmd_options *o, const char *known)
{
	const char *found;
	char letter;

	if (!o->at && !options_next_word(o))
		return 0;
	letter = *o->at;
	if (isdigit(letter) && strchr(known, CMD_OPTION_NUMBER)) {
		o->value = o->at;
		o->at = NULL;
		o->index++;
		return CMD_OPTION_NUMBER;
	}
	found = letter != ':' ? strchr(known, letter) : NULL;
	if (!found) {
		cmd_fail("unknown option -%c", letter);
		cmd_usage();
		return CMD_OPTION_BAD;
	}
	if (found[1] == ':')
		return options_value(o, letter);
	options_skip_letter(o);
	return letter;
}

int cmd_number(const char *text, unsigned long *number)
{
	return kstrtoul(text, 0, number) ? cmd_fail("%s: not a number", text) : 0;
}

int cmd_duration(const char *text, u64 *ns)
{
	static const struct {
		const char *name;
		u64 ns;
	} units[] = {
		{"", NSEC_PER_SEC},	    {"s", NSEC_PER_SEC},   {"m", 60 * NSEC_PER_SEC},
		{"h", 3600 * NSEC_PER_SEC}, {"ms", NSEC_PER_MSEC}, {"us", NSEC_PER_USEC},
	};
	u64 whole = 0, fraction = 0, scale = 1;
	const char *at = text;

	for (; isdigit(*at) && whole < 1000000000; at++)
		whole = whole * 10 + *at - '0';
	if (*at == '.')
		for (at++; isdigit(*at); at++) {
			if (scale >= 1000000)
				continue;
			fraction = fraction * 10 + *at - '0';
			scale *= 10;
		}
	for (size_t i = 0; i < ARRAY_SIZE(units) && isdigit(text[text[0] == '.']); i++) {
		if (strcmp(at, units[i].name) || whole >= 1000000000)
			continue;
		*ns = whole * units[i].ns + fraction * units[i].ns / scale;
		return 0;
	}
	return cmd_fail("%s: not a time", text);
}
