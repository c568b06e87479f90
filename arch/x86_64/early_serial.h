/* SPDX-License-Identifier: MIT */
/*
 * The first serial port, polled: output from the first line of kmain() on, and
 * from places where nothing else can be trusted any more.
 */
#pragma once

#include "lib/types.h"

/* 115200 baud, 8 data bits, no parity, FIFOs on, its interrupts off. Context: boot. */
void early_serial_init(void);

/*
 * Writes @length bytes, "\r\n" for each "\n". Waits for the port, but never for
 * ever: a port that does not drain (or is not there) loses characters.
 * Context: any, NMI included. Takes no lock: lines from two processors may mix.
 */
void early_serial_write(const char *text, size_t length);

/* The same for a string. */
void early_serial_puts(const char *text);
