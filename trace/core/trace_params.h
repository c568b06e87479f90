/* SPDX-License-Identifier: MIT */
/*
 * The tracer's words on the command line. They are early options: only noted
 * when they are read, and obeyed by trace_init(). For the table in kernel/params.c.
 */
#pragma once

#include "lib/types.h"

#define TRACE_PARAM_INSTANCES 8

struct trace_params {
	const char *tracer;	    /* ftrace=NAME */
	const char *filter;	    /* ftrace_filter=PATTERN[,PATTERN]... */
	const char *notrace_filter; /* ftrace_notrace=PATTERN[,PATTERN]... */
	const char *graph_filter;   /* ftrace_graph_filter=PATTERN[,PATTERN]... */
	const char *graph_notrace;  /* ftrace_graph_notrace=PATTERN[,PATTERN]... */
	u32 graph_max_depth;	    /* ftrace_graph_max_depth=N */
	u64 thresh_us;		    /* tracing_thresh=MICROSECONDS */
	size_t buffer_bytes;	    /* trace_buf_size=SIZE, per processor; 0: not given */
	bool selftest;		    /* ftrace_selftest */
	const char *options;	    /* trace_options=[no]OPTION[,...] */
	const char *clock;	    /* trace_clock=NAME */
	const char *events;	    /* trace_event=EVENT[,EVENT]... */
	const char *triggers;	    /* trace_trigger=EVENT.TRIGGER[,EVENT.TRIGGER]... */
	const char *probes;	    /* kprobe_event=PROBE[,ARGUMENT]...[;PROBE...] */
	bool printk_events;	    /* tp_printk: events go to the log as well */
	bool alloc_snapshot;	    /* alloc_snapshot: the spare buffer exists from boot on */
	bool boot_snapshot;	    /* ftrace_boot_snapshot: take one when the kernel has booted */
	/* trace_instance=NAME[^FLAG]...[,EVENT]..., several times */
	const char *instances[TRACE_PARAM_INSTANCES];
};

extern struct trace_params trace_params;

/* Parsers, as struct kernel_param wants them. Return: 0 or -EINVAL. */
int trace_param_tracer(const char *value);
int trace_param_filter(const char *value);
int trace_param_notrace(const char *value);
int trace_param_graph_filter(const char *value);
int trace_param_graph_notrace(const char *value);
int trace_param_thresh(const char *value);
int trace_param_graph_max_depth(const char *value);
int trace_param_buf_size(const char *value);
int trace_param_selftest(const char *value);
int trace_param_options(const char *value);
int trace_param_clock(const char *value);
int trace_param_alloc_snapshot(const char *value);
int trace_param_boot_snapshot(const char *value);
int trace_param_instance(const char *value);
int trace_param_event(const char *value);
int trace_param_trigger(const char *value);
int trace_param_probes(const char *value);
int trace_param_tp_printk(const char *value);
