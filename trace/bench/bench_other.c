/* SPDX-License-Identifier: MIT */
/* The price of what comes before and after the hits: booting, and reading the trace. */
#include "arch/x86_64/cpu.h"
#include "kernel/fs/fcntl.h"
#include "kernel/fs/vfs.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/shell.h"
#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/ftrace.h"
#include "trace/core/trace_array.h"
#include "trace/ring/ring_buffer.h"

int bench_site_record(u64 *value)
{
	*value = sizeof(struct ftrace_site);
	return 0;
}

int bench_ftrace_init(u64 *value)
{
	*value = ftrace_init_ticks / ftrace_site_total();
	return 0;
}

int bench_boot_to_prompt(u64 *value)
{
	*value = shell_ready_ns;
	return 0;
}

#define TRACING	    "/sys/kernel/tracing/"
#define READ_BYTES  4096
#define TEXT_EVENTS 2000

static u64 count_newlines(const char *text, ssize_t bytes)
{
	u64 lines = 0;
	ssize_t i;

	for (i = 0; i < bytes; i++)
		lines += text[i] == '\n';
	return lines;
}

/* Reads @file to its end. Return: 0 or an errno; lines, and ticks spent reading. */
static int time_reading(struct file *file, char *buffer, u64 *lines, u64 *ticks)
{
	loff_t position = 0;
	ssize_t bytes;

	do {
		u64 start = rdtsc();

		bytes = vfs_read(file, buffer, READ_BYTES, &position);
		*ticks += rdtsc() - start;
		*lines += count_newlines(buffer, bytes);
	} while (bytes > 0);
	return bytes == -EAGAIN ? 0 : bytes;
}

/* All of the file, the header's few lines included, with TEXT_EVENTS lines of function records. */
static int measure_reading(const char *path, u64 *value)
{
	char *buffer = kmalloc(READ_BYTES, GFP_KERNEL);
	u64 start = rdtsc(), ticks, lines = 0;
	struct file *file = filp_open(path, O_RDONLY | O_NONBLOCK, 0);
	int error = IS_ERR(file) ? PTR_ERR(file) : buffer ? 0 : -ENOMEM;

	ticks = rdtsc() - start;
	if (!error)
		error = time_reading(file, buffer, &lines, &ticks);
	if (!IS_ERR(file))
		filp_close(file);
	if (!error && lines < TEXT_EVENTS)
		error = -EIO;
	*value = lines ? ticks / lines : 0;
	kfree(buffer);
	return error;
}

static int bench_text(const char *path, u64 *value)
{
	int error = bench_tracer_on("function", "trace_target"), off_error;

	for (u32 i = 0; i < TEXT_EVENTS && !error; i++)
		trace_target();
	if (!error)
		error = measure_reading(path, value);
	off_error = bench_tracer_off();
	return error ? error : off_error;
}

int bench_trace_text(u64 *value)
{
	return bench_text(TRACING "trace", value);
}

int bench_trace_pipe_text(u64 *value)
{
	return bench_text(TRACING "trace_pipe", value);
}
