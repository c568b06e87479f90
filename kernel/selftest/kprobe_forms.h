/* SPDX-License-Identifier: MIT */
/* What the self-test of probes probes. */
#pragma once

#include "lib/types.h"

/*
 * Functions with instructions of all forms, a NULL behind the last. Each returns the same for
 * the same @x; the first one is for one processor at a time.
 */
extern u64 (*const kprobe_forms[])(u64 x);
#define KPROBE_FORMS_LEAF 3 /* returns x * 3 + 1 */
