/* SPDX-License-Identifier: MIT */
/* Commands that measure the tracer and put it under load. */
#pragma once

/* bench [NAME]...: what tracing costs. Context: a command's task. Return: the exit status. */
int cmd_bench(int argc, char **argv);

/* patchstorm [-n TIMES] [-a TIMES]: switches functions on and off while all CPUs call them. */
int cmd_patchstorm(int argc, char **argv);

/* ringstorm [-t TIME]: writes from every context into rings that are read meanwhile. */
int cmd_ringstorm(int argc, char **argv);
