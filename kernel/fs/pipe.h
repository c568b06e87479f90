/* SPDX-License-Identifier: MIT */
/* Pipes; made with do_pipe2() of syscalls.h. */
#pragma once

/* The file system without a place in the tree that all pipes belong to. Boot. */
int pipefs_init(void);
