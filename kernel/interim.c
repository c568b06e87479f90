/* SPDX-License-Identifier: MIT */
/* Weak stand-ins until the rooms they belong to are linked: each works plainly or panics. */
#include "arch/x86_64/text_patch_nmi.h"

#define WEAK __attribute__((weak))

WEAK bool nmi_is_held(void)
{
	return false;
}
