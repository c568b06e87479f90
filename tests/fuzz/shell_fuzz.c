/* SPDX-License-Identifier: MIT */
/* The shell's parser and expander on any bytes: each line is parsed, its words are expanded. */
#include "kernel/shell/expand.h"

static const char *fuzz_variable(void *context, const char *name, size_t length)
{
	return length % 2 ? "a *[b" : NULL;
}

static const char *fuzz_substitute(void *context, const char *command, size_t length)
{
	return "x\ny";
}

static void fuzz_list(void *context, const char *directory,
		      void (*entry)(void *taker, const char *name), void *taker)
{
	entry(taker, "a");
	entry(taker, ".b");
	entry(taker, "c[d");
}

static bool fuzz_exists(void *context, const char *path)
{
	return path[0] == 'a';
}

static void fuzz_expand(struct shell_expand *env, const struct shell_pipeline *list)
{
	for (; list; list = list->next) {
		for (const struct shell_node *node = list->first; node; node = node->piped) {
			struct shell_strings strings = {.count = 0};

			shell_expand_words(env, node->words, &strings);
			if (node->redirects)
				shell_expand_string(env, node->redirects->target.raw);
			fuzz_expand(env, node->condition);
			fuzz_expand(env, node->body);
			fuzz_expand(env, node->otherwise);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	struct shell_expand env = {
		.arena = shell_arena_create(),
		.variable = fuzz_variable,
		.substitute = fuzz_substitute,
		.list = fuzz_list,
		.exists = fuzz_exists,
	};
	struct shell_parse parse;

	while (bytes && shell_parse(env.arena, (const char *)data, bytes, &parse) == SHELL_PARSED) {
		fuzz_expand(&env, parse.list);
		if (!parse.consumed)
			break;
		data += parse.consumed;
		bytes -= parse.consumed;
	}
	shell_arena_put(env.arena);
	return 0;
}
