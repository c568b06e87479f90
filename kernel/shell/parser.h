/* SPDX-License-Identifier: MIT */
/*
 * The parser's state and parts, for its two files. Every part begins at the look-ahead token
 * and leaves it behind what it took; when it fails, the status says so and all others return.
 */
#pragma once

#include "kernel/shell/lexer.h"

struct parser {
	struct shell_arena *arena;
	const char *text;
	size_t bytes, at;	  /* at: behind the look-ahead token */
	struct shell_token token; /* the look-ahead */
	int depth;
	enum shell_parse_status status; /* anything but SHELL_PARSED: unwinding */
	struct shell_parse *parse;
};

/* Notes the first failure. Return: NULL. */
void *parse_fail(struct parser *p, enum shell_parse_status status, const char *message);
/* The look-ahead token cannot stand here. Return: NULL. */
void *parse_unexpected(struct parser *p);

/* Return: zeroed memory of the tree's, or NULL with the failure noted. */
void *parse_alloc(struct parser *p, size_t bytes);

void parse_advance(struct parser *p);
/* Whether the look-ahead is the word @word, not quoted. */
bool parse_sees(const struct parser *p, const char *word);
/* Takes that word. Return: false, with the failure noted, if it is not there. */
bool parse_expect(struct parser *p, const char *word);
void parse_skip_newlines(struct parser *p);

/* Fills @word with the look-ahead. Return: false if it is no word. */
bool parse_word(struct parser *p, struct shell_word *word);
/* All words that follow. */
struct shell_word *parse_words(struct parser *p);

/*
 * A list inside a compound command, up to one of the words @ends (NULL-ended), a closing bracket,
 * or the end of the text; who called it looks at what it was. It must not be empty.
 */
struct shell_pipeline *parse_list(struct parser *p, const char *const *ends);

/*
 * The compound command that the look-ahead begins, into @node. Return: @node; NULL with the
 * status SHELL_PARSED: it begins none.
 */
struct shell_node *parse_compound(struct parser *p, struct shell_node *node);
