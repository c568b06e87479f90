/* SPDX-License-Identifier: MIT */
/* The line editor's keys: what each byte received does to the line. */
#include "kernel/shell/line_editor.h"

#include "kernel/shell/line_complete.h"
#include "kernel/shell/line_history.h"
#include "lib/string.h"

#define KEY_CTRL(letter) ((letter) - 'A' + 1)
#define KEY_ESCAPE	 0x1b
#define KEY_BACKSPACE	 0x7f

void line_editor_init(struct line_editor *editor, const struct line_callbacks *callbacks)
{
	memset(editor, 0, sizeof(*editor));
	editor->callbacks = *callbacks;
	editor->prompt = "";
	editor->columns = LINE_COLUMNS;
}

void line_editor_begin(struct line_editor *editor, const char *prompt)
{
	editor->prompt = prompt;
	editor->length = editor->cursor = 0;
	editor->text[0] = '\0';
	editor->too_long = editor->last_was_tab = false;
	editor->escape = 0;
	editor->history_position = editor->history_bytes;
	line_editor_redraw(editor);
}

void line_insert(struct line_editor *editor, const char *text, size_t bytes)
{
	if (editor->length + bytes > LINE_BYTES) {
		editor->too_long = true;
		return;
	}
	memmove(editor->text + editor->cursor + bytes, editor->text + editor->cursor,
		editor->length - editor->cursor);
	memcpy(editor->text + editor->cursor, text, bytes);
	editor->length += bytes;
	editor->cursor += bytes;
	editor->text[editor->length] = '\0';
}

void line_replace(struct line_editor *editor, const char *text)
{
	editor->length = editor->cursor = 0;
	line_insert(editor, text, strlen(text));
}

static bool is_utf8_continuation(char byte)
{
	return ((u8)byte & 0xc0) == 0x80;
}

/* Where the character before, and the one after @at begins. */
static u32 line_previous(const struct line_editor *editor, u32 at)
{
	while (at > 0 && is_utf8_continuation(editor->text[--at]))
		;
	return at;
}

static u32 line_next(const struct line_editor *editor, u32 at)
{
	if (at < editor->length)
		at++;
	while (at < editor->length && is_utf8_continuation(editor->text[at]))
		at++;
	return at;
}

/* The blank-separated word left of the cursor, as Ctrl-W takes it. */
static u32 line_blank_left(const struct line_editor *editor)
{
	u32 at = editor->cursor;

	while (at > 0 && editor->text[at - 1] == ' ')
		at--;
	while (at > 0 && editor->text[at - 1] != ' ')
		at--;
	return at;
}

/* Takes [from, to) out of the line; the cursor ends at @from. */
static void line_delete(struct line_editor *editor, u32 from, u32 to)
{
	memmove(editor->text + from, editor->text + to, editor->length - to);
	editor->length -= to - from;
	editor->text[editor->length] = '\0';
	editor->cursor = from;
}

/* The last byte of "ESC [ number ; modifier final" or "ESC O final". */
static void line_escape_key(struct line_editor *editor, u8 final)
{
	if (final == '~') {
		static const char finals[] = {
			[1] = 'H', [3] = 'P', [4] = 'F', [7] = 'H', [8] = 'F'};

		if (editor->escape_number >= sizeof(finals))
			return;
		final = finals[editor->escape_number];
	}
	switch (final) {
	case 'A':
		line_history_previous(editor);
		break;
	case 'B':
		line_history_next(editor);
		break;
	case 'C':
		editor->cursor = line_next(editor, editor->cursor);
		break;
	case 'D':
		editor->cursor = line_previous(editor, editor->cursor);
		break;
	case 'H':
		editor->cursor = 0;
		break;
	case 'F':
		editor->cursor = editor->length;
		break;
	case 'P':
		line_delete(editor, editor->cursor, line_next(editor, editor->cursor));
		break;
	}
}

/* Takes a byte that follows ESC. Unknown sequences are read to their end and do nothing. */
static void line_escape_feed(struct line_editor *editor, u8 byte)
{
	if (editor->escape == KEY_ESCAPE) {
		editor->escape = byte == '[' || byte == 'O' ? byte : 0;
		editor->escape_number = 0;
		editor->escape_number_ended = false;
	} else if (byte >= '0' && byte <= '9') {
		if (!editor->escape_number_ended && editor->escape_number < 1000)
			editor->escape_number = editor->escape_number * 10 + byte - '0';
	} else if (byte == ';') {
		editor->escape_number_ended = true;
	} else if (byte < '@' || byte > '~') {
		if (byte < ' ')
			editor->escape = 0;
	} else {
		editor->escape = 0;
		line_escape_key(editor, byte);
	}
}

static enum line_event line_finish(struct line_editor *editor, enum line_event event)
{
	editor->cursor = editor->length;
	line_editor_refresh(editor);
	editor->callbacks.write(editor->callbacks.context, "\n", 1);
	return event == LINE_READY && editor->too_long ? LINE_TOO_LONG : event;
}

static enum line_event line_abort(struct line_editor *editor)
{
	editor->cursor = editor->length;
	line_editor_refresh(editor);
	editor->callbacks.write(editor->callbacks.context, "^C\n", 3);
	return LINE_ABORTED;
}

static void line_clear_screen(struct line_editor *editor)
{
	static const char home_and_erase[] = "\033[H\033[2J";

	editor->callbacks.write(editor->callbacks.context, home_and_erase,
				sizeof(home_and_erase) - 1);
	line_editor_redraw(editor);
}

/* The keys that move or change without ending the line. */
static void line_control_key(struct line_editor *editor, u8 byte)
{
	switch (byte) {
	case KEY_CTRL('A'):
		editor->cursor = 0;
		break;
	case KEY_CTRL('B'):
		editor->cursor = line_previous(editor, editor->cursor);
		break;
	case KEY_CTRL('D'):
		line_delete(editor, editor->cursor, line_next(editor, editor->cursor));
		break;
	case KEY_CTRL('E'):
		editor->cursor = editor->length;
		break;
	case KEY_CTRL('F'):
		editor->cursor = line_next(editor, editor->cursor);
		break;
	case KEY_CTRL('H'):
	case KEY_BACKSPACE:
		line_delete(editor, line_previous(editor, editor->cursor), editor->cursor);
		break;
	case KEY_CTRL('K'):
		line_delete(editor, editor->cursor, editor->length);
		break;
	case KEY_CTRL('L'):
		line_clear_screen(editor);
		break;
	case KEY_CTRL('N'):
		line_history_next(editor);
		break;
	case KEY_CTRL('P'):
		line_history_previous(editor);
		break;
	case KEY_CTRL('U'):
		line_delete(editor, 0, editor->cursor);
		break;
	case KEY_CTRL('W'):
		line_delete(editor, line_blank_left(editor), editor->cursor);
		break;
	}
}

enum line_event line_editor_feed(struct line_editor *editor, u8 byte)
{
	bool was_tab = editor->last_was_tab;
	u8 last_byte = editor->last_byte;

	editor->last_byte = byte;
	editor->last_was_tab = false;
	if (editor->escape) {
		line_escape_feed(editor, byte);
		return LINE_MORE;
	}
	switch (byte) {
	case '\n':
		if (last_byte == '\r')
			return LINE_MORE;
		return line_finish(editor, LINE_READY);
	case '\r':
		return line_finish(editor, LINE_READY);
	case KEY_CTRL('C'):
		return line_abort(editor);
	case KEY_CTRL('D'):
		if (!editor->length && !editor->too_long)
			return line_finish(editor, LINE_EOF);
		break;
	case KEY_ESCAPE:
		editor->escape = byte;
		return LINE_MORE;
	case '\t':
		line_complete(editor, was_tab);
		editor->last_was_tab = true;
		return LINE_MORE;
	}
	if (byte < ' ' || byte == KEY_BACKSPACE)
		line_control_key(editor, byte);
	else
		line_insert(editor, (const char *)&byte, 1);
	return LINE_MORE;
}
