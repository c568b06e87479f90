/* SPDX-License-Identifier: MIT */
/* Memory for the ring on a host, counted, and failing on request. */
#include "trace/ring/ring_platform.h"
#undef memset
#include <stdlib.h>
#include <string.h>

size_t host_allocated;
int host_fail_after = -1;
void (*host_run_on_cpu)(u32 cpu, void (*fn)(void *arg), void *arg);

static void *host_alloc(size_t align, size_t bytes, int fill)
{
	void *memory;

	if (host_fail_after >= 0 && host_fail_after-- == 0)
		return NULL;
	memory = aligned_alloc(align, bytes);
	memset(memory, fill, bytes);
	__atomic_fetch_add(&host_allocated, 1, __ATOMIC_RELAXED);
	return memory;
}

static void host_free(void *memory)
{
	if (memory)
		__atomic_fetch_sub(&host_allocated, 1, __ATOMIC_RELAXED);
	free(memory);
}

void *ring_page_alloc(u32 bytes)
{
	return host_alloc(bytes, bytes, 0xee);
}

void ring_page_free(void *page, u32 bytes)
{
	host_free(page);
}

bool ring_memory_available(size_t bytes)
{
	return bytes < 1ul << 30;
}

void *ring_alloc(size_t bytes)
{
	return host_alloc(16, (bytes + 15) & ~15ul, 0);
}

void ring_free(void *memory, size_t bytes)
{
	host_free(memory);
}

void ring_run_on_cpu(u32 cpu, void (*fn)(void *arg), void *arg)
{
	if (host_run_on_cpu)
		host_run_on_cpu(cpu, fn, arg);
	else
		fn(arg);
}
