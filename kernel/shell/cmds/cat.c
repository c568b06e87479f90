/* SPDX-License-Identifier: MIT */
/* cat: files, one after another, in pieces as they are read. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/string.h"

#define CAT_BYTES 16384

static int cat_descriptor(int fd, const char *name, char *buffer)
{
	ssize_t bytes;

	/* The last line of a full buffer may go on in the next one, and is to stay whole. */
	while ((bytes = ksys_read(fd, buffer, CAT_BYTES)) > 0)
		if (cmd_write(buffer, bytes) || (bytes < CAT_BYTES && cmd_flush()))
			return 1;
	if (bytes < 0 && bytes != -EINTR)
		return cmd_fail_errno(name, bytes);
	return bytes < 0;
}

static int cat_file(const char *name, char *buffer)
{
	int fd, status;

	if (!strcmp(name, "-"))
		return cat_descriptor(0, name, buffer);
	fd = do_sys_open(AT_FDCWD, name, O_RDONLY, 0);
	if (fd < 0)
		return cmd_fail_errno(name, fd);
	status = cat_descriptor(fd, name, buffer);
	ksys_close(fd);
	return status;
}

int cmd_cat(int argc, char **argv)
{
	char *buffer = kmalloc(CAT_BYTES, GFP_KERNEL);
	int status = 0;

	if (!buffer)
		return cmd_fail("no memory");
	if (argc == 1)
		status = cat_file("-", buffer);
	for (int i = 1; i < argc && !cmd_interrupted(); i++)
		status |= cat_file(argv[i], buffer);
	kfree(buffer);
	return status;
}
