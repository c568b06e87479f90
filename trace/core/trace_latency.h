/* SPDX-License-Identifier: MIT */
/* What tracers of durations share. */
#pragma once

#include "lib/types.h"

/* The file tracing_thresh: durations below it are not recorded; 0: all are. In ns. */
extern u64 tracing_thresh_ns;
