/* SPDX-License-Identifier: MIT */
/* The shell's parser: recursive descent over one token of look-ahead. */
#include "kernel/shell/parser.h"
#include "lib/printf.h"
#include "lib/string.h"

void *parse_fail(struct parser *p, enum shell_parse_status status, const char *message)
{
	if (p->status == SHELL_PARSED) {
		p->status = status;
		strscpy(p->parse->message, message, sizeof(p->parse->message));
	}
	return NULL;
}

void *parse_unexpected(struct parser *p)
{
	char message[sizeof(p->parse->message)];
	const struct shell_token *token = &p->token;

	if (token->kind == TOKEN_INVALID)
		return parse_fail(p, SHELL_INVALID, token->reason);
	if (token->kind == TOKEN_END || token->kind == TOKEN_INCOMPLETE)
		return parse_fail(p, SHELL_INCOMPLETE, "syntax error: unexpected end");
	if (token->kind == TOKEN_NEWLINE)
		return parse_fail(p, SHELL_INVALID, "syntax error: unexpected end of line");
	snprintf(message, sizeof(message), "syntax error near \"%.*s\"",
		 (int)(token->bytes < 60 ? token->bytes : 60), token->text);
	return parse_fail(p, SHELL_INVALID, message);
}

void *parse_alloc(struct parser *p, size_t bytes)
{
	void *memory = shell_arena_alloc(p->arena, bytes);

	return memory ? memory : parse_fail(p, SHELL_INVALID, "the command is too long");
}

void parse_advance(struct parser *p)
{
	p->at += shell_next_token(p->text + p->at, p->bytes - p->at, &p->token);
}

bool parse_sees(const struct parser *p, const char *word)
{
	return p->token.kind == TOKEN_WORD && p->token.bytes == strlen(word) &&
	       !memcmp(p->token.text, word, p->token.bytes);
}

bool parse_expect(struct parser *p, const char *word)
{
	if (!parse_sees(p, word)) {
		parse_unexpected(p);
		return false;
	}
	parse_advance(p);
	return true;
}

void parse_skip_newlines(struct parser *p)
{
	while (p->token.kind == TOKEN_NEWLINE)
		parse_advance(p);
}

bool parse_word(struct parser *p, struct shell_word *word)
{
	if (p->token.kind != TOKEN_WORD) {
		parse_unexpected(p);
		return false;
	}
	word->raw = shell_arena_copy(p->arena, p->token.text, p->token.bytes);
	if (!word->raw) {
		parse_fail(p, SHELL_INVALID, "the command is too long");
		return false;
	}
	parse_advance(p);
	return true;
}

static bool parse_redirect(struct parser *p, struct shell_redirect ***last)
{
	struct shell_redirect *redirect = parse_alloc(p, sizeof(*redirect));

	if (!redirect)
		return false;
	redirect->kind = p->token.redirect;
	redirect->fd = p->token.fd;
	parse_advance(p);
	**last = redirect;
	*last = &redirect->next;
	return parse_word(p, &redirect->target);
}

/* Redirections behind a compound command. */
static struct shell_node *parse_redirects(struct parser *p, struct shell_node *node)
{
	struct shell_redirect **last = &node->redirects;

	while (p->status == SHELL_PARSED && p->token.kind == TOKEN_REDIRECT)
		parse_redirect(p, &last);
	return node;
}

struct shell_word *parse_words(struct parser *p)
{
	struct shell_word *first = NULL, **last = &first;

	while (p->status == SHELL_PARSED && p->token.kind == TOKEN_WORD) {
		struct shell_word *word = parse_alloc(p, sizeof(*word));

		if (!word || !parse_word(p, word))
			break;
		*last = word;
		last = &word->next;
	}
	return first;
}

static struct shell_node *parse_simple(struct parser *p, struct shell_node *node)
{
	struct shell_word **word = &node->words;
	struct shell_redirect **redirect = &node->redirects;

	while (p->status == SHELL_PARSED) {
		if (p->token.kind == TOKEN_WORD)
			*word = parse_words(p);
		else if (p->token.kind == TOKEN_REDIRECT)
			parse_redirect(p, &redirect);
		else
			break;
		while (*word)
			word = &(*word)->next;
	}
	if (!node->words && !node->redirects)
		return parse_unexpected(p);
	if (p->token.kind == TOKEN_OPEN)
		return parse_unexpected(p);
	return node;
}

static struct shell_node *parse_command(struct parser *p)
{
	static const char *const reserved[] = {"then", "elif", "else", "fi", "do", "done", "}"};
	struct shell_node *node = parse_alloc(p, sizeof(*node));
	struct shell_node *compound;

	if (!node)
		return NULL;
	if (++p->depth > SHELL_DEPTH_MAX)
		return parse_fail(p, SHELL_INVALID, "nested too deeply");
	compound = parse_compound(p, node);
	p->depth--;
	if (p->status != SHELL_PARSED)
		return NULL;
	if (compound)
		return parse_redirects(p, compound);
	for (size_t i = 0; i < ARRAY_SIZE(reserved); i++)
		if (parse_sees(p, reserved[i]))
			return parse_unexpected(p);
	return parse_simple(p, node);
}

static struct shell_pipeline *parse_pipeline(struct parser *p)
{
	struct shell_pipeline *pipeline = parse_alloc(p, sizeof(*pipeline));
	struct shell_node **last;

	if (!pipeline)
		return NULL;
	pipeline->negated = parse_sees(p, "!");
	if (pipeline->negated)
		parse_advance(p);
	last = &pipeline->first;
	for (;;) {
		*last = parse_command(p);
		if (p->status != SHELL_PARSED)
			return NULL;
		last = &(*last)->piped;
		if (p->token.kind != TOKEN_PIPE)
			return pipeline;
		parse_advance(p);
		parse_skip_newlines(p);
	}
}

/* Reads what stands behind a pipeline. Return: whether another one may follow. */
static bool parse_join(struct parser *p, struct shell_pipeline *pipeline)
{
	switch (p->token.kind) {
	case TOKEN_AND:
	case TOKEN_OR:
		pipeline->join = p->token.kind == TOKEN_AND ? JOIN_AND : JOIN_OR;
		parse_advance(p);
		parse_skip_newlines(p);
		if (p->token.kind == TOKEN_END)
			parse_unexpected(p);
		return true;
	case TOKEN_BACKGROUND:
		pipeline->join = JOIN_BACKGROUND;
		parse_advance(p);
		return true;
	case TOKEN_SEMICOLON:
		parse_advance(p);
		return true;
	case TOKEN_NEWLINE:
		return true;
	default:
		return false;
	}
}

static bool parse_list_ends(const struct parser *p, const char *const *ends)
{
	if (p->token.kind == TOKEN_END || p->token.kind == TOKEN_CLOSE)
		return true;
	for (; *ends; ends++)
		if (parse_sees(p, *ends))
			return true;
	return false;
}

struct shell_pipeline *parse_list(struct parser *p, const char *const *ends)
{
	struct shell_pipeline *first = NULL, **last = &first;

	parse_skip_newlines(p);
	while (p->status == SHELL_PARSED && !parse_list_ends(p, ends)) {
		*last = parse_pipeline(p);
		if (p->status != SHELL_PARSED)
			return NULL;
		if (!parse_join(p, *last))
			break;
		last = &(*last)->next;
		parse_skip_newlines(p);
	}
	return first ? first : parse_unexpected(p);
}

/* The outermost list: ends with its line. */
static struct shell_pipeline *parse_line(struct parser *p)
{
	struct shell_pipeline *first = NULL, **last = &first;

	while (p->token.kind != TOKEN_NEWLINE && p->token.kind != TOKEN_END) {
		const char *begin = p->token.text;
		size_t length;

		*last = parse_pipeline(p);
		if (p->status != SHELL_PARSED)
			return NULL;
		length = p->token.text - begin;
		while (length && (begin[length - 1] == ' ' || begin[length - 1] == '\t'))
			length--;
		(*last)->text = shell_arena_copy(p->arena, begin, length);
		if (!(*last)->text)
			return parse_fail(p, SHELL_INVALID, "the command is too long");
		if (!parse_join(p, *last))
			break;
		last = &(*last)->next;
	}
	if (p->status == SHELL_PARSED && p->token.kind != TOKEN_NEWLINE &&
	    p->token.kind != TOKEN_END)
		return parse_unexpected(p);
	return first;
}

/* Whether the last line of the text is to be continued: it ends with a backslash. */
static bool parse_is_continued(const char *text, size_t bytes)
{
	size_t backslashes = 0;

	if (bytes && text[bytes - 1] == '\n')
		bytes--;
	while (backslashes < bytes && text[bytes - 1 - backslashes] == '\\')
		backslashes++;
	return backslashes % 2;
}

enum shell_parse_status shell_parse(struct shell_arena *arena, const char *text, size_t bytes,
				    struct shell_parse *parse)
{
	struct parser p = {
		.arena = arena,
		.text = text,
		.bytes = bytes,
		.parse = parse,
	};

	parse->message[0] = '\0';
	parse_advance(&p);
	parse->list = parse_line(&p);
	parse->consumed = p.at;
	if (p.status == SHELL_PARSED && p.at == bytes && parse_is_continued(text, bytes))
		parse_fail(&p, SHELL_INCOMPLETE, "syntax error: unexpected end");
	return p.status;
}
