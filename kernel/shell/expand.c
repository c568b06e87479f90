/* SPDX-License-Identifier: MIT */
/*
 * Expanding words. A field under construction is kept as a pattern: special
 * characters that were quoted have a backslash before them, so that quoting
 * is known until the very end.
 */
#include "kernel/shell/expand.h"

#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"

struct expander {
	struct shell_expand *env;
	struct shell_strings *strings;
	char *field;
	size_t length, capacity;
	bool began;    /* there is a field, if only an empty one */
	bool wildcard; /* it has a * ? [ that was not quoted */
	bool split;    /* values are split, file names are looked for */
	int error;
};

int shell_strings_add(struct shell_arena *arena, struct shell_strings *strings, char *string)
{
	if (strings->count + 1 >= strings->capacity) {
		size_t capacity = max(strings->capacity * 2, (size_t)8);
		char **items = shell_arena_alloc(arena, capacity * sizeof(*items));

		if (!items)
			return -ENOMEM;
		if (strings->count)
			memcpy(items, strings->items, strings->count * sizeof(*items));
		strings->items = items;
		strings->capacity = capacity;
	}
	strings->items[strings->count++] = string;
	strings->items[strings->count] = NULL;
	return 0;
}

static int expand_fail(struct expander *e, const char *message, const char *text, size_t bytes)
{
	if (!e->error)
		snprintf(e->env->message, sizeof(e->env->message), "%s%.*s", message,
			 (int)min(bytes, (size_t)40), text);
	e->error = -EINVAL;
	return -EINVAL;
}

static void expand_no_memory(struct expander *e)
{
	if (e->error)
		return;
	strscpy(e->env->message, "the command is too long", sizeof(e->env->message));
	e->error = -ENOMEM;
}

static void field_put_byte(struct expander *e, char byte)
{
	if (e->length + 1 >= e->capacity) {
		size_t capacity = max(e->capacity * 2, (size_t)64);
		char *field = shell_arena_alloc(e->env->arena, capacity);

		if (!field) {
			expand_no_memory(e);
			return;
		}
		if (e->length)
			memcpy(field, e->field, e->length);
		e->field = field;
		e->capacity = capacity;
	}
	e->field[e->length++] = byte;
	e->field[e->length] = '\0';
}

static void field_put(struct expander *e, char byte, bool quoted)
{
	e->began = true;
	if (byte == '\\' || (quoted && byte && strchr("*?[", byte)))
		field_put_byte(e, '\\');
	else if (byte == '*' || byte == '?' || byte == '[')
		e->wildcard = true;
	field_put_byte(e, byte);
}

/* Takes the backslashes out of a pattern, in place. */
static void field_unescape(char *pattern)
{
	char *to = pattern;

	for (const char *from = pattern; *from; from++) {
		if (*from == '\\' && from[1])
			from++;
		*to++ = *from;
	}
	*to = '\0';
}

/* The field is complete: it becomes one string, or the names of the files it matches. */
static void field_end(struct expander *e)
{
	int matches = 0;

	if (!e->began || e->error)
		return;
	if (!e->field)
		e->field = shell_arena_copy(e->env->arena, "", 0);
	if (!e->field)
		return expand_no_memory(e);
	if (e->wildcard && e->split)
		matches = shell_expand_pathname(e->env, e->field, e->strings);
	if (!matches) {
		field_unescape(e->field);
		matches = shell_strings_add(e->env->arena, e->strings, e->field);
	}
	if (matches < 0)
		expand_no_memory(e);
	e->field = NULL;
	e->length = e->capacity = 0;
	e->began = e->wildcard = false;
}

/* A value put in place of a parameter. */
static void field_put_value(struct expander *e, const char *value, bool quoted)
{
	for (; *value && !e->error; value++) {
		if (!quoted && e->split && isspace(*value))
			field_end(e);
		else
			field_put(e, *value, quoted);
	}
}

static void expand_parameter(struct expander *e, const char *name, size_t length, bool quoted)
{
	const char *value;

	value = e->env->variable(e->env->context, name, length);
	if (value)
		field_put_value(e, value, quoted);
}

static bool is_special_parameter(char byte)
{
	return byte && (isdigit(byte) || strchr("?$!#@*", byte));
}

/* The text between the braces of ${...}. */
static void expand_braces(struct expander *e, const char *text, size_t bytes, bool quoted)
{
	size_t length = bytes && is_special_parameter(*text) ? 1 : shell_name_length(text);

	if (!length || length != bytes)
		expand_fail(e, "not known here: ${", text, bytes);
	else
		expand_parameter(e, text, length, quoted);
}

/* $(command), @text being what is inside the brackets. */
static void expand_brackets(struct expander *e, const char *text, size_t bytes, bool quoted)
{
	const char *value = NULL;

	if (bytes && *text == '(')
		expand_fail(e, "not known here: $(", text, bytes);
	else
		value = e->env->substitute(e->env->context, text, bytes);
	if (value)
		field_put_value(e, value, quoted);
	else
		expand_no_memory(e);
}

/* What a dollar sign begins. Return: bytes of the word used. */
static size_t expand_dollar(struct expander *e, const char *text, size_t bytes, bool quoted)
{
	size_t length = shell_quoted_length(text, bytes);

	if (length > 1) {
		if (text[1] == '{')
			expand_braces(e, text + 2, length - 3, quoted);
		else
			expand_brackets(e, text + 2, length - 3, quoted);
		return length;
	}
	length = bytes > 1 && is_special_parameter(text[1]) ? 1 : shell_name_length(text + 1);
	if (length)
		expand_parameter(e, text + 1, length, quoted);
	else
		field_put(e, '$', quoted);
	return 1 + length;
}

/* The inside of "...". */
static void expand_double_quotes(struct expander *e, const char *text, size_t bytes)
{
	size_t at = 0;

	e->began = true;
	while (at < bytes && !e->error) {
		if (text[at] == '$') {
			at += expand_dollar(e, text + at, bytes - at, true);
			continue;
		}
		if (text[at] == '\\' && at + 1 < bytes && strchr("\"\\$`\n", text[at + 1])) {
			if (text[++at] == '\n') {
				at++;
				continue;
			}
		}
		field_put(e, text[at++], true);
	}
}

/* What is quoted at @text. Return: bytes of the word used. */
static size_t expand_quoted(struct expander *e, const char *text, size_t bytes)
{
	size_t length = shell_quoted_length(text, bytes);

	if (!length) {
		expand_fail(e, "a quote that is not closed", "", 0);
		return bytes;
	}
	if (*text == '\\') {
		if (text[1] != '\n')
			field_put(e, text[1], true);
	} else if (*text == '"') {
		expand_double_quotes(e, text + 1, length - 2);
	} else {
		e->began = true;
		for (size_t at = 1; at < length - 1; at++)
			field_put(e, text[at], true);
	}
	return length;
}

static void expand_word(struct expander *e, const char *raw)
{
	size_t bytes = strlen(raw), at = 0;

	while (at < bytes && !e->error) {
		if (raw[at] == '$')
			at += expand_dollar(e, raw + at, bytes - at, false);
		else if (raw[at] == '\\' || raw[at] == '\'' || raw[at] == '"')
			at += expand_quoted(e, raw + at, bytes - at);
		else
			field_put(e, raw[at++], false);
	}
	field_end(e);
}

int shell_expand_words(struct shell_expand *env, const struct shell_word *words,
		       struct shell_strings *strings)
{
	struct expander e = {.env = env, .strings = strings, .split = true};

	for (; words && !e.error; words = words->next)
		expand_word(&e, words->raw);
	return e.error;
}

char *shell_expand_string(struct shell_expand *env, const char *raw)
{
	struct shell_strings strings = {.count = 0};
	struct expander e = {.env = env, .strings = &strings, .began = true};

	expand_word(&e, raw);
	return e.error ? NULL : strings.items[0];
}
