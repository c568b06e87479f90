/* SPDX-License-Identifier: MIT */
/* Static branches: what each place in the text holds, and that a key with users is seen. */
#include "arch/x86_64/static_branch.h"

#include "kernel/selftest/selftest.h"
#include "lib/errno.h"

static struct static_key key;

static noinline bool first_place(void)
{
	return static_branch_unlikely(&key);
}

static noinline u32 second_place(void)
{
	u32 value = 1;

	if (static_branch_unlikely(&key))
		value += 2;
	return value;
}

/* Return: how many places of this key there are, or less: one does not hold what it should. */
static int check_places(const struct static_key *only)
{
	const struct jump_entry *entry;
	int count = 0;

	for (entry = __start_jump_table; entry < __stop_jump_table; entry++) {
		if (only && jump_entry_key(entry) != only)
			continue;
		SELFTEST_EXPECT(static_branch_site_is_right(entry), jump_entry_site(entry));
		SELFTEST_EXPECT((*(const u8 *)jump_entry_site(entry) == 0xe9) ==
					!!jump_entry_key(entry)->users,
				jump_entry_site(entry));
		count++;
	}
	return count;
}

int selftest_static_branch(void)
{
	int all = check_places(NULL), own = check_places(&key);

	SELFTEST_EXPECT(all > own, all);
	SELFTEST_EXPECT(own == 2, own);
	SELFTEST_EXPECT(!first_place() && second_place() == 1, 0);
	for (u32 users = 1; users <= 2; users++) {
		SELFTEST_EXPECT(!static_key_enable(&key), users);
		SELFTEST_EXPECT(first_place() && second_place() == 3, users);
		SELFTEST_EXPECT(check_places(&key) == 2, users);
	}
	SELFTEST_EXPECT(!static_key_disable(&key), 0);
	SELFTEST_EXPECT(first_place() && second_place() == 3, key.users);
	SELFTEST_EXPECT(!static_key_disable(&key), 0);
	SELFTEST_EXPECT(!first_place() && second_place() == 1, key.users);
	SELFTEST_EXPECT(check_places(NULL) == all, all);
	return 0;
}
