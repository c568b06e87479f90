/* SPDX-License-Identifier: MIT */
/*
 * The tracer's words on the command line. They are early options: only noted
 * when they are read, and obeyed by trace_init(). For the table in kernel/params.c.
 */
#pragma once

#include "lib/types.h"

struct trace_params {
	const char *tracer;	    /* ftrace=NAME */
	const char *filter;	    /* ftrace_filter=PATTERN[,PATTERN]... */
	const char *notrace_filter; /* ftrace_notrace=PATTERN[,PATTERN]... */
	size_t buffer_bytes;	    /* trace_buf_size=SIZE, per processor; 0: not given */
	bool selftest;		    /* ftrace_selftest */
};

extern struct trace_params trace_params;

/* Parsers, as struct kernel_param wants them. Return: 0 or -EINVAL. */
int trace_param_tracer(const char *value);
int trace_param_filter(const char *value);
int trace_param_notrace(const char *value);
int trace_param_buf_size(const char *value);
int trace_param_selftest(const char *value);
