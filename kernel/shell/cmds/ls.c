/* SPDX-License-Identifier: MIT */
/* ls: names of files, in columns on a terminal, or with what is known of them. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/expand.h"
#include "kernel/shell/stdio.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/sort.h"
#include "lib/string.h"

#define LISTING_BYTES 4096
#define SCREEN_WIDTH  80

struct listing {
	bool hidden, details, single;
	bool titles, later; /* a line above each directory; not the first of them */
	struct shell_arena *arena;
};

static const char *file_type_letters(u32 mode)
{
	switch (mode & S_IFMT) {
	case S_IFDIR:
		return "d";
	case S_IFLNK:
		return "l";
	case S_IFCHR:
		return "c";
	case S_IFIFO:
		return "p";
	}
	return "-";
}

static void print_link_target(const char *path)
{
	char *target = kmalloc(PATH_MAX, GFP_KERNEL);
	ssize_t length = target ? do_readlinkat(AT_FDCWD, path, target, PATH_MAX - 1) : 0;

	if (length > 0) {
		target[min(length, (ssize_t)PATH_MAX - 1)] = '\0';
		cmd_printf(" -> %s", target);
	}
	kfree(target);
}

/* One line of ls -l. */
static int print_details(const char *path, const char *name)
{
	static const char letters[] = "rwxrwxrwx";
	char permissions[10] = "---------";
	struct kstat stat;
	int error = vfs_fstatat(AT_FDCWD, path, &stat, AT_SYMLINK_NOFOLLOW);

	if (error)
		return cmd_fail_errno(path, error);
	for (int i = 0; i < 9; i++)
		if (stat.mode >> (8 - i) & 1)
			permissions[i] = letters[i];
	cmd_printf("%s%s %3u ", file_type_letters(stat.mode), permissions, stat.nlink);
	if (S_ISCHR(stat.mode))
		cmd_printf("%4u,%4u", MAJOR(stat.rdev), MINOR(stat.rdev));
	else
		cmd_printf("%9ld", stat.size);
	cmd_printf(" %6lu.%02lu %s", stat.mtime_ns / 1000000000, stat.mtime_ns / 10000000 % 100,
		   name);
	if (S_ISLNK(stat.mode))
		print_link_target(path);
	return cmd_puts("\n") ? 1 : 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Collects the names of a directory. Return: 0 or an error. */
static int read_names(struct listing *listing, const char *path, struct shell_strings *names)
{
	int fd = do_sys_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0);
	char *buffer = kmalloc(LISTING_BYTES, GFP_KERNEL);
	ssize_t bytes = buffer ? fd : -ENOMEM;

	while (fd >= 0 && buffer && (bytes = ksys_getdents64(fd, buffer, LISTING_BYTES)) > 0) {
		for (ssize_t at = 0; at < bytes;) {
			struct linux_dirent64 *entry = (void *)(buffer + at);
			char *name;

			at += entry->d_reclen;
			if (entry->d_name[0] == '.' && !listing->hidden)
				continue;
			name = shell_arena_copy(listing->arena, entry->d_name,
						strlen(entry->d_name));
			if (!name || shell_strings_add(listing->arena, names, name))
				bytes = -ENOMEM;
		}
		if (bytes < 0)
			break;
	}
	kfree(buffer);
	if (fd >= 0)
		ksys_close(fd);
	sort(names->items, names->count, sizeof(char *), compare_names);
	return min(bytes, (ssize_t)0);
}

static void print_columns(const struct shell_strings *names)
{
	size_t widest = 1, columns, rows;

	for (size_t i = 0; i < names->count; i++)
		widest = max(widest, strlen(names->items[i]));
	columns = max((size_t)SCREEN_WIDTH / (widest + 2), (size_t)1);
	rows = DIV_ROUND_UP(names->count, columns);
	for (size_t row = 0; row < rows; row++) {
		for (size_t i = row; i < names->count; i += rows) {
			if (i + rows < names->count)
				cmd_printf("%-*s", (int)widest + 2, names->items[i]);
			else
				cmd_puts(names->items[i]);
		}
		cmd_puts("\n");
	}
}

static int print_names(const struct listing *listing, const char *path,
		       const struct shell_strings *names)
{
	char *full = kmalloc(PATH_MAX, GFP_KERNEL);
	int status = 0;

	if (!full)
		return cmd_fail("no memory");
	if (!listing->details && !listing->single && cmd_is_terminal(1)) {
		print_columns(names);
	} else {
		for (size_t i = 0; i < names->count && !cmd_interrupted(); i++) {
			if (!listing->details) {
				cmd_printf("%s\n", names->items[i]);
				continue;
			}
			snprintf(full, PATH_MAX, "%s/%s", path, names->items[i]);
			status |= print_details(full, names->items[i]);
		}
	}
	kfree(full);
	return status;
}

static int list_directory(struct listing *listing, const char *path)
{
	struct shell_strings names = {.count = 0};
	int error = read_names(listing, path, &names);

	if (error)
		return cmd_fail_errno(path, error);
	if (listing->titles)
		cmd_printf("%s%s:\n", listing->later ? "\n" : "", path);
	listing->later = true;
	return print_names(listing, path, &names);
}

static int list_path(struct listing *listing, const char *path)
{
	struct kstat stat;
	int error = vfs_fstatat(AT_FDCWD, path, &stat, listing->details ? AT_SYMLINK_NOFOLLOW : 0);

	if (error)
		return cmd_fail_errno(path, error);
	if (S_ISDIR(stat.mode))
		return list_directory(listing, path);
	listing->later = true;
	if (listing->details)
		return print_details(path, path);
	cmd_printf("%s\n", path);
	return 0;
}

int cmd_ls(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	struct listing listing = {.arena = shell_arena_create()};
	int letter, status = 0;

	while ((letter = cmd_next_option(&options, "al1"))) {
		if (letter == CMD_OPTION_BAD)
			break;
		listing.hidden |= letter == 'a';
		listing.details |= letter == 'l';
		listing.single |= letter == '1';
	}
	if (letter == CMD_OPTION_BAD)
		status = 2;
	else if (!listing.arena)
		status = cmd_fail("no memory");
	else if (options.index == argc)
		status = list_path(&listing, ".");
	listing.titles = argc - options.index > 1;
	for (int i = options.index; i < argc && status < 2 && !cmd_interrupted(); i++)
		status |= list_path(&listing, argv[i]);
	shell_arena_put(listing.arena);
	return status;
}
