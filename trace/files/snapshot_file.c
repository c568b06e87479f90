/* SPDX-License-Identifier: MIT */
/*
 * The file snapshot: the spare buffer, as the file trace shows the other. 0 gives
 * it back, 1 exchanges the two, any other number empties it. That of one
 * processor can only be read and emptied.
 */
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "trace/core/trace_snapshot.h"
#include "trace/core/tracer.h"
#include "trace/files/control_files.h"
#include "trace/files/trace_reader.h"
#include "trace/ring/ring_buffer.h"
#include "trace/tracers/function.h"

static void print_empty_snapshot(struct trace_iterator *iter)
{
	trace_print_tracer(iter);
	seq_buf_printf(
		&iter->seq,
		"#\n# * Snapshot is %s *\n#\n"
		"# Snapshot commands:\n"
		"# echo 0 > snapshot : Clears and frees snapshot buffer\n"
		"# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n"
		"#                      Takes a snapshot of the main buffer.\n"
		"# echo 2 > snapshot : Clears snapshot buffer (but does not allocate or "
		"free)\n"
		"#                      (Doesn't have to be '2' works with any number that\n"
		"#                       is not a '0' or '1')\n",
		iter->tr->snapshot_allocated ? "allocated" : "freed");
}

static void print_empty_cpu_snapshot(struct trace_iterator *iter)
{
	trace_print_tracer(iter);
	seq_buf_printf(&iter->seq,
		       "#\n# * Snapshot is %s *\n#\n"
		       "# Snapshot commands:\n"
		       "# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n"
		       "# echo 1 > snapshot : Not supported with this kernel.\n"
		       "#                     Must use main snapshot file to allocate.\n"
		       "# echo 2 > snapshot : Clears this cpu's snapshot buffer (but does not "
		       "allocate)\n"
		       "#                      (Doesn't have to be '2' works with any number that\n"
		       "#                       is not a '0' or '1')\n",
		       iter->tr->snapshot_allocated ? "allocated" : "freed");
}

static int snapshot_file_open(struct inode *inode, struct file *file)
{
	struct tracefs_node *node = tracefs_node(inode);
	struct trace_array *tr = node->tr;
	bool reads = file->f_mode & FMODE_READ;
	struct trace_reader *reader;

	if (reads && READ_ONCE(tr->snapshot_is_busy))
		return -EBUSY;
	reader = trace_reader_open(node, reads ? tr->snapshot : NULL);
	if (!reader)
		return -ENOMEM;
	reader->print_empty =
		node->cpu == RING_BUFFER_ALL_CPUS ? print_empty_snapshot : print_empty_cpu_snapshot;
	file->private_data = reader;
	return 0;
}

/* trace_types_lock is held. Return: 0 or an errno. */
static int snapshot_command(struct tracefs_node *node, unsigned long command)
{
	struct trace_array *tr = node->tr;
	bool all = node->cpu == RING_BUFFER_ALL_CPUS;
	int error;

	if (tr->snapshot_is_busy)
		return -EBUSY;
	if (command < 2 && !all)
		return -EINVAL;
	switch (command) {
	case 0:
		tracing_free_snapshot_instance(tr);
		return 0;
	case 1:
		error = tracing_alloc_snapshot_instance(tr);
		if (error)
			return error;
		function_repeats_flush(tr, false);
		tracing_snapshot_instance(tr);
		return 0;
	default:
		if (all)
			ring_buffer_reset(tr->snapshot);
		else
			ring_buffer_reset_cpu(tr->snapshot, (u32)node->cpu);
		return 0;
	}
}

static ssize_t snapshot_file_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	unsigned long command;
	char text[32];
	int error;

	if (simple_write_text(text, sizeof(text), buf, count) < 0)
		return -EINVAL;
	error = kstrtoul(text, 10, &command);
	if (error)
		return error;
	trace_types_lock_acquire();
	error = snapshot_command(tracefs_node(file->f_inode), command);
	trace_types_lock_release();
	if (error)
		return error;
	*pos += (loff_t)count;
	return (ssize_t)count;
}

const struct file_operations snapshot_fops = {
	.open = snapshot_file_open,
	.release = trace_reader_release,
	.read = trace_reader_read,
	.write = snapshot_file_write,
	.llseek = noop_llseek,
};
