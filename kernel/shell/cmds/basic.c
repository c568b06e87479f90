/* SPDX-License-Identifier: MIT */
/* true, false, echo. */
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/output.h"
#include "kernel/shell/stdio.h"
#include "lib/ctype.h"
#include "lib/string.h"

int cmd_true(int argc, char **argv)
{
	return 0;
}

int cmd_false(int argc, char **argv)
{
	return 1;
}

/* Return: the value of up to @max digits of base @base at *@text, which moves behind them. */
static char escape_number(const char **text, int base, int max)
{
	int value = 0, digit;

	for (; max && (digit = digit_value(**text)) >= 0 && digit < base; max--, (*text)++)
		value = value * base + digit;
	return value;
}

int cmd_write_escaped(const char *text)
{
	static const char letters[] = "abefnrtv\\", values[] = "\a\b\033\f\n\r\t\v\\";

	while (*text) {
		size_t plain = strcspn(text, "\\");
		const char *letter;
		char byte = '\\';

		cmd_write(text, plain);
		text += plain;
		if (!*text++)
			break;
		letter = *text ? strchr(letters, *text) : NULL;
		if (*text == 'c')
			return 1;
		if (letter) {
			byte = values[letter - letters];
			text++;
		} else if (*text == '0') {
			text++;
			byte = escape_number(&text, 8, 3);
		} else if (*text == 'x' && isxdigit(text[1])) {
			text++;
			byte = escape_number(&text, 16, 2);
		}
		cmd_write(&byte, 1);
	}
	return 0;
}

/* -n, -e, -E and what they are joined to; any other word is text. */
static bool echo_option(const char *word, bool *newline, bool *escapes)
{
	if (word[0] != '-' || !word[1] || word[1 + strspn(word + 1, "neE")])
		return false;
	for (word++; *word; word++) {
		if (*word == 'n')
			*newline = false;
		else
			*escapes = *word == 'e';
	}
	return true;
}

int cmd_echo(int argc, char **argv)
{
	bool newline = true, escapes = false;
	int first = 1;

	while (first < argc && echo_option(argv[first], &newline, &escapes))
		first++;
	for (int i = first; i < argc; i++) {
		if (i > first)
			cmd_write(" ", 1);
		if (!escapes)
			cmd_puts(argv[i]);
		else if (cmd_write_escaped(argv[i]))
			return 0;
	}
	if (newline)
		cmd_write("\n", 1);
	return 0;
}
