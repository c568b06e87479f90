/* SPDX-License-Identifier: MIT */
/*
 * tracefs: the control files of tracing, mounted at /sys/kernel/tracing, with
 * /tracing leading there. A file is one descriptor in the table of its
 * directory: trace/files/tracefs_tables.c has them all.
 */
#pragma once

#include "kernel/fs/libfs.h"
#include "kernel/fs/seq_file.h"
#include "kernel/fs/vfs.h"
#include "trace/core/trace_array.h"

struct tracefs_node;

/*
 * A control file. One with only short text gives show and store, anything else
 * file_operations of its own, which find their node with tracefs_node().
 */
struct tracefs_file {
	const char *name; /* NULL ends a table */
	u32 mode;
	/* Prints the whole file. Task, may sleep. Return: 0 or a negative errno. */
	int (*show)(struct seq_file *m, struct tracefs_node *node);
	/*
	 * Takes a whole write: @text ends with NUL, blanks and newlines at both ends are
	 * gone. Task, may sleep. Return: 0, or a negative errno and nothing has changed.
	 */
	int (*store)(struct tracefs_node *node, char *text);
	const struct file_operations *fops; /* instead, or around them: tracefs_text_open() */
};

/*
 * What a file is about; its inode's i_private, and gone with it. An open file
 * keeps its instance (trace_array_get()): its file_operations may use node->tr.
 */
struct tracefs_node {
	const struct tracefs_file *file;
	struct trace_array *tr;
	const struct file_operations *own_fops; /* what the file can do, and ... */
	struct file_operations fops; /* ... the same, opened and released through tracefs.c */
	int cpu;		     /* in per_cpu/cpuN: N; else RING_BUFFER_ALL_CPUS */
	const void *what;	     /* in options/: the option; in events/SYSTEM/: its name */
	char *text;		     /* of events/SYSTEM/filter: what was written, or NULL */
	u16 event_id;		     /* in events/SYSTEM/NAME/; kept in open, show and store */
};

static inline struct tracefs_node *tracefs_node(const struct inode *inode)
{
	return inode->i_private;
}

/* Longest text of one write to a file with store, or line of it, with its end and a NUL. */
#define TRACEFS_WRITE_MAX 4096

/* Makes one file. The node belongs to its inode. Context: task. Return: NULL: no memory. */
struct tracefs_node *tracefs_create_file(struct dentry *dir, const struct tracefs_file *file,
					 struct trace_array *tr, int cpu);

/*
 * What a file with show and store does, for one whose fops do more: it gives all three.
 * The rest is seq_read(), seq_lseek() and single_release().
 */
int tracefs_text_open(struct inode *inode, struct file *file);
ssize_t tracefs_text_write(struct file *file, const char *buf, size_t count, loff_t *pos);
/* The same for a store that looks itself how long each line is. */
ssize_t tracefs_lines_write(struct file *file, const char *buf, size_t count, loff_t *pos);

/* A file_operations.write for files whose opening or closing is what counts. */
ssize_t tracefs_ignore_write(struct file *file, const char *buf, size_t count, loff_t *pos);

/* Makes a file for each descriptor of @table in @dir. Context: task. Return: 0 or -ENOMEM. */
int tracefs_create_files(struct dentry *dir, const struct tracefs_file *table,
			 struct trace_array *tr, int cpu);

/* Makes what every instance has in its directory. Context: task. Return: 0 or -ENOMEM. */
int tracefs_create_instance_files(struct dentry *dir, struct trace_array *tr);

/* Makes instances/, where mkdir makes an instance. Context: task. Return: 0 or -ENOMEM. */
int tracefs_create_instances(struct dentry *root);

/* Makes what only the top directory has. Context: task. Return: 0 or -ENOMEM. */
int tracefs_create_root_files(struct dentry *dir);

/* /sys/kernel/debug/kprobes/. */
extern const struct tracefs_file debugfs_kprobes_files[];

/* Mounts tracefs and makes the files of global_trace; and debugfs. Context: task, from initcalls.
 */
int tracefs_init(void);
