/* SPDX-License-Identifier: MIT */
/* tee: what comes in goes out, and into files. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"

#define TEE_FILES_MAX 8
#define TEE_BYTES     4096

static int tee_copy(const int *fds, char **names, int count)
{
	char *buffer = kmalloc(TEE_BYTES, GFP_KERNEL);
	int status = 0;
	ssize_t bytes = 0;

	if (!buffer)
		return cmd_fail("no memory");
	while ((bytes = ksys_read(0, buffer, TEE_BYTES)) > 0) {
		for (int i = 0; i < count; i++) {
			ssize_t written = cmd_write_all(fds[i], buffer, bytes);

			if (written < 0)
				status = cmd_fail_errno(names[i], written);
		}
		if (cmd_write(buffer, bytes) || (bytes < TEE_BYTES && cmd_flush()))
			break;
	}
	kfree(buffer);
	if (bytes < 0 && bytes != -EINTR)
		return cmd_fail_errno("-", bytes);
	return status;
}

int cmd_tee(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	int flags = O_WRONLY | O_CREAT | O_TRUNC;
	int fds[TEE_FILES_MAX], count = 0, letter, status = 0;

	while ((letter = cmd_next_option(&options, "a"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		flags = O_WRONLY | O_CREAT | O_APPEND;
	}
	if (argc - options.index > TEE_FILES_MAX)
		return cmd_fail("at most %d files", TEE_FILES_MAX);
	for (int i = options.index; i < argc; i++) {
		fds[count] = do_sys_open(AT_FDCWD, argv[i], flags, 0644);
		if (fds[count] < 0)
			status = cmd_fail_errno(argv[i], fds[count]);
		else
			argv[options.index + count++] = argv[i];
	}
	status |= tee_copy(fds, argv + options.index, count);
	while (count)
		ksys_close(fds[--count]);
	return status;
}
