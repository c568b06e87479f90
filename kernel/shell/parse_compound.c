/* SPDX-License-Identifier: MIT */
/* The shell's parser: if, while, until, for, groups and subshells. */
#include "kernel/shell/parser.h"
#include "lib/compiler.h"

static struct shell_pipeline *parse_then(struct parser *p)
{
	static const char *const ends[] = {"elif", "else", "fi", NULL};

	return parse_expect(p, "then") ? parse_list(p, ends) : NULL;
}

/* From behind "if" or "elif" to the "fi". */
static struct shell_node *parse_if(struct parser *p, struct shell_node *node)
{
	static const char *const then[] = {"then", NULL}, *const fi[] = {"fi", NULL};

	node->kind = NODE_IF;
	node->condition = parse_list(p, then);
	node->body = parse_then(p);
	if (p->status == SHELL_PARSED && parse_sees(p, "elif")) {
		struct shell_pipeline *list = parse_alloc(p, sizeof(*list));
		struct shell_node *nested = parse_alloc(p, sizeof(*nested));

		if (!list || !nested)
			return NULL;
		if (++p->depth > SHELL_DEPTH_MAX)
			return parse_fail(p, SHELL_INVALID, "nested too deeply");
		parse_advance(p);
		list->first = parse_if(p, nested);
		node->otherwise = list;
		p->depth--;
		return node;
	}
	if (p->status == SHELL_PARSED && parse_sees(p, "else")) {
		parse_advance(p);
		node->otherwise = parse_list(p, fi);
	}
	return parse_expect(p, "fi") ? node : NULL;
}

static struct shell_pipeline *parse_do(struct parser *p)
{
	static const char *const done[] = {"done", NULL};
	struct shell_pipeline *body;

	if (!parse_expect(p, "do"))
		return NULL;
	body = parse_list(p, done);
	return parse_expect(p, "done") ? body : NULL;
}

static struct shell_node *parse_while(struct parser *p, struct shell_node *node,
				      enum shell_node_kind kind)
{
	static const char *const ends[] = {"do", NULL};

	node->kind = kind;
	node->condition = parse_list(p, ends);
	node->body = parse_do(p);
	return node;
}

static struct shell_node *parse_for(struct parser *p, struct shell_node *node)
{
	struct shell_word name = {.next = NULL};

	node->kind = NODE_FOR;
	if (!parse_word(p, &name))
		return NULL;
	if (!name.raw[0] || name.raw[shell_name_length(name.raw)])
		return parse_fail(p, SHELL_INVALID, "syntax error: for needs a name");
	node->name = name.raw;
	node->without_items = !parse_sees(p, "in");
	if (!node->without_items) {
		parse_advance(p);
		node->words = parse_words(p);
	}
	if (p->token.kind == TOKEN_SEMICOLON)
		parse_advance(p);
	parse_skip_newlines(p);
	node->body = parse_do(p);
	return node;
}

static struct shell_node *parse_group(struct parser *p, struct shell_node *node)
{
	static const char *const ends[] = {"}", NULL};

	node->kind = NODE_GROUP;
	node->body = parse_list(p, ends);
	return parse_expect(p, "}") ? node : NULL;
}

static struct shell_node *parse_subshell(struct parser *p, struct shell_node *node)
{
	static const char *const ends[] = {NULL};

	node->kind = NODE_SUBSHELL;
	node->body = parse_list(p, ends);
	if (p->token.kind != TOKEN_CLOSE)
		return parse_unexpected(p);
	parse_advance(p);
	return node;
}

struct shell_node *parse_compound(struct parser *p, struct shell_node *node)
{
	static const char *const words[] = {"if", "while", "until", "for", "{"};
	size_t word = 0;

	if (p->token.kind == TOKEN_OPEN) {
		parse_advance(p);
		return parse_subshell(p, node);
	}
	while (word < ARRAY_SIZE(words) && !parse_sees(p, words[word]))
		word++;
	if (word == ARRAY_SIZE(words))
		return NULL;
	parse_advance(p);
	switch (word) {
	case 0:
		return parse_if(p, node);
	case 1:
		return parse_while(p, node, NODE_WHILE);
	case 2:
		return parse_while(p, node, NODE_UNTIL);
	case 3:
		return parse_for(p, node);
	}
	return parse_group(p, node);
}
