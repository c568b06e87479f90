/* SPDX-License-Identifier: MIT */
/*
 * The path walk: names, "." and "..", symbolic links, mounted file systems.
 *
 * namespace_lock is held from the first name to the last. A symbolic link is
 * not walked by recursion: its target is put in front of what is left of the
 * path, in a buffer that fills from its end, and the walk goes on there.
 */
#include "kernel/fs/namei.h"

#include "kernel/fs/fdtable.h"
#include "kernel/fs/mount.h"
#include "kernel/mm/slab.h"
#include "lib/string.h"

struct nameidata {
	struct dentry *dentry; /* where the walk is; holds a reference */
	const char *rest;      /* what is left of the path */
	char *buffer;	       /* PATH_MAX bytes once a link was met; the path ends at its end */
	int links;	       /* followed so far */
	bool last_missing;     /* the walk failed because the last name does not exist */
	struct path_last *last;
};

struct dentry *follow_mount(struct dentry *dentry)
{
	while (dentry->d_mounted)
		dentry = dentry->d_mounted;
	return dentry;
}

/* The walk moves to @dentry, whose reference it takes over. */
static void nd_move_to(struct nameidata *nd, struct dentry *dentry)
{
	dput(nd->dentry);
	nd->dentry = dentry;
}

static void nd_jump_root(struct nameidata *nd)
{
	nd_move_to(nd, dget(rootfs_root()));
}

static void follow_dotdot(struct nameidata *nd)
{
	struct dentry *dentry = nd->dentry;

	while (dentry->d_covers)
		dentry = dentry->d_covers;
	nd_move_to(nd, dget(follow_mount(dentry->d_parent)));
}

/* Puts the target of @link in front of nd->rest. */
static int pick_link(struct nameidata *nd, struct dentry *link)
{
	size_t rest_bytes = strlen(nd->rest) + 1;
	char *rest;
	ssize_t length;

	if (++nd->links > MAXSYMLINKS)
		return -ELOOP;
	if (!nd->buffer)
		nd->buffer = kmalloc(PATH_MAX, GFP_KERNEL);
	if (!nd->buffer)
		return -ENOMEM;
	rest = nd->buffer + PATH_MAX - rest_bytes;
	memmove(rest, nd->rest, rest_bytes);
	length = link->d_inode->i_op->readlink(link, nd->buffer, rest - nd->buffer);
	if (length < 0)
		return length;
	if (length == 0)
		return -ENOENT;
	if (length > rest - nd->buffer)
		return -ENAMETOOLONG;
	nd->rest = memmove(rest - length, nd->buffer, length);
	if (*nd->rest == '/')
		nd_jump_root(nd);
	return 0;
}

/*
 * Steps to nd->last. Return: 0; 1 if it was a link, whose target is now what is left; -ENOENT
 * with nd->dentry unchanged if there is no such name; or another error.
 */
static int walk_component(struct nameidata *nd, bool follow)
{
	struct dentry *child;
	int error;

	if (!S_ISDIR(nd->dentry->d_inode->i_mode))
		return -ENOTDIR;
	if (nd->last->type == LAST_DOTDOT)
		follow_dotdot(nd);
	if (nd->last->type != LAST_NORM)
		return 0;
	child = lookup_dcache(nd->dentry, nd->last->name);
	nd->last_missing = !child;
	if (!child)
		return -ENOENT;
	if (IS_ERR(child))
		return PTR_ERR(child);
	if (follow && S_ISLNK(child->d_inode->i_mode)) {
		error = pick_link(nd, child);
		dput(child);
		return error ? error : 1;
	}
	if (child->d_mounted) {
		struct dentry *mounted = dget(follow_mount(child));

		dput(child);
		child = mounted;
	}
	nd_move_to(nd, child);
	return 0;
}

/* Cuts the next name off nd->rest into nd->last. */
static int next_component(struct nameidata *nd)
{
	struct path_last *last = nd->last;
	const char *name = nd->rest + strspn(nd->rest, "/");
	size_t length = strcspn(name, "/");

	if (length > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(last->name, name, length);
	last->name[length] = 0;
	last->trailing_slash = name[length] == '/';
	nd->rest = name + length;
	if (!length)
		last->type = LAST_ROOT;
	else if (!strcmp(last->name, "."))
		last->type = LAST_DOT;
	else if (!strcmp(last->name, ".."))
		last->type = LAST_DOTDOT;
	else
		last->type = LAST_NORM;
	return 0;
}

/* Walks all names but the last, which is left in nd->last. */
static noinline int link_path_walk(struct nameidata *nd)
{
	int error;

	for (;;) {
		error = next_component(nd);
		if (error < 0)
			return error;
		if (!nd->rest[strspn(nd->rest, "/")])
			return 0;
		error = walk_component(nd, true);
		nd->last_missing = false;
		if (error < 0)
			return error;
	}
}

/* Steps from the parent to the last name, through as many links as it takes. */
static int walk_last(struct nameidata *nd, unsigned int flags)
{
	int error = 1;

	while (error > 0) {
		bool follow = flags & LOOKUP_FOLLOW || nd->last->trailing_slash;

		if (nd->last->trailing_slash)
			flags |= LOOKUP_DIRECTORY;
		error = walk_component(nd, follow);
		if (error > 0) {
			int walked = link_path_walk(nd);

			if (walked < 0)
				return walked;
		}
	}
	if (!error && flags & LOOKUP_DIRECTORY && !S_ISDIR(nd->dentry->d_inode->i_mode))
		return -ENOTDIR;
	return error;
}

/* The directory where the walk begins, with a reference. */
static int path_init(int dfd, const char *path, struct dentry **start)
{
	struct file *file;

	if (*path == '/') {
		*start = dget(rootfs_root());
		return 0;
	}
	if (dfd == AT_FDCWD) {
		*start = get_fs_pwd();
		return 0;
	}
	file = fget(dfd);
	if (!file)
		return -EBADF;
	*start = dget(file->f_dentry);
	fput(file);
	return 0;
}

/* The whole walk. On success the result is nd->dentry. */
static noinline int path_walk(struct nameidata *nd, int dfd, const char *path, unsigned int flags)
{
	int error;

	if (!*path)
		return -ENOENT;
	if (strnlen(path, PATH_MAX) == PATH_MAX)
		return -ENAMETOOLONG;
	error = path_init(dfd, path, &nd->dentry);
	if (error)
		return error;
	mutex_lock(&namespace_lock);
	error = link_path_walk(nd);
	if (!error && !(flags & LOOKUP_PARENT))
		error = walk_last(nd, flags);
	else if (!error && !S_ISDIR(nd->dentry->d_inode->i_mode))
		error = -ENOTDIR;
	mutex_unlock(&namespace_lock);
	kfree(nd->buffer);
	return error;
}

noinline int filename_lookup(int dfd, const char *path, unsigned int flags, struct dentry **result)
{
	struct path_last last;
	int error = filename_lookup_or_parent(dfd, path, flags, result, &last);

	path_last_put(&last);
	return error;
}

int filename_parentat(int dfd, const char *path, struct path_last *last)
{
	struct nameidata nd = {.rest = path, .last = last};
	int error = path_walk(&nd, dfd, path, LOOKUP_PARENT);

	last->parent = error ? NULL : nd.dentry;
	if (error)
		dput(nd.dentry);
	return error;
}

int filename_lookup_or_parent(int dfd, const char *path, unsigned int flags, struct dentry **result,
			      struct path_last *last)
{
	struct nameidata nd = {.rest = path, .last = last};
	int error = path_walk(&nd, dfd, path, flags);

	last->parent = NULL;
	if (!error)
		*result = nd.dentry;
	else if (nd.last_missing)
		last->parent = nd.dentry;
	else
		dput(nd.dentry);
	return error;
}

void path_last_put(struct path_last *last)
{
	dput(last->parent);
	last->parent = NULL;
}
