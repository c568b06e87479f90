/* SPDX-License-Identifier: MIT */
/* /dev/kmsg: the kernel log as a file. */
#pragma once

#include "kernel/fs/vfs.h"

/*
 * A read gives one record, "level,seq,microseconds,-;text\n" (Linux's
 * dev-kmsg), and waits for the next one at the end. EPIPE: records were
 * overwritten, the next read goes on with the oldest. SEEK_SET 0: the oldest
 * record; SEEK_END 0: behind the newest. A write logs a line; "<N>" in front gives its level.
 */
extern const struct file_operations kmsg_file_operations;
