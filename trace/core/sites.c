/* SPDX-License-Identifier: MIT */
/*
 * The table of call sites: made once, at boot, from __mcount_loc, while each
 * site is turned from the call that the compiler wrote into a NOP. Here is the
 * one way from an address to its index and back.
 */
#include "trace/core/sites.h"

#include "arch/x86_64/page.h"
#include "arch/x86_64/text_patch.h"
#include "arch/x86_64/tsc.h"
#include "kernel/kallsyms.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "lib/bitmap.h"
#include "lib/printf.h"
#include "lib/string.h"

/* linker.ld: addresses of sites, ascending. */
extern const u64 __start_mcount_loc[], __stop_mcount_loc[];
void __fentry__(void);

struct ftrace_site *ftrace_sites;
struct site_set ftrace_all_sites;
static u32 site_count;
u64 ftrace_init_ticks;

/*
 * Text in pieces: first_site[N] is the first site at or above piece N, so a
 * look-up has a handful of sites to compare.
 */
#define PIECE_SHIFT 9
static u32 *first_site;
static u32 piece_count;

static void ftrace_sites_alloc(void)
{
	site_count = ((u64)__stop_mcount_loc - (u64)__start_mcount_loc) / sizeof(u64);
	piece_count = (((u64)_etext - (u64)_stext) >> PIECE_SHIFT) + 1;
	ftrace_sites = vmalloc(site_count * sizeof(*ftrace_sites));
	first_site = vmalloc(piece_count * sizeof(*first_site));
	if (!ftrace_sites || !first_site ||
	    site_set_reserve(&ftrace_all_sites, ftrace_site_capacity()))
		panic("ftrace: no memory for %u sites", site_count);
}

static void ftrace_sites_fill(void)
{
	u64 previous = (u64)_stext - 1;
	u32 piece = 0;
	u32 i;

	for (i = 0; i < site_count; i++) {
		u64 ip = __start_mcount_loc[i];

		if (unlikely(ip <= previous))
			panic("ftrace: __mcount_loc[%u] is %lx: not sorted or not in text", i, ip);
		previous = ip;
		for (; piece <= (ip - (u64)_stext) >> PIECE_SHIFT; piece++)
			first_site[piece] = i;
		ftrace_sites[i] = (struct ftrace_site){.ip = ip};
	}
	for (; piece < piece_count; piece++)
		first_site[piece] = site_count;
}

void ftrace_sites_init(void)
{
	u64 start = rdtsc();
	struct text_patch_report report;
	int error;

	ftrace_sites_alloc();
	ftrace_sites_fill();
	error = text_patch_calls_to_nops(__start_mcount_loc, site_count, (u64)__fentry__, &report);
	memset(ftrace_all_sites.words, 0xff, site_count / 64 * 8);
	bitmap_set(ftrace_all_sites.words, site_count / 64 * 64, site_count % 64);
	ftrace_all_sites.count = site_count;
	if (error) {
		ftrace_kill();
		return;
	}
	ftrace_init_ticks = rdtsc() - start;
	pr_info("ftrace: %u sites, %zu bytes of records, %lu ns\n", site_count,
		site_count * sizeof(*ftrace_sites),
		tsc_to_ns(start + ftrace_init_ticks) - tsc_to_ns(start));
}

u32 ftrace_site_limit(void)
{
	return site_count;
}

u32 ftrace_site_capacity(void)
{
	return site_count + FTRACE_MODULE_SITES;
}

u32 ftrace_site_total(void)
{
	return site_count;
}

const struct ftrace_site *ftrace_site_at(u32 index)
{
	return index < site_count ? &ftrace_sites[index] : NULL;
}

s64 ftrace_site_index(u64 ip)
{
	u64 piece = (ip - (u64)_stext) >> PIECE_SHIFT;
	u32 i;

	if (piece >= piece_count)
		return -1;
	for (i = first_site[piece]; i < site_count && ftrace_sites[i].ip <= ip; i++)
		if (ftrace_sites[i].ip == ip)
			return i;
	return -1;
}

u64 ftrace_site_target(u32 index)
{
	const struct ftrace_site *site = ftrace_site_at(index);

	return site ? ftrace_target_of(site) : 0;
}

size_t ftrace_site_name(u32 index, char name[FTRACE_NAME_MAX])
{
	const struct ftrace_site *site = ftrace_site_at(index);
	struct kallsym sym;

	name[0] = '\0';
	if (!site)
		return 0;
	if (kallsyms_lookup(site->ip, &sym) && sym.address == site->ip)
		return strscpy(name, sym.name, FTRACE_NAME_MAX);
	return scnprintf(name, FTRACE_NAME_MAX, "0x%lx", site->ip);
}

void ftrace_site_describe(u32 index, u8 bytes[5], char meaning[FTRACE_NAME_MAX])
{
	const struct ftrace_site *site = ftrace_site_at(index);
	u64 target = ftrace_site_target(index);
	struct ftrace_ops *user;
	u8 expected[TEXT_PATCH_SIZE];

	strscpy(meaning, "?", FTRACE_NAME_MAX);
	if (!site)
		return;
	memcpy(bytes, (void *)site->ip, TEXT_PATCH_SIZE);
	text_patch_make_call(expected, site->ip, target);
	if (memcmp(bytes, expected, TEXT_PATCH_SIZE))
		return;
	user = ftrace_site_user(index);
	if (!target)
		strscpy(meaning, "nop", FTRACE_NAME_MAX);
	else if (user)
		scnprintf(meaning, FTRACE_NAME_MAX, "call %ps", (void *)user->func);
	else
		strscpy(meaning, "call ftrace_ops_list_func", FTRACE_NAME_MAX);
}
