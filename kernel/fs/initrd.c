/* SPDX-License-Identifier: MIT */
/* Unpacking the initrd, a newc cpio archive, into the root file system. */
#include "kernel/fs/initrd.h"

#include "arch/x86_64/page.h"
#include "kernel/boot_info.h"
#include "kernel/fs/syscalls.h"
#include "kernel/fs/vfs.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "lib/cpio.h"
#include "lib/math.h"
#include "lib/string.h"

/* What has been unpacked, for the log; and room for paths. */
struct initrd_state {
	unsigned int files;
	u64 bytes;
	char path[PATH_MAX];
	char target[PATH_MAX];
};

static int initrd_write_all(struct file *file, const u8 *data, size_t bytes)
{
	size_t done = 0;

	while (done < bytes) {
		ssize_t written =
			vfs_write(file, (const char *)data + done, bytes - done, &file->f_pos);

		if (written < 0)
			return written;
		done += written;
	}
	return 0;
}

static int initrd_make_file(struct initrd_state *state, const struct cpio_entry *entry)
{
	struct file *file = filp_open(state->path, O_WRONLY | O_CREAT | O_TRUNC, entry->mode);
	int error;

	if (IS_ERR(file))
		return PTR_ERR(file);
	error = initrd_write_all(file, entry->data, entry->size);
	filp_close(file);
	state->files++;
	state->bytes += entry->size;
	return error;
}

static int initrd_make_symlink(struct initrd_state *state, const struct cpio_entry *entry)
{
	if (entry->size >= sizeof(state->target))
		return -ENAMETOOLONG;
	memcpy(state->target, entry->data, entry->size);
	state->target[entry->size] = 0;
	return do_symlinkat(state->target, AT_FDCWD, state->path);
}

static int initrd_make_directory(const struct initrd_state *state, const struct cpio_entry *entry)
{
	int error = do_mkdirat(AT_FDCWD, state->path, entry->mode);

	return error == -EEXIST ? 0 : error;
}

/* Archives name files as "etc/motd", "./etc/motd" or "/etc/motd"; all mean the same here. */
static int initrd_set_path(struct initrd_state *state, const char *name)
{
	state->path[0] = '/';
	return strscpy(state->path + 1, name + (*name == '/'), sizeof(state->path) - 1) < 0
		       ? -ENAMETOOLONG
		       : 0;
}

static int initrd_make_entry(const struct cpio_entry *entry, void *arg)
{
	struct initrd_state *state = arg;
	int error = initrd_set_path(state, entry->name);

	if (!error) {
		switch (entry->mode & CPIO_MODE_TYPE) {
		case CPIO_MODE_DIRECTORY:
			error = initrd_make_directory(state, entry);
			break;
		case CPIO_MODE_FILE:
			error = initrd_make_file(state, entry);
			break;
		case CPIO_MODE_SYMLINK:
			error = initrd_make_symlink(state, entry);
			break;
		default:
			error = -EOPNOTSUPP; /* devices are made by their drivers */
		}
	}
	if (error)
		pr_warn("initrd: %s: not unpacked, error %d\n", entry->name, error);
	/* What is behind a full memory would not fit either. */
	return error == -ENOSPC || error == -ENOMEM ? error : 0;
}

static void initrd_unpack(const void *data, size_t bytes)
{
	struct initrd_state *state = kzalloc(sizeof(*state), GFP_KERNEL);
	struct cpio_error error = {};
	int result;

	if (!state) {
		pr_err("initrd: no memory to unpack it\n");
		return;
	}
	result = cpio_parse(data, bytes, initrd_make_entry, state, &error);
	if (error.why)
		pr_err("initrd: %s, at byte %lu of %lu; the rest is ignored\n", error.why,
		       error.offset, bytes);
	else if (result)
		pr_err("initrd: error %d; the rest is ignored\n", result);
	pr_info("initrd: unpacked %u files, %lu bytes\n", state->files, state->bytes);
	kfree(state);
}

int initrd_init(void)
{
	const struct phys_range *initrd = &boot_info.initrd;

	if (initrd->end <= initrd->start) {
		pr_info("initrd: none\n");
		return 0;
	}
	initrd_unpack(phys_to_virt(initrd->start), initrd->end - initrd->start);
	free_initrd_mem();
	return 0;
}
