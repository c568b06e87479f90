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

char *filter_condition(char *text)
{
	text = skip_spaces(text);
	return text[0] == 'i' && text[1] == 'f' && (!text[2] || isspace(text[2])) ? strim(text + 2)
										  : NULL;
}

int filter_unfinished(const char *text, size_t len)
{
	size_t word = len, line;

	while (word && !isspace(text[word - 1]))
		word--;
	for (line = word; line && text[line - 1] != '\n'; line--)
		;
	if (len - line <= FILTER_CARRY_MAX)
		return (int)(len - line);
	return len - word <= FILTER_CARRY_MAX && !strstr(text + line, " if ") ? (int)(len - word)
									      : -EINVAL;
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
