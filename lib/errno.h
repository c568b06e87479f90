/* SPDX-License-Identifier: MIT */
/*
 * Error numbers, with Linux's values. Functions return them negated;
 * strerror() in lib/strerror.h gives the words.
 */
#pragma once

#define EPERM	     1
#define ENOENT	     2
#define ESRCH	     3
#define EINTR	     4
#define EIO	     5
#define ENXIO	     6
#define E2BIG	     7
#define EBADF	     9
#define ECHILD	     10
#define EAGAIN	     11
#define ENOMEM	     12
#define EACCES	     13
#define EFAULT	     14
#define EBUSY	     16
#define EEXIST	     17
#define EXDEV	     18
#define ENODEV	     19
#define ENOTDIR	     20
#define EISDIR	     21
#define EINVAL	     22
#define ENFILE	     23
#define EMFILE	     24
#define ENOTTY	     25
#define EFBIG	     27
#define ENOSPC	     28
#define ESPIPE	     29
#define EROFS	     30
#define EPIPE	     32
#define EDOM	     33
#define ERANGE	     34
#define EDEADLK	     35
#define ENAMETOOLONG 36
#define ENOSYS	     38
#define ENOTEMPTY    39
#define ELOOP	     40
#define EOVERFLOW    75
#define EILSEQ	     84
#define EOPNOTSUPP   95
#define ETIMEDOUT    110

/* An error carried in a pointer: the last 4095 addresses are never valid ones. */
#define MAX_ERRNO 4095

static inline void *ERR_PTR(long error)
{
	return (void *)error;
}

static inline long PTR_ERR(const void *ptr)
{
	return (long)ptr;
}

static inline int IS_ERR(const void *ptr)
{
	return (unsigned long)ptr >= (unsigned long)-MAX_ERRNO;
}

static inline int IS_ERR_OR_NULL(const void *ptr)
{
	return !ptr || IS_ERR(ptr);
}
