/* SPDX-License-Identifier: MIT */
/* Starting /proc. */
#pragma once

/* Mounts /proc and makes the files of the table in proc_files.c. Needs the root file system. */
int proc_init(void);
