/* SPDX-License-Identifier: MIT */
/* The file_operations of files with the list of functions of a filter that belongs to no instance.
 */
#pragma once

#include "kernel/fs/vfs.h"
#include "trace/core/filter.h"

/* Opens one list of @filter. Task. Return: 0 or -ENOMEM. */
int plain_filter_file_open(struct inode *inode, struct file *file, struct ftrace_filter *filter,
			   enum ftrace_list which);
/* The rest, besides seq_read() and seq_lseek(). */
ssize_t plain_filter_file_write(struct file *file, const char *buf, size_t count, loff_t *pos);
int plain_filter_file_release(struct inode *inode, struct file *file);
