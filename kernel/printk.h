/* SPDX-License-Identifier: MIT */
/*
 * The kernel log: one line per record, kept in a ring and printed on the consoles.
 *
 * printk() works from the first line of kmain() on and in every context, NMI
 * included: it takes no lock that it would wait for. Whoever finds the console
 * free prints everything that is due, so a line logged while somebody prints
 * is printed by that somebody.
 */
#pragma once

#include <stdarg.h>

#include "kernel/kmsg_ring.h"
#include "lib/compiler.h"
#include "lib/types.h"

struct wait_queue_head;

/* Levels, as a prefix of the format. A message without one is a warning. */
#define KERN_SOH     "\001"
#define KERN_EMERG   KERN_SOH "0" /* the kernel is lost */
#define KERN_ALERT   KERN_SOH "1"
#define KERN_CRIT    KERN_SOH "2"
#define KERN_ERR     KERN_SOH "3" /* something failed */
#define KERN_WARNING KERN_SOH "4" /* something is odd */
#define KERN_NOTICE  KERN_SOH "5"
#define KERN_INFO    KERN_SOH "6"
#define KERN_DEBUG   KERN_SOH "7" /* in the log, not on the console, unless loglevel=8 */

#define LOGLEVEL_DEFAULT 4 /* of a message that names none */
#define LOGLEVEL_QUIET	 4 /* console_loglevel with `quiet` */

#define CONSOLE_LOGLEVEL_ALL 15 /* console_loglevel in an oops */

/*
 * Messages of a level below this are printed on the consoles; 7 at first.
 * Changed by loglevel= and quiet.
 */
extern int console_loglevel;

/**
 * printk() - log a message.
 * @fmt: as for vsnprintf(), with a KERN_ level in front. A newline at the end is
 *	 optional; newlines inside make several records. At most 511 characters.
 *
 * Context: any, NMI included. Never sleeps.
 */
void printk(const char *fmt, ...) __printf(1, 2);
void vprintk(const char *fmt, va_list args) __printf(1, 0);

#define pr_emerg(fmt, ...)  printk(KERN_EMERG fmt, ##__VA_ARGS__)
#define pr_crit(fmt, ...)   printk(KERN_CRIT fmt, ##__VA_ARGS__)
#define pr_err(fmt, ...)    printk(KERN_ERR fmt, ##__VA_ARGS__)
#define pr_warn(fmt, ...)   printk(KERN_WARNING fmt, ##__VA_ARGS__)
#define pr_notice(fmt, ...) printk(KERN_NOTICE fmt, ##__VA_ARGS__)
#define pr_info(fmt, ...)   printk(KERN_INFO fmt, ##__VA_ARGS__)
#define pr_debug(fmt, ...)  printk(KERN_DEBUG fmt, ##__VA_ARGS__)

/* Logs the first time it is reached. */
#define pr_warn_once(fmt, ...)                       \
	({                                           \
		static bool _warned;                 \
		if (!READ_ONCE(_warned)) {           \
			WRITE_ONCE(_warned, true);   \
			pr_warn(fmt, ##__VA_ARGS__); \
		}                                    \
	})

/* One record, as a reader gets it. */
struct kmsg_record {
	u64 seq;   /* counts up from 0, one per record since boot */
	u64 ts_ns; /* local_clock() when it was logged */
	u8 level;
	u16 length;		      /* of the text */
	char text[KMSG_TEXT_MAX + 1]; /* one line, no newline, ends with NUL */
};

/**
 * kmsg_read() - copy one record.
 * @seq:    which; 0 is the first since boot
 * @record: receives it
 *
 * Context: any.
 * Return: 0; -EAGAIN if @seq is not written yet; -EPIPE if it is overwritten, then
 * kmsg_first_seq() is where to go on.
 */
int kmsg_read(u64 seq, struct kmsg_record *record);

/* The oldest record still there, and the one that will be written next. Context: any. */
u64 kmsg_first_seq(void);
u64 kmsg_next_seq(void);

/*
 * Writes "[    0.123456] " into @buf (at least KMSG_STAMP_MAX bytes). Return: its length.
 */
size_t kmsg_format_stamp(char *buf, u64 ts_ns);
#define KMSG_STAMP_MAX 32

/*
 * Sleeps until a record @seq exists. Context: task.
 * Return: 0, -EINTR when the task is to die.
 */
int kmsg_wait(u64 seq);

/*
 * Gives the console up if this processor was printing: an exception came in the
 * middle of it and will not go back. Context: any.
 */
void console_release_owner(void);

/*
 * For panic, when the other processors are stopped: takes the console away
 * from whoever had it and prints all that is due. Context: any.
 */
void console_flush_on_panic(void);

/* loglevel=N, quiet and debug; for the table in kernel/params.c. */
int printk_param_loglevel(const char *value);
int printk_param_quiet(const char *value);
int printk_param_debug(const char *value);
