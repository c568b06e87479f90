/* SPDX-License-Identifier: MIT */
/* Tab in the line editor. */
#pragma once

#include "kernel/shell/line_editor.h"

/*
 * Extends the word before the cursor as far as its candidates agree, and types the suffix
 * when there is only one. With @list, the second Tab in a row, lists them below the line.
 */
void line_complete(struct line_editor *editor, bool list);
