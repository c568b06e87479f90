/* SPDX-License-Identifier: MIT */
/* The file README: how to begin, from inside. */
#include "trace/files/control_files.h"

int tracefs_readme_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_puts(m,
		 "tracing mini-HOWTO\n\n"
		 "Every function of this kernel begins with five bytes that do nothing. Write\n"
		 "`function` into current_tracer and they become calls that record who was called\n"
		 "and from where; write `nop` and they do nothing again.\n\n"
		 "  echo vfs_read > set_ftrace_filter    only this function (globs: * ? [])\n"
		 "  echo function > current_tracer       start\n"
		 "  cat /proc/version                    do something\n"
		 "  cat trace                            see it\n"
		 "  echo nop > current_tracer            stop\n"
		 "  echo > set_ftrace_filter             forget the filter\n"
		 "  echo > trace                         empty the buffer\n\n"
		 "available_tracers            what current_tracer takes\n"
		 "available_filter_functions   every function that can be traced\n"
		 "enabled_functions            those that are now, and by whom\n"
		 "sites                        the five bytes of each function as they are in "
		 "memory\n"
		 "set_ftrace_filter, set_ftrace_notrace\n"
		 "                             only these, not these; `>` replaces, `>>` adds, `!` "
		 "takes out\n"
		 "  FUNCTION:COMMAND[:COUNT] has something done when it is called: traceon, "
		 "traceoff,\n"
		 "  snapshot, stacktrace, dump, cpudump; `!FUNCTION:COMMAND[:0]` ends that\n"
		 "set_ftrace_pid, set_ftrace_notrace_pid\n"
		 "                             calls of these tasks only, not of these; with "
		 "options/function-fork\n"
		 "                             of their children, too\n"
		 "trace                        the records as text; reading takes nothing\n"
		 "trace_pipe                   the same, taken as they are read; waits for more\n"
		 "trace_marker                 what is written here is a record too\n"
		 "tracing_on                   0 or 1: recording, without touching any function\n"
		 "tracing_cpumask              which processors record\n"
		 "trace_clock                  where time stamps come from\n"
		 "trace_options, options/      how the text looks\n"
		 "buffer_size_kb               memory for each processor\n"
		 "per_cpu/cpuN/                the same for one processor, and stats\n"
		 "events/                      what records look like, for tools\n"
		 "extract                      NAME.dat: have scripts/boot write the records "
		 "there,\n"
		 "                             for trace-cmd and KernelShark\n");
	return 0;
}
