/* SPDX-License-Identifier: MIT */
/* Memory for one command, in chunks that are freed together. */
#include "kernel/shell/arena.h"

#include "arch/x86_64/atomic.h"
#include "kernel/mm/slab.h"
#include "lib/math.h"
#include "lib/string.h"

#define ARENA_CHUNK_BYTES 2000 /* half a page with the allocator's own words */

struct shell_arena_chunk {
	struct shell_arena_chunk *next;
	size_t used, size; /* of .memory */
	char memory[] __aligned(8);
};

struct shell_arena *shell_arena_create(void)
{
	struct shell_arena *arena = kzalloc(sizeof(*arena), GFP_KERNEL);

	if (arena)
		arena->users = 1;
	return arena;
}

struct shell_arena *shell_arena_get(struct shell_arena *arena)
{
	__atomic_add_fetch(&arena->users, 1, __ATOMIC_SEQ_CST);
	return arena;
}

void shell_arena_put(struct shell_arena *arena)
{
	struct shell_arena_chunk *chunk, *next;

	if (!arena || __atomic_sub_fetch(&arena->users, 1, __ATOMIC_SEQ_CST))
		return;
	for (chunk = arena->chunks; chunk; chunk = next) {
		next = chunk->next;
		kfree(chunk);
	}
	kfree(arena);
}

static struct shell_arena_chunk *shell_arena_grow(struct shell_arena *arena, size_t bytes)
{
	size_t size = max(bytes, (size_t)ARENA_CHUNK_BYTES - sizeof(struct shell_arena_chunk));
	struct shell_arena_chunk *chunk;

	if (arena->total + size > SHELL_ARENA_MAX)
		return NULL;
	chunk = kmalloc(sizeof(*chunk) + size, GFP_KERNEL);
	if (!chunk)
		return NULL;
	*chunk = (struct shell_arena_chunk){.next = arena->chunks, .size = size};
	arena->chunks = chunk;
	arena->total += size;
	return chunk;
}

void *shell_arena_alloc(struct shell_arena *arena, size_t bytes)
{
	struct shell_arena_chunk *chunk = arena->chunks;
	void *memory;

	bytes = ALIGN_UP(max(bytes, (size_t)1), 8);
	if (!chunk || chunk->size - chunk->used < bytes)
		chunk = shell_arena_grow(arena, bytes);
	if (!chunk)
		return NULL;
	memory = chunk->memory + chunk->used;
	chunk->used += bytes;
	return memset(memory, 0, bytes);
}

char *shell_arena_copy(struct shell_arena *arena, const char *text, size_t bytes)
{
	char *copy = shell_arena_alloc(arena, bytes + 1);

	return copy ? memcpy(copy, text, bytes) : NULL;
}
