/* SPDX-License-Identifier: MIT */
/* What /proc/cpuinfo says about the processors. */
#pragma once

struct seq_file;

/* Prints /proc/cpuinfo. Context: task. */
int cpuinfo_proc_show(struct seq_file *m, void *v);
