/* SPDX-License-Identifier: MIT */
/*
 * extract: writes the records of this instance to a trace.dat file of the host's,
 * NAME.dat. The host reads them from memory by itself (see host_layout.c); this
 * file only asks for it. What is recorded stays as it is.
 */
#include "arch/x86_64/host_call.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "lib/errno.h"
#include "trace/files/control_files.h"

/* How often to try when another processor was changing or reading a ring at that moment. */
#define EXTRACT_TRIES 100

int extract_store(struct tracefs_node *node, char *text)
{
	int error;

	if (!*text)
		return -EINVAL;
	for (u32 i = 0; i < EXTRACT_TRIES; i++) {
		error = host_call(HOST_CALL_EXTRACT, node->tr, text);
		if (error == -ENODEV)
			pr_warn("extract: nobody there to write it; scripts/boot would\n");
		if (error != -EAGAIN)
			return error;
		yield();
	}
	return -EBUSY;
}
