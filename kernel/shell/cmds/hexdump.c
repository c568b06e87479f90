/* SPDX-License-Identifier: MIT */
/* hexdump: bytes in rows of sixteen. */
#include "kernel/fs/syscalls.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/stdio.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/string.h"

#define ROW_BYTES 16

struct dump {
	unsigned long limit; /* bytes shown at most */
	u8 last[ROW_BYTES];  /* the row before */
	bool repeated;	     /* it was left out, and so are its likes */
};

static void dump_canonical(const u8 *row, size_t bytes)
{
	for (size_t i = 0; i < ROW_BYTES; i++) {
		if (i % 8 == 0)
			cmd_puts(" ");
		if (i < bytes)
			cmd_printf(" %02x", row[i]);
		else
			cmd_puts("   ");
	}
	cmd_puts("  |");
	for (size_t i = 0; i < bytes; i++)
		cmd_printf("%c", isprint(row[i]) ? row[i] : '.');
	cmd_puts("|\n");
}

static int dump_row(struct dump *dump, unsigned long offset, const u8 *row, size_t bytes,
		    bool first)
{
	if (!first && bytes == ROW_BYTES && !memcmp(row, dump->last, ROW_BYTES)) {
		if (!dump->repeated)
			cmd_puts("*\n");
		dump->repeated = true;
		return cmd_interrupted();
	}
	dump->repeated = false;
	memcpy(dump->last, row, bytes);
	cmd_printf("%08lx", offset);
	dump_canonical(row, bytes);
	return cmd_interrupted() || cmd_write("", 0);
}

/* Reads a full row unless the input ends. Return: bytes, or an error. */
static ssize_t dump_read(int fd, u8 *row, size_t wanted)
{
	size_t bytes = 0;

	while (bytes < wanted) {
		ssize_t got = ksys_read(fd, (char *)row + bytes, wanted - bytes);

		if (got < 0)
			return got;
		if (!got)
			break;
		bytes += got;
	}
	return bytes;
}

static int dump_file(struct dump *dump, int fd, const char *name)
{
	unsigned long offset = 0, left = dump->limit;
	u8 row[ROW_BYTES];
	ssize_t bytes = 0;

	while (bytes >= 0 && left) {
		bytes = dump_read(fd, row, left < ROW_BYTES ? left : ROW_BYTES);
		if (bytes <= 0 || dump_row(dump, offset, row, bytes, offset == 0))
			break;
		offset += bytes;
		left -= bytes;
	}
	if (bytes < 0 && bytes != -EINTR)
		return cmd_fail_errno(name, bytes);
	cmd_printf("%08lx\n", offset);
	return 0;
}

int cmd_hexdump(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	struct dump dump = {.limit = ~0ul};
	int letter, fd, status;

	while ((letter = cmd_next_option(&options, "Cn:"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		if (letter == 'n' && cmd_number(options.value, &dump.limit))
			return 1;
	}
	if (argc - options.index > 1)
		return cmd_usage();
	if (options.index == argc)
		return dump_file(&dump, 0, "-");
	fd = do_sys_open(AT_FDCWD, argv[options.index], O_RDONLY, 0);
	if (fd < 0)
		return cmd_fail_errno(argv[options.index], fd);
	status = dump_file(&dump, fd, argv[options.index]);
	ksys_close(fd);
	return status;
}
