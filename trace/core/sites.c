/* SPDX-License-Identifier: MIT */
/*
 * The table of call sites: made once, at boot, from __mcount_loc, while each
 * site is turned from the call that the compiler wrote into a NOP. Here is the
 * one way from an address to its index and back.
 */
#include "trace/core/sites.h"

#include "arch/x86_64/page.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/kallsyms.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/time/clock.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"

/* linker.ld: addresses of sites, ascending. */
extern const u64 __start_mcount_loc[], __stop_mcount_loc[];
void __fentry__(void);

struct ftrace_site *ftrace_sites;
struct site_set ftrace_all_sites;
static u32 site_count;

/* Sites whose text is changed by one batch. */
#define INIT_BATCH 128

/*
 * Text in pieces of 256 bytes: first_site[N] is the first site at or above
 * piece N, so a look-up has a handful of sites to compare.
 */
#define PIECE_SHIFT 8
static u32 *first_site;
static u32 piece_count;

/* A record per site, and the pieces. Return: bytes used. */
static size_t ftrace_sites_fill(void)
{
	u64 text = (u64)_stext;
	u32 piece = 0;
	u32 i;

	for (i = 0; i < site_count; i++) {
		u64 ip = __start_mcount_loc[i];

		if (ip < text || (i && ip <= __start_mcount_loc[i - 1]))
			panic("ftrace: __mcount_loc[%u] is %lx: not sorted or not in text", i, ip);
		ftrace_sites[i] = (struct ftrace_site){.ip = ip};
		for (; piece <= (ip - text) >> PIECE_SHIFT; piece++)
			first_site[piece] = i;
	}
	for (; piece < piece_count; piece++)
		first_site[piece] = site_count;
	return site_count * sizeof(*ftrace_sites);
}

/* Every call of __fentry__ becomes a NOP. Return: 0, or an error: ftrace is dead. */
static int ftrace_sites_make_nops(void)
{
	static struct text_patch patches[INIT_BATCH];
	u32 i, n;
	int error = 0;

	for (i = 0; i < site_count && !error; i += n) {
		n = min(site_count - i, (u32)INIT_BATCH);
		for (u32 k = 0; k < n; k++) {
			u64 ip = ftrace_sites[i + k].ip;

			patches[k].address = ip;
			text_patch_make_call(patches[k].old, ip, (u64)__fentry__);
			text_patch_make_call(patches[k].new, ip, 0);
		}
		error = text_patch_batch(patches, n, NULL);
	}
	return error;
}

void ftrace_sites_init(void)
{
	u64 start = local_clock();
	size_t bytes;
	u32 i;

	site_count = ((u64)__stop_mcount_loc - (u64)__start_mcount_loc) / sizeof(u64);
	piece_count = (((u64)_etext - (u64)_stext) >> PIECE_SHIFT) + 1;
	ftrace_sites = vmalloc(site_count * sizeof(*ftrace_sites));
	first_site = vmalloc(piece_count * sizeof(*first_site));
	if (!ftrace_sites || !first_site ||
	    site_set_reserve(&ftrace_all_sites, ftrace_site_capacity()))
		panic("ftrace: no memory for %u sites", site_count);
	bytes = ftrace_sites_fill();
	for (i = 0; i < site_count / 64; i++)
		ftrace_all_sites.words[i] = ~0ul;
	if (site_count % 64)
		ftrace_all_sites.words[i] = (1ul << site_count % 64) - 1;
	ftrace_all_sites.count = site_count;
	if (ftrace_sites_make_nops()) {
		ftrace_kill();
		return;
	}
	pr_info("ftrace: %u sites, %zu bytes of records, %lu ns\n", site_count, bytes,
		local_clock() - start);
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
