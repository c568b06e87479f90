/* SPDX-License-Identifier: MIT */
/* How many instructions of all traced functions cannot be probed, and why. */
#include "arch/x86_64/insn.h"
#include "kernel/kallsyms.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/selftest/selftest.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "trace/core/ftrace.h"
#include "trace/probes/kprobe.h"

/* Of the refusals that must be few: one in so many instructions. */
#define REFUSED_SHARE 100

struct refusals {
	u32 instructions;
	u32 refused;
	const char *reason[12]; /* NULL behind the last */
	u32 count[12];
};

static int note_refusal(struct refusals *refusals, const char *reason)
{
	u32 i = 0;

	while (i < ARRAY_SIZE(refusals->reason) && refusals->reason[i] &&
	       refusals->reason[i] != reason)
		i++;
	SELFTEST_EXPECT(i < ARRAY_SIZE(refusals->reason), i);
	refusals->reason[i] = reason;
	refusals->count[i]++;
	refusals->refused++;
	return 0;
}

static int look_at_function(struct refusals *refusals, const struct kallsym *function)
{
	u64 address = function->address;
	u8 code[INSN_MAX];
	struct insn insn;
	int error = 0;

	for (; address < function->address + function->size && !error; address += insn.length) {
		const char *reason = kprobe_refusal(address);

		kprobe_original_text(code, address, sizeof(code));
		SELFTEST_EXPECT(!insn_decode(&insn, code, sizeof(code)), address);
		refusals->instructions++;
		if (reason)
			error = note_refusal(refusals, reason);
		cond_resched();
	}
	return error;
}

int selftest_kprobe_image(void)
{
	struct refusals refusals = {0};
	u32 functions = ftrace_site_limit();

	for (u32 i = 0; i < functions; i++) {
		struct kallsym function;

		SELFTEST_EXPECT(kallsyms_lookup(ftrace_site_at(i)->ip, &function), i);
		if (look_at_function(&refusals, &function))
			return -EIO;
	}
	pr_info("selftest: %u of %u instructions of %u functions cannot be probed:\n",
		refusals.refused, refusals.instructions, functions);
	for (u32 i = 0; i < ARRAY_SIZE(refusals.reason) && refusals.reason[i]; i++)
		pr_info("selftest: %5u %s\n", refusals.count[i], refusals.reason[i]);
	SELFTEST_EXPECT(refusals.refused * REFUSED_SHARE < refusals.instructions, refusals.refused);
	return 0;
}
