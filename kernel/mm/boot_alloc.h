/* SPDX-License-Identifier: MIT */
/* Memory before the page allocator: cut off boot_info.free, never given back. */
#pragma once

#include "lib/types.h"

/*
 * @size bytes, a multiple of the page size, zero, page aligned, below 4 GiB.
 * Context: boot, until page_alloc_init() takes over what is left. Panics when there is none.
 */
void *boot_alloc(size_t size);
