/* SPDX-License-Identifier: MIT */
/* Listing the children of a directory in the tree, for file systems that add to the list. */
#pragma once

#include "kernel/fs/dcache.h"

/* For file_operations.iterate_shared: ".", ".." and all children, oldest first. */
int dcache_readdir(struct file *file, struct dir_context *ctx);

/* The same. Return: whether ctx->actor took all there was. Context: namespace_lock. */
bool dcache_readdir_locked(struct dentry *dir, struct dir_context *ctx);
