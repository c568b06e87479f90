/* SPDX-License-Identifier: MIT */
/* A line of the graph tracer's tree, and the columns in front of what is called. */
#pragma once

#include "trace/core/fgraph.h"
#include "trace/output/trace_iterator.h"
#include "trace/tracers/function_graph.h"

/* What was printed last of one processor. */
struct graph_cpu {
	s32 pid;		 /* -1: nothing yet */
	s32 depth;		 /* for comments */
	s32 hidden_depth;	 /* of an interrupt's function that is not shown; -1: none */
	u64 begun[FGRAPH_DEPTH]; /* per depth: the function whose end is still to come */
};

/* What one line needs. */
struct graph_line {
	struct trace_iterator *iter;
	struct seq_buf *seq;
	struct graph_cpu *cpu; /* NULL in a dump */
	u32 flags;	       /* GRAPH_OPTION_ */
	bool context;
};

/* graph_columns.c. Whether an interrupt enters the kernel with @func. */
bool graph_is_irq_entry(u64 func);
/* The lines that say that another task runs than that of the line before. */
void graph_print_switch(struct graph_line *line);
/* What is in front of the duration; the duration; the blanks in its place; those of a level. */
void graph_print_context(struct graph_line *line);
void graph_print_duration(struct graph_line *line, u64 ns);
void graph_print_no_duration(struct graph_line *line);
void graph_print_indent(struct graph_line *line, s32 depth);
/* A line with an arrow, at the beginning or the end of an interrupt: if @func is one. */
void graph_print_irq(struct graph_line *line, u64 func, const char *arrow);
/* The titles of the columns. */
void graph_print_header(struct trace_iterator *iter);
