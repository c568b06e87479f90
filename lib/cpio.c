/* SPDX-License-Identifier: MIT */
/*
 * Reading a newc cpio archive. An entry is a header of 110 characters (a magic
 * number and 13 fields of 8 hexadecimal digits), the name with its NUL, padding
 * to 4 bytes, the contents, padding to 4 bytes. The last is called TRAILER!!!.
 */
#include "lib/cpio.h"

#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"

#define CPIO_MAGIC	 "070701"
#define CPIO_MAGIC_CRC	 "070702" /* the same with checksums, which are not looked at */
#define CPIO_MAGIC_BYTES 6
#define CPIO_HEADER	 110 /* bytes */
#define CPIO_TRAILER	 "TRAILER!!!"

/* Which of the 13 fields. */
enum cpio_field {
	CPIO_MODE = 1,
	CPIO_MTIME = 5,
	CPIO_FILESIZE = 6,
	CPIO_NAMESIZE = 11,
};

/* Return: false if one of the 8 digits is none. */
static bool cpio_read_field(const char *header, enum cpio_field field, u32 *value)
{
	const char *digits = header + CPIO_MAGIC_BYTES + field * 8;

	*value = 0;
	for (int i = 0; i < 8; i++) {
		if (!isxdigit(digits[i]))
			return false;
		*value = *value << 4 | digit_value(digits[i]);
	}
	return true;
}

static bool cpio_has_magic(const char *header)
{
	return !memcmp(header, CPIO_MAGIC, CPIO_MAGIC_BYTES) ||
	       !memcmp(header, CPIO_MAGIC_CRC, CPIO_MAGIC_BYTES);
}

/*
 * Reads the entry at @at. Return: NULL and *@next, the offset of the one behind
 * it; or what is wrong.
 */
static const char *cpio_read_entry(const char *archive, size_t size, size_t at,
				   struct cpio_entry *entry, size_t *next)
{
	const char *header = archive + at;
	size_t left = size - at;
	size_t data_at;
	u32 name_bytes;

	if (left >= CPIO_MAGIC_BYTES && !cpio_has_magic(header))
		return at ? "no entry where one should begin" : "not a newc cpio archive";
	if (left < CPIO_HEADER)
		return at ? "cut off in a header" : "not a newc cpio archive";
	if (!cpio_read_field(header, CPIO_MODE, &entry->mode) ||
	    !cpio_read_field(header, CPIO_MTIME, &entry->mtime) ||
	    !cpio_read_field(header, CPIO_FILESIZE, &entry->size) ||
	    !cpio_read_field(header, CPIO_NAMESIZE, &name_bytes))
		return "header field is not a number";
	if (!name_bytes || name_bytes > left - CPIO_HEADER)
		return "cut off in a name";
	entry->name = header + CPIO_HEADER;
	if (entry->name[name_bytes - 1])
		return "name without an end";
	data_at = ALIGN_UP(at + CPIO_HEADER + name_bytes, 4);
	if (entry->size && (data_at > size || entry->size > size - data_at))
		return "cut off in the contents of a file";
	entry->data = (const u8 *)archive + min(data_at, size);
	*next = min(ALIGN_UP(data_at + entry->size, 4), size);
	return NULL;
}

int cpio_parse(const void *data, size_t size, cpio_entry_fn fn, void *arg, struct cpio_error *error)
{
	size_t next;

	for (size_t at = 0;; at = next) {
		struct cpio_entry entry;
		const char *why = cpio_read_entry(data, size, at, &entry, &next);
		int result;

		if (why) {
			*error = (struct cpio_error){.offset = at, .why = why};
			return -EINVAL;
		}
		if (!strcmp(entry.name, CPIO_TRAILER))
			return 0;
		result = fn(&entry, arg);
		if (result)
			return result;
	}
}
