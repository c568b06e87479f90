/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <pthread.h>

#include "kernel/kmsg_ring.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"

static struct kmsg_ring ring;

static int empty_ring(void **state)
{
	memset(&ring, 0, sizeof(ring));
	return 0;
}

static void write_number(u64 number)
{
	char text[32];

	kmsg_ring_write(&ring, number % 8, number, text,
			snprintf(text, sizeof(text), "number %lu", number));
}

static void records_come_back_as_written(void **state)
{
	struct kmsg_slot slot;

	assert_int_equal(kmsg_ring_read(&ring, 0, &slot), -EAGAIN);
	assert_false(kmsg_ring_has(&ring, 0));
	write_number(77);
	assert_true(kmsg_ring_has(&ring, 0));
	assert_int_equal(kmsg_ring_read(&ring, 0, &slot), 0);
	assert_int_equal(slot.level, 5);
	assert_int_equal(slot.stamp, 77);
	assert_int_equal(slot.length, 9);
	assert_memory_equal(slot.text, "number 77", 9);
	assert_int_equal(kmsg_ring_read(&ring, 1, &slot), -EAGAIN);
}

static void the_oldest_are_overwritten_and_said_to_be(void **state)
{
	struct kmsg_slot slot;

	for (u64 i = 0; i < KMSG_SLOTS + 10; i++)
		write_number(i);
	assert_int_equal(kmsg_ring_first_seq(&ring), 10);
	assert_int_equal(kmsg_ring_read(&ring, 9, &slot), -EPIPE);
	assert_true(kmsg_ring_has(&ring, 9));
	assert_int_equal(kmsg_ring_read(&ring, 10, &slot), 0);
	assert_int_equal(slot.stamp, 10);
	assert_int_equal(kmsg_ring_read(&ring, KMSG_SLOTS + 9, &slot), 0);
	assert_int_equal(kmsg_ring_read(&ring, KMSG_SLOTS + 10, &slot), -EAGAIN);
}

static void long_text_is_cut_to_the_slot(void **state)
{
	char text[KMSG_TEXT_MAX + 50];
	struct kmsg_slot slot;

	memset(text, 'x', sizeof(text));
	kmsg_ring_write(&ring, 0, 0, text, sizeof(text));
	assert_int_equal(kmsg_ring_read(&ring, 0, &slot), 0);
	assert_int_equal(slot.length, KMSG_TEXT_MAX);
}

static void a_writer_held_up_for_a_round_does_no_harm(void **state)
{
	struct kmsg_slot slot;

	/* As if the writer of record 0 had claimed its slot and stopped there. */
	ring.next_seq = 1;
	ring.slots[0].state = 1;
	for (u64 i = 1; i <= KMSG_SLOTS; i++)
		write_number(i);
	assert_int_equal(kmsg_ring_read(&ring, 1, &slot), 0);
	assert_int_equal(kmsg_ring_read(&ring, KMSG_SLOTS, &slot), -EAGAIN);
	/* It goes on and finishes; the slot can be used in the next round. */
	ring.slots[0].state = 2;
	for (u64 i = KMSG_SLOTS + 1; i <= 2 * KMSG_SLOTS; i++)
		write_number(i);
	assert_int_equal(kmsg_ring_read(&ring, 2 * KMSG_SLOTS, &slot), 0);
	/* As if it had stopped before claiming: the slot holds a later record by now. */
	ring.next_seq = KMSG_SLOTS;
	write_number(7);
	assert_int_equal(kmsg_ring_read(&ring, 2 * KMSG_SLOTS, &slot), 0);
	assert_int_equal(slot.stamp, 2 * KMSG_SLOTS);
}

#define RACE_WRITERS 3
#define RACE_RECORDS 20000

/* Each text is one letter, so that a mixture of two records shows. */
static void *write_letters(void *arg)
{
	char text[100];

	for (u64 i = 0; i < RACE_RECORDS; i++) {
		memset(text, 'a' + i % 26, sizeof(text));
		kmsg_ring_write(&ring, 0, i % 26, text, 1 + i % sizeof(text));
	}
	return NULL;
}

static void racing_writers_never_give_a_mixed_record(void **state)
{
	pthread_t threads[RACE_WRITERS];
	struct kmsg_slot slot;
	u64 seq = 0, good = 0;

	for (int i = 0; i < RACE_WRITERS; i++)
		pthread_create(&threads[i], NULL, write_letters, NULL);
	while (seq < RACE_WRITERS * RACE_RECORDS) {
		int error = kmsg_ring_read(&ring, seq, &slot);

		if (error == -EPIPE)
			seq = kmsg_ring_first_seq(&ring);
		if (error == -EAGAIN && __atomic_load_n(&ring.next_seq, __ATOMIC_SEQ_CST) >=
						RACE_WRITERS * RACE_RECORDS)
			seq++; /* given up by its writer */
		if (error)
			continue;
		for (int i = 0; i < slot.length; i++)
			assert_int_equal(slot.text[i], 'a' + slot.stamp);
		seq++;
		good++;
	}
	for (int i = 0; i < RACE_WRITERS; i++)
		pthread_join(threads[i], NULL);
	assert_true(good >= KMSG_SLOTS / 2);
	assert_int_equal(ring.next_seq, RACE_WRITERS * RACE_RECORDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(records_come_back_as_written, empty_ring),
		cmocka_unit_test_setup(the_oldest_are_overwritten_and_said_to_be, empty_ring),
		cmocka_unit_test_setup(long_text_is_cut_to_the_slot, empty_ring),
		cmocka_unit_test_setup(a_writer_held_up_for_a_round_does_no_harm, empty_ring),
		cmocka_unit_test_setup(racing_writers_never_give_a_mixed_record, empty_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
