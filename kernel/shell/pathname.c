/* SPDX-License-Identifier: MIT */
/* File name patterns: from `per_cpu/cpu*` to the names that exist, one directory level at a time.
 */
#include "kernel/fs/fcntl.h"
#include "kernel/shell/expand.h"
#include "lib/errno.h"
#include "lib/glob.h"
#include "lib/sort.h"
#include "lib/string.h"

#define LEVELS_MAX 16 /* directories with a wildcard in one pattern */

struct pathname {
	struct shell_expand *env;
	struct shell_strings *found;
	char path[PATH_MAX];
	int levels;
	int error;
};

/* The names of one directory that match one component. */
struct matching_names {
	struct pathname *pathname;
	const char *pattern;
	struct shell_strings names;
};

static int compare_strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void matching_name(void *taker, const char *name)
{
	struct matching_names *matching = taker;
	struct shell_arena *arena = matching->pathname->env->arena;
	char *copy;

	if ((name[0] == '.' && matching->pattern[0] != '.') || !glob_match(matching->pattern, name))
		return;
	copy = shell_arena_copy(arena, name, strlen(name));
	if (!copy || shell_strings_add(arena, &matching->names, copy))
		matching->pathname->error = -ENOMEM;
}

/* Appends text to the path without the backslashes. Return: its new length, 0 when too long. */
static size_t pathname_append(struct pathname *p, size_t length, const char *text, size_t bytes)
{
	for (size_t at = 0; at < bytes; at++) {
		if (text[at] == '\\' && at + 1 < bytes)
			at++;
		if (length + 1 >= sizeof(p->path))
			return 0;
		p->path[length++] = text[at];
	}
	p->path[length] = '\0';
	return length;
}

static void pathname_found(struct pathname *p, size_t length)
{
	char *copy = shell_arena_copy(p->env->arena, p->path, length);

	if (!copy || shell_strings_add(p->env->arena, p->found, copy))
		p->error = -ENOMEM;
}

static void pathname_walk(struct pathname *p, size_t length, const char *pattern);

/* Goes on with @rest below every name that matches the component @pattern of @bytes. */
static void pathname_match(struct pathname *p, size_t length, const char *pattern, size_t bytes)
{
	struct matching_names matching = {.pathname = p};

	matching.pattern = shell_arena_copy(p->env->arena, pattern, bytes);
	if (!matching.pattern) {
		p->error = -ENOMEM;
		return;
	}
	p->env->list(p->env->context, length ? p->path : ".", matching_name, &matching);
	sort(matching.names.items, matching.names.count, sizeof(char *), compare_strings);
	for (size_t i = 0; i < matching.names.count && !p->error; i++) {
		const char *name = matching.names.items[i];
		size_t name_bytes = strlen(name);

		if (length + name_bytes + 1 >= sizeof(p->path))
			continue;
		memcpy(p->path + length, name, name_bytes + 1);
		if (pattern[bytes])
			pathname_walk(p, length + name_bytes, pattern + bytes);
		else
			pathname_found(p, length + name_bytes);
	}
	p->path[length] = '\0';
}

static bool component_has_wildcard(const char *component)
{
	for (; *component && *component != '/'; component++) {
		if (*component == '\\' && component[1])
			component++;
		else if (*component == '*' || *component == '?' || *component == '[')
			return true;
	}
	return false;
}

/* Return: the length of the front of @pattern that has no wildcard: whole components and slashes.
 */
static size_t pathname_plain_length(const char *pattern)
{
	size_t plain = 0;

	while (pattern[plain]) {
		plain += strspn(pattern + plain, "/");
		if (component_has_wildcard(pattern + plain))
			break;
		plain += strcspn(pattern + plain, "/");
	}
	return plain;
}

/* Follows @pattern from the directory that is the first @length bytes of the path. */
static void pathname_walk(struct pathname *p, size_t length, const char *pattern)
{
	size_t plain = pathname_plain_length(pattern);

	if (plain) {
		length = pathname_append(p, length, pattern, plain);
		if (!length)
			return;
	}
	pattern += plain;
	if (*pattern && ++p->levels <= LEVELS_MAX) {
		pathname_match(p, length, pattern, strcspn(pattern, "/"));
		p->levels--;
	} else if (!*pattern && p->env->exists(p->env->context, p->path)) {
		pathname_found(p, length);
	}
}

int shell_expand_pathname(struct shell_expand *env, const char *pattern,
			  struct shell_strings *strings)
{
	struct pathname *p = shell_arena_alloc(env->arena, sizeof(*p));
	size_t before = strings->count;

	if (!p)
		return -ENOMEM;
	p->env = env;
	p->found = strings;
	pathname_walk(p, 0, pattern);
	return p->error ? p->error : (int)(strings->count - before);
}
