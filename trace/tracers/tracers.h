/* SPDX-License-Identifier: MIT */
/* Every tracer there is, one per file of this folder; registry.c lists them. */
#pragma once

#include "trace/core/tracer.h"

extern const struct tracer nop_tracer;
extern const struct tracer function_tracer;
extern const struct tracer function_graph_tracer;
