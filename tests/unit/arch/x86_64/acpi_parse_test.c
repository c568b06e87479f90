/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "arch/x86_64/acpi.h"
#include "lib/errno.h"

#define BOOT_APICID 4

/* A MADT as QEMU makes one: four CPUs, one of them disabled, an I/O APIC, an override. */
/* clang-format off */
static const u8 madt[] = {
	[0] = 'A', 'P', 'I', 'C',
	[36] = 0x00, 0x00, 0xe0, 0xfe, 1, 0, 0, 0,
	0, 8, 0, BOOT_APICID, 1, 0, 0, 0,
	0, 8, 1, 6, 1, 0, 0, 0,
	0, 8, 2, 7, 0, 0, 0, 0,
	1, 12, 9, 0, 0x00, 0x00, 0xc0, 0xfe, 16, 0, 0, 0,
	2, 10, 0, 9, 20, 0, 0, 0, 0x0f, 0,
	9, 16, 0, 0, 0x00, 0x01, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0,
};
/* clang-format on */

static void the_madt_names_cpus_controllers_and_overrides(void **state)
{
	struct madt_info info;

	assert_int_equal(madt_parse(madt, sizeof(madt), BOOT_APICID, &info), 0);
	assert_int_equal(info.lapic_address, 0xfee00000);
	assert_int_equal(info.cpu_count, 3);
	assert_int_equal(info.apicid[0], BOOT_APICID);
	assert_int_equal(info.apicid[1], 6);
	assert_int_equal(info.apicid[2], 0x100);
	assert_int_equal(info.ioapic_count, 1);
	assert_int_equal(info.ioapic[0].address, 0xfec00000);
	assert_int_equal(info.ioapic[0].gsi_base, 16);
	assert_int_equal(info.isa_irq[9].gsi, 20);
	assert_true(info.isa_irq[9].level);
	assert_true(info.isa_irq[9].active_low);
	assert_int_equal(info.isa_irq[4].gsi, 4);
	assert_false(info.isa_irq[4].level);
}

static void the_booting_cpu_is_number_0_wherever_it_is_listed(void **state)
{
	struct madt_info info;

	assert_int_equal(madt_parse(madt, sizeof(madt), 6, &info), 0);
	assert_int_equal(info.cpu_count, 3);
	assert_int_equal(info.apicid[0], 6);
	assert_int_equal(info.apicid[1], BOOT_APICID);
}

static void a_table_that_is_cut_keeps_what_is_whole(void **state)
{
	struct madt_info info;

	assert_int_equal(madt_parse(madt, 43, BOOT_APICID, &info), -EINVAL);
	for (size_t bytes = 44; bytes < sizeof(madt); bytes++) {
		u8 *copy = malloc(bytes); /* so that the sanitizer sees a read behind the end */

		memcpy(copy, madt, bytes);
		assert_int_equal(madt_parse(copy, bytes, BOOT_APICID, &info), 0);
		assert_true(info.cpu_count >= 1 && info.cpu_count <= 3);
		free(copy);
	}
}

static void more_cpus_than_there_is_room_for_are_counted(void **state)
{
	u8 table[44 + 100 * 8] = {0};
	struct madt_info info;

	for (int i = 0; i < 100; i++) {
		u8 *entry = table + 44 + 8 * i;

		entry[1] = 8;
		entry[3] = i;
		entry[4] = 1;
	}
	assert_int_equal(madt_parse(table, sizeof(table), 0, &info), 0);
	assert_int_equal(info.cpu_count, NR_CPUS);
	assert_int_equal(info.cpus_left_out, 100 - NR_CPUS);
}

static void garbage_is_read_without_harm(void **state)
{
	struct madt_info info;
	u8 sleep_type[2];

	srandom(2);
	for (int round = 0; round < 20000; round++) {
		size_t bytes = random() % 200;
		u8 *table = malloc(bytes + 1);

		for (size_t i = 0; i < bytes; i++)
			table[i] = random() % 4 ? random() % 17 : "_S5_\x12\x0a"[random() % 6];
		madt_parse(table, bytes, 0, &info);
		assert_true(info.cpu_count >= 1 && info.cpu_count <= NR_CPUS);
		assert_true(info.ioapic_count <= MAX_IOAPICS);
		acpi_parse_s5(table, bytes, sleep_type);
		free(table);
	}
}

static void s5_is_found_in_each_form_of_its_constants(void **state)
{
	static const u8 bytes[] = "xx\x08_S5_\x12\x0a\x04\x0a\x05\x0a\x07\x00\x00";
	static const u8 zero_one[] = "\x08\\_S5_\x12\x06\x04\x00\x01\x00\x00";
	static const u8 long_length[] = "_S5_\x12\x40\x00\x02\x0a\x05\x01";
	u8 type[2];

	assert_int_equal(acpi_parse_s5(bytes, sizeof(bytes), type), 0);
	assert_int_equal(type[0] << 8 | type[1], 0x0507);
	assert_int_equal(acpi_parse_s5(zero_one, sizeof(zero_one), type), 0);
	assert_int_equal(type[0] << 8 | type[1], 0x0001);
	assert_int_equal(acpi_parse_s5(long_length, sizeof(long_length), type), 0);
	assert_int_equal(type[0] << 8 | type[1], 0x0501);
	assert_int_equal(acpi_parse_s5("_S5_ but no package", 19, type), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_madt_names_cpus_controllers_and_overrides),
		cmocka_unit_test(the_booting_cpu_is_number_0_wherever_it_is_listed),
		cmocka_unit_test(a_table_that_is_cut_keeps_what_is_whole),
		cmocka_unit_test(more_cpus_than_there_is_room_for_are_counted),
		cmocka_unit_test(garbage_is_read_without_harm),
		cmocka_unit_test(s5_is_found_in_each_form_of_its_constants),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
