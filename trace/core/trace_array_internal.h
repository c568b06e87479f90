/* SPDX-License-Identifier: MIT */
/* What the files about instances share. */
#pragma once

struct trace_array;

/* Size of a buffer per processor, unless trace_buf_size= says otherwise. */
#define TRACE_BUFFER_BYTES (1408 * 1024ul)

/* Nobody writes or reads them any more. Context: task. */
void trace_array_free_buffers(struct trace_array *tr);

/* What the command line says, except tracer and filters. Context: boot, memory works. */
void trace_boot_settings(void);
