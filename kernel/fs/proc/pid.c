/* SPDX-License-Identifier: MIT */
/*
 * /proc/PID and /proc/self. Their names and inodes are made by the lookup and go
 * when nobody looks any more; a directory holds a reference to its task, so a
 * file that is open when the task ends still reads, as ESRCH.
 */
#include "kernel/fs/libfs.h"
#include "kernel/fs/mount.h"
#include "kernel/fs/proc/proc_internal.h"
#include "kernel/fs/readdir.h"
#include "kernel/sched/task.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"

/* Positions in a listing of /proc: the files come first, then the pids from here on. */
#define FIRST_PID_POS (1l << 32)
#define PID_TEXT_MAX  12

static const struct inode_operations proc_pid_inode_operations;
static const struct file_operations proc_pid_operations;
static const struct inode_operations proc_pid_file_inode_operations;
static const struct file_operations proc_pid_file_operations;

/* A pid as it is printed: no sign, no leading zero. Return: -1 if @name is none. */
static pid_t name_to_pid(const char *name)
{
	int pid;

	if (*name < '1' || *name > '9' || kstrtoint(name, 10, &pid))
		return -1;
	return pid;
}

/* A dentry that is not in the tree, for an inode made on demand. */
static struct dentry *proc_instantiate(struct dentry *dir, const char *name, u32 mode,
				       const struct inode_operations *iop,
				       const struct file_operations *fop, void *private)
{
	struct inode *inode = new_inode(dir->d_inode->i_sb, mode, iop, fop, private);
	struct dentry *dentry = d_alloc(dir, name, inode);

	return dentry ? dentry : ERR_PTR(-ENOMEM);
}

noinline struct dentry *proc_pid_lookup(struct dentry *dir, const char *name)
{
	pid_t pid = name_to_pid(name);
	struct task_struct *task = pid > 0 ? find_get_task_by_pid(pid) : NULL;
	struct inode *inode;
	struct dentry *dentry;

	if (!task)
		return NULL;
	inode = new_inode(dir->d_inode->i_sb, S_IFDIR | 0555, &proc_pid_inode_operations,
			  &proc_pid_operations, task);
	if (!inode)
		put_task_struct(task);
	dentry = d_alloc(dir, name, inode);
	return dentry ? dentry : ERR_PTR(-ENOMEM);
}

static void proc_pid_evict(struct inode *inode)
{
	put_task_struct(inode->i_private);
}

static struct dentry *proc_pident_lookup(struct dentry *dir, const char *name)
{
	const struct pid_entry *entry;

	for (entry = pid_entries; entry->name; entry++) {
		if (!strcmp(entry->name, name))
			return proc_instantiate(dir, name, S_IFREG | entry->mode,
						&proc_pid_file_inode_operations,
						&proc_pid_file_operations, (void *)entry);
	}
	return NULL;
}

static int proc_pid_readdir(struct file *file, struct dir_context *ctx)
{
	loff_t pos;
	bool more;

	mutex_lock(&namespace_lock);
	more = dcache_readdir_locked(file->f_dentry, ctx);
	mutex_unlock(&namespace_lock);
	/* Positions 0 and 1 are "." and "..". */
	for (pos = ctx->pos - 2; more && pid_entries[pos].name; pos++) {
		const char *name = pid_entries[pos].name;

		more = ctx->actor(ctx, name, strlen(name), pos + 3, file->f_inode->i_ino + 1 + pos,
				  DT_REG);
		if (more)
			ctx->pos = pos + 3;
	}
	return 0;
}

static const struct inode_operations proc_pid_inode_operations = {
	.lookup = proc_pident_lookup,
	.evict = proc_pid_evict,
};

static const struct file_operations proc_pid_operations = {
	.llseek = generic_file_llseek,
	.iterate_shared = proc_pid_readdir,
};

/* The task whose directory @file lies in. */
static struct task_struct *proc_file_task(const struct file *file)
{
	return file->f_dentry->d_parent->d_inode->i_private;
}

static int proc_pid_file_show(struct seq_file *m, void *v)
{
	const struct pid_entry *entry = file_private(m->file);
	struct task_struct *task = m->private;

	if (READ_ONCE(task->exit_state) == EXIT_DEAD)
		return -ESRCH;
	return entry->show(m, task);
}

static int proc_pid_file_open(struct inode *inode, struct file *file)
{
	return single_open(file, proc_pid_file_show, proc_file_task(file));
}

static const struct inode_operations proc_pid_file_inode_operations;

static const struct file_operations proc_pid_file_operations = {
	.open = proc_pid_file_open,
	.release = single_release,
	.read = seq_read,
	.llseek = seq_lseek,
};

noinline int proc_root_readdir(struct file *file, struct dir_context *ctx)
{
	struct task_struct *task;
	bool more;

	mutex_lock(&namespace_lock);
	more = dcache_readdir_locked(file->f_dentry, ctx);
	mutex_unlock(&namespace_lock);
	if (more && ctx->pos < FIRST_PID_POS)
		ctx->pos = FIRST_PID_POS;
	while (more && (task = get_next_task(ctx->pos - FIRST_PID_POS))) {
		loff_t next = FIRST_PID_POS + task->pid + 1;
		char name[PID_TEXT_MAX];
		int length = scnprintf(name, sizeof(name), "%d", task->pid);

		more = ctx->actor(ctx, name, length, next, FIRST_PID_POS + task->pid, DT_DIR);
		if (more)
			ctx->pos = next;
		put_task_struct(task);
	}
	return 0;
}

static ssize_t proc_self_readlink(struct dentry *link, char *buf, size_t bytes)
{
	char text[PID_TEXT_MAX];
	size_t length = scnprintf(text, sizeof(text), "%d", current->tgid);

	memcpy(buf, text, min(length, bytes));
	return length;
}

static const struct inode_operations proc_self_inode_operations = {
	.readlink = proc_self_readlink,
};

int proc_self_init(void)
{
	static const struct file_operations no_operations;
	struct dentry *root = proc_root(), *self;
	struct inode *inode = new_inode(root->d_inode->i_sb, S_IFLNK | 0777,
					&proc_self_inode_operations, &no_operations, NULL);

	self = simple_create(root, "self", inode);
	return IS_ERR(self) ? PTR_ERR(self) : 0;
}
