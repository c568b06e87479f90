/* SPDX-License-Identifier: MIT */
/* Starting the ordinary subsystems, in the order of one visible list. */
#pragma once

typedef int (*initcall_t)(void);

struct initcall {
	const char *level; /* Linux's word for the stage */
	const char *name;  /* for the log */
	initcall_t
		fn; /* Context: the init task, may sleep. Return: 0 or an errno, which is logged */
};

/* Calls all of the list in kernel/initcalls.c, once. Context: the init task. */
void do_initcalls(void);

/* Calls one. Return: what it returned. */
int do_one_initcall(initcall_t fn);
