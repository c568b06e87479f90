/* SPDX-License-Identifier: MIT */
/*
 * The shell's grammar, as a tree. A subset of POSIX's (2.10, Shell Grammar):
 *
 *	list      = pipeline { ("&&" | "||" | ";" | "&" | newline) pipeline }
 *	pipeline  = ["!"] command { "|" command }
 *	command   = { word | redirection }
 *	          | "if" list "then" list { "elif" list "then" list } ["else" list] "fi"
 *	          | ("while" | "until") list "do" list "done"
 *	          | "for" name ["in" { word }] ";" "do" list "done"
 *	          | "{" list "}" | "(" list ")"         each with redirections behind it
 *	redirection = [digit] (">" | ">>" | "<" | ">&" | "<&" | "&>") word
 *
 * Words are kept as they were written, quotes and all: expand.h makes strings
 * of them when the command is run. Pure: no kernel service but memory.
 */
#pragma once

#include "kernel/shell/arena.h"

/* Compound commands and substitutions inside each other: bounds the stack that running takes. */
#define SHELL_DEPTH_MAX 10

struct shell_word {
	struct shell_word *next;
	const char *raw; /* as written, NUL-terminated */
};

enum shell_redirect_kind {
	REDIRECT_READ,	 /* < */
	REDIRECT_WRITE,	 /* > */
	REDIRECT_APPEND, /* >> */
	REDIRECT_COPY,	 /* >& and <&: target is a descriptor's number */
	REDIRECT_BOTH,	 /* &>: descriptors 1 and 2 */
};

struct shell_redirect {
	struct shell_redirect *next;
	enum shell_redirect_kind kind;
	int fd;
	struct shell_word target;
};

enum shell_node_kind {
	NODE_SIMPLE, /* words */
	NODE_IF,     /* condition, body, otherwise */
	NODE_WHILE,  /* condition, body */
	NODE_UNTIL,  /* condition, body */
	NODE_FOR,    /* name, words, body */
	NODE_GROUP,  /* body */
	NODE_SUBSHELL,
};

struct shell_pipeline;

/* One command; a pipeline links several by .piped. */
struct shell_node {
	enum shell_node_kind kind;
	bool without_items; /* a for without "in" */
	struct shell_node *piped;
	struct shell_word *words;
	struct shell_redirect *redirects;
	const char *name;
	struct shell_pipeline *condition, *body, *otherwise; /* lists */
};

/* How the next pipeline of a list depends on this one. */
enum shell_join {
	JOIN_NEXT,	 /* ; or newline, or there is none */
	JOIN_AND,	 /* && */
	JOIN_OR,	 /* || */
	JOIN_BACKGROUND, /* & : this pipeline, and those joined to its left, do not hold up the rest
			  */
};

/* A list is its first pipeline; an empty list is NULL. */
struct shell_pipeline {
	struct shell_pipeline *next;
	enum shell_join join;
	bool negated;
	struct shell_node *first;
	const char *text; /* what was written, for `jobs` */
};

enum shell_parse_status {
	SHELL_PARSED,	  /* .list is one complete command, or NULL for an empty line */
	SHELL_INCOMPLETE, /* more lines are needed: an if without its fi, a | at the end */
	SHELL_INVALID,	  /* .message says why */
};

struct shell_parse {
	struct shell_pipeline *list;
	size_t consumed;   /* bytes of the text, the newline that ended the command included */
	char message[100]; /* "syntax error near ..." */
};

/*
 * Parses the first complete command of @text, up to the newline that ends it. The tree is in
 * @arena. NUL bytes in @text are a syntax error. Context: task.
 */
enum shell_parse_status shell_parse(struct shell_arena *arena, const char *text, size_t bytes,
				    struct shell_parse *parse);

/*
 * Return: how many bytes of @text, which begins with a quote, backslash, or dollar sign, belong
 * together: '...', "...", \x, $(...), $((...)), ${...}, or 1 for a dollar sign alone.
 * 0 when the end is missing, or it is nested too deeply.
 */
size_t shell_quoted_length(const char *text, size_t bytes);

/* Return: the length of the variable name that @text begins with; 0 when it begins with none. */
size_t shell_name_length(const char *text);
