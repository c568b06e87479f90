/* SPDX-License-Identifier: MIT */
/*
 * Memory for one command: handed out piece by piece, given back all at once.
 * Tasks that outlive the command they were made by share it by reference.
 */
#pragma once

#include "lib/types.h"

struct shell_arena_chunk;

struct shell_arena {
	struct shell_arena_chunk *chunks; /* the one in use first */
	size_t total;			  /* bytes in all chunks */
	int users;			  /* atomic */
};

/* What one command may use; a command line that needs more is refused. */
#define SHELL_ARENA_MAX (4u << 20)

/* Return: an empty arena with one user, or NULL. Context: task. */
struct shell_arena *shell_arena_create(void);

/* One more, and one less user; the last one frees everything. Context: task. */
struct shell_arena *shell_arena_get(struct shell_arena *arena);
void shell_arena_put(struct shell_arena *arena);

/* Return: @bytes of zeroed memory, aligned to 8, or NULL. One task at a time. */
void *shell_arena_alloc(struct shell_arena *arena, size_t bytes);

/* Return: a copy of @bytes of @text with a NUL behind it, or NULL. */
char *shell_arena_copy(struct shell_arena *arena, const char *text, size_t bytes);
