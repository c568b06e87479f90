/* SPDX-License-Identifier: MIT */
/*
 * The line editor, key by key, against a terminal that knows printable bytes,
 * "\b", "\r" and "\n" and nothing else.
 */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "kernel/shell/line_editor.h"
#include "lib/compiler.h"
#include "lib/string.h"

#define ROW_CELLS 300

/* A dumb terminal: the current row, and all bytes that came. */
struct terminal {
	char row[ROW_CELLS + 1];
	char last_row[ROW_CELLS + 1];
	unsigned int column;
	char received[65536];
	size_t received_bytes;
};

static struct terminal terminal;
static struct line_editor *editor;

static void terminal_write(void *context, const char *text, size_t bytes)
{
	struct terminal *t = context;

	for (size_t i = 0; i < bytes; i++) {
		if (t->received_bytes < sizeof(t->received) - 1)
			t->received[t->received_bytes++] = text[i];
		if (text[i] == '\r') {
			t->column = 0;
		} else if (text[i] == '\b') {
			assert_true(t->column > 0);
			t->column--;
		} else if (text[i] == '\n') {
			memcpy(t->last_row, t->row, sizeof(t->row));
			memset(t->row, 0, sizeof(t->row));
			t->column = 0;
		} else if (((unsigned char)text[i] & 0xc0) != 0x80) {
			assert_true(t->column < ROW_CELLS);
			t->row[t->column++] = text[i];
		}
	}
}

static const char *const names[] = {"schedule", "schedule_timeout", "sleep", "sort", NULL};

static size_t complete_names(void *context, const char *text, size_t cursor,
			     line_candidate_fn candidate, void *taker)
{
	size_t word = cursor;

	while (word > 0 && text[word - 1] != ' ')
		word--;
	for (int i = 0; names[i]; i++)
		if (!strncmp(names[i], text + word, cursor - word))
			candidate(taker, names[i], ' ');
	return word;
}

static int editor_setup(void **state)
{
	struct line_callbacks callbacks = {terminal_write, complete_names, &terminal};

	memset(&terminal, 0, sizeof(terminal));
	editor = malloc(sizeof(*editor));
	line_editor_init(editor, &callbacks);
	line_editor_begin(editor, "> ");
	return 0;
}

static int editor_teardown(void **state)
{
	free(editor);
	return 0;
}

static enum line_event feed_bytes(const char *bytes, size_t count)
{
	enum line_event event = LINE_MORE;

	for (size_t i = 0; i < count; i++)
		event = line_editor_feed(editor, bytes[i]);
	line_editor_refresh(editor);
	return event;
}

static enum line_event feed(const char *bytes)
{
	return feed_bytes(bytes, strlen(bytes));
}

/* What the row shows, without the blanks at its end. */
static const char *row(void)
{
	static char shown[ROW_CELLS + 1];
	size_t bytes = ROW_CELLS;

	for (size_t i = 0; i < ROW_CELLS; i++)
		shown[i] = terminal.row[i] ? terminal.row[i] : ' ';
	while (bytes > 0 && shown[bytes - 1] == ' ')
		bytes--;
	shown[bytes] = '\0';
	return shown;
}

static void typed_text_is_shown_and_returned(void **state)
{
	assert_int_equal(feed("echo hello"), LINE_MORE);
	assert_string_equal(row(), "> echo hello");
	assert_int_equal(feed("\r"), LINE_READY);
	assert_string_equal(editor->text, "echo hello");
}

static void carriage_return_and_newline_are_one_enter(void **state)
{
	assert_int_equal(feed("a\r"), LINE_READY);
	line_editor_begin(editor, "> ");
	assert_int_equal(feed("\n"), LINE_MORE);
	assert_int_equal(feed("\n"), LINE_READY);
}

static void arrows_home_and_end_move_the_cursor(void **state)
{
	feed("bcd\033[D\033[D\033[DA");
	assert_string_equal(editor->text, "Abcd");
	feed("\033[FE\033[H0");
	assert_string_equal(editor->text, "0AbcdE");
	feed("\033[4~!\033[1~?\033OF.\033OC");
	assert_string_equal(editor->text, "?0AbcdE!.");
	assert_string_equal(row(), "> ?0AbcdE!.");
}

static void control_keys_edit_like_emacs(void **state)
{
	feed("one two three");
	feed("\x17");
	assert_string_equal(editor->text, "one two ");
	feed("\x01\x06\x06\x0b");
	assert_string_equal(editor->text, "on");
	feed("\x05\x15");
	assert_string_equal(editor->text, "");
	assert_string_equal(row(), ">");
}

static void delete_and_backspace_take_one_character(void **state)
{
	feed("abcdef\x7f\b");
	assert_string_equal(editor->text, "abcd");
	feed("\x01\033[3~\x04");
	assert_string_equal(editor->text, "cd");
	assert_string_equal(row(), "> cd");
	feed("\x01\x7f\x05\033[3~");
	assert_string_equal(editor->text, "cd");
}

static void utf8_characters_are_one_cell(void **state)
{
	feed("a\xc3\xa9z\x02\x02");
	assert_int_equal(editor->cursor, 1);
	assert_int_equal(terminal.column, 3);
	feed("\033[3~");
	assert_string_equal(editor->text, "az");
	assert_string_equal(row(), "> az");
}

static void stray_continuation_bytes_are_harmless(void **state)
{
	for (int i = 0; i < 40; i++)
		feed("\x80\xbf");
	feed("\x01\x05\x02\x7fx\r");
	assert_non_null(strchr(editor->text, 'x'));
}

static void unknown_escape_sequences_are_swallowed(void **state)
{
	feed("a\033[200~b\033[99;99zc\033[?25hd\033Oq\033zE");
	assert_string_equal(editor->text, "abcdE");
}

static void control_c_gives_the_line_up(void **state)
{
	assert_int_equal(feed("rm -r\x03"), LINE_ABORTED);
	assert_string_equal(terminal.last_row, "> rm -r^C");
}

static void control_d_ends_an_empty_line_only(void **state)
{
	assert_int_equal(feed("a\x01\x04"), LINE_MORE);
	assert_int_equal(feed("\x04"), LINE_EOF);
}

static void history_goes_up_and_comes_back(void **state)
{
	line_history_add(editor, "first");
	line_history_add(editor, "second");
	line_history_add(editor, "second");
	line_history_add(editor, "");
	line_editor_begin(editor, "> ");
	feed("typ\033[A");
	assert_string_equal(row(), "> second");
	feed("\033[A\033[A\033[A");
	assert_string_equal(row(), "> first");
	feed("\033[B\033[B");
	assert_string_equal(row(), "> typ");
	feed("\033[B");
	assert_string_equal(editor->text, "typ");
}

static void full_history_forgets_the_oldest(void **state)
{
	char line[1001];

	memset(line, 'x', sizeof(line));
	line[1000] = '\0';
	for (int i = 0; i < 50; i++) {
		line[0] = 'A' + i;
		line_history_add(editor, line);
	}
	assert_int_equal(editor->history[0], 'A' + 50 - LINE_HISTORY_BYTES / 1001);
}

static void tab_completes_what_is_common_and_lists_on_the_second(void **state)
{
	feed("sc\t");
	assert_string_equal(row(), "> schedule");
	feed("\t");
	assert_non_null(strstr(terminal.received, "schedule          schedule_timeout"));
	assert_string_equal(row(), "> schedule");
	feed("_\t");
	assert_string_equal(editor->text, "schedule_timeout ");
}

static void tab_completes_before_the_cursor(void **state)
{
	feed(" x\x01sl\t");
	assert_string_equal(editor->text, "sleep  x");
	assert_int_equal(editor->cursor, 6);
}

static void tab_without_candidates_does_nothing(void **state)
{
	feed("zzz\t\t");
	assert_string_equal(editor->text, "zzz");
	assert_string_equal(row(), "> zzz");
}

static void a_line_of_4096_bytes_fits_and_one_more_does_not(void **state)
{
	static char line[LINE_BYTES + 1];

	memset(line, 'x', sizeof(line));
	feed_bytes(line, LINE_BYTES);
	assert_int_equal(feed("\r"), LINE_READY);
	assert_int_equal(editor->length, LINE_BYTES);
	line_editor_begin(editor, "> ");
	feed_bytes(line, LINE_BYTES + 1);
	assert_int_equal(feed("\r"), LINE_TOO_LONG);
	line_editor_begin(editor, "> ");
	assert_int_equal(feed("ok\r"), LINE_READY);
	assert_string_equal(editor->text, "ok");
}

static void a_long_line_scrolls_inside_its_row(void **state)
{
	char line[200];

	for (int i = 0; i < 200; i++)
		line[i] = 'a' + i % 26;
	for (int i = 0; i < 200; i++) {
		feed_bytes(line + i, 1);
		assert_true(terminal.column < LINE_COLUMNS);
		assert_int_equal(terminal.row[terminal.column - 1], line[i]);
	}
	feed("\x01");
	assert_memory_equal(terminal.row + 2, line, 77);
	assert_int_equal(terminal.column, 2);
}

static void drawing_sends_only_what_changes(void **state)
{
	feed("hello world");
	terminal.received_bytes = 0;
	feed("!");
	assert_int_equal(terminal.received_bytes, 1);
	terminal.received_bytes = 0;
	feed("\x02");
	assert_int_equal(terminal.received_bytes, 1);
	terminal.received_bytes = 0;
	feed("\x7f");
	assert_memory_equal(terminal.received, "\b! \b\b", 5);
}

/* Any keys in any order: the screen shows a window of the line with the cursor at its place. */
static void random_keys_keep_screen_and_line_together(void **state)
{
	static const char *const keys[] = {"a",
					   "b ",
					   "\xc3\xa9",
					   "\033[D",
					   "\033[C",
					   "\033[A",
					   "\033[B",
					   "\x01",
					   "\x05",
					   "\b",
					   "\x04",
					   "\x0b",
					   "\x15",
					   "\x17",
					   "\t",
					   "xyz",
					   "longer_word_here "};
	unsigned int seed = 1;

	line_history_add(editor, "a line of the history that is wider than the whole screen of "
				 "eighty columns, which makes it scroll");
	for (int i = 0; i < 20000; i++) {
		unsigned int skipped, column = 0, cells = 0;

		seed = seed * 1103515245 + 12345;
		if (editor->length == 0 && keys[seed / 65536 % ARRAY_SIZE(keys)][0] == 4)
			continue;
		feed(keys[seed / 65536 % ARRAY_SIZE(keys)]);
		skipped = editor->scroll;
		for (uint32_t at = 0; at < editor->length; at++) {
			if (((unsigned char)editor->text[at] & 0xc0) == 0x80)
				continue;
			if (at < editor->cursor)
				column++;
			if (cells >= skipped && cells - skipped < 76)
				assert_int_equal(terminal.row[2 + cells - skipped],
						 editor->text[at]);
			cells++;
		}
		assert_int_equal(terminal.column, 2 + column - skipped);
		for (uint32_t at = cells - skipped; cells >= skipped && at < 77; at++)
			assert_true(!terminal.row[2 + at] || terminal.row[2 + at] == ' ');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(typed_text_is_shown_and_returned, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(carriage_return_and_newline_are_one_enter,
						editor_setup, editor_teardown),
		cmocka_unit_test_setup_teardown(arrows_home_and_end_move_the_cursor, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(control_keys_edit_like_emacs, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(delete_and_backspace_take_one_character,
						editor_setup, editor_teardown),
		cmocka_unit_test_setup_teardown(utf8_characters_are_one_cell, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(stray_continuation_bytes_are_harmless, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(unknown_escape_sequences_are_swallowed,
						editor_setup, editor_teardown),
		cmocka_unit_test_setup_teardown(control_c_gives_the_line_up, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(control_d_ends_an_empty_line_only, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(history_goes_up_and_comes_back, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(full_history_forgets_the_oldest, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(
			tab_completes_what_is_common_and_lists_on_the_second, editor_setup,
			editor_teardown),
		cmocka_unit_test_setup_teardown(tab_completes_before_the_cursor, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(tab_without_candidates_does_nothing, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(a_line_of_4096_bytes_fits_and_one_more_does_not,
						editor_setup, editor_teardown),
		cmocka_unit_test_setup_teardown(a_long_line_scrolls_inside_its_row, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(drawing_sends_only_what_changes, editor_setup,
						editor_teardown),
		cmocka_unit_test_setup_teardown(random_keys_keep_screen_and_line_together,
						editor_setup, editor_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
