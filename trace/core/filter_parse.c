/* SPDX-License-Identifier: MIT */
/*
 * The grammar of the function filter files: text into words, a word into its
 * parts. Knows neither sites nor names; also compiled on the host for tests.
 */
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/filter.h"

int filter_next_word(const char *text, size_t len, size_t *position, char word[FILTER_WORD_MAX])
{
	size_t at = *position;
	int length = 0;

	while (at < len && isspace(text[at]))
		at++;
	for (; at < len && !isspace(text[at]); at++) {
		if (length == FILTER_WORD_MAX - 1 || !isprint(text[at]))
			return -EINVAL;
		word[length++] = text[at];
	}
	word[length] = '\0';
	*position = at;
	return length;
}

const char *filter_next_condition(const char *text, size_t len, size_t *position, size_t *length)
{
	const char *at = text + *position, *end = text + len;
	const char *begin;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	if (end - at < 3 || at[0] != 'i' || at[1] != 'f' || !isspace(at[2]))
		return NULL;
	for (at += 2; at < end && (*at == ' ' || *at == '\t'); at++)
		;
	begin = at;
	while (at < end && *at != '\n')
		at++;
	*position = at - text;
	while (at > begin && isspace(at[-1]))
		at--;
	*length = at - begin;
	return begin;
}

int filter_parse_word(char *word, struct filter_word *parsed)
{
	*parsed = (struct filter_word){.remove = word[0] == '!', .pattern = word};
	if (parsed->remove)
		parsed->pattern++;
	parsed->command = strchr(word, ':');
	if (parsed->command) {
		*parsed->command++ = '\0';
		parsed->parameter = strchr(parsed->command, ':');
	}
	if (parsed->parameter)
		*parsed->parameter++ = '\0';
	if (!*parsed->pattern && parsed->command && !strcmp(parsed->command, "mod"))
		parsed->pattern = "*";
	return *parsed->pattern ? 0 : -EINVAL;
}
