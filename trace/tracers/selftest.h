/* SPDX-License-Identifier: MIT */
/* What the self-tests of tracers share. */
#pragma once

#include "lib/types.h"

struct trace_array;

/* Return: records ever written to the buffer of @tr, on all processors. Context: task. */
u64 trace_selftest_records(struct trace_array *tr);
