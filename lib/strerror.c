/* SPDX-License-Identifier: MIT */
/* Errors in words: those that users of the C library know. And their names. */
#include "lib/strerror.h"

#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/types.h"

#define ERROR(number, words) [number] = {#number, words}

static const struct {
	const char *name, *words;
} errors[] = {
	[0] = {NULL, "Success"},
	ERROR(EPERM, "Operation not permitted"),
	ERROR(ENOENT, "No such file or directory"),
	ERROR(ESRCH, "No such process"),
	ERROR(EINTR, "Interrupted system call"),
	ERROR(EIO, "Input/output error"),
	ERROR(ENXIO, "No such device or address"),
	ERROR(E2BIG, "Argument list too long"),
	ERROR(EBADF, "Bad file descriptor"),
	ERROR(ECHILD, "No child processes"),
	ERROR(EAGAIN, "Resource temporarily unavailable"),
	ERROR(ENOMEM, "Cannot allocate memory"),
	ERROR(EACCES, "Permission denied"),
	ERROR(EFAULT, "Bad address"),
	ERROR(EBUSY, "Device or resource busy"),
	ERROR(EEXIST, "File exists"),
	ERROR(EXDEV, "Invalid cross-device link"),
	ERROR(ENODEV, "No such device"),
	ERROR(ENOTDIR, "Not a directory"),
	ERROR(EISDIR, "Is a directory"),
	ERROR(EINVAL, "Invalid argument"),
	ERROR(ENFILE, "Too many open files in system"),
	ERROR(EMFILE, "Too many open files"),
	ERROR(ENOTTY, "Inappropriate ioctl for device"),
	ERROR(EFBIG, "File too large"),
	ERROR(ENOSPC, "No space left on device"),
	ERROR(ESPIPE, "Illegal seek"),
	ERROR(EROFS, "Read-only file system"),
	ERROR(EPIPE, "Broken pipe"),
	ERROR(EDOM, "Numerical argument out of domain"),
	ERROR(ERANGE, "Numerical result out of range"),
	ERROR(EDEADLK, "Resource deadlock avoided"),
	ERROR(ENAMETOOLONG, "File name too long"),
	ERROR(ENOSYS, "Function not implemented"),
	ERROR(ENOTEMPTY, "Directory not empty"),
	ERROR(ELOOP, "Too many levels of symbolic links"),
	ERROR(EOVERFLOW, "Value too large for defined data type"),
	ERROR(EILSEQ, "Invalid or incomplete multibyte or wide character"),
	ERROR(EOPNOTSUPP, "Operation not supported"),
	ERROR(ETIMEDOUT, "Connection timed out"),
};

const char *strerror(int error)
{
	unsigned int number = error < 0 ? -(unsigned int)error : (unsigned int)error;

	if (number >= ARRAY_SIZE(errors) || !errors[number].words)
		return "Unknown error";
	return errors[number].words;
}

const char *errname(int error)
{
	unsigned int number = error < 0 ? -(unsigned int)error : (unsigned int)error;

	return number < ARRAY_SIZE(errors) ? errors[number].name : NULL;
}
