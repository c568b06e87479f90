/* SPDX-License-Identifier: MIT */
/*
 * Reading a cpio archive of the "newc" form, as `cpio -o -H newc` writes it (its
 * format: cpio(5), "New ASCII Format"). Every length is checked against the
 * size of the archive before it is used.
 */
#pragma once

#include "lib/types.h"

/* File types in @mode, as in stat(2). */
#define CPIO_MODE_TYPE	    0170000
#define CPIO_MODE_DIRECTORY 0040000
#define CPIO_MODE_FILE	    0100000
#define CPIO_MODE_SYMLINK   0120000

struct cpio_entry {
	const char *name; /* ends with NUL, lies in the archive; no leading / is taken off */
	const u8 *data;	  /* file contents or symlink target, @size bytes, in the archive */
	u32 size;
	u32 mode;
	u32 mtime; /* seconds since 1970 */
};

/* What is wrong with an archive. */
struct cpio_error {
	size_t offset;	 /* of the entry in question, in bytes */
	const char *why; /* words, constant */
};

/* Return: 0 to go on; anything else ends cpio_parse() and is its result. */
typedef int (*cpio_entry_fn)(const struct cpio_entry *entry, void *arg);

/**
 * cpio_parse() - call @fn for every entry of an archive, in its order.
 * @data:  the archive; stays the caller's, entries point into it
 * @size:  bytes at @data; what lies behind the trailer entry is ignored
 * @arg:   handed on to @fn
 * @error: set when the result is -EINVAL from here
 *
 * Entries in front of a damaged one have been handed to @fn by then.
 *
 * Context: that of @fn.
 * Return:  0, -EINVAL if it is no archive, cut off or damaged, or what @fn returned.
 */
int cpio_parse(const void *data, size_t size, cpio_entry_fn fn, void *arg,
	       struct cpio_error *error);
