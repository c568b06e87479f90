/* SPDX-License-Identifier: MIT */
/*
 * From words as written to the strings a command gets: parameters ($NAME,
 * ${NAME}, $1, $@, $?, $$, $!, $#), command substitution $(...), splitting at
 * white space, file name patterns (* ? [...]), and quotes taken off. A pattern that matches no file
 * stays as it is.
 *
 * Pure: what it needs to know of variables and files comes by callbacks.
 */
#pragma once

#include "kernel/shell/syntax.h"

struct shell_expand {
	struct shell_arena *arena; /* of all results */
	void *context;		   /* for the callbacks */

	/* The value of a parameter, @length bytes of @name: valid until the next call; or NULL. */
	const char *(*variable)(void *context, const char *name, size_t length);
	/* What @command prints, without the newlines at its end, or NULL: no memory. */
	const char *(*substitute)(void *context, const char *command, size_t length);
	/* Calls @entry for each name in @directory but . and .., in any order. */
	void (*list)(void *context, const char *directory,
		     void (*entry)(void *taker, const char *name), void *taker);
	bool (*exists)(void *context, const char *path);

	char message[80]; /* why it failed */
};

/* Strings in the order they came; items[count] is NULL. */
struct shell_strings {
	size_t count, capacity;
	char **items;
};

/*
 * Expands @words and appends the results to @strings, which begins as all zero.
 * Return: 0, or -EINVAL with env->message set, or -ENOMEM.
 */
int shell_expand_words(struct shell_expand *env, const struct shell_word *words,
		       struct shell_strings *strings);

/*
 * Expands one word into one string: no splitting, no file names; for the value of an assignment
 * and the target of a redirection. Return: the string, or NULL with env->message set.
 */
char *shell_expand_string(struct shell_expand *env, const char *raw);

/* Appends @string, which is not copied. Return: 0 or -ENOMEM. */
int shell_strings_add(struct shell_arena *arena, struct shell_strings *strings, char *string);

/*
 * Appends the names of the files that match @pattern (glob.h), sorted.
 * Return: how many, or -ENOMEM.
 */
int shell_expand_pathname(struct shell_expand *env, const char *pattern,
			  struct shell_strings *strings);
