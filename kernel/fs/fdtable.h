/* SPDX-License-Identifier: MIT */
/*
 * A task's descriptors (task->files) and its working directory (task->fs).
 * Either may be NULL, as in most kernel threads: no descriptors, and relative
 * paths begin at the root.
 */
#pragma once

#include "kernel/fs/vfs.h"

#define NR_OPEN 256 /* descriptors a task can have */

struct files_struct;
struct fs_struct;
struct task_struct;

/**
 * copy_files() - give a new task its descriptors.
 * @share: true: one table for both tasks; false: a copy of the current task's,
 *	   whose files are shared (position included), as after fork().
 *
 * @child is not running yet. If the current task has no table, neither has @child.
 * Context: task, may sleep. Return: 0 or ENOMEM.
 */
int copy_files(struct task_struct *child, bool share);
/* The same for working directory and umask. */
int copy_fs(struct task_struct *child, bool share);

/* Gives up what @task holds; the last user closes everything. Context: may sleep. */
void exit_files(struct task_struct *task);
void exit_fs(struct task_struct *task);

/* Gives the current task an empty table and the root as working directory. 0 or ENOMEM. */
int unshare_files(void);
/* Only the latter. */
int unshare_fs(void);

/* The file behind @fd with one more reference (fput()), or NULL. Any descriptor table. */
struct file *fget(int fd);

/* A free descriptor, the lowest from @from on, reserved until fd_install(). EMFILE, EBADF. */
int get_unused_fd_flags(int from, int flags);
/* Gives a reserved descriptor back. */
void put_unused_fd(int fd);
/* Puts @file behind a reserved descriptor; the table takes the caller's reference over. */
void fd_install(int fd, struct file *file);

/* Closes. Return: 0, EBADF, or what the file's flush says. */
int close_fd(int fd);
/* Closes those marked O_CLOEXEC, for exec. */
void do_close_on_exec(void);

int get_close_on_exec(int fd);
void set_close_on_exec(int fd, bool on);

/* The task's working directory with a reference (dput()). */
struct dentry *get_fs_pwd(void);
/* Takes over the caller's reference of @dir. 0; EBADF: the task has no fs. */
int set_fs_pwd(struct dentry *dir);
u32 current_umask(void);
