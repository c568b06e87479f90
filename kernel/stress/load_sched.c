/* SPDX-License-Identifier: MIT */
/* Scheduling: a partner that answers every wake-up, moves between processors, is born and ends. */
#include "kernel/sched/completion.h"
#include "kernel/sched/kthread.h"
#include "kernel/stress/stress.h"
#include "lib/errno.h"

#define ANSWERS_PER_PARTNER 64
#define ANSWERS_PER_MOVE    16

/* Both sides of the conversation. */
struct stress_pair {
	struct completion question, answer;
	bool leave; /* with the question: the last one */
};

static int stress_partner_main(void *data)
{
	struct stress_pair *pair = data;
	bool leave;

	do {
		wait_for_completion(&pair->question);
		leave = READ_ONCE(pair->leave);
		complete(&pair->answer);
	} while (!leave);
	return 0;
}

/* Return: the partner with a reference for the caller, or NULL. */
static struct task_struct *stress_partner_start(struct stress_worker *w, struct stress_pair *pair)
{
	struct task_struct *partner =
		kthread_create(stress_partner_main, pair, "partner/%u", w->cpu);

	if (IS_ERR(partner)) {
		stress_fail(w, "kthread_create", PTR_ERR(partner));
		return NULL;
	}
	WRITE_ONCE(pair->leave, false);
	get_task_struct(partner);
	wake_up_process(partner);
	return partner;
}

static void stress_partner_ask(struct stress_pair *pair)
{
	complete(&pair->question);
	wait_for_completion(&pair->answer);
}

static void stress_partner_stop(struct stress_pair *pair, struct task_struct *partner)
{
	WRITE_ONCE(pair->leave, true);
	stress_partner_ask(pair);
	put_task_struct(partner);
}

void stress_sched(struct stress_worker *w)
{
	struct task_struct *partner = NULL;
	struct stress_pair pair;

	init_completion(&pair.question);
	init_completion(&pair.answer);
	do {
		if (!partner)
			partner = stress_partner_start(w, &pair);
		if (!partner)
			return;
		stress_partner_ask(&pair);
		if (w->operations % ANSWERS_PER_MOVE == 0)
			set_cpus_allowed_ptr(partner,
					     1ul << (w->cpu + w->operations / ANSWERS_PER_MOVE) %
							     w->cpus);
		if (w->operations % 4 == 0)
			yield();
		if (w->operations % ANSWERS_PER_PARTNER == ANSWERS_PER_PARTNER - 1) {
			stress_partner_stop(&pair, partner);
			partner = NULL;
		}
	} while (stress_goes_on(w));
	if (partner)
		stress_partner_stop(&pair, partner);
}
