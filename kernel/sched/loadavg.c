/* SPDX-License-Identifier: MIT */
/*
 * The load averages: how many tasks run, wait for a processor, or sleep
 * uninterruptibly, looked at every 5 seconds and averaged so that what is long
 * ago counts little: after 1, 5 or 15 minutes, 1/e.
 */
#include "kernel/sched/rq.h"
#include "kernel/sched/stat.h"
#include "kernel/time/clock.h"
#include "lib/math.h"

/* Jiffies between two looks. */
#define LOAD_FREQ (5 * HZ)

/* What is left of the old value at each look: e^(-5/60), e^(-5/300), e^(-5/900), times LOAD_ONE. */
static const u64 load_decay[3] = {1884, 2014, 2037};

static DEFINE_SPINLOCK(avenrun_lock);
static u64 avenrun[3];		    /* [avenrun_lock] */
static u64 next_update = LOAD_FREQ; /* [avenrun_lock] jiffy of the next look */

/* One look; rounded towards the value it tends to, so that it gets there. */
static u64 calc_load(u64 load, u64 decay, u64 active)
{
	u64 sum = load * decay + active * (LOAD_ONE - decay);

	if (active >= load)
		sum += LOAD_ONE - 1;
	return sum / LOAD_ONE;
}

static void calc_load_step(u64 active)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(avenrun); i++)
		avenrun[i] = calc_load(avenrun[i], load_decay[i], active * LOAD_ONE);
}

/*
 * The tick of any processor may do it. If none has ticked for several periods,
 * all were idle, and only uninterruptible sleepers counted.
 */
noinline void calc_global_load(void)
{
	u64 now = jiffies, missed;

	if (time_before(now, READ_ONCE(next_update)) || !spin_trylock(&avenrun_lock))
		return;
	if (time_after_eq(now, next_update)) {
		missed = (now - next_update) / LOAD_FREQ;
		next_update += (missed + 1) * LOAD_FREQ;
		for (missed = min(missed, 1000ul); missed; missed--)
			calc_load_step(nr_uninterruptible());
		calc_load_step(nr_running() + nr_uninterruptible());
	}
	spin_unlock(&avenrun_lock);
}

void get_avenrun(u64 loads[3])
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(avenrun); i++)
		loads[i] = READ_ONCE(avenrun[i]);
}
