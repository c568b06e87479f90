/* SPDX-License-Identifier: MIT */
/*
 * The file free_buffer: when it is closed, the buffers shrink to the smallest
 * size. A program that holds it open while it traces frees them when it ends,
 * however it ends. With the option disable_on_free tracing goes off as well.
 */
#include "trace/core/trace_options.h"
#include "trace/files/control_files.h"
#include "trace/ring/ring_buffer.h"

static int free_buffer_release(struct inode *inode, struct file *file)
{
	struct trace_array *tr = tracefs_node(inode)->tr;

	if (tr->options & TRACE_OPTION_STOP_ON_FREE)
		tracer_tracing_off(tr);
	trace_types_lock_acquire();
	tracing_reset(tr);
	if (!tracing_resize_buffers(tr, 1, RING_BUFFER_ALL_CPUS))
		tr->full_bytes = 0;
	trace_types_lock_release();
	return 0;
}

const struct file_operations free_buffer_fops = {
	.release = free_buffer_release,
	.write = tracefs_ignore_write,
};
