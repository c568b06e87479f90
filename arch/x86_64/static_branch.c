/* SPDX-License-Identifier: MIT */
/* Rewriting the places of a static key when its first user comes or its last one goes. */
#include "arch/x86_64/static_branch.h"

#include "arch/x86_64/text_patch.h"
#include "kernel/locks/mutex.h"
#include "lib/errno.h"
#include "lib/sort.h"
#include "lib/string.h"

/* Places of one key; more than any has. */
#define SITES_MAX 32

/* Guards the users of all keys, and the list of patches. */
static DEFINE_MUTEX(static_key_mutex);
static struct text_patch patches[SITES_MAX];

static void make_bytes(u8 bytes[TEXT_PATCH_SIZE], const struct jump_entry *entry, bool jump)
{
	text_patch_make_call(bytes, jump_entry_site(entry), jump ? jump_entry_target(entry) : 0);
	if (jump)
		bytes[0] = 0xe9;
}

bool static_branch_site_is_right(const struct jump_entry *entry)
{
	u8 bytes[TEXT_PATCH_SIZE];

	make_bytes(bytes, entry, jump_entry_key(entry)->users);
	return !memcmp((const void *)jump_entry_site(entry), bytes, sizeof(bytes));
}

static int compare_patches(const void *a, const void *b)
{
	u64 first = ((const struct text_patch *)a)->address;
	u64 second = ((const struct text_patch *)b)->address;

	return first < second ? -1 : first > second;
}

static int static_key_patch(const struct static_key *key, bool jump)
{
	const struct jump_entry *entry;
	u32 count = 0;

	for (entry = __start_jump_table; entry < __stop_jump_table; entry++) {
		if (jump_entry_key(entry) != key)
			continue;
		if (count == SITES_MAX)
			return -ENOMEM;
		patches[count].address = jump_entry_site(entry);
		make_bytes(patches[count].old, entry, !jump);
		make_bytes(patches[count].new, entry, jump);
		count++;
	}
	sort(patches, count, sizeof(patches[0]), compare_patches);
	return text_patch_batch(patches, count, NULL);
}

int static_key_enable(struct static_key *key)
{
	int error = 0;

	mutex_lock(&static_key_mutex);
	if (!key->users)
		error = static_key_patch(key, true);
	if (!error)
		WRITE_ONCE(key->users, key->users + 1);
	mutex_unlock(&static_key_mutex);
	return error;
}

int static_key_disable(struct static_key *key)
{
	int error = 0;

	mutex_lock(&static_key_mutex);
	if (key->users == 1)
		error = static_key_patch(key, false);
	if (!error)
		WRITE_ONCE(key->users, key->users - 1);
	mutex_unlock(&static_key_mutex);
	return error;
}
