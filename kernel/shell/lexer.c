/* SPDX-License-Identifier: MIT */
/* The shell's text as tokens. */
#include "kernel/shell/lexer.h"

#include "lib/ctype.h"
#include "lib/string.h"

size_t shell_name_length(const char *text)
{
	size_t length = 0;

	if (isdigit(text[0]))
		return 0;
	while (isalnum(text[length]) || text[length] == '_')
		length++;
	return length;
}

/* The length of a "..." string, which may hold substitutions. */
static size_t quoted_double_length(const char *text, size_t bytes, int depth);

/* Everything from an opening bracket to the one that closes it, quotes left alone. */
static size_t quoted_bracket_length(const char *text, size_t bytes, int depth)
{
	char open = text[0], close = open == '(' ? ')' : '}';
	int level = 0;
	size_t at = 0;

	while (at < bytes) {
		size_t step = 1;

		if (text[at] == open) {
			level++;
		} else if (text[at] == close) {
			if (--level == 0)
				return at + 1;
		} else if (text[at] == '\'') {
			const char *end = memchr(text + at + 1, '\'', bytes - at - 1);

			step = end ? (size_t)(end - (text + at)) + 1 : 0;
		} else if (text[at] == '"') {
			step = quoted_double_length(text + at, bytes - at, depth + 1);
		} else if (text[at] == '\\') {
			step = 2;
		}
		if (!step)
			return 0;
		at += step;
	}
	return 0;
}

static size_t quoted_double_length(const char *text, size_t bytes, int depth)
{
	size_t at = 1;

	if (depth > SHELL_DEPTH_MAX)
		return 0;
	while (at < bytes) {
		size_t step = 1;

		if (text[at] == '"')
			return at + 1;
		if (text[at] == '\\')
			step = 2;
		else if (text[at] == '$' && at + 1 < bytes &&
			 (text[at + 1] == '(' || text[at + 1] == '{')) {
			step = quoted_bracket_length(text + at + 1, bytes - at - 1, depth + 1);
			if (!step)
				return 0;
			step++;
		}
		at += step;
	}
	return 0;
}

size_t shell_quoted_length(const char *text, size_t bytes)
{
	const char *end;
	size_t length;

	switch (text[0]) {
	case '\'':
		end = memchr(text + 1, '\'', bytes - 1);
		return end ? (size_t)(end - text) + 1 : 0;
	case '"':
		return quoted_double_length(text, bytes, 0);
	case '\\':
		return bytes >= 2 ? 2 : 0;
	case '$':
		if (bytes < 2 || (text[1] != '(' && text[1] != '{'))
			return 1;
		length = quoted_bracket_length(text + 1, bytes - 1, 0);
		return length ? length + 1 : 0;
	}
	return 1;
}

static bool is_token_blank(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\r';
}

static bool ends_word(char byte)
{
	return is_token_blank(byte) || (byte && strchr("\n;&|<>()", byte));
}

/* Blanks, line continuations, and a comment. */
static size_t skip_blanks(const char *text, size_t bytes)
{
	size_t at = 0;

	for (;;) {
		if (at < bytes && is_token_blank(text[at]))
			at++;
		else if (at + 1 < bytes && text[at] == '\\' && text[at + 1] == '\n')
			at += 2;
		else
			break;
	}
	if (at < bytes && text[at] == '#')
		while (at < bytes && text[at] != '\n')
			at++;
	return at;
}

static size_t token_invalid(struct shell_token *token, const char *reason)
{
	token->kind = TOKEN_INVALID;
	token->reason = reason;
	return 0;
}

static size_t token_word(const char *text, size_t bytes, struct shell_token *token)
{
	size_t at = 0;

	while (at < bytes && !ends_word(text[at])) {
		size_t step;

		if (!text[at])
			return token_invalid(token, "a NUL byte in the command");
		if (text[at] == '\\' && at + 1 == bytes) {
			token->kind = TOKEN_INCOMPLETE;
			return bytes;
		}
		step = shell_quoted_length(text + at, bytes - at);
		if (!step && text[at] == '$')
			return token_invalid(token, "a $( or ${ that is not closed");
		if (!step)
			return token_invalid(token, text[at] == '"' ? "a \" that is not closed"
								    : "a ' that is not closed");
		at += step;
	}
	token->kind = TOKEN_WORD;
	return at;
}

/* An operator of one or two characters, except redirections. Return: its length, 0 for none. */
static size_t token_operator(const char *text, size_t bytes, struct shell_token *token)
{
	bool doubled = bytes > 1 && text[1] == text[0];

	switch (text[0]) {
	case '\n':
		token->kind = TOKEN_NEWLINE;
		return 1;
	case ';':
		if (doubled)
			return token_invalid(token, "syntax error near \";;\""), 1;
		token->kind = TOKEN_SEMICOLON;
		return 1;
	case '|':
		token->kind = doubled ? TOKEN_OR : TOKEN_PIPE;
		return 1 + doubled;
	case '&':
		if (bytes > 1 && text[1] == '>')
			return 0;
		token->kind = doubled ? TOKEN_AND : TOKEN_BACKGROUND;
		return 1 + doubled;
	case '(':
		token->kind = TOKEN_OPEN;
		return 1;
	case ')':
		token->kind = TOKEN_CLOSE;
		return 1;
	}
	return 0;
}

/* [digit] < > >> >& <& or &>. Return: its length, 0 when it is none. */
static size_t token_redirect(const char *text, size_t bytes, struct shell_token *token)
{
	size_t at = isdigit(text[0]) ? 1 : 0;
	char sign, second;

	if (bytes > 1 && text[0] == '&' && text[1] == '>') {
		token->kind = TOKEN_REDIRECT;
		token->redirect = REDIRECT_BOTH;
		token->fd = 1;
		return 2;
	}
	if (at >= bytes || (text[at] != '<' && text[at] != '>'))
		return 0;
	sign = text[at];
	second = at + 1 < bytes ? text[at + 1] : '\0';
	token->kind = TOKEN_REDIRECT;
	token->fd = at ? text[0] - '0' : sign == '>';
	if (sign == '<' && second == '<')
		return token_invalid(token, "<< is not known here: use echo ... |"), at + 2;
	if (second == '&')
		token->redirect = REDIRECT_COPY;
	else if (sign == '<')
		token->redirect = REDIRECT_READ;
	else
		token->redirect = second == '>' ? REDIRECT_APPEND : REDIRECT_WRITE;
	return at + 1 + (second == '&' || (sign == '>' && second == '>'));
}

size_t shell_next_token(const char *text, size_t bytes, struct shell_token *token)
{
	size_t blanks = skip_blanks(text, bytes);
	size_t length = 0;

	*token = (struct shell_token){.kind = TOKEN_END, .text = text + blanks};
	text += blanks;
	bytes -= blanks;
	if (bytes) {
		length = token_operator(text, bytes, token);
		if (!length)
			length = token_redirect(text, bytes, token);
		if (!length)
			length = token_word(text, bytes, token);
	}
	token->bytes = length;
	return blanks + length;
}
