/* SPDX-License-Identifier: MIT */
/* Copying whole pages by the one instruction that processors are quickest with. */
#pragma once

#include "lib/types.h"

/* @bytes is a multiple of 8; the two do not overlap. Context: any. */
static inline void copy_pages(void *to, const void *from, size_t bytes)
{
	size_t words = bytes / 8;

	asm volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}
