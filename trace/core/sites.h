/* SPDX-License-Identifier: MIT */
/*
 * The table of sites, for trace/core itself; the others use trace/core/ftrace.h.
 * Built once by ftrace_init(). A site's target, users and flags are changed
 * only by trace/core/ftrace.c, under ftrace_lock.
 */
#pragma once

#include "trace/core/ftrace.h"

extern struct ftrace_site *ftrace_sites;
/* Every index that is a site. */
extern struct site_set ftrace_all_sites;

/* High half of every address in kernel text and in trampolines. */
#define FTRACE_TEXT_HIGH 0xffffffff00000000ul

/* Return: the address that the site calls, or 0. */
static inline u64 ftrace_target_of(const struct ftrace_site *site)
{
	return site->target ? FTRACE_TEXT_HIGH | site->target : 0;
}

/* Indexes kept free for sites of modules. */
#define FTRACE_MODULE_SITES 4096
/* More than any index there will be: the capacity of every set, so that none ever moves. */
u32 ftrace_site_capacity(void);

/* Fills the table from the addresses that the compiler left between the linker's labels. */
void ftrace_sites_init(void);
