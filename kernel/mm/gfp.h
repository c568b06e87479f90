/* SPDX-License-Identifier: MIT */
/* How an allocation may be carried out. The bits are Linux's, as events show them. */
#pragma once

#include "lib/types.h"

typedef u32 gfp_t;

#define __GFP_ZERO   0x100u /* the memory is zero */
#define __GFP_ATOMIC 0x200u /* may take the last reserve */

#define GFP_KERNEL 0xcc0u		   /* from a task */
#define GFP_ATOMIC (0x820u | __GFP_ATOMIC) /* from an interrupt, or with a spin lock held */
