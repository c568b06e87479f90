/* SPDX-License-Identifier: MIT */
/* Where no probe can be, and why: some places, and how many instructions of all traced functions.
 */
#include "arch/x86_64/insn.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/static_branch.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/kallsyms.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/selftest/kprobe_forms.h"
#include "kernel/selftest/selftest.h"
#include "kernel/smp/stop_machine.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/string.h"
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

static u64 refused_hits;

static notrace void refused_hit(struct kprobe *probe, struct pt_regs *regs)
{
	refused_hits++;
}

static int expect_refusal(u64 address, bool at_return, int expected, const char *word)
{
	struct kprobe probe = {.address = address, .at_return = at_return, .func = refused_hit};
	const char *reason = "";
	int error = register_kprobe(&probe, &reason);

	unregister_kprobe(&probe);
	if (error != expected || !strstr(reason, word))
		pr_err("selftest: %pS: %d, %s\n", (void *)address, error, reason);
	SELFTEST_EXPECT(error == expected && strstr(reason, word), address);
	return 0;
}

int selftest_kprobe_refusals(void)
{
	u64 leaf = (u64)kprobe_forms[KPROBE_FORMS_LEAF], data = (u64)&refused_hits;
	const struct {
		u64 address;
		bool at_return;
		int error;
		const char *word;
	} cases[] = {
		{0, false, -EINVAL, "outside"},
		{data, false, -EINVAL, "outside"},
		{MODULES_START, false, -EINVAL, "outside"},
		{leaf + 1, false, -EILSEQ, "beginning of an instruction"},
		{leaf + 5, true, -EINVAL, "beginning of a function"},
		{(u64)_stext + 2, false, -EINVAL, "entry code"},
		{(u64)text_patch_batch, false, -EINVAL, "in the patcher"},
		{(u64)stop_machine_park, false, -EINVAL, "in the patcher"},
		{kallsyms_lookup_name("exc_int3"), false, -EINVAL, "way of an int3"},
		{kallsyms_lookup_name("kprobe_int3_hit") + 1, false, -EINVAL, "way of an int3"},
		{(u64)register_kprobe, true, -EINVAL, "in the tracer"},
		{(u64)memcpy, false, -EINVAL, "not traced"},
		{kallsyms_lookup_name("panic") + 5, false, -EINVAL, "panic"},
		{jump_entry_site(__start_jump_table), false, -EINVAL, "static branch"},
	};

	for (u32 i = 0; i < ARRAY_SIZE(cases); i++)
		if (expect_refusal(cases[i].address, cases[i].at_return, cases[i].error,
				   cases[i].word))
			return -EIO;
	SELFTEST_EXPECT(!refused_hits, refused_hits);
	return 0;
}
