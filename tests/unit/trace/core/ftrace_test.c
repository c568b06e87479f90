/* SPDX-License-Identifier: MIT */
/*
 * The registry of ops and the changes of sites, with a pretended kernel around
 * them: text is an array, the patcher writes to it, and may be told to fail.
 */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/pid_filter.h"
#include "trace/core/site_condition.h"
#include "trace/core/sites.h"

#define SITES 200
#define OPS   5

/* Pretended addresses: text, one trampoline per ops, the two list trampolines. */
#define TEXT	   0xffffffff80200000ul
#define TRAMPOLINE 0xffffffffa0000000ul
#define LIST	   0xffffffff80300000ul
#define LIST_REGS  0xffffffff80300100ul

static u8 text[SITES][TEXT_PATCH_SIZE];
static struct ftrace_site site_table[SITES];
struct ftrace_site *ftrace_sites = site_table;
struct site_set ftrace_all_sites;
static int patch_result;
static u32 patches_written;

u32 ftrace_site_limit(void)
{
	return SITES;
}

u32 ftrace_site_capacity(void)
{
	return SITES + FTRACE_MODULE_SITES;
}

u64 ftrace_site_target(u32 index)
{
	return site_table[index].target ? FTRACE_TEXT_HIGH | site_table[index].target : 0;
}

s64 ftrace_site_index(u64 ip)
{
	return (ip - TEXT) / 16;
}

void ftrace_sites_init(void)
{
}

int text_patch_batch(const struct text_patch *patches, u32 count, struct text_patch_report *report)
{
	u64 last = 0;
	u32 i;

	for (i = 0; i < count; i++) {
		u64 site = (patches[i].address - TEXT) / 16;

		assert_true(patches[i].address > last);
		last = patches[i].address;
		assert_memory_equal(text[site], patches[i].old, TEXT_PATCH_SIZE);
		assert_memory_not_equal(patches[i].old, patches[i].new, TEXT_PATCH_SIZE);
	}
	if (patch_result)
		return patch_result;
	for (i = 0; i < count; i++)
		memcpy(text[(patches[i].address - TEXT) / 16], patches[i].new, TEXT_PATCH_SIZE);
	patches_written += count;
	return 0;
}

struct ftrace_trampoline *ftrace_trampoline_create(struct ftrace_ops *ops)
{
	static u64 made;
	struct ftrace_trampoline *trampoline = calloc(1, sizeof(*trampoline));

	trampoline->start = TRAMPOLINE + 4096 * made++;
	trampoline->func = ops->func;
	return trampoline;
}

void ftrace_trampoline_destroy(struct ftrace_trampoline *trampoline)
{
	free(trampoline);
}

int ftrace_trampoline_set_func(struct ftrace_trampoline *trampoline, ftrace_func_t func)
{
	trampoline->func = func;
	return 0;
}

u64 ftrace_list_trampoline_address(bool regs)
{
	return regs ? LIST_REGS : LIST;
}

void ftrace_wait_for_list(void)
{
}

void ftrace_call_if_met(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
}

void mutex_lock(struct mutex *lock)
{
}

void mutex_unlock(struct mutex *lock)
{
}

void printk(const char *fmt, ...)
{
}

void preempt_schedule_notrace(void)
{
}

u32 __seg_gs __preempt_count;
u32 __seg_gs __need_resched;
struct pid_ignore __seg_gs pid_ignore;

void *vmalloc(size_t size)
{
	return malloc(size);
}

void vfree(const void *address)
{
	free((void *)address);
}

static void callback(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
}

/* What should be: which sites each ops wants by a plain reading of its lists. */
static struct ftrace_ops ops[OPS];
static struct ftrace_filter filters[OPS];
static bool registered[OPS];

static bool wants(u32 n, u32 site)
{
	const struct ftrace_filter *filter = ops[n].filter;

	if (!registered[n])
		return false;
	if (!filter)
		return true;
	if (filter->list[FTRACE_ONLY].count && !site_set_has(&filter->list[FTRACE_ONLY], site))
		return false;
	return !site_set_has(&filter->list[FTRACE_NEVER], site);
}

static void check_site(u32 site)
{
	u8 expected[TEXT_PATCH_SIZE];
	u32 users = 0, user = 0;
	bool regs = false;
	u64 target = 0;
	u32 n;

	for (n = 0; n < OPS; n++) {
		if (!wants(n, site))
			continue;
		users++;
		user = n;
		regs |= ops[n].flags & FTRACE_OPS_FL_SAVE_REGS;
	}
	if (users == 1)
		target = ops[user].trampoline->start;
	else if (users)
		target = regs ? LIST_REGS : LIST;
	text_patch_make_call(expected, site_table[site].ip, target);
	assert_memory_equal(text[site], expected, TEXT_PATCH_SIZE);
	assert_int_equal(site_table[site].users, users);
	assert_int_equal(ftrace_site_target(site), target);
	assert_int_equal(!!(site_table[site].flags & FTRACE_SITE_REGS), regs);
	assert_ptr_equal(ftrace_site_user(site), users == 1 ? &ops[user] : NULL);
}

static void check_all(void)
{
	u32 site;

	for (site = 0; site < SITES; site++)
		check_site(site);
}

static int fresh(void **state)
{
	u32 i;

	for (i = 0; i < SITES; i++) {
		site_table[i] = (struct ftrace_site){.ip = TEXT + i * 16};
		text_patch_make_call(text[i], site_table[i].ip, 0);
	}
	if (site_set_reserve(&ftrace_all_sites, ftrace_site_capacity()))
		return -1;
	for (i = 0; i < SITES; i++)
		site_set_add(&ftrace_all_sites, i);
	memset(ops, 0, sizeof(ops));
	memset(registered, 0, sizeof(registered));
	for (i = 0; i < OPS; i++) {
		ops[i].func = callback;
		ops[i].flags = i == 3 ? FTRACE_OPS_FL_SAVE_REGS : 0;
		ops[i].filter = i ? &filters[i == 4 ? 1 : i] : NULL; /* 1 and 4 share theirs */
		site_set_reserve(&filters[i].list[FTRACE_ONLY], ftrace_site_capacity());
		site_set_reserve(&filters[i].list[FTRACE_NEVER], ftrace_site_capacity());
	}
	patch_result = 0;
	return 0;
}

static int clean(void **state)
{
	u32 i;

	for (i = 0; i < OPS; i++) {
		if (registered[i])
			unregister_ftrace_function(&ops[i]);
		registered[i] = false;
		ftrace_ops_destroy(&ops[i]);
		site_set_free(&filters[i].list[FTRACE_ONLY]);
		site_set_free(&filters[i].list[FTRACE_NEVER]);
	}
	check_all();
	site_set_free(&ftrace_all_sites);
	return 0;
}

static void on_and_off(u32 n, bool on)
{
	int error = on ? register_ftrace_function(&ops[n]) : unregister_ftrace_function(&ops[n]);

	if (!error)
		registered[n] = on;
	else
		assert_true(patch_result);
}

/* Return: what ftrace_filter_exchange() did. */
static int set_list(u32 n, enum ftrace_list which, u32 first, u32 step)
{
	struct site_set set = {0};
	int error;
	u32 site;

	site_set_reserve(&set, ftrace_site_capacity());
	for (site = first; step && site < SITES; site += step)
		site_set_add(&set, site);
	error = ftrace_filter_exchange(ops[n].filter, which, &set, NULL);
	site_set_free(&set);
	return error;
}

static void one_user_gets_its_own_trampoline(void **state)
{
	on_and_off(0, true);
	check_all();
	assert_int_equal(site_table[0].users, 1);
	on_and_off(0, false);
	check_all();
}

static void an_off_never_undoes_another_s_on(void **state)
{
	on_and_off(0, true);
	on_and_off(1, true);
	check_all();
	on_and_off(0, false);
	check_all();
	assert_int_equal(site_table[7].users, 1);
	on_and_off(1, false);
	check_all();
}

static void registering_twice_is_refused(void **state)
{
	on_and_off(0, true);
	assert_int_equal(register_ftrace_function(&ops[0]), -EBUSY);
	on_and_off(0, false);
	assert_int_equal(unregister_ftrace_function(&ops[0]), -ENOENT);
	ops[0].func = NULL;
	assert_int_equal(register_ftrace_function(&ops[0]), -EINVAL);
	ops[0].func = callback;
}

static void other_callback(u64 ip, u64 parent_ip, struct ftrace_ops *who, struct ftrace_regs *fregs)
{
}

static void a_kept_trampoline_calls_the_callback_of_now(void **state)
{
	on_and_off(0, true);
	assert_int_equal(ftrace_ops_set_func(&ops[0], other_callback), 0);
	assert_ptr_equal(ops[0].trampoline->func, other_callback);
	on_and_off(0, false);
	ops[0].func = callback;
	on_and_off(0, true);
	assert_ptr_equal(ops[0].trampoline->func, callback);
}

static void a_filter_change_touches_only_what_differs(void **state)
{
	assert_int_equal(set_list(1, FTRACE_ONLY, 0, 2), 0);
	on_and_off(1, true);
	check_all();
	patches_written = 0;
	assert_int_equal(set_list(1, FTRACE_ONLY, 0, 4), 0);
	check_all();
	assert_int_equal(patches_written, SITES / 4);
	patches_written = 0;
	assert_int_equal(set_list(1, FTRACE_ONLY, 0, 4), 0);
	assert_int_equal(patches_written, 0);
}

static void a_failed_patch_changes_nothing(void **state)
{
	on_and_off(1, true);
	patch_result = -ETIMEDOUT;
	assert_int_equal(register_ftrace_function(&ops[0]), -ETIMEDOUT);
	check_all();
	assert_int_equal(unregister_ftrace_function(&ops[1]), -ETIMEDOUT);
	check_all();
	assert_int_equal(set_list(1, FTRACE_ONLY, 0, 3), -ETIMEDOUT);
	check_all();
	assert_int_equal(filters[1].list[FTRACE_ONLY].count, 0);
	patch_result = 0;
	assert_int_equal(set_list(1, FTRACE_ONLY, 0, 3), 0);
	check_all();
}

static u32 random_below(u32 limit)
{
	static u64 seed = 1;

	seed = seed * 6364136223846793005ul + 1442695040888963407ul;
	return (seed >> 33) % limit;
}

static void any_order_of_changes_ends_where_it_should(void **state)
{
	u32 step;

	for (step = 0; step < 3000; step++) {
		u32 n = random_below(OPS);

		patch_result = random_below(8) ? 0 : -ETIMEDOUT;
		if (!ops[n].filter || random_below(2))
			on_and_off(n, !registered[n]);
		else
			set_list(n, random_below(2), random_below(SITES), random_below(9));
		check_all();
	}
	patch_result = 0;
}

static u32 calls[OPS];

static void counting_callback(u64 ip, u64 parent_ip, struct ftrace_ops *who,
			      struct ftrace_regs *fregs)
{
	calls[who - ops]++;
}

void ftrace_ops_list_func(u64 ip, u64 parent_ip, struct ftrace_ops *unused,
			  struct ftrace_regs *fregs);

static void the_list_function_asks_only_who_wants_the_site(void **state)
{
	u32 i;

	for (i = 0; i < OPS; i++)
		ops[i].func = counting_callback;
	set_list(1, FTRACE_ONLY, 1, 2);
	on_and_off(0, true);
	on_and_off(1, true);
	on_and_off(2, true);
	ops[2].skip = FTRACE_SKIP_TRACING_OFF;
	ftrace_ops_list_func(TEXT + 16, 0, NULL, NULL);
	ftrace_ops_list_func(TEXT + 32, 0, NULL, NULL);
	assert_int_equal(calls[0], 2);
	assert_int_equal(calls[1], 1);
	assert_int_equal(calls[2], 0);
}

/* Return: what ftrace_filter_exchange() did; *@conditions is what it handed back. */
static int set_conditions(u32 n, struct site_conditions **conditions)
{
	struct site_set set = {0};
	int error;

	site_set_reserve(&set, ftrace_site_capacity());
	site_set_add(&set, 7);
	error = ftrace_filter_exchange(ops[n].filter, FTRACE_ONLY, &set, conditions);
	site_set_free(&set);
	return error;
}

static void a_condition_is_asked_before_the_callback(void **state)
{
	static struct site_conditions first, second;
	struct site_conditions *conditions = &first;

	on_and_off(2, true);
	assert_int_equal(set_conditions(2, &conditions), 0);
	assert_null(conditions);
	assert_ptr_equal(ops[2].trampoline->func, ftrace_call_if_met);
	assert_int_equal(ftrace_ops_set_func(&ops[2], counting_callback), 0);
	assert_ptr_equal(ops[2].trampoline->func, ftrace_call_if_met);
	on_and_off(2, false);
	on_and_off(2, true);
	assert_ptr_equal(ops[2].trampoline->func, ftrace_call_if_met);
	conditions = &second;
	on_and_off(2, false);
	on_and_off(2, true);
	patch_result = -ETIMEDOUT;
	set_list(2, FTRACE_NEVER, 0, 1);
	assert_int_equal(set_conditions(2, &conditions), 0); /* the same sites: nothing to patch */
	assert_ptr_equal(conditions, &first);
	patch_result = 0;
	set_list(2, FTRACE_NEVER, 0, 0);
	conditions = NULL;
	assert_int_equal(set_conditions(2, &conditions), 0);
	assert_ptr_equal(conditions, &second);
	assert_ptr_equal(ops[2].trampoline->func, counting_callback);
	set_list(2, FTRACE_ONLY, 0, 0);
	conditions = &first;
	patch_result = -ETIMEDOUT;
	assert_int_equal(set_conditions(2, &conditions), -ETIMEDOUT);
	assert_ptr_equal(conditions, &first);
	assert_null(filters[2].conditions);
	patch_result = 0;
}

/* The last: there is no way back. */
static void a_mismatch_ends_tracing_for_good(void **state)
{
	on_and_off(0, true);
	patch_result = -EINVAL;
	assert_int_equal(unregister_ftrace_function(&ops[0]), -EINVAL);
	assert_true(ftrace_is_dead());
	assert_true(ops[0].skip & FTRACE_SKIP_DEAD);
	assert_int_equal(register_ftrace_function(&ops[1]), -ENODEV);
	assert_int_equal(set_list(1, FTRACE_ONLY, 0, 3), -ENODEV);
	patch_result = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(one_user_gets_its_own_trampoline, fresh, clean),
		cmocka_unit_test_setup_teardown(an_off_never_undoes_another_s_on, fresh, clean),
		cmocka_unit_test_setup_teardown(registering_twice_is_refused, fresh, clean),
		cmocka_unit_test_setup_teardown(a_kept_trampoline_calls_the_callback_of_now, fresh,
						clean),
		cmocka_unit_test_setup_teardown(a_filter_change_touches_only_what_differs, fresh,
						clean),
		cmocka_unit_test_setup_teardown(a_failed_patch_changes_nothing, fresh, clean),
		cmocka_unit_test_setup_teardown(any_order_of_changes_ends_where_it_should, fresh,
						clean),
		cmocka_unit_test_setup_teardown(the_list_function_asks_only_who_wants_the_site,
						fresh, clean),
		cmocka_unit_test_setup_teardown(a_condition_is_asked_before_the_callback, fresh,
						clean),
		cmocka_unit_test_setup_teardown(a_mismatch_ends_tracing_for_good, fresh, clean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
