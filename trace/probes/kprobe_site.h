/* SPDX-License-Identifier: MIT */
/* What the files of trace/probes share: the places where probes are. */
#pragma once

#include "arch/x86_64/kprobe_slot.h"
#include "kernel/kallsyms.h"
#include "lib/compiler.h"
#include "trace/core/ftrace.h"
#include "trace/probes/kprobe.h"

enum kprobe_kind {
	KPROBE_INT3,
	KPROBE_JUMP,   /* was an int3 first */
	KPROBE_FTRACE, /* it and the next are users of a function's site */
	KPROBE_RETURN,
	KPROBE_RETURN_LIMITED, /* by maxactive of each probe */
};

/* What probes at the same address are apart in. */
enum kprobe_way {
	KPROBE_BEFORE, /* an instruction */
	KPROBE_AFTER,  /* a function */
	KPROBE_AFTER_LIMITED,
	KPROBE_WAYS,
};

/* A place with a registered probe. Guarded by kprobe_mutex; what hits read may be read any time. */
struct kprobe_site {
	u64 address;
	struct kprobe_site *next; /* in the same bucket */
	struct kprobe *probes;	  /* those that are enabled */
	u64 resume;		  /* where an int3 goes on, in the slot */

	u8 kind; /* enum kprobe_kind */
	bool armed;
	u8 length;  /* of the instruction */
	u8 covered; /* of the instructions in the slot's second half; 0: nothing is there */
	u8 original[KPROBE_MOVED_MAX];
	u32 refs; /* registered probes */
	u64 slot; /* 0: a function's site */
};

#define KPROBE_BUCKETS 256

extern struct kprobe_site *kprobe_table[KPROBE_WAYS][KPROBE_BUCKETS];

static __always_inline enum kprobe_way kprobe_way(const struct kprobe *probe)
{
	return !probe->at_return  ? KPROBE_BEFORE
	       : probe->maxactive ? KPROBE_AFTER_LIMITED
				  : KPROBE_AFTER;
}

/* Functions begin at multiples of 16, instructions anywhere. */
static __always_inline u32 kprobe_bucket(u64 address)
{
	return (address ^ address >> 4) % KPROBE_BUCKETS;
}

/* Return: the site at @address, or NULL. Any context. */
static __always_inline struct kprobe_site *kprobe_find(u64 address, enum kprobe_way way)
{
	struct kprobe_site *site = READ_ONCE(kprobe_table[way][kprobe_bucket(address)]);

	while (site && site->address != address)
		site = READ_ONCE(site->next);
	return site;
}

/* Return: a site with enabled probes at @address + 1 to @end - 1, or NULL. */
struct kprobe_site *kprobe_find_inside(u64 address, u64 end);

/* kprobe_text.c: what the bytes of a function say. Context: task. */

/*
 * Whether a probe may be at @address. Fills in address, kind, length and original text.
 * Return: 0, -EILSEQ or -EINVAL with *@reason.
 */
int kprobe_check(struct kprobe_site *site, u64 address, bool at_return, const char **reason);
/*
 * How many bytes of instructions a jump at @site would replace, if none of them but the first
 * is ever reached otherwise. Return: 5 to KPROBE_MOVED_MAX; 0: that is not certain.
 */
u32 kprobe_cover(const struct kprobe_site *site);

/* kprobe_arm.c. Context: task, kprobe_mutex held. Return: as text_patch_batch() and so on. */
int kprobe_arm(struct kprobe_site *site);
int kprobe_disarm(struct kprobe_site *site);
/* Has a jump in place of the site's int3; where it is not safe, the int3 stays. */
void kprobe_optimize(struct kprobe_site *site);
/* Gives an int3 back in place of a jump. */
int kprobe_unoptimize(struct kprobe_site *site);

/* kprobe_hit.c: what the site's users call; the first has FTRACE_OPS_FL_SAVE_REGS. */
void kprobe_function_hit(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kprobe_return_enter(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kprobe_limited_enter(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs);
/* Has the ends of calls followed. Return: as register_fgraph_user(). */
int kprobe_return_prepare(void);
