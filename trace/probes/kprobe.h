/* SPDX-License-Identifier: MIT */
/*
 * Probes: a function of the owner's called before an instruction of the running
 * kernel, or when a function returns.
 *
 * A probe stands at any instruction of a traceable function. At the function's
 * site it is one more user of that site (struct ftrace_ops); elsewhere the first
 * byte of the instruction becomes int3, and the instruction itself is executed
 * in a copy, a slot. Where it is safe the int3 then becomes a jump to the slot.
 * A return probe rides on the site and on the shadow stack of trace/core/fgraph.h.
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

#define KPROBE_ACTIVE_MAX 4096

/* The owner fills in the first group and leaves the rest 0; it stays in place while registered. */
struct kprobe {
	u64 address;	/* of the instruction's first byte */
	bool at_return; /* of the function whose site @address is */
	/*
	 * At a return: so many calls, KPROBE_ACTIVE_MAX at most, are followed at a time; those that
	 * begin meanwhile are missed. A call that never returns counts until the probe is disabled.
	 * 0: any number.
	 */
	u32 maxactive;
	/*
	 * Called before the instruction is executed. @regs: all registers as the instruction
	 * finds them, regs->ip being @address; a general register or a flag that is changed is
	 * what the instruction gets, sp and ip are not to be changed.
	 *
	 * At a return: called when the function has returned, before its caller goes on. ax
	 * and dx hold what it returns, ip is where it returns to, sp and bp are the caller's, flags
	 * are now's, the others are 0; changes are ignored.
	 *
	 * Context: any, NMI included; preemption is off. At an int3 or jump interrupts are off as
	 * well, so who wants to know whether they were on asks regs->flags. preempt_count
	 * is as the instruction sees it, but for the bit of trace/core/ftrace_recursion.h, which
	 * is set. Must not sleep, or lock what it may interrupt. What it calls may be traced
	 * and probed: that is not noticed, and counts as missed there.
	 */
	void (*func)(struct kprobe *probe, struct pt_regs *regs);
	void *private;

	/*
	 * Times it was passed and not called, as a tracer or a probe was at work; or the
	 * shadow stack had no room for the call, or maxactive of them were followed.
	 */
	u64 nmissed;
	u64 active; /* with maxactive: a number for each time it is enabled << 16 | calls followed
		     */
	bool enabled;
	struct kprobe_site *site; /* the core's; NULL: not registered */
	struct kprobe *next;	  /* the core's: enabled at the same site */
};

/*
 * Checks the address, and prepares. @reason, which may be NULL, gets a text of a few words
 * for the user when the address is refused. Context: task, may sleep.
 * Return: 0; -EBUSY if it is registered; -EILSEQ: not at the beginning of an instruction;
 * -EINVAL: outside of functions' text, or where a probe cannot be (kprobe_text.c);
 * at a return also: not the beginning of a function; -ENOSPC: no slot is free; -ENOMEM.
 */
int register_kprobe(struct kprobe *probe, const char **reason);

/*
 * Disables it, if it is not, and forgets it; from the return on func is not running and
 * not called. Not registered: nothing happens. Context: task, sleeps.
 */
void unregister_kprobe(struct kprobe *probe);

/*
 * Has func called from now on. Nothing happens if it is. Context: task, sleeps.
 * Return: 0; -EINVAL: not registered; what text_patch_batch() or
 * register_ftrace_function() return: nothing has changed then.
 */
int enable_kprobe(struct kprobe *probe);

/*
 * Ends that. func may still be running when it returns. Context, Return: as above; on an error
 * of the patcher the text keeps the probe, but func is not called.
 */
int disable_kprobe(struct kprobe *probe);

/* Why register_kprobe() would refuse a probe at @address now; NULL: it would not. Context: task. */
const char *kprobe_refusal(u64 address);

/*
 * Takes all probes out of the text, those to come as well, or plants those that are enabled: it
 * does not change which are. Context: task, sleeps. Return: 0; what went wrong first, with the
 * rest done.
 */
int kprobes_arm_all(bool on);
bool kprobes_all_armed(void);

/* Prints the functions that no probe can be in, as Linux's kprobes/blacklist. Task. */
void kprobe_blacklist_show(struct seq_file *m);

/* How a site is reached: "ftrace", "int3", "jump", "return"; NULL: no probe is enabled. Task. */
const char *kprobe_kind_at(u64 address, bool at_return);

/*
 * In a copy of @count bytes of text from @address on, puts back what probes have written over;
 * sites keep what they hold. Context: any.
 */
void kprobe_hide(u8 *bytes, u64 address, u32 count);
/* Makes such a copy; all of it is text. */
void kprobe_original_text(u8 *bytes, u64 address, u32 count);
