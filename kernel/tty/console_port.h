/* SPDX-License-Identifier: MIT */
/* The console as its tty sees it. */
#pragma once

#include "kernel/tty/serial8250.h"

extern const struct uart_port console_port;

/*
 * Sends at most one line of @text, "\n" as "\r\n". Context: task; interrupts are off meanwhile.
 * Return: bytes of @text sent; 0 when the port does not take any now: try again later.
 */
size_t console_write_from_task(const char *text, size_t bytes);
