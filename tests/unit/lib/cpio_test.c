/* SPDX-License-Identifier: MIT */
/*
 * Archives built here byte by byte, then cut and damaged at every place; the
 * address sanitizer watches heap copies of the exact size.
 */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "lib/cpio.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"

struct archive {
	u8 bytes[4096];
	size_t size;
};

static void archive_add(struct archive *archive, const char *name, u32 mode, const char *data)
{
	size_t data_size = strlen(data);
	char *at = (char *)archive->bytes + archive->size;

	archive->size +=
		snprintf(at, 200, "070701%08X%08X%08X%08X%08X%08X%08zX%08X%08X%08X%08X%08zX%08X%s",
			 1, mode, 0, 0, 1, 5, data_size, 0, 0, 0, 0, strlen(name) + 1, 0, name);
	do
		archive->bytes[archive->size++] = 0;
	while (archive->size % 4);
	memcpy(archive->bytes + archive->size, data, data_size);
	archive->size += data_size;
	while (archive->size % 4)
		archive->bytes[archive->size++] = 0;
}

static void archive_make(struct archive *archive)
{
	archive->size = 0;
	archive_add(archive, "etc", CPIO_MODE_DIRECTORY | 0755, "");
	archive_add(archive, "etc/motd", CPIO_MODE_FILE | 0644, "Hello!\n");
	archive_add(archive, "link", CPIO_MODE_SYMLINK | 0777, "etc/motd");
	archive_add(archive, "TRAILER!!!", 0, "");
}

/* Notes each entry as "name:mode:mtime:contents;". */
static int note_entry(const struct cpio_entry *entry, void *arg)
{
	char *notes = arg;

	snprintf(notes + strlen(notes), 200, "%s:%o:%x:%.*s;", entry->name, entry->mode,
		 entry->mtime, (int)entry->size, (const char *)entry->data);
	return 0;
}

/* Return: 0, or -EINVAL with something said about why. */
static int parse_copy(const struct archive *archive, size_t size)
{
	u8 *copy = malloc(size ? size : 1);
	struct cpio_error error = {0};
	char notes[1024] = "";
	int result;

	memcpy(copy, archive->bytes, size);
	result = cpio_parse(copy, size, note_entry, notes, &error);
	if (result) {
		assert_int_equal(result, -EINVAL);
		assert_non_null(error.why);
		assert_true(error.offset <= size);
	}
	free(copy);
	return result;
}

static void entries_come_in_order_with_their_contents(void **state)
{
	struct archive archive;
	struct cpio_error error;
	char notes[1024] = "";

	archive_make(&archive);
	assert_int_equal(cpio_parse(archive.bytes, archive.size, note_entry, notes, &error), 0);
	assert_string_equal(notes,
			    "etc:40755:5:;etc/motd:100644:5:Hello!\n;link:120777:5:etc/motd;");
}

static void an_archive_cut_anywhere_is_refused(void **state)
{
	struct archive archive;

	archive_make(&archive);
	/* Behind the trailer's name only padding follows. */
	for (size_t size = 0; size < archive.size - 4; size++)
		assert_int_equal(parse_copy(&archive, size), -EINVAL);
	assert_int_equal(parse_copy(&archive, archive.size), 0);
}

static void what_is_no_archive_is_called_so(void **state)
{
	struct cpio_error error;

	assert_int_equal(cpio_parse("\x1f\x8b gzip, not cpio", 18, note_entry, NULL, &error),
			 -EINVAL);
	assert_string_equal(error.why, "not a newc cpio archive");
	assert_int_equal(cpio_parse("", 0, note_entry, NULL, &error), -EINVAL);
	assert_string_equal(error.why, "not a newc cpio archive");
	assert_int_equal(error.offset, 0);
}

static void any_damaged_byte_is_survived(void **state)
{
	static const u8 values[] = {0, '0', 'f', 'F', 'g', 0xff};
	struct archive archive;

	for (size_t at = 0;; at++) {
		archive_make(&archive);
		if (at >= archive.size)
			break;
		for (size_t i = 0; i < sizeof(values); i++) {
			archive.bytes[at] = values[i];
			parse_copy(&archive, archive.size);
		}
	}
}

static void sizes_beyond_the_archive_are_refused(void **state)
{
	struct archive archive;
	struct cpio_error error;
	char notes[1024] = "";

	archive_make(&archive);
	memset(archive.bytes + 6 + 6 * 8, 'F', 8); /* file size of the first entry */
	assert_int_equal(cpio_parse(archive.bytes, archive.size, note_entry, notes, &error),
			 -EINVAL);
	assert_string_equal(error.why, "cut off in the contents of a file");
	archive_make(&archive);
	memset(archive.bytes + 6 + 11 * 8, 'F', 8); /* name size */
	assert_int_equal(cpio_parse(archive.bytes, archive.size, note_entry, notes, &error),
			 -EINVAL);
	assert_string_equal(error.why, "cut off in a name");
}

static int stop_with_17(const struct cpio_entry *entry, void *arg)
{
	return -EEXIST;
}

static void the_callback_can_stop(void **state)
{
	struct archive archive;
	struct cpio_error error;

	archive_make(&archive);
	assert_int_equal(cpio_parse(archive.bytes, archive.size, stop_with_17, NULL, &error),
			 -EEXIST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_come_in_order_with_their_contents),
		cmocka_unit_test(an_archive_cut_anywhere_is_refused),
		cmocka_unit_test(what_is_no_archive_is_called_so),
		cmocka_unit_test(any_damaged_byte_is_survived),
		cmocka_unit_test(sizes_beyond_the_archive_are_refused),
		cmocka_unit_test(the_callback_can_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
