/* SPDX-License-Identifier: MIT */
/* What a histogram does with an event: variables that another processor reads. */
#include "trace/events/hist.h"

#include <pthread.h>
#include <stdlib.h>

#include "kernel/mm/vmalloc.h"
#include "kernel/sched/task.h"
#include "tests/unit/unit.h"
#include "trace/core/trace_stack.h"

#define KEYS	40000
#define PRESENT 1000000 /* a value is its key and this */

struct number_record {
	u64 key, value;
};

static struct hist_field key_field = {.source = HIST_NUMBER, .mask = ~0ul};
static struct hist_field value_field = {
	.source = HIST_NUMBER, .mask = ~0ul, .offset = offsetof(struct number_record, value)};
static struct hist_field reference_field = {.source = HIST_REFERENCE};
static struct hist_field hitcount_field = {.source = HIST_HITCOUNT};

DEFINE_PER_CPU(struct task_struct *, current_task);
DEFINE_PER_CPU(u32, cpu_number);

void *vzalloc(size_t bytes)
{
	return calloc(1, bytes);
}

void vfree(const void *address)
{
	free((void *)address);
}

u32 trace_stack_save_callers(u64 *to, u32 most, const void *record)
{
	return 0;
}

void hist_actions_run(const struct hist_hit *hit)
{
}

static struct hist_trigger *make_histogram(struct hist_table *table)
{
	struct hist_trigger *hist = calloc(1, sizeof(*hist));

	assert_int_equal(hist_map_init(&table->map, HIST_MAP_SIZE_MAX, 1, HIST_MASK_WORD + 2), 0);
	hist->table = table;
	hist->key_count = hist->key_words = hist->value_count = 1;
	hist->keys[0] = &key_field;
	hist->values[0] = &hitcount_field;
	return hist;
}

static u64 asked; /* the key that is being looked for */

/* Each key's variable gets a value once, when somebody asks for it. */
static void *set_all(void *hist)
{
	struct event_trigger trigger = {.hist = hist};

	for (u64 key = 1; key <= KEYS; key++) {
		struct number_record record = {key, key + PRESENT};

		while (__atomic_load_n(&asked, __ATOMIC_RELAXED) < key)
			;
		hist_trigger_hit(&trigger, &record);
	}
	return NULL;
}

/* Asks for each until it is there. */
static void a_variable_that_is_there_has_its_value(bool once)
{
	struct hist_table set_table = {.users = 1}, read_table = {.users = 1};
	struct hist_trigger *set = make_histogram(&set_table), *read = make_histogram(&read_table);
	struct event_trigger trigger = {.hist = read};
	pthread_t thread;

	set->variable_count = 1;
	set->variables[0] = (struct hist_variable){"v", &value_field, HIST_MASK_WORD + 1};
	read->ref_count = 1;
	read->refs[0] = (struct hist_ref){set, 0, once};
	read->value_count = 2;
	read->values[1] = &reference_field;
	asked = 0;
	assert_int_equal(pthread_create(&thread, NULL, set_all, set), 0);
	for (u64 key = 1; key <= KEYS; key++) {
		struct number_record record = {key, 0};
		const u64 *element = NULL;

		__atomic_store_n(&asked, key, __ATOMIC_RELAXED);
		while (!element) {
			hist_trigger_hit(&trigger, &record);
			element = hist_map_find(&read_table.map, &key);
		}
		assert_int_equal(element[0], 1);
		assert_int_equal(element[1], key + PRESENT);
	}
	pthread_join(thread, NULL);
	hist_map_destroy(&set_table.map);
	hist_map_destroy(&read_table.map);
	free(set);
	free(read);
}

static void a_variable_that_is_read(void **state)
{
	a_variable_that_is_there_has_its_value(false);
}

static void a_variable_that_is_taken(void **state)
{
	a_variable_that_is_there_has_its_value(true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_variable_that_is_read),
		cmocka_unit_test(a_variable_that_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
