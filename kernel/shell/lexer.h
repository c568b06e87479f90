/* SPDX-License-Identifier: MIT */
/* The shell's text as tokens, for the parser. */
#pragma once

#include "kernel/shell/syntax.h"

enum shell_token_kind {
	TOKEN_WORD,
	TOKEN_REDIRECT, /* .redirect and .fd */
	TOKEN_PIPE,
	TOKEN_AND,
	TOKEN_OR,
	TOKEN_SEMICOLON,
	TOKEN_BACKGROUND,
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_NEWLINE,
	TOKEN_END,
	TOKEN_INCOMPLETE, /* a backslash as the text's last byte */
	TOKEN_INVALID,	  /* .reason */
};

struct shell_token {
	enum shell_token_kind kind;
	const char *text;
	size_t bytes;
	enum shell_redirect_kind redirect;
	int fd;
	const char *reason;
};

/* Reads the token at @text, after blanks and a comment. Return: bytes used, blanks included. */
size_t shell_next_token(const char *text, size_t bytes, struct shell_token *token);
