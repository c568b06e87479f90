/* SPDX-License-Identifier: MIT */
/* How a task enters the list of all tasks, and leaves it. For fork.c and exit.c. */
#pragma once

#include "kernel/sched/task.h"

/* Above every number. */
#define PID_MAX 32768

/* Gives @p a number, makes it @parent's child, and visible. Return: the number, or -EAGAIN. */
pid_t attach_pid(struct task_struct *p, struct task_struct *parent);

/* The reverse: nobody finds it any more, and its number is free. [tasklist_lock] */
void detach_pid(struct task_struct *p);
