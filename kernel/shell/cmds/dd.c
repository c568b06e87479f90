/* SPDX-License-Identifier: MIT */
/* dd: copies in reads and writes of a chosen size, for files to which that matters. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/string.h"

#define DD_BYTES_MAX (1ul << 20)

struct dd {
	const char *in, *out; /* NULL: standard input and output */
	unsigned long bytes;  /* of one read */
	unsigned long count;  /* of reads; 0: to the end */
	int flags;	      /* of opening @in */
};

/* WORD=VALUE. Return: 0, or a status. */
static int dd_parse(const char *word, struct dd *dd)
{
	if (!strncmp(word, "if=", 3))
		dd->in = word + 3;
	else if (!strncmp(word, "of=", 3))
		dd->out = word + 3;
	else if (!strncmp(word, "bs=", 3))
		return cmd_number(word + 3, &dd->bytes);
	else if (!strncmp(word, "count=", 6))
		return cmd_number(word + 6, &dd->count);
	else if (!strcmp(word, "iflag=nonblock"))
		dd->flags |= O_NONBLOCK;
	else
		return cmd_usage();
	return 0;
}

/* One write for each read, as each was. Return: the status. */
static int dd_copy(const struct dd *dd, int in, int out, char *buffer)
{
	for (unsigned long i = 0; !dd->count || i < dd->count; i++) {
		ssize_t bytes = ksys_read(in, buffer, dd->bytes), written;

		if (bytes < 0)
			return cmd_fail_errno(dd->in ? dd->in : "-", bytes);
		if (!bytes)
			break;
		written = out == 1 ? cmd_write(buffer, (size_t)bytes)
				   : ksys_write(out, buffer, (size_t)bytes);
		if (written < 0)
			return cmd_fail_errno(dd->out ? dd->out : "-", written);
		if (out != 1 && written < bytes)
			return cmd_fail("%s: took %ld of %ld bytes", dd->out, written, bytes);
	}
	return 0;
}

int cmd_dd(int argc, char **argv)
{
	struct dd dd = {.bytes = 512, .flags = O_RDONLY};
	int in = 0, out = 1, status = 0;
	char *buffer;

	for (int i = 1; i < argc && !status; i++)
		status = dd_parse(argv[i], &dd);
	if (status)
		return status;
	if (!dd.bytes || dd.bytes > DD_BYTES_MAX)
		return cmd_fail("bs is from 1 to %lu", DD_BYTES_MAX);
	buffer = kmalloc(dd.bytes, GFP_KERNEL);
	if (!buffer)
		return cmd_fail("no memory");
	if (dd.in)
		in = do_sys_open(AT_FDCWD, dd.in, dd.flags, 0);
	if (in >= 0 && dd.out)
		out = do_sys_open(AT_FDCWD, dd.out, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (in < 0)
		status = cmd_fail_errno(dd.in, in);
	else if (out < 0)
		status = cmd_fail_errno(dd.out, out);
	else
		status = dd_copy(&dd, in, out, buffer);
	if (in > 0)
		ksys_close(in);
	if (out > 1)
		ksys_close(out);
	kfree(buffer);
	return status;
}
