/* SPDX-License-Identifier: MIT */
/*
 * Past lines: one buffer of NUL-terminated strings, oldest first. Adding to a
 * full one forgets from the front.
 */
#include "kernel/shell/line_history.h"

#include "lib/string.h"

/* Where the line that ends just before @position begins. */
static u32 history_line_before(const struct line_editor *editor, u32 position)
{
	position--;
	while (position > 0 && editor->history[position - 1])
		position--;
	return position;
}

void line_history_add(struct line_editor *editor, const char *line)
{
	u32 bytes = strlen(line) + 1;
	u32 used = editor->history_bytes;

	if (bytes == 1 || bytes > LINE_HISTORY_BYTES)
		return;
	if (used && !strcmp(editor->history + history_line_before(editor, used), line))
		return;
	while (used + bytes > LINE_HISTORY_BYTES) {
		u32 oldest = strlen(editor->history) + 1;

		used -= oldest;
		memmove(editor->history, editor->history + oldest, used);
	}
	memcpy(editor->history + used, line, bytes);
	editor->history_bytes = used + bytes;
	editor->history_position = editor->history_bytes;
}

void line_history_previous(struct line_editor *editor)
{
	if (!editor->history_position)
		return;
	if (editor->history_position == editor->history_bytes)
		memcpy(editor->kept, editor->text, editor->length + 1);
	editor->history_position = history_line_before(editor, editor->history_position);
	line_replace(editor, editor->history + editor->history_position);
}

void line_history_next(struct line_editor *editor)
{
	u32 at = editor->history_position;

	if (at == editor->history_bytes)
		return;
	at += strlen(editor->history + at) + 1;
	editor->history_position = at;
	line_replace(editor, at == editor->history_bytes ? editor->kept : editor->history + at);
}
