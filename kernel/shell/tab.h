/* SPDX-License-Identifier: MIT */
/* What Tab proposes: commands, files, and function and tracer names where a tracing file wants
 * them. */
#pragma once

#include "kernel/shell/line_editor.h"

/* For line_callbacks.complete. Context: the console shell's task. */
size_t shell_tab_complete(void *context, const char *text, size_t cursor,
			  line_candidate_fn candidate, void *taker);
