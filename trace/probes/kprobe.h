/* SPDX-License-Identifier: MIT */
/*
 * Probes: a function of the owner's called before an instruction of the running
 * kernel, or when a function returns.
 *
 * A kprobe stands at any instruction of a traceable function. At the function's
 * site it is one more user of that site (struct ftrace_ops); elsewhere the first
 * byte of the instruction becomes int3, and the instruction itself is executed
 * in a copy, a slot. Where it is safe the int3 then becomes a jump to the slot.
 * A kretprobe rides on the site and on the shadow stack of trace/core/fgraph.h.
 *
 * A registered probe is disabled at first: it has been checked and has what it
 * needs, and no text is changed. Any number of probes may be at one address.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/compiler.h"
#include "lib/types.h"

struct kprobe_site;
struct seq_file;

/* The owner fills in the first group and leaves the rest 0; it stays in place while registered. */
struct kprobe {
	u64 address; /* of the instruction's first byte */
	/*
	 * Called before the instruction is executed. @regs: all registers as the instruction
	 * finds them, regs->ip being @address; a general register or a flag that is changed is
	 * what the instruction gets, sp and ip are not to be changed.
	 * Context: any, NMI included; preemption is off; with an int3 interrupts are off as well,
	 * so who wants to know whether they were on asks regs->flags. preempt_count is as the
	 * instruction sees it, but for the bit of trace/core/ftrace_recursion.h, which is set.
	 * Must not sleep, or lock what it may interrupt. What it calls may be traced and
	 * probed: that is not noticed, and counts as missed there.
	 */
	void (*func)(struct kprobe *probe, struct pt_regs *regs);
	void *private;

	u64 nmissed; /* times it was passed while a tracer or a probe was at work: not called */
	bool enabled;
	struct kprobe_site *site; /* the core's; NULL: not registered */
	struct kprobe *next;	  /* the core's: at the same site */
};

/* As above. */
struct kretprobe {
	u64 address; /* of a function: its symbol, which is its site */
	/*
	 * Called when the function has returned to @ret, before its caller goes on.
	 * @regs: ax and dx hold what it returns, ip is @ret, sp and bp are the caller's, flags are
	 * now's; the others are 0. Changes are ignored. Context: as above, interrupts as the
	 * function left them.
	 */
	void (*func)(struct kretprobe *probe, u64 ret, struct pt_regs *regs);
	void *private;

	u64 nmissed; /* calls that were not followed: recursion, or no room on the shadow stack */
	bool enabled;
	struct kprobe_site *site;
	struct kretprobe *next;
};

/*
 * Checks the address, and prepares. @reason, which may be NULL, gets a text of a few words
 * for the user when the address is refused. Context: task, may sleep.
 * Return: 0; -EBUSY if it is registered; -EILSEQ: not at the beginning of an instruction;
 * -EINVAL: outside of functions' text, or where a probe cannot be (kprobe_blacklist.c);
 * for a kretprobe also: not the beginning of a function; -ENOMEM.
 */
int register_kprobe(struct kprobe *probe, const char **reason);
int register_kretprobe(struct kretprobe *probe, const char **reason);

/*
 * Disables it, if it is not, and forgets it; from the return on its func is not running and
 * not called. Not registered: nothing happens. Context: task, sleeps.
 */
void unregister_kprobe(struct kprobe *probe);
void unregister_kretprobe(struct kretprobe *probe);

/*
 * Has func called from now on. Nothing happens if it is. Context: task, sleeps.
 * Return: 0; -EINVAL: not registered; what text_patch_batch() or
 * register_ftrace_function() return: nothing has changed then.
 */
int enable_kprobe(struct kprobe *probe);
int enable_kretprobe(struct kretprobe *probe);

/* Ends that. func may still be running when it returns. Context and Return: as above. */
int disable_kprobe(struct kprobe *probe);
int disable_kretprobe(struct kretprobe *probe);

/* What planted the probe: "ftrace", "int3", "jump"; "disabled". Any context. */
const char *kprobe_kind(const struct kprobe *probe);

/*
 * Copies @count bytes of text from @address as they are without probes; sites keep what they
 * hold. Context: task, may sleep. Return: 0; -EFAULT outside of text.
 */
int kprobe_original_text(u8 *bytes, u64 address, u32 count);
