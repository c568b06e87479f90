/* SPDX-License-Identifier: MIT */
/*
 * Calls: one small function, as often as possible. With -n the number of calls
 * is known beforehand, so that what a tracer counted can be compared with it.
 */
#include "kernel/stress/stress.h"
#include "lib/compiler.h"

noinline u64 stress_call_target(u64 number)
{
	barrier();
	return number + 1;
}

void stress_call(struct stress_worker *w)
{
	do {
		stress_call_target(w->operations);
	} while (stress_goes_on(w));
}
