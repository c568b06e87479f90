/* SPDX-License-Identifier: MIT */
/*
 * Listing directories. A position is the offset of the next child, which a
 * child keeps for life: a listing in pieces neither repeats nor misses the names
 * that were there all the time, whatever comes and goes in between.
 */
#include "kernel/fs/readdir.h"

#include "kernel/fs/fdtable.h"
#include "kernel/fs/libfs.h"
#include "kernel/fs/syscalls.h"
#include "lib/math.h"
#include "lib/string.h"

/* Offsets 0 and 1 are "." and ".."; children begin at 2. */
static loff_t child_offset(const struct dentry *child)
{
	return child->d_offset + 1;
}

/* Lists "." and "..". Return: whether ctx->actor took them. Context: namespace_lock. */
static bool dir_emit_dots(const struct dentry *dir, struct dir_context *ctx)
{
	if (ctx->pos == 0) {
		if (!ctx->actor(ctx, ".", 1, 1, dir->d_inode->i_ino, DT_DIR))
			return false;
		ctx->pos = 1;
	}
	if (ctx->pos == 1) {
		if (!ctx->actor(ctx, "..", 2, 2, dir->d_parent->d_inode->i_ino, DT_DIR))
			return false;
		ctx->pos = 2;
	}
	return true;
}

bool dcache_readdir_locked(struct dentry *dir, struct dir_context *ctx)
{
	struct dentry *child;

	if (!dir_emit_dots(dir, ctx))
		return false;
	list_for_each_entry (child, &dir->d_subdirs, d_child) {
		loff_t offset = child_offset(child);

		if (offset < ctx->pos)
			continue;
		if (!ctx->actor(ctx, child->d_name, strlen(child->d_name), offset + 1,
				child->d_inode->i_ino, S_DT(child->d_inode->i_mode)))
			return false;
		ctx->pos = offset + 1;
	}
	return true;
}

int dcache_readdir(struct file *file, struct dir_context *ctx)
{
	mutex_lock(&namespace_lock);
	dcache_readdir_locked(file->f_dentry, ctx);
	mutex_unlock(&namespace_lock);
	return 0;
}

const struct file_operations simple_dir_operations = {
	.llseek = generic_file_llseek,
	.iterate_shared = dcache_readdir,
};

noinline int iterate_dir(struct file *file, struct dir_context *ctx)
{
	int error;

	if (!file->f_op->iterate_shared)
		return -ENOTDIR;
	mutex_lock(&file->f_pos_lock);
	ctx->pos = file->f_pos;
	error = file->f_inode->i_nlink ? file->f_op->iterate_shared(file, ctx) : -ENOENT;
	file->f_pos = ctx->pos;
	mutex_unlock(&file->f_pos_lock);
	return error;
}

struct getdents_context {
	struct dir_context ctx;
	char *buf;
	size_t room; /* bytes left in it */
	bool full;   /* an entry did not fit */
};

static bool filldir64(struct dir_context *ctx, const char *name, size_t length, loff_t pos, u64 ino,
		      u32 type)
{
	struct getdents_context *out = container_of(ctx, struct getdents_context, ctx);
	size_t bytes = ALIGN_UP(offsetof(struct linux_dirent64, d_name) + length + 1, 8);
	struct linux_dirent64 *entry = (struct linux_dirent64 *)out->buf;

	out->full = bytes > out->room;
	if (out->full)
		return false;
	memset(out->buf, 0, bytes);
	entry->d_ino = ino;
	entry->d_off = pos;
	entry->d_reclen = bytes;
	entry->d_type = type;
	memcpy(entry->d_name, name, length);
	out->buf += bytes;
	out->room -= bytes;
	return true;
}

ssize_t ksys_getdents64(int fd, void *buf, size_t bytes)
{
	struct getdents_context out = {.ctx.actor = filldir64, .buf = buf, .room = bytes};
	struct file *file = fget(fd);
	int error;

	if (!file)
		return -EBADF;
	error = iterate_dir(file, &out.ctx);
	fput(file);
	if (error)
		return error;
	if (out.full && out.room == bytes)
		return -EINVAL;
	return bytes - out.room;
}
