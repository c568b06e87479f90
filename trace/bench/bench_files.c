/* SPDX-License-Identifier: MIT */
/* The price of files that hand out or exchange whole buffers. */
#include "arch/x86_64/cpu.h"
#include "kernel/fs/fcntl.h"
#include "kernel/fs/vfs.h"
#include "kernel/mm/slab.h"
#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_snapshot.h"
#include "trace/ring/ring_buffer.h"

#define SNAPSHOT_FILE "/sys/kernel/tracing/snapshot"
#define RAW_FILE      "/sys/kernel/tracing/per_cpu/cpu0/trace_pipe_raw"
#define PAGE_BYTES    4096
#define RAW_EVENTS    5000
#define SNAPSHOTS     11

/* Return: ticks of the read that got a whole page, 0 at the end, or an errno. */
static s64 time_raw_read(struct file *file, char *buffer)
{
	loff_t position = 0;
	u64 start = rdtsc();
	ssize_t bytes = vfs_read(file, buffer, PAGE_BYTES, &position);
	u64 ticks = rdtsc() - start;

	if (bytes == -EAGAIN)
		return 0;
	return bytes == PAGE_BYTES ? (s64)ticks : bytes < 0 ? bytes : -EIO;
}

/* The median of what reading each full page took; the last one is not full. */
static int measure_raw_reads(u64 *value)
{
	char *buffer = kmalloc(PAGE_BYTES, GFP_KERNEL);
	struct file *file = filp_open(RAW_FILE, O_RDONLY | O_NONBLOCK, 0);
	int error = IS_ERR(file) ? (int)PTR_ERR(file) : buffer ? 0 : -ENOMEM;
	u64 ticks[RAW_EVENTS / 100];
	s64 one = 1;
	u32 pages = 0;

	while (!error && one > 0 && pages < RAW_EVENTS / 100) {
		one = time_raw_read(file, buffer);
		error = one < 0 ? (int)one : 0;
		if (one > 0)
			ticks[pages++] = (u64)one;
	}
	if (!error && pages < 2)
		error = -EIO;
	if (!error)
		*value = bench_median(ticks, pages - 1);
	if (!IS_ERR(file))
		filp_close(file);
	kfree(buffer);
	return error;
}

int bench_raw_page(u64 *value)
{
	int error = bench_tracer_on("function", "trace_target"), off_error;

	for (u32 i = 0; i < RAW_EVENTS && !error; i++)
		trace_target();
	if (!error)
		error = measure_raw_reads(value);
	off_error = bench_tracer_off();
	return error ? error : off_error;
}

int bench_snapshot(u64 *value)
{
	struct file *file = filp_open(SNAPSHOT_FILE, O_WRONLY, 0);
	u64 ticks[SNAPSHOTS];
	int error = IS_ERR(file) ? (int)PTR_ERR(file) : 0;

	for (u32 i = 0; i < SNAPSHOTS && !error; i++) {
		loff_t position = 0;
		u64 start = rdtsc();
		ssize_t bytes = vfs_write(file, "1", 1, &position);

		ticks[i] = rdtsc() - start;
		error = bytes < 0 ? (int)bytes : 0;
	}
	if (!error)
		*value = bench_median(ticks, SNAPSHOTS);
	if (!IS_ERR(file))
		filp_close(file);
	trace_types_lock_acquire();
	tracing_free_snapshot_instance(&global_trace);
	trace_types_lock_release();
	return error;
}
