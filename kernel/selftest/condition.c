/* SPDX-License-Identifier: MIT */
/* Conditions that look at memory which is not there: false, and nothing else happens. */
#include "arch/x86_64/apic.h"
#include "arch/x86_64/nmi.h"
#include "kernel/selftest/selftest.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/sleep.h"
#include "lib/errno.h"
#include "trace/core/ftrace.h"
#include "trace/core/predicate.h"

/* Zero, of a program, no address at all, of nobody's, and at the very end. */
static const u64 bad_addresses[] = {
	0, 1, 0x7fff00001000, 0x8000000000000000, 0xffffc8ff00000000, 0xffffffffffffff00,
};

/* Of trace_target_arguments(number, task); all with a bad task are false but the last. */
static const char *const conditions[] = {
	"task->pid == 1 || number == 5",
	"!(task->pid == 1)",
	"task->comm != nobody",
	"!(task->comm ~ '*x*') || number == 5",
	"task->parent->parent->comm == init || number == 5",
	"number == 5 || task->pid == 1",
};
static struct predicate *predicates[ARRAY_SIZE(conditions)];
static u32 wrong_answers, times_asked;

static notrace void selftest_ask_all(void)
{
	for (u32 i = 0; i < ARRAY_SIZE(bad_addresses); i++) {
		struct ftrace_regs fregs = {.di = 5, .si = bad_addresses[i]};

		for (u32 n = 0; n < ARRAY_SIZE(conditions); n++) {
			bool last = n == ARRAY_SIZE(conditions) - 1;

			wrong_answers += predicate_matches(predicates[n], &fregs) != last;
		}
	}
	WRITE_ONCE(times_asked, times_asked + 1);
}

static bool selftest_ask_in_nmi(struct pt_regs *regs)
{
	selftest_ask_all();
	return true;
}

static int selftest_ask_everywhere(void)
{
	wrong_answers = times_asked = 0;
	selftest_ask_all();
	SELFTEST_EXPECT(!wrong_answers, wrong_answers);
	if (!apic_present())
		return 0;
	nmi_set_handler(selftest_ask_in_nmi);
	nmi_send(cpumask_of(nr_cpu_ids - 1));
	while (READ_ONCE(times_asked) == 1)
		usleep_range(100, 200);
	nmi_set_handler(NULL);
	SELFTEST_EXPECT(!wrong_answers, wrong_answers);
	return 0;
}

int selftest_condition(void)
{
	struct predicate_error mistake;
	int error = 0;

	for (u32 n = 0; n < ARRAY_SIZE(conditions) && !error; n++)
		error = function_predicate_compile("trace_target_arguments", conditions[n],
						   &predicates[n], &mistake);
	SELFTEST_EXPECT(!error, error);
	error = selftest_ask_everywhere();
	for (u32 n = 0; n < ARRAY_SIZE(conditions); n++)
		predicate_free(predicates[n]);
	return error;
}
