/* SPDX-License-Identifier: MIT */
/* Errors in words, and by name. */
#pragma once

/*
 * @error: an error number, positive or negated. Return: the words the C library
 * has for it, constant; "Unknown error" for a number that lib/errno.h lacks.
 */
const char *strerror(int error);

/* Its name, as "ENOENT"; NULL for a number that lib/errno.h lacks. */
const char *errname(int error);
