/* SPDX-License-Identifier: MIT */
/* How often a lock had to be waited for, per processor; readable by everybody, exact at rest. */
#pragma once

#include "arch/x86_64/percpu.h"

struct lock_stat {
	u64 spin_contended;  /* spin locks that were not free at the first look */
	u64 spin_turns;	     /* looks at them until they were */
	u64 mutex_contended; /* mutexes that had to be slept for */
};

DECLARE_PER_CPU(struct lock_stat, lock_stat);
