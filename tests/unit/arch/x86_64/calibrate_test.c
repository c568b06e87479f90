/* SPDX-License-Identifier: MIT */
/* Two counters of one simulated clock: the kernel must find the rate of one by the other. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "arch/x86_64/calibrate.h"

static u64 now_ns;
static u64 read_cost_ns;
static u64 hiccup_ns; /* now and then a read takes this much longer */
static u64 tsc_hz;

static void pass_time(void)
{
	now_ns += read_cost_ns;
	if (hiccup_ns && random() % 8 == 0)
		now_ns += random() % hiccup_ns;
}

static u64 read_tsc(void)
{
	pass_time();
	return (u64)((unsigned __int128)now_ns * tsc_hz / 1000000000);
}

static u64 read_hpet(void)
{
	pass_time();
	return now_ns / 10 & 0xffffffff;
}

static u64 read_pit(void)
{
	pass_time();
	return (u64)((unsigned __int128)now_ns * 1193182 / 1000000000) & 0xffff;
}

static u64 read_stuck(void)
{
	return 7;
}

static const struct calibration_counter tsc = {"tsc", read_tsc, 0, ~0ul};
static const struct calibration_counter hpet = {"hpet", read_hpet, 100000000, 0xffffffff};
static const struct calibration_counter pit = {"pit", read_pit, 1193182, 0xffff};

static u64 distance(u64 a, u64 b)
{
	return a > b ? a - b : b - a;
}

/* Return: the ns it took. */
static u64 expect_rate(const struct calibration_counter *known, u64 hz, u64 max_error_hz)
{
	u64 start, found;

	tsc_hz = hz;
	now_ns += 0xfffff000ul * 10; /* close to where the HPET's 32 bits wrap */
	start = now_ns;
	found = calibrate_counter(&tsc, known, 10000);
	assert_true(distance(found, hz) <= max_error_hz);
	return now_ns - start;
}

static void instruction_counted_time_is_measured_exactly_and_fast(void **state)
{
	read_cost_ns = 3;
	hiccup_ns = 0;
	assert_true(expect_rate(&hpet, 1000000000, 0) < 1000000);
}

static void any_rate_is_found_to_50_ppm(void **state)
{
	read_cost_ns = 30;
	hiccup_ns = 0;
	expect_rate(&hpet, 2893437000, 2893437000 / 20000);
	expect_rate(&hpet, 3999999999, 4000000000 / 20000);
	expect_rate(&pit, 2893437000, 2893437000 / 5000);
}

static void a_disturbed_machine_is_given_10_ms_and_no_more(void **state)
{
	srandom(3);
	read_cost_ns = 400;
	hiccup_ns = 30000;
	for (int i = 0; i < 100; i++)
		assert_true(expect_rate(&hpet, 2100000000, 2100000000 / 1000) < 11000000);
}

static void a_counter_that_stands_still_has_no_rate(void **state)
{
	struct calibration_counter stuck = {"stuck", read_stuck, 1000000, ~0ul};

	assert_int_equal(calibrate_counter(&tsc, &stuck, 10000), 0);
	assert_int_equal(calibrate_counter(&stuck, &hpet, 10000), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(instruction_counted_time_is_measured_exactly_and_fast),
		cmocka_unit_test(any_rate_is_found_to_50_ppm),
		cmocka_unit_test(a_disturbed_machine_is_given_10_ms_and_no_more),
		cmocka_unit_test(a_counter_that_stands_still_has_no_rate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
