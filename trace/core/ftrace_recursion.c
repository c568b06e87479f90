/* SPDX-License-Identifier: MIT */
/* What the recursion guard counts. */
#include "trace/core/ftrace_recursion.h"

DEFINE_PER_CPU(u64, ftrace_recursions);
