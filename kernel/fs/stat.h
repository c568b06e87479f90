/* SPDX-License-Identifier: MIT */
/*
 * What kind of file it is and what stat() tells about it. Mode bits have
 * Linux's values (inode(7)).
 */
#pragma once

#include "lib/types.h"

#define S_IFMT	  00170000
#define S_IFLNK	  0120000
#define S_IFREG	  0100000
#define S_IFBLK	  0060000
#define S_IFDIR	  0040000
#define S_IFCHR	  0020000
#define S_IFIFO	  0010000
#define S_IALLUGO 07777 /* the permission bits, with setuid, setgid and sticky */

#define S_ISLNK(m)  (((m)&S_IFMT) == S_IFLNK)
#define S_ISREG(m)  (((m)&S_IFMT) == S_IFREG)
#define S_ISDIR(m)  (((m)&S_IFMT) == S_IFDIR)
#define S_ISCHR(m)  (((m)&S_IFMT) == S_IFCHR)
#define S_ISFIFO(m) (((m)&S_IFMT) == S_IFIFO)

/* Entry types in a directory listing: the file type bits, shifted (readdir(3)). */
#define S_DT(mode) (((mode)&S_IFMT) >> 12)
#define DT_FIFO	   1
#define DT_CHR	   2
#define DT_DIR	   4
#define DT_REG	   8
#define DT_LNK	   10

/* A device number: the major in the upper half, the minor in the lower. */
#define MKDEV(major, minor) ((u32)(major) << 16 | (u32)(minor))
#define MAJOR(dev)	    ((u32)(dev) >> 16)
#define MINOR(dev)	    ((u32)(dev)&0xffff)

struct kstat {
	u64 ino;
	u32 dev;  /* which mounted file system */
	u32 rdev; /* device number of a device file, else 0 */
	u32 mode; /* file type and permission bits */
	u32 nlink;
	loff_t size;  /* bytes */
	u64 blocks;   /* memory used, in units of 512 bytes */
	u64 mtime_ns; /* last change of content, ns since boot */
};
