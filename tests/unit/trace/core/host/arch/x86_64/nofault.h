/* SPDX-License-Identifier: MIT */
/* arch/x86_64/nofault.h for predicate_host.c. */
#pragma once

#include "lib/types.h"

int copy_from_kernel_nofault(void *to, const void *from, size_t bytes);
ssize_t strncpy_from_kernel_nofault(char *to, const void *from, size_t size);

static inline bool load_u64_nofault(u64 *to, const void *from)
{
	return !copy_from_kernel_nofault(to, from, sizeof(*to));
}
