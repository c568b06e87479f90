/* SPDX-License-Identifier: MIT */
/* What the files of the function_graph tracer share. */
#pragma once

#include "trace/core/tracer.h"

/* Bits of its options. */
#define GRAPH_OPTION_OVERRUN	0x001u
#define GRAPH_OPTION_CPU	0x002u
#define GRAPH_OPTION_OVERHEAD	0x004u
#define GRAPH_OPTION_PROC	0x008u
#define GRAPH_OPTION_DURATION	0x010u
#define GRAPH_OPTION_ABSTIME	0x020u
#define GRAPH_OPTION_IRQS	0x040u
#define GRAPH_OPTION_TAIL	0x080u
#define GRAPH_OPTION_SLEEP_TIME 0x100u
#define GRAPH_OPTION_GRAPH_TIME 0x200u

/* graph_output.c */
extern const struct tracer_output graph_output;
