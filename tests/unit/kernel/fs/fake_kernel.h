/* SPDX-License-Identifier: MIT */
/* What the file system needs of the rest of the kernel, made of the C library, for one thread. */
#pragma once

#include "lib/types.h"

/* Objects and pages given out and not given back. */
extern long fake_objects, fake_pages;
/* Pages there are; the fake allocator fails beyond. */
extern long fake_page_limit;

/* A fresh `current` without files and working directory. */
void fake_task_init(void);
