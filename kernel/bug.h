/* SPDX-License-Identifier: MIT */
/*
 * Saying that something is wrong. WARN goes on, BUG ends the task (or the
 * kernel, where there is no task to end). What the caller can handle is an
 * errno instead; what nobody can is a panic().
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

/* Logs place, message and backtrace. @fmt may be NULL. Context: any, NMI included. */
void warn_report(const char *file, int line, const char *fmt, ...) __cold __printf(3, 4);

/* Each is an expression with the value of @condition. */
#define WARN(condition, fmt, ...)                                            \
	({                                                                   \
		bool _wrong = (condition);                                   \
		if (unlikely(_wrong))                                        \
			warn_report(__FILE__, __LINE__, fmt, ##__VA_ARGS__); \
		_wrong;                                                      \
	})

#define WARN_ONCE(condition, fmt, ...)                                       \
	({                                                                   \
		static bool _reported;                                       \
		bool _wrong = (condition);                                   \
		if (unlikely(_wrong) && !READ_ONCE(_reported)) {             \
			WRITE_ONCE(_reported, true);                         \
			warn_report(__FILE__, __LINE__, fmt, ##__VA_ARGS__); \
		}                                                            \
		_wrong;                                                      \
	})

#define WARN_ON(condition)	WARN(condition, NULL)
#define WARN_ON_ONCE(condition) WARN_ONCE(condition, NULL)

/*
 * An undefined instruction, ud1 %esi, %edi, with the place in those registers:
 * the oops it causes shows all other registers as they were, and die() knows
 * the instruction and reads file and line from them.
 */
#define BUG()                                                                              \
	do {                                                                               \
		__asm__ volatile("ud1 %%esi, %%edi" ::"D"(__FILE__), "S"((long)__LINE__)); \
		__builtin_unreachable();                                                   \
	} while (0)

#define BUG_ON(condition)                \
	do {                             \
		if (unlikely(condition)) \
			BUG();           \
	} while (0)
