/* SPDX-License-Identifier: MIT */
/*
 * What the tables in tracefs_tables.c point to: per control file its show and
 * store (contract: struct tracefs_file), or its file_operations. What each file
 * reads and takes is said at its definition; the grammar is Linux's
 * (Documentation/trace/ftrace.rst names the files).
 */
#pragma once

#include "trace/files/tracefs.h"

/* control_tracer.c */
int available_tracers_show(struct seq_file *m, struct tracefs_node *node);
int current_tracer_show(struct seq_file *m, struct tracefs_node *node);
int current_tracer_store(struct tracefs_node *node, char *text);
int tracing_on_show(struct seq_file *m, struct tracefs_node *node);
int tracing_on_store(struct tracefs_node *node, char *text);
int tracing_cpumask_show(struct seq_file *m, struct tracefs_node *node);
int tracing_cpumask_store(struct tracefs_node *node, char *text);
int trace_clock_show(struct seq_file *m, struct tracefs_node *node);
int trace_clock_store(struct tracefs_node *node, char *text);

/* control_buffer.c */
int buffer_size_kb_show(struct seq_file *m, struct tracefs_node *node);
int buffer_size_kb_store(struct tracefs_node *node, char *text);
int buffer_total_size_kb_show(struct seq_file *m, struct tracefs_node *node);
int buffer_stats_show(struct seq_file *m, struct tracefs_node *node);
int buffer_percent_show(struct seq_file *m, struct tracefs_node *node);
int buffer_percent_store(struct tracefs_node *node, char *text);
int buffer_subbuf_size_kb_show(struct seq_file *m, struct tracefs_node *node);
int buffer_subbuf_size_kb_store(struct tracefs_node *node, char *text);
int timestamp_mode_show(struct seq_file *m, struct tracefs_node *node);

/* control_latency.c */
int tracing_thresh_show(struct seq_file *m, struct tracefs_node *node);
int tracing_thresh_store(struct tracefs_node *node, char *text);
int tracing_max_latency_show(struct seq_file *m, struct tracefs_node *node);
int tracing_max_latency_store(struct tracefs_node *node, char *text);

/* control_names.c */
int saved_cmdlines_show(struct seq_file *m, struct tracefs_node *node);
int saved_cmdlines_size_show(struct seq_file *m, struct tracefs_node *node);
int saved_cmdlines_size_store(struct tracefs_node *node, char *text);
int saved_tgids_show(struct seq_file *m, struct tracefs_node *node);

/* control_options.c */
int trace_options_show(struct seq_file *m, struct tracefs_node *node);
int trace_options_store(struct tracefs_node *node, char *text);
/* Makes options/ in @dir, a file for each common option and each tracer's own. 0 or -ENOMEM. */
int tracefs_create_options(struct dentry *dir, struct trace_array *tr);

/* event_files.c, set_event.c */
int printk_formats_show(struct seq_file *m, struct tracefs_node *node);
int available_events_show(struct seq_file *m, struct tracefs_node *node);
extern const struct file_operations set_event_fops;

/* event_dirs.c */
/* Makes events/ in @dir. Return: 0 or -ENOMEM. */
int tracefs_create_events(struct dentry *dir, struct trace_array *tr);

/* extract.c */
int extract_store(struct tracefs_node *node, char *text);

/* text_patch_file.c */
int text_patch_show(struct seq_file *m, struct tracefs_node *node);
int text_patch_store(struct tracefs_node *node, char *text);

/* readme.c */
int tracefs_readme_show(struct seq_file *m, struct tracefs_node *node);

/* filter_files.c */
extern const struct file_operations set_ftrace_filter_fops;
extern const struct file_operations set_ftrace_notrace_fops;

/* graph_files.c */
extern const struct file_operations set_graph_function_fops;
extern const struct file_operations set_graph_notrace_fops;
int max_graph_depth_show(struct seq_file *m, struct tracefs_node *node);
int max_graph_depth_store(struct tracefs_node *node, char *text);

/* profile_files.c */
int function_profile_enabled_show(struct seq_file *m, struct tracefs_node *node);
int function_profile_enabled_store(struct tracefs_node *node, char *text);
/* Makes trace_stat/ in @dir. Return: 0 or -ENOMEM. */
int tracefs_create_stat(struct dentry *dir);

/* stack_files.c */
int stack_max_size_show(struct seq_file *m, struct tracefs_node *node);
int stack_max_size_store(struct tracefs_node *node, char *text);
int stack_trace_show(struct seq_file *m, struct tracefs_node *node);
extern const struct file_operations stack_trace_filter_fops;

/* pid_files.c */
extern const struct file_operations pid_file_fops;

/* function_lists.c */
extern const struct file_operations available_filter_functions_fops;
extern const struct file_operations enabled_functions_fops;
extern const struct file_operations available_filter_functions_addrs_fops;
extern const struct file_operations touched_functions_fops;
extern const struct file_operations ftrace_sites_fops;
int dyn_ftrace_total_info_show(struct seq_file *m, struct tracefs_node *node);

/* trace_file.c, snapshot_file.c, trace_pipe.c, marker.c */
extern const struct file_operations trace_fops;
extern const struct file_operations snapshot_fops;
extern const struct file_operations trace_pipe_fops;
extern const struct file_operations trace_marker_fops;
extern const struct file_operations trace_marker_raw_fops;

/* dynamic_files.c */
int synthetic_events_show(struct seq_file *m, struct tracefs_node *node);
int synthetic_events_store(struct tracefs_node *node, char *text);
extern const struct file_operations synthetic_events_fops;
int kprobe_events_show(struct seq_file *m, struct tracefs_node *node);
int kprobe_events_store(struct tracefs_node *node, char *text);
extern const struct file_operations kprobe_events_fops;
int kprobe_profile_show(struct seq_file *m, struct tracefs_node *node);
int kprobes_list_show(struct seq_file *m, struct tracefs_node *node);
int kprobes_blacklist_show(struct seq_file *m, struct tracefs_node *node);
int kprobes_enabled_show(struct seq_file *m, struct tracefs_node *node);
int kprobes_enabled_store(struct tracefs_node *node, char *text);
int dynamic_events_show(struct seq_file *m, struct tracefs_node *node);
int dynamic_events_store(struct tracefs_node *node, char *text);
extern const struct file_operations dynamic_events_fops;

/* trace_pipe_raw.c, error_log_file.c, free_buffer.c */
extern const struct file_operations trace_pipe_raw_fops;
extern const struct file_operations snapshot_raw_fops;
extern const struct file_operations error_log_fops;
extern const struct file_operations free_buffer_fops;

/* trace_wait.c: wakes those who wait in a trace_pipe of any instance, because tracing went off.
 * Task. */
void trace_pipe_wake_readers(void);
