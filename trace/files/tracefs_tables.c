/* SPDX-License-Identifier: MIT */
/*
 * Every control file: one line each, by the directory it is in. What is in the
 * first two tables every instance has for itself.
 */
#include "kernel/fs/libfs.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "trace/files/control_files.h"
#include "trace/files/tracefs.h"
#include "trace/ring/ring_buffer.h"

static const struct tracefs_file instance_files[] = {
	{"available_tracers", 0444, available_tracers_show, NULL, NULL},
	{"buffer_percent", 0644, buffer_percent_show, buffer_percent_store, NULL},
	{"buffer_size_kb", 0644, buffer_size_kb_show, buffer_size_kb_store, NULL},
	{"buffer_subbuf_size_kb", 0644, buffer_subbuf_size_kb_show, buffer_subbuf_size_kb_store,
	 NULL},
	{"buffer_total_size_kb", 0444, buffer_total_size_kb_show, NULL, NULL},
	{"current_tracer", 0644, current_tracer_show, current_tracer_store, NULL},
	{"error_log", 0644, NULL, NULL, &error_log_fops},
	{"extract", 0200, NULL, extract_store, NULL},
	{"free_buffer", 0200, NULL, NULL, &free_buffer_fops},
	{"set_event", 0644, NULL, NULL, &set_event_fops},
	{"set_event_notrace_pid", 0644, NULL, NULL, &pid_file_fops},
	{"set_event_pid", 0644, NULL, NULL, &pid_file_fops},
	{"set_ftrace_filter", 0644, NULL, NULL, &set_ftrace_filter_fops},
	{"set_ftrace_notrace", 0644, NULL, NULL, &set_ftrace_notrace_fops},
	{"set_ftrace_notrace_pid", 0644, NULL, NULL, &pid_file_fops},
	{"set_ftrace_pid", 0644, NULL, NULL, &pid_file_fops},
	{"snapshot", 0644, NULL, NULL, &snapshot_fops},
	{"timestamp_mode", 0444, timestamp_mode_show, NULL, NULL},
	{"trace", 0644, NULL, NULL, &trace_fops},
	{"trace_clock", 0644, trace_clock_show, trace_clock_store, NULL},
	{"trace_marker", 0222, NULL, NULL, &trace_marker_fops},
	{"trace_marker_raw", 0222, NULL, NULL, &trace_marker_raw_fops},
	{"trace_options", 0644, trace_options_show, trace_options_store, NULL},
	{"trace_pipe", 0444, NULL, NULL, &trace_pipe_fops},
	{"tracing_cpumask", 0644, tracing_cpumask_show, tracing_cpumask_store, NULL},
	{"tracing_max_latency", 0644, tracing_max_latency_show, tracing_max_latency_store, NULL},
	{"tracing_on", 0644, tracing_on_show, tracing_on_store, NULL},
	{NULL, 0, NULL, NULL, NULL},
};

static const struct tracefs_file per_cpu_files[] = {
	{"buffer_size_kb", 0644, buffer_size_kb_show, buffer_size_kb_store, NULL},
	{"snapshot", 0644, NULL, NULL, &snapshot_fops},
	{"snapshot_raw", 0444, NULL, NULL, &snapshot_raw_fops},
	{"stats", 0444, buffer_stats_show, NULL, NULL},
	{"trace", 0644, NULL, NULL, &trace_fops},
	{"trace_pipe", 0444, NULL, NULL, &trace_pipe_fops},
	{"trace_pipe_raw", 0444, NULL, NULL, &trace_pipe_raw_fops},
	{NULL, 0, NULL, NULL, NULL},
};

static const struct tracefs_file root_files[] = {
	{"README", 0444, tracefs_readme_show, NULL, NULL},
	{"available_events", 0444, available_events_show, NULL, NULL},
	{"available_filter_functions", 0444, NULL, NULL, &available_filter_functions_fops},
	{"available_filter_functions_addrs", 0444, NULL, NULL,
	 &available_filter_functions_addrs_fops},
	{"dyn_ftrace_total_info", 0444, dyn_ftrace_total_info_show, NULL, NULL},
	{"dynamic_events", 0644, dynamic_events_show, dynamic_events_store, &dynamic_events_fops},
	{"enabled_functions", 0444, NULL, NULL, &enabled_functions_fops},
	{"function_profile_enabled", 0644, function_profile_enabled_show,
	 function_profile_enabled_store, NULL},
	{"kprobe_events", 0644, kprobe_events_show, kprobe_events_store, &kprobe_events_fops},
	{"kprobe_profile", 0444, kprobe_profile_show, NULL, NULL},
	{"max_graph_depth", 0644, max_graph_depth_show, max_graph_depth_store, NULL},
	{"printk_formats", 0444, printk_formats_show, NULL, NULL},
	{"saved_cmdlines", 0444, saved_cmdlines_show, NULL, NULL},
	{"saved_cmdlines_size", 0644, saved_cmdlines_size_show, saved_cmdlines_size_store, NULL},
	{"saved_tgids", 0444, saved_tgids_show, NULL, NULL},
	{"set_graph_function", 0644, NULL, NULL, &set_graph_function_fops},
	{"set_graph_notrace", 0644, NULL, NULL, &set_graph_notrace_fops},
	{"sites", 0444, NULL, NULL, &ftrace_sites_fops},
	{"stack_max_size", 0644, stack_max_size_show, stack_max_size_store, NULL},
	{"stack_trace", 0444, stack_trace_show, NULL, NULL},
	{"stack_trace_filter", 0644, NULL, NULL, &stack_trace_filter_fops},
	{"synthetic_events", 0644, synthetic_events_show, synthetic_events_store,
	 &synthetic_events_fops},
	{"text_patch", 0644, text_patch_show, text_patch_store, NULL},
	{"touched_functions", 0444, NULL, NULL, &touched_functions_fops},
	{"tracing_thresh", 0644, tracing_thresh_show, tracing_thresh_store, NULL},
	{NULL, 0, NULL, NULL, NULL},
};

const struct tracefs_file debugfs_kprobes_files[] = {
	{"blacklist", 0400, kprobes_blacklist_show, NULL, NULL},
	{"enabled", 0600, kprobes_enabled_show, kprobes_enabled_store, NULL},
	{"list", 0400, kprobes_list_show, NULL, NULL},
	{NULL, 0, NULL, NULL, NULL},
};

static int create_per_cpu_directories(struct dentry *dir, struct trace_array *tr)
{
	struct dentry *all = simple_dir_create(dir, "per_cpu", NULL, NULL);
	u32 cpu;

	if (IS_ERR(all))
		return (int)PTR_ERR(all);
	for_each_cpu (cpu, cpu_possible_mask) {
		struct dentry *one;
		char name[16];

		snprintf(name, sizeof(name), "cpu%u", cpu);
		one = simple_dir_create(all, name, NULL, NULL);
		if (IS_ERR(one) || tracefs_create_files(one, per_cpu_files, tr, (int)cpu))
			return -ENOMEM;
	}
	return 0;
}

int tracefs_create_instance_files(struct dentry *dir, struct trace_array *tr)
{
	int error = tracefs_create_files(dir, instance_files, tr, RING_BUFFER_ALL_CPUS);

	if (!error)
		error = tracefs_create_options(dir, tr);
	if (!error)
		error = tracefs_create_events(dir, tr);
	if (!error)
		error = create_per_cpu_directories(dir, tr);
	return error;
}

int tracefs_create_root_files(struct dentry *dir)
{
	int error = tracefs_create_files(dir, root_files, &global_trace, RING_BUFFER_ALL_CPUS);

	return error ? error : tracefs_create_stat(dir);
}
