/* SPDX-License-Identifier: MIT */
/* What the self-test of probes probes. */
#pragma once

#include "lib/types.h"

/*
 * Functions with instructions of all forms, a NULL behind the last. Each returns the same for
 * the same @x; the first one writes to memory that the fourth reads: call them in order, on
 * one processor at a time where that matters.
 */
extern u64 (*const kprobe_forms[])(u64 x);
