/* SPDX-License-Identifier: MIT */
/* ramfs: the root file system, whose files live in pages of memory. */
#pragma once

/* Mounts ramfs as "/" with the directories that other file systems are mounted on. Boot. */
int ramfs_init(void);
