/* SPDX-License-Identifier: MIT */
/* What the files of /proc share among themselves. Everyone else uses kernel/fs/procfs.h. */
#pragma once

#include "kernel/fs/dcache.h"
#include "kernel/fs/procfs.h"

/* A file of /proc: printed whole by @show, or record by record by @seq, or its own @ops. */
struct proc_entry {
	const char *name;
	u32 mode;
	int (*show)(struct seq_file *m, void *v);
	const struct seq_operations *seq;
	const struct file_operations *ops;
	void *data; /* m->private of @show and @seq */
};

/* The root of /proc. */
struct dentry *proc_root(void);

/* Makes a file for @entry, which must live as long as the file. Return: as proc_create(). */
struct dentry *proc_register(struct dentry *parent, const struct proc_entry *entry);

/* proc_files.c: the files that are always there, ended by a NULL name. */
extern const struct proc_entry proc_files[];

/* Their show functions, by file. */
int meminfo_proc_show(struct seq_file *m, void *v); /* meminfo.c */
int slabinfo_proc_show(struct seq_file *m, void *v);
int vmallocinfo_proc_show(struct seq_file *m, void *v);
int stat_proc_show(struct seq_file *m, void *v); /* stat.c */
int softirqs_proc_show(struct seq_file *m, void *v);
extern const struct file_operations sysrq_trigger_file_operations; /* sysctl.c */
extern const struct seq_operations kallsyms_seq_ops;		   /* kallsyms.c */

/* Makes /proc/sys/kernel and its files. 0 or an errno. */
int proc_sys_init(void);

/* pid.c: /proc/PID, which exist only while they are looked at. */
struct dentry *proc_pid_lookup(struct dentry *dir, const char *name);
int proc_root_readdir(struct file *file, struct dir_context *ctx);
/* /proc/self: a link to the pid of who reads it. */
int proc_self_init(void);

struct task_struct;

/* A file in /proc/PID. @show gets the task in m->private. */
struct pid_entry {
	const char *name;
	u32 mode;
	int (*show)(struct seq_file *m, struct task_struct *task);
};

/* pid_files.c: ended by a NULL name. */
extern const struct pid_entry pid_entries[];
