/* SPDX-License-Identifier: MIT */
/* Tab: what all candidates have in common is typed; a second Tab shows them. */
#include "kernel/shell/line_complete.h"

#include "kernel/shell/line_history.h"
#include "lib/math.h"
#include "lib/string.h"

#define COMMON_BYTES 256
#define LISTED_MAX   200 /* candidates shown before "and N more" */
#define COLUMN_GAP   2

/* The first walk over the candidates: how many, how wide, and what they share. */
struct candidate_summary {
	u32 count, widest;
	char suffix; /* of the last one seen */
	char common[COMMON_BYTES];
};

static void candidate_summarize(void *taker, const char *word, char suffix)
{
	struct candidate_summary *summary = taker;
	u32 bytes = strlen(word), same = 0;

	if (!summary->count) {
		same = min(bytes, (u32)COMMON_BYTES - 1);
		memcpy(summary->common, word, same);
	}
	while (summary->count && summary->common[same] && summary->common[same] == word[same])
		same++;
	summary->common[same] = '\0';
	summary->widest = max(summary->widest, bytes + (suffix == '/'));
	summary->suffix = suffix;
	summary->count++;
}

/* The second walk: a table, as wide as the screen, in the order the candidates come. */
struct candidate_list {
	struct line_editor *editor;
	u32 column_width, columns, printed;
};

static void candidate_write(struct candidate_list *list, const char *text, size_t bytes)
{
	list->editor->callbacks.write(list->editor->callbacks.context, text, bytes);
}

static void candidate_print(void *taker, const char *word, char suffix)
{
	struct candidate_list *list = taker;
	u32 bytes = strlen(word);

	if (list->printed++ >= LISTED_MAX)
		return;
	candidate_write(list, word, bytes);
	if (suffix == '/') {
		candidate_write(list, "/", 1);
		bytes++;
	}
	if (list->printed % list->columns == 0) {
		candidate_write(list, "\n", 1);
		return;
	}
	for (; bytes < list->column_width; bytes++)
		candidate_write(list, " ", 1);
}

static void candidate_print_rest(struct candidate_list *list)
{
	char number[12];
	u32 at = sizeof(number), rest;

	if (min(list->printed, (u32)LISTED_MAX) % list->columns)
		candidate_write(list, "\n", 1);
	if (list->printed <= LISTED_MAX)
		return;
	for (rest = list->printed - LISTED_MAX; rest; rest /= 10)
		number[--at] = '0' + rest % 10;
	candidate_write(list, "... and ", 8);
	candidate_write(list, number + at, sizeof(number) - at);
	candidate_write(list, " more\n", 6);
}

static void candidates_show(struct line_editor *editor, const struct candidate_summary *summary)
{
	struct candidate_list list = {
		.editor = editor,
		.column_width = summary->widest + COLUMN_GAP,
	};

	list.columns = max(1u, editor->columns / list.column_width);
	line_editor_refresh(editor);
	candidate_write(&list, "\n", 1);
	editor->callbacks.complete(editor->callbacks.context, editor->text, editor->cursor,
				   candidate_print, &list);
	candidate_print_rest(&list);
	line_editor_redraw(editor);
}

void line_complete(struct line_editor *editor, bool list)
{
	struct candidate_summary summary = {.count = 0};
	u32 word, typed, common;
	char after;

	if (!editor->callbacks.complete)
		return;
	after = editor->text[editor->cursor];
	editor->text[editor->cursor] = '\0'; /* candidates see the line up to the cursor */
	word = editor->callbacks.complete(editor->callbacks.context, editor->text, editor->cursor,
					  candidate_summarize, &summary);
	editor->text[editor->cursor] = after;
	if (!summary.count)
		return;
	typed = editor->cursor - word;
	common = strlen(summary.common);
	if (common > typed)
		line_insert(editor, summary.common + typed, common - typed);
	if (summary.count == 1 && summary.suffix)
		line_insert(editor, &summary.suffix, 1);
	else if (summary.count > 1 && list && common <= typed)
		candidates_show(editor, &summary);
}
