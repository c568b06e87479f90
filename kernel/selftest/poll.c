/* SPDX-License-Identifier: MIT */
/* Waiting for records with poll(), in the files that hand them out. */
#include "kernel/fs/poll.h"
#include "kernel/fs/syscalls.h"
#include "kernel/selftest/selftest.h"
#include "kernel/time/clock.h"
#include "kernel/time/timer.h"
#include "kernel/trace_printk.h"
#include "lib/errno.h"
#include "lib/string.h"

#define TRACING "/sys/kernel/tracing/"
#define RAW	TRACING "per_cpu/cpu0/trace_pipe_raw"
#define SOON	(50 * NSEC_PER_MSEC)
#define LATER	(2 * NSEC_PER_SEC)

static int set_buffer_percent(const char *text)
{
	int fd = do_sys_open(AT_FDCWD, TRACING "buffer_percent", O_WRONLY, 0);
	ssize_t written = fd < 0 ? fd : ksys_write(fd, text, strlen(text));

	if (fd >= 0)
		ksys_close(fd);
	return written < 0 ? (int)written : 0;
}

static void poll_timer_fired(struct timer_list *timer)
{
	trace_printk("polled\n");
}

static int poll_one(int fd, s64 timeout_ns)
{
	struct pollfd pollfd = {.fd = fd, .events = EPOLLIN};

	return ksys_poll(&pollfd, 1, timeout_ns);
}

static void drain(int fd)
{
	char buffer[256];

	while (ksys_read(fd, buffer, sizeof(buffer)) > 0)
		;
}

/* A record comes while one polls @fd, which is not to wait in reads, and which it @wakes or not. */
static int poll_until_record(int fd, bool wakes)
{
	struct timer_list timer;
	u64 start, waited;
	int ready;

	drain(fd);
	SELFTEST_EXPECT(poll_one(fd, 0) == 0, fd);
	SELFTEST_EXPECT(poll_one(fd, SOON) == 0, fd);
	timer_setup(&timer, poll_timer_fired, 0);
	add_timer_on(&timer, jiffies + 2, 0);
	start = ktime_get_ns();
	ready = poll_one(fd, wakes ? LATER : 2 * SOON);
	waited = ktime_get_ns() - start;
	timer_delete_sync(&timer);
	SELFTEST_EXPECT(ready == wakes, ready);
	SELFTEST_EXPECT(!wakes || waited < LATER / 2, waited);
	drain(fd);
	SELFTEST_EXPECT(poll_one(fd, 0) == 0, fd);
	return 0;
}

static int poll_file(const char *path, const char *percent, bool wakes)
{
	int error = set_buffer_percent(percent), fd, reset_error;

	if (error)
		return error;
	fd = do_sys_open(AT_FDCWD, path, O_RDONLY | O_NONBLOCK, 0);
	error = fd < 0 ? fd : poll_until_record(fd, wakes);
	if (fd >= 0)
		ksys_close(fd);
	reset_error = set_buffer_percent("50");
	return error ? error : reset_error;
}

int selftest_poll(void)
{
	int error = poll_file(TRACING "trace_pipe", "50", true);

	if (!error)
		error = poll_file(RAW, "50", false); /* one record does not fill half a ring */
	return error ? error : poll_file(RAW, "0", true);
}
