/* SPDX-License-Identifier: MIT */
/*
 * How a file is opened, positioned and named: flags with the values that
 * Linux programs on x86-64 pass (open(2), lseek(2), openat(2)).
 */
#pragma once

#define O_ACCMODE   00000003
#define O_RDONLY    00000000
#define O_WRONLY    00000001
#define O_RDWR	    00000002
#define O_CREAT	    00000100
#define O_EXCL	    00000200
#define O_NOCTTY    00000400
#define O_TRUNC	    00001000
#define O_APPEND    00002000
#define O_NONBLOCK  00004000
#define O_LARGEFILE 00100000
#define O_DIRECTORY 00200000
#define O_NOFOLLOW  00400000
#define O_CLOEXEC   02000000

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

#define AT_FDCWD	    -100 /* a relative path starts in the task's working directory */
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR	    0x200

#define NAME_MAX 255  /* bytes in one name, without the final 0 */
#define PATH_MAX 4096 /* bytes in a path, with the final 0 */
#define PIPE_BUF 4096 /* a write to a pipe of at most this many bytes is not torn */
