/* SPDX-License-Identifier: MIT */
/*
 * The integer types every room uses. u64 is unsigned long, so it prints with
 * %lu and %lx both in the kernel and on a 64-bit host.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

typedef long ssize_t;
typedef long loff_t;
typedef int pid_t;

_Static_assert(sizeof(long) == 8 && sizeof(void *) == 8, "Fivebyte is a 64-bit kernel");
