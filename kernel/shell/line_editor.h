/* SPDX-License-Identifier: MIT */
/*
 * One editable line at a terminal of which nothing is known: it is drawn with
 * printable bytes, spaces, "\b" and "\r" alone, never asks the terminal
 * anything, and scrolls sideways where the line is wider than the screen.
 *
 * Feed it received bytes, then refresh the screen; a whole paste costs one
 * drawing. Keys: arrows, Home, End, Delete, Ctrl-A B D E F H K L N P U W,
 * Tab. Pure: no kernel service, also built on the host.
 */
#pragma once

#include "lib/types.h"

#define LINE_BYTES	   4096 /* longest line, without its end */
#define LINE_COLUMNS	   80	/* of the terminal, prompt included, unless set otherwise */
#define LINE_COLUMNS_MAX   256
#define LINE_HISTORY_BYTES 16384

enum line_event {
	LINE_MORE,     /* nothing to do yet */
	LINE_READY,    /* Enter: the line is in .text */
	LINE_TOO_LONG, /* Enter, but more than LINE_BYTES were typed: they are gone */
	LINE_ABORTED,  /* Ctrl-C */
	LINE_EOF,      /* Ctrl-D on an empty line */
};

/* Takes one candidate: the whole word, and what to type after it (' ', '/', or 0 for nothing). */
typedef void (*line_candidate_fn)(void *taker, const char *word, char suffix);

/* How the editor reaches the world. Both run in the caller's context. */
struct line_callbacks {
	/* Puts @bytes of @text on the screen; "\n" begins a new line. */
	void (*write)(void *context, const char *text, size_t bytes);
	/*
	 * Calls @candidate for each completion of the word that ends at text[cursor]. Return:
	 * where that word begins. May be NULL.
	 */
	size_t (*complete)(void *context, const char *text, size_t cursor,
			   line_candidate_fn candidate, void *taker);
	void *context;
};

struct line_editor {
	struct line_callbacks callbacks;
	const char *prompt;
	u32 columns;

	char text[LINE_BYTES + 1]; /* the line; NUL-terminated when LINE_READY */
	u32 length, cursor;
	bool too_long;
	bool last_was_tab;

	/* The key being received: 0, ESC, '[' (with its number) or 'O'. */
	u8 escape;
	u32 escape_number;
	bool escape_number_ended; /* a second number has begun: it means Shift, Ctrl or Alt */
	u8 last_byte;		  /* so that "\r\n" is one Enter */

	/* What the terminal shows after the prompt, one UTF-8 character a cell. */
	u32 shown[LINE_COLUMNS_MAX];
	u32 shown_cells, shown_cursor;
	u32 scroll; /* cells of the line left of the window */

	char kept[LINE_BYTES + 1]; /* the new line, while the history is looked at */
	/* Past lines, oldest first, each ended by NUL. */
	char history[LINE_HISTORY_BYTES];
	u32 history_bytes;
	u32 history_position; /* byte offset of the line shown; == history_bytes: the new one */
};

/* Prepares @editor: no history, 80 columns. */
void line_editor_init(struct line_editor *editor, const struct line_callbacks *callbacks);

/* Begins an empty line and draws @prompt, which must stay valid and be printable ASCII. */
void line_editor_begin(struct line_editor *editor, const char *prompt);

/*
 * Takes one received byte. Draws only where the order matters (a completion's list, a line's
 * end): call line_editor_refresh() when no more bytes are there.
 */
enum line_event line_editor_feed(struct line_editor *editor, u8 byte);

/* Makes the screen show the line and the cursor, by the fewest bytes. */
void line_editor_refresh(struct line_editor *editor);

/* Draws prompt and line anew where the cursor is: something else has written. */
void line_editor_redraw(struct line_editor *editor);

/* Adds a line to the history unless it is empty or the same as the last. */
void line_history_add(struct line_editor *editor, const char *line);
