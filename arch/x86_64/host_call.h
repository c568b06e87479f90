/* SPDX-License-Identifier: MIT */
/*
 * Asking the program that started the emulator to do something.
 *
 * scripts/boot runs QEMU with the guest's memory in a file that both have mapped.
 * A request is filled in at a place it finds by its symbol, host_call_request;
 * then a write to QEMU's pvpanic port stops the machine and tells scripts/boot,
 * which does what is asked, writes the status beside it, and lets the machine go
 * on. No time passes in the guest, and nothing goes over a serial port.
 */
#pragma once

#include "lib/types.h"

enum host_call_number {
	HOST_CALL_NONE,
	HOST_CALL_EXTRACT, /* write the records of a trace_array to a file there */
};

#define HOST_CALL_TEXT_MAX 256

/* Read and answered by scripts/host/boot.py while the machine is stopped. */
struct host_call_request {
	u32 number; /* enum host_call_number; NONE: answered */
	s32 status; /* the answer: 0 or a negative errno */
	const void *object;
	char text[HOST_CALL_TEXT_MAX];
};

extern struct host_call_request host_call_request;

/**
 * host_call() - have the host do something now.
 * @object: what it is about.
 * @text:   more of it, a name of a file for instance.
 *
 * Other processors stop too, wherever they are. Context: task, may sleep.
 * Return: what the host says, 0 or a negative errno; -EAGAIN: something it needs
 * was being changed, try again; -ENAMETOOLONG; -ENODEV: nobody is there.
 */
int host_call(enum host_call_number number, const void *object, const char *text);

/* fivebyte.host, set by scripts/boot: it listens. For the table in kernel/params.c. */
int host_call_param(const char *value);
