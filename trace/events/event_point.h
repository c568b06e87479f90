/* SPDX-License-Identifier: MIT */
/* What an event costs the code that it is about: a static branch, and a call while it is on. */
#pragma once

#include "arch/x86_64/static_branch.h"

/*
 * @point: what the kernel calls where the event happens; @key: its static key; @event: the
 * function that records it. All three take the same @parameters, given on as @arguments.
 */
#define EVENT_POINT(point, key, event, parameters, arguments) \
	extern struct static_key key;                         \
	void event parameters;                                \
	static __always_inline void point parameters          \
	{                                                     \
		if (static_branch_unlikely(&key))             \
			event arguments;                      \
	}                                                     \
	struct static_key
