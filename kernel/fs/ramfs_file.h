/* SPDX-License-Identifier: MIT */
/* Files of ramfs: content in pages. */
#pragma once

#include "kernel/fs/dcache.h"

/* The largest file, in bytes; writes beyond it are EFBIG. */
#define RAMFS_MAX_BYTES (1ul << 30)

/* A regular file's inode, empty. Return: NULL when memory is short. */
struct inode *ramfs_new_file(struct super_block *sb, u32 mode);
