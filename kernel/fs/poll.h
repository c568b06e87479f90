/* SPDX-License-Identifier: MIT */
/*
 * Waiting for one of several files. A file's poll reports what can be done now
 * and names, with poll_wait(), the wait queues it wakes when that changes.
 */
#pragma once

#include "lib/types.h"

#define EPOLLIN	    0x001u
#define EPOLLPRI    0x002u
#define EPOLLOUT    0x004u
#define EPOLLERR    0x008u
#define EPOLLHUP    0x010u
#define EPOLLNVAL   0x020u
#define EPOLLRDNORM 0x040u
#define EPOLLWRNORM 0x100u

struct file;
struct wait_queue_head;

struct poll_table {
	void (*queue)(struct poll_table *table, struct file *file, struct wait_queue_head *queue);
};

/* For file_operations.poll: @queue is woken when the answer may change. */
static inline void poll_wait(struct file *file, struct wait_queue_head *queue,
			     struct poll_table *table)
{
	if (table)
		table->queue(table, file, queue);
}

/* poll(2)'s list element. */
struct pollfd {
	int fd;
	s16 events;
	s16 revents;
};

/**
 * ksys_poll() - wait until one of @count descriptors can do what it is asked for.
 * @timeout_ns: negative: no limit; 0: do not wait.
 *
 * Context: task, may sleep. Return: how many have revents, 0 on timeout, EINTR, ENOMEM.
 */
int ksys_poll(struct pollfd *fds, unsigned int count, s64 timeout_ns);
