/* SPDX-License-Identifier: MIT */
/*
 * Drawing the edited line. The editor remembers which characters the terminal
 * shows; a refresh writes from the first to the last cell that differs and
 * walks the cursor there with "\b" or by writing what is there already.
 */
#include "kernel/shell/line_editor.h"

#include "lib/math.h"
#include "lib/string.h"

/* Output is collected and handed on in one piece. */
struct screen_out {
	struct line_editor *editor;
	u32 used;
	char bytes[128];
};

static void screen_flush(struct screen_out *out)
{
	if (out->used)
		out->editor->callbacks.write(out->editor->callbacks.context, out->bytes, out->used);
	out->used = 0;
}

static void screen_put(struct screen_out *out, char byte)
{
	if (out->used == sizeof(out->bytes))
		screen_flush(out);
	out->bytes[out->used++] = byte;
}

/* A cell holds the bytes of one UTF-8 character, the first in the low byte. */
static void screen_put_cell(struct screen_out *out, u32 cell)
{
	for (; cell; cell >>= 8)
		screen_put(out, cell & 0xff);
}

static u32 screen_width(const struct line_editor *editor)
{
	u32 columns = min(editor->columns, (u32)LINE_COLUMNS_MAX);
	u32 prompt = strlen(editor->prompt);

	/* The last column stays free: some terminals wrap as soon as it is written. */
	return columns > prompt + 10 ? columns - prompt - 1 : 10;
}

/* Cells of the first @bytes of the line. A stray continuation byte in front is one too. */
static u32 screen_cells(const struct line_editor *editor, u32 bytes)
{
	u32 cells = 0;

	for (u32 at = 0; at < bytes; at++)
		cells += ((u8)editor->text[at] & 0xc0) != 0x80 || !at;
	return cells;
}

/* Fills @cells with what the window should show. Return: how many. */
static u32 screen_compose(const struct line_editor *editor, u32 *cells, u32 width)
{
	u32 cell = 0, shift = 0; /* cell counts from 1: the character begun last */

	for (u32 at = 0; at < editor->length; at++) {
		u8 byte = editor->text[at];

		if ((byte & 0xc0) != 0x80 || !cell) {
			if (cell == editor->scroll + width)
				break;
			cell++;
			shift = 0;
		} else {
			shift += 8;
		}
		if (cell <= editor->scroll || shift > 24)
			continue;
		if (!shift)
			cells[cell - editor->scroll - 1] = 0;
		cells[cell - editor->scroll - 1] |= (u32)byte << shift;
	}
	return cell > editor->scroll ? cell - editor->scroll : 0;
}

static void screen_move(struct screen_out *out, u32 column)
{
	struct line_editor *editor = out->editor;

	for (; editor->shown_cursor > column; editor->shown_cursor--)
		screen_put(out, '\b');
	for (; editor->shown_cursor < column; editor->shown_cursor++)
		screen_put_cell(out, editor->shown[editor->shown_cursor]);
}

/* Writes cells [from, to) and remembers them. The cursor is at @from. */
static void screen_write(struct screen_out *out, const u32 *cells, u32 from, u32 to)
{
	struct line_editor *editor = out->editor;

	for (; from < to; from++) {
		editor->shown[from] = cells[from];
		screen_put_cell(out, cells[from]);
	}
	editor->shown_cursor = to;
}

/* Moves the window, in steps of a third of it, so that it holds the cursor. */
static void screen_scroll(struct line_editor *editor, u32 cursor, u32 width)
{
	u32 step = max(width / 3, 1u);

	while (cursor < editor->scroll)
		editor->scroll -= min(step, editor->scroll);
	while (cursor > editor->scroll + width - 1)
		editor->scroll += step;
}

void line_editor_refresh(struct line_editor *editor)
{
	struct screen_out out = {.editor = editor};
	u32 cells[LINE_COLUMNS_MAX];
	u32 width = screen_width(editor);
	u32 cursor = screen_cells(editor, editor->cursor);
	u32 count, first = 0, last;

	screen_scroll(editor, cursor, width);
	count = screen_compose(editor, cells, width);
	for (last = count; last < editor->shown_cells; last++)
		cells[last] = ' ';
	while (first < last && first < editor->shown_cells && cells[first] == editor->shown[first])
		first++;
	while (last > first && last <= editor->shown_cells &&
	       cells[last - 1] == editor->shown[last - 1])
		last--;
	if (first < last) {
		screen_move(&out, first);
		screen_write(&out, cells, first, last);
	}
	editor->shown_cells = count;
	screen_move(&out, cursor - editor->scroll);
	screen_flush(&out);
}

void line_editor_redraw(struct line_editor *editor)
{
	editor->callbacks.write(editor->callbacks.context, "\r", 1);
	editor->callbacks.write(editor->callbacks.context, editor->prompt, strlen(editor->prompt));
	editor->shown_cells = editor->shown_cursor = editor->scroll = 0;
	line_editor_refresh(editor);
}
