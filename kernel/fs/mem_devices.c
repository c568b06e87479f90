/* SPDX-License-Identifier: MIT */
/* The devices without hardware: /dev/null, /dev/zero, /dev/full. */
#include "kernel/fs/chrdev.h"
#include "kernel/fs/devfs.h"
#include "kernel/fs/kmsg_device.h"
#include "lib/compiler.h"
#include "lib/string.h"

static noinline ssize_t read_null(struct file *file, char *buf, size_t count, loff_t *pos)
{
	return 0;
}

static noinline ssize_t write_null(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	return count;
}

static noinline ssize_t read_zero(struct file *file, char *buf, size_t count, loff_t *pos)
{
	memset(buf, 0, count);
	return count;
}

static noinline ssize_t write_full(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	return count ? -ENOSPC : 0;
}

static const struct file_operations null_file_operations = {
	.read = read_null,
	.write = write_null,
	.llseek = noop_llseek,
};

static const struct file_operations zero_file_operations = {
	.read = read_zero,
	.write = write_null,
	.llseek = noop_llseek,
};

static const struct file_operations full_file_operations = {
	.read = read_zero,
	.write = write_full,
	.llseek = noop_llseek,
};

static const struct mem_device {
	const char *name;
	u32 minor;
	u32 mode;
	const struct file_operations *fops;
} mem_devices[] = {
	{"null", 3, 0666, &null_file_operations},
	{"zero", 5, 0666, &zero_file_operations},
	{"full", 7, 0666, &full_file_operations},
	{"kmsg", 11, 0644, &kmsg_file_operations},
};

int mem_devices_init(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(mem_devices); i++) {
		const struct mem_device *device = &mem_devices[i];
		int error = register_chrdev(device->name, MKDEV(MEM_MAJOR, device->minor),
					    device->mode, device->fops, NULL);

		if (error)
			return error;
	}
	return 0;
}
