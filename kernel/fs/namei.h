/* SPDX-License-Identifier: MIT */
/*
 * From a path to a name. Paths are walked from the root or from the directory
 * of @dfd (AT_FDCWD: the task's working directory). All run in task context,
 * may sleep and take namespace_lock. Errors of every walk: ENOENT (also an
 * empty path), ENOTDIR, ELOOP, ENAMETOOLONG, EBADF, ENOMEM.
 */
#pragma once

#include "kernel/fs/dcache.h"

#define MAXSYMLINKS 40 /* followed in one walk; then ELOOP */

#define LOOKUP_FOLLOW	 0x1u /* the last name too, if it is a symbolic link */
#define LOOKUP_DIRECTORY 0x2u /* it has to be a directory */
#define LOOKUP_PARENT	 0x4u /* stop in front of the last name */

/* What the last name of a path is. */
enum path_last_type {
	LAST_NORM,
	LAST_ROOT, /* the path is only slashes */
	LAST_DOT,
	LAST_DOTDOT,
};

/* The last step of a walk, when the name need not exist. */
struct path_last {
	struct dentry *parent; /* holds a reference: path_last_put() */
	enum path_last_type type;
	bool trailing_slash;
	char name[NAME_MAX + 1];
};

/* Finds an existing name. Return: 0 and *@result with a reference (dput()). */
int filename_lookup(int dfd, const char *path, unsigned int flags, struct dentry **result);

/* Finds the directory that the last name of @path is to be looked up in. */
int filename_parentat(int dfd, const char *path, struct path_last *last);

/**
 * filename_lookup_or_parent() - find a name, or where it would be made.
 *
 * Return: as filename_lookup(); but if only the last name is missing, -ENOENT
 * with last->parent set.
 */
int filename_lookup_or_parent(int dfd, const char *path, unsigned int flags, struct dentry **result,
			      struct path_last *last);

void path_last_put(struct path_last *last);
