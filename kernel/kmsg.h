/* SPDX-License-Identifier: MIT */
/* What printk() asks of the log's readers. */
#pragma once

/* Lets the tasks in kmsg_wait() look again, a moment later. Context: any. */
void kmsg_wake_readers(void);
