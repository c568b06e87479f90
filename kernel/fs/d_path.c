/* SPDX-License-Identifier: MIT */
/* From a name to its absolute path, written from the last name to the first. */
#include "kernel/fs/dcache.h"
#include "lib/string.h"

/* Puts @text in front of *@at. */
static bool path_prepend(char **at, const char *buf, const char *text)
{
	size_t length = strlen(text);

	if ((size_t)(*at - buf) < length)
		return false;
	*at -= length;
	memcpy(*at, text, length);
	return true;
}

char *dentry_path_locked(const struct dentry *dentry, char *buf, size_t bytes)
{
	char *at = buf + bytes - 1;

	if (!bytes)
		return ERR_PTR(-ENAMETOOLONG);
	*at = 0;
	for (;;) {
		while (dentry->d_covers)
			dentry = dentry->d_covers;
		if (dentry == dentry->d_parent)
			break;
		if (!path_prepend(&at, buf, dentry->d_name) || !path_prepend(&at, buf, "/"))
			return ERR_PTR(-ENAMETOOLONG);
		dentry = dentry->d_parent;
	}
	if (!*at && !path_prepend(&at, buf, "/"))
		return ERR_PTR(-ENAMETOOLONG);
	return at;
}

char *d_path(const struct dentry *dentry, char *buf, size_t bytes)
{
	char *path;

	mutex_lock(&namespace_lock);
	path = dentry_path_locked(dentry, buf, bytes);
	mutex_unlock(&namespace_lock);
	return path;
}
