/* SPDX-License-Identifier: MIT */
/* The order that `sort` puts lines in. */
#include "kernel/shell/cmds/sort_key.h"

#include "lib/ctype.h"
#include "lib/math.h"
#include "lib/string.h"

#define NUMBER_MAX (1ul << 50) /* larger ones are equal */

static const char *parse_field(const char *text, u32 *field)
{
	*field = 0;
	while (isdigit(*text) && *field < 100000)
		*field = *field * 10 + *text++ - '0';
	return text;
}

bool sort_parse_key(const char *text, struct sort_order *order)
{
	text = parse_field(text, &order->first_field);
	order->last_field = 0;
	if (*text == ',') {
		text = parse_field(text + 1, &order->last_field);
		if (order->last_field < order->first_field)
			return false;
	}
	for (; *text == 'n' || *text == 'r'; text++) {
		order->numeric |= *text == 'n';
		order->reverse |= *text == 'r';
	}
	return order->first_field && !*text;
}

/* Return: the end of the field that begins, with its blanks, at @text. */
static const char *skip_field(const char *text)
{
	while (*text == ' ' || *text == '\t')
		text++;
	while (*text && *text != ' ' && *text != '\t')
		text++;
	return text;
}

/* A number like "  -12.5 us", in thousandths; 0 when there is none. */
static s64 line_number(const char *text)
{
	s64 whole = 0, thousandths = 0, unit = 100;
	bool negative;

	text = skip_spaces(text);
	negative = *text == '-';
	text += negative;
	for (; isdigit(*text); text++)
		whole = min(whole * 10 + *text - '0', (s64)NUMBER_MAX);
	if (*text == '.')
		for (text++; isdigit(*text); text++, unit /= 10)
			thousandths += (*text - '0') * unit;
	whole = whole * 1000 + thousandths;
	return negative ? -whole : whole;
}

void sort_find_key(struct sort_line *line, const struct sort_order *order)
{
	const char *end;

	line->key = line->text;
	for (u32 field = 1; field < order->first_field; field++)
		line->key = skip_field(line->key);
	end = line->key;
	for (u32 field = order->first_field; order->last_field && field <= order->last_field;
	     field++)
		end = skip_field(end);
	line->key_bytes = order->last_field ? (size_t)(end - line->key) : strlen(line->key);
	line->numeric = order->numeric;
	line->reverse = order->reverse;
	line->number = order->numeric ? line_number(line->key) : 0;
}

static int compare_keys(const struct sort_line *a, const struct sort_line *b)
{
	size_t shorter = min(a->key_bytes, b->key_bytes);
	int order;

	if (a->numeric)
		return a->number < b->number ? -1 : a->number > b->number;
	order = memcmp(a->key, b->key, shorter);
	if (order)
		return order;
	return a->key_bytes < b->key_bytes ? -1 : a->key_bytes > b->key_bytes;
}

int sort_compare(const void *a, const void *b)
{
	const struct sort_line *left = a, *right = b;
	int order = compare_keys(left, right);

	if (!order)
		order = strcmp(left->text, right->text);
	if (order)
		return left->reverse ? -order : order;
	return left->order < right->order ? -1 : left->order > right->order;
}
