/* SPDX-License-Identifier: MIT */
/*
 * The probes that are registered, by address, and which of them are enabled. A
 * hit walks the lists at any time, so nothing is taken out of one and used
 * again before every processor has done something else: ftrace_wait_for_list().
 */
#include "trace/probes/kprobe.h"

#include "arch/x86_64/barrier.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/preempt.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/ftrace_wait.h"
#include "trace/probes/kprobe_site.h"

/* Guards all sites and all that is written in text for them. */
static DEFINE_MUTEX(kprobe_mutex);

struct kprobe_site *kprobe_table[KPROBE_WAYS][KPROBE_BUCKETS];
static u32 site_count;
static bool all_disarmed; /* [kprobe_mutex] */

struct kprobe_site *kprobe_find_inside(u64 address, u64 end)
{
	while (++address < end) {
		struct kprobe_site *site = kprobe_find(address, KPROBE_BEFORE);

		if (site && site->armed)
			return site;
	}
	return NULL;
}

/* Return: how many bytes the site has changed; those of a function's site are not its own. */
static u32 bytes_planted(const struct kprobe_site *site)
{
	if (!site->armed || !site->slot)
		return 0;
	return site->kind == KPROBE_JUMP ? TEXT_PATCH_SIZE : 1;
}

void kprobe_hide(u8 *bytes, u64 address, u32 count)
{
	u64 start = address - TEXT_PATCH_SIZE + 1;

	if (likely(!site_count))
		return;
	preempt_disable(); /* pairs with ftrace_wait_for_list() */
	for (u64 at = start; at < address + count; at++) {
		const struct kprobe_site *site = kprobe_find(at, KPROBE_BEFORE);
		u32 planted = site ? bytes_planted(site) : 0;

		for (u32 i = 0; i < planted; i++)
			if (at + i - address < count)
				bytes[at + i - address] = site->original[i];
	}
	preempt_enable_no_resched();
}

void kprobe_original_text(u8 *bytes, u64 address, u32 count)
{
	memcpy(bytes, (const void *)address, count);
	kprobe_hide(bytes, address, count);
}

static int site_prepare(struct kprobe_site *site, u64 address, bool at_return, const char **reason)
{
	int error = kprobe_check(site, address, at_return, reason);

	if (error || site->kind != KPROBE_INT3)
		return error;
	error = kprobe_slot_create(&site->slot, address, site->original, site->length);
	if (error == -EINVAL)
		*reason = "an instruction that cannot be moved";
	else if (error == -ENOSPC)
		*reason = "too many instructions are probed";
	return error;
}

static struct kprobe_site *site_create(const struct kprobe *probe, const char **reason, int *error)
{
	struct kprobe_site **bucket =
		&kprobe_table[kprobe_way(probe)][kprobe_bucket(probe->address)];
	struct kprobe_site *site = kzalloc(sizeof(*site), GFP_KERNEL);

	if (!site) {
		*error = -ENOMEM;
		return NULL;
	}
	*error = site_prepare(site, probe->address, probe->at_return, reason);
	if (kprobe_way(probe) == KPROBE_AFTER_LIMITED)
		site->kind = KPROBE_RETURN_LIMITED;
	if (*error) {
		kfree(site);
		return NULL;
	}
	site->next = *bucket;
	smp_store_release(bucket, site); /* pairs with kprobe_find() */
	site_count++;
	return site;
}

static void site_unlink(struct kprobe_site *site, enum kprobe_way way)
{
	struct kprobe_site **link = &kprobe_table[way][kprobe_bucket(site->address)];

	while (*link != site)
		link = &(*link)->next;
	WRITE_ONCE(*link, site->next);
	site_count--;
}

static void site_free(struct kprobe_site *site)
{
	if (site->slot) {
		ftrace_wait_for_range(site->slot, site->slot + KPROBE_SLOT_SIZE);
		kprobe_slot_free(site->slot);
	}
	kfree(site);
}

int register_kprobe(struct kprobe *probe, const char **reason)
{
	const char *own_reason = NULL;
	struct kprobe_site *site;
	int error = 0;

	reason = reason ? reason : &own_reason;
	*reason = "registered already";
	if (probe->site)
		return -EBUSY;
	*reason = "no memory";
	mutex_lock(&kprobe_mutex);
	site = kprobe_find(probe->address, kprobe_way(probe));
	if (!site)
		site = site_create(probe, reason, &error);
	if (!error) {
		site->refs++;
		probe->site = site;
		probe->enabled = false;
	}
	mutex_unlock(&kprobe_mutex);
	return error;
}

/* A jump over the instruction gives its place back to an int3. */
static int make_room(const struct kprobe_site *site)
{
	int error = 0;

	for (u64 at = site->address - KPROBE_MOVED_MAX; at < site->address && !error; at++) {
		struct kprobe_site *other = kprobe_find(at, KPROBE_BEFORE);

		if (other && other->armed && other->kind == KPROBE_JUMP &&
		    other->address + other->covered > site->address)
			error = kprobe_unoptimize(other);
	}
	return error;
}

/* Where the site was in the way of a jump, there is an int3. */
static void optimize_before(const struct kprobe_site *site)
{
	for (u64 at = site->address - TEXT_PATCH_SIZE + 1; at < site->address; at++) {
		struct kprobe_site *other = kprobe_find(at, KPROBE_BEFORE);

		if (other && other->armed && other->kind == KPROBE_INT3)
			kprobe_optimize(other);
	}
}

/* Has the text be as the site's probes want it. Return: 0 or an errno. */
static int site_update(struct kprobe_site *site)
{
	bool wanted = site->probes && !all_disarmed;
	int error = 0;

	if (wanted == site->armed)
		return 0;
	if (wanted && site->kind == KPROBE_INT3)
		error = make_room(site);
	if (!error)
		error = wanted ? kprobe_arm(site) : kprobe_disarm(site);
	if (!error)
		site->armed = wanted;
	if (!site->armed && !all_disarmed)
		optimize_before(site);
	return error;
}

int enable_kprobe(struct kprobe *probe)
{
	static u64 times; /* [kprobe_mutex] */
	struct kprobe_site *site = probe->site;
	int error = 0;

	if (!site)
		return -EINVAL;
	mutex_lock(&kprobe_mutex);
	if (probe->enabled)
		goto out;
	WRITE_ONCE(probe->active, ++times << 16);
	probe->next = site->probes;
	smp_store_release(&site->probes, probe);
	error = site_update(site);
	if (error)
		WRITE_ONCE(site->probes, probe->next);
	else
		probe->enabled = true;
out:
	mutex_unlock(&kprobe_mutex);
	return error;
}

static int disable_locked(struct kprobe *probe)
{
	struct kprobe_site *site = probe->site;
	struct kprobe **link = &site->probes;
	int error = 0;

	if (!probe->enabled)
		return 0;
	while (*link != probe)
		link = &(*link)->next;
	WRITE_ONCE(*link, probe->next);
	probe->enabled = false;
	if (site->probes)
		ftrace_wait_for_list(); /* who is at it goes on to those behind it */
	else
		error = site_update(site);
	return error;
}

int disable_kprobe(struct kprobe *probe)
{
	int error = -EINVAL;

	mutex_lock(&kprobe_mutex);
	if (probe->site)
		error = disable_locked(probe);
	mutex_unlock(&kprobe_mutex);
	return error;
}

void unregister_kprobe(struct kprobe *probe)
{
	struct kprobe_site *site = probe->site, *gone = NULL;

	if (!site)
		return;
	mutex_lock(&kprobe_mutex);
	disable_locked(probe);
	if (--site->refs == 0 && !site->armed) {
		site_unlink(site, kprobe_way(probe));
		gone = site;
	}
	probe->site = NULL;
	ftrace_wait_for_list();
	if (gone)
		site_free(gone);
	mutex_unlock(&kprobe_mutex);
}

int kprobes_arm_all(bool on)
{
	struct kprobe_site *site;
	int error = 0;

	mutex_lock(&kprobe_mutex);
	all_disarmed = !on;
	for (u32 i = 0; i < KPROBE_WAYS * KPROBE_BUCKETS; i++) {
		for (site = kprobe_table[i / KPROBE_BUCKETS][i % KPROBE_BUCKETS]; site;
		     site = site->next) {
			int its = site_update(site);

			error = error ? error : its;
		}
	}
	mutex_unlock(&kprobe_mutex);
	return error;
}

bool kprobes_all_armed(void)
{
	return !READ_ONCE(all_disarmed);
}

const char *kprobe_refusal(u64 address)
{
	const char *reason = "no memory";
	struct kprobe_site site = {0};
	int error;

	mutex_lock(&kprobe_mutex);
	error = site_prepare(&site, address, false, &reason);
	if (site.slot)
		kprobe_slot_free(site.slot);
	mutex_unlock(&kprobe_mutex);
	return error ? reason : NULL;
}

const char *kprobe_kind_at(u64 address, bool at_return)
{
	static const char *const names[] = {"int3", "jump", "ftrace", "return", "return"};
	const char *name = NULL;
	struct kprobe_site *site;

	mutex_lock(&kprobe_mutex);
	site = kprobe_find(address, at_return ? KPROBE_AFTER : KPROBE_BEFORE);
	if (at_return && !(site && site->armed))
		site = kprobe_find(address, KPROBE_AFTER_LIMITED);
	if (site && site->armed)
		name = names[site->kind];
	mutex_unlock(&kprobe_mutex);
	return name;
}
