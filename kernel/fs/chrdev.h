/* SPDX-License-Identifier: MIT */
/*
 * Character devices: a name in /dev, a number, and the operations of its
 * driver.
 */
#pragma once

#include "kernel/fs/vfs.h"

/* Numbers as on Linux (devices.txt). */
#define MEM_MAJOR	 1 /* null 3, zero 5, full 7, kmsg 11 */
#define TTY_MAJOR	 4 /* ttyS0 64, ttyS1 65 */
#define TTYAUX_MAJOR	 5 /* tty 0, console 1 */
#define TTYS_FIRST_MINOR 64

/**
 * register_chrdev() - add a device to /dev.
 * @name: its name there; copied.
 * @dev:  MKDEV(major, minor), what stat() shows.
 * @mode: permission bits.
 * @private: the inode's i_private, for its open.
 *
 * Context: task, may sleep; after the "devfs" line of initcalls.c.
 * Return: 0, EEXIST or ENOMEM.
 */
int register_chrdev(const char *name, u32 dev, u32 mode, const struct file_operations *fops,
		    void *private);
