/* SPDX-License-Identifier: MIT */
/* Work queues: items sent round the processors, each of which must have run when it was flushed. */
#include "arch/x86_64/atomic.h"
#include "kernel/stress/stress.h"
#include "kernel/workqueue.h"
#include "lib/compiler.h"

struct stress_item {
	struct work_struct work;
	struct delayed_work delayed;
	atomic_t runs; /* of .work */
};

static void stress_work_fn(struct work_struct *work)
{
	struct stress_item *item = container_of(work, struct stress_item, work);

	atomic_inc(&item->runs);
}

static void stress_delayed_work_fn(struct work_struct *work)
{
}

static void stress_work_once(struct stress_worker *w, struct stress_item *item)
{
	u32 cpu = (w->cpu + w->operations) % w->cpus;
	int before = atomic_read(&item->runs);

	if (!schedule_work_on(cpu, &item->work))
		stress_fail(w, "an item at rest could not be queued", 0);
	flush_work(&item->work);
	if (atomic_read(&item->runs) != before + 1)
		stress_fail(w, "an item did not run once", 0);
	if (w->operations % 32)
		return;
	schedule_delayed_work(&item->delayed, 1);
	if (w->operations % 64)
		flush_work(&item->delayed.work);
	cancel_delayed_work_sync(&item->delayed);
}

void stress_work(struct stress_worker *w)
{
	struct stress_item item = {.runs = ATOMIC_INIT(0)};

	INIT_WORK(&item.work, stress_work_fn);
	INIT_DELAYED_WORK(&item.delayed, stress_delayed_work_fn);
	do {
		stress_work_once(w, &item);
	} while (stress_goes_on(w));
	cancel_work_sync(&item.work);
	cancel_delayed_work_sync(&item.delayed);
}
