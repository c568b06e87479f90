/* SPDX-License-Identifier: MIT */
/* How an allocation may be carried out. */
#pragma once

#include "lib/types.h"

typedef u32 gfp_t;

#define __GFP_ZERO   0x01u /* the memory is zero */
#define __GFP_ATOMIC 0x02u /* may take the last reserve */

#define GFP_KERNEL 0u		/* from a task */
#define GFP_ATOMIC __GFP_ATOMIC /* from an interrupt, or with a spin lock held */
