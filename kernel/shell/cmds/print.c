/* SPDX-License-Identifier: MIT */
/* printf and seq. */
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/output.h"
#include "kernel/shell/stdio.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"

#define SPEC_BYTES 24 /* of a conversion: "%-20.10lx" */

struct printf_words {
	int count, used;
	char **words;
	int status;
};

static const char *next_word(struct printf_words *p)
{
	return p->used < p->count ? p->words[p->used++] : NULL;
}

static long word_number(struct printf_words *p, const char *word)
{
	unsigned long magnitude;
	long number = 0;

	if (!word || !*word)
		return 0;
	if (*word == '\'' || *word == '"')
		return (u8)word[1];
	if (kstrtol(word, 0, &number) == 0)
		return number;
	if (kstrtoul(word, 0, &magnitude) == 0)
		return magnitude;
	p->status = cmd_fail("%s: not a number", word);
	return 0;
}

/* Prints what the conversion at @format asks for. Return: its length in the format. */
static size_t print_conversion(struct printf_words *p, const char *format)
{
	size_t length = 1 + strspn(format + 1, "-+ 0#");
	char spec[SPEC_BYTES], character[2] = "";
	const char *word;

	length += strspn(format + length, "0123456789.");
	if (format[length] == '%') {
		cmd_puts("%");
		return length + 1;
	}
	if (length + 3 > sizeof(spec) || !format[length]) {
		p->status = cmd_fail("%s: not a conversion", format);
		return strlen(format);
	}
	memcpy(spec, format, length);
	word = next_word(p);
	switch (format[length]) {
	case 's':
	case 'c':
		memcpy(spec + length, "s", 2);
		character[0] = word ? word[0] : '\0';
		cmd_printf(spec, format[length] == 'c' ? character : word ? word : "");
		break;
	case 'b':
		cmd_write_escaped(word ? word : "");
		break;
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		spec[length] = 'l';
		spec[length + 1] = format[length];
		spec[length + 2] = '\0';
		cmd_printf(spec, word_number(p, word));
		break;
	default:
		p->status = cmd_fail("%%%c: not a conversion", format[length]);
	}
	return length + 1;
}

/* One pass over the format. Return: whether the output is to end. */
static bool print_format(struct printf_words *p, const char *format)
{
	char literal[64];

	while (*format) {
		size_t length = strcspn(format, "%");

		if (!length) {
			format += print_conversion(p, format);
			continue;
		}
		/* In pieces that do not cut an escape in two. */
		if (length >= sizeof(literal)) {
			length = sizeof(literal) - 5;
			while (length > 1 && strchr(format, '\\') && format[length - 1] == '\\')
				length--;
		}
		memcpy(literal, format, length);
		literal[length] = '\0';
		if (cmd_write_escaped(literal))
			return true;
		format += length;
	}
	return false;
}

int cmd_printf_command(int argc, char **argv)
{
	struct printf_words p = {.count = argc - 2, .words = argv + 2};
	int used;

	if (argc < 2)
		return cmd_usage();
	do {
		used = p.used;
		if (print_format(&p, argv[1]))
			break;
		/* Again while words are left and the format takes some. */
	} while (p.used < p.count && p.used > used && !cmd_interrupted());
	return p.status;
}

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
