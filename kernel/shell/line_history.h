/* SPDX-License-Identifier: MIT */
/* The line editor's parts among themselves: changing the whole line, and its history. */
#pragma once

#include "kernel/shell/line_editor.h"

/* Puts @bytes of @text in at the cursor, which moves behind them. Too many: marks the line. */
void line_insert(struct line_editor *editor, const char *text, size_t bytes);

/* Makes @text the line, cursor at its end. */
void line_replace(struct line_editor *editor, const char *text);

/* Shows the line before, or after, the one shown. The line being typed is kept. */
void line_history_previous(struct line_editor *editor);
void line_history_next(struct line_editor *editor);
