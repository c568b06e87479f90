/* SPDX-License-Identifier: MIT */
/* The line editor on any bytes. */
#include "kernel/shell/line_editor.h"

static void fuzz_write(void *context, const char *text, size_t bytes)
{
	volatile char sink = 0;

	while (bytes--)
		sink = text[bytes];
	(void)sink;
}

static size_t fuzz_complete(void *context, const char *text, size_t cursor,
			    line_candidate_fn candidate, void *taker)
{
	size_t word = cursor;

	while (word > 0 && text[word - 1] != ' ')
		word--;
	if (cursor % 3)
		candidate(taker, text + word, ' ');
	if (cursor % 3 == 2)
		candidate(taker, "another", '/');
	return word;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	static const struct line_callbacks callbacks = {fuzz_write, fuzz_complete, NULL};
	static struct line_editor editor;

	line_editor_init(&editor, &callbacks);
	line_editor_begin(&editor, "> ");
	for (size_t i = 0; i < bytes; i++) {
		if (line_editor_feed(&editor, data[i]) != LINE_MORE) {
			line_history_add(&editor, editor.text);
			line_editor_begin(&editor, "> ");
		}
		if (data[i] % 4 == 0)
			line_editor_refresh(&editor);
	}
	return 0;
}
