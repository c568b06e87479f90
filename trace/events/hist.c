/* SPDX-License-Identifier: MIT */
/*
 * What a histogram does with an event: makes the key, finds its element, adds. It runs
 * in the middle of anything, so it calls nothing that is traced and takes no lock.
 */
#include "trace/events/hist.h"

#include "kernel/sched/task.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/trace_clock.h"
#include "trace/core/trace_stack.h"
#include "trace/events/event_file.h"

typedef u64 __attribute__((aligned(1))) unaligned_u64;

static __always_inline u64 hist_record_number(const struct hist_field *field, const void *record)
{
	u64 bytes = *(const unaligned_u64 *)((const char *)record + field->offset);

	return (u64)((s64)(bytes << field->left) >> field->right) & field->mask;
}

/* Where the string is, and how long it may be. */
static __always_inline const char *hist_record_string(const struct hist_field *field,
						      const void *record, u32 *bytes)
{
	const char *at = (const char *)record + field->offset;
	u32 place;

	*bytes = field->size;
	if (field->source == HIST_STRING)
		return at;
	__builtin_memcpy(&place, at, sizeof(place));
	*bytes = min(place >> 16, (u32)field->size);
	return (const char *)record + (u16)place;
}

u64 hist_operate(char op, u64 left, u64 right)
{
	switch (op) {
	case '+':
		return left + right;
	case '-':
		return left - right;
	case '*':
		return left * right;
	default:
		return right ? left / right : (u64)-1;
	}
}

static u64 hist_modify(const struct hist_field *field, u64 value)
{
	switch (field->modifier) {
	case HIST_USECS:
		return value / 1000;
	case HIST_LOG2:
		return value > 1 ? 64 - __builtin_clzl(value - 1) : 0;
	case HIST_BUCKETS:
		return value - value % field->number;
	default:
		return value;
	}
}

u64 hist_field_value(const struct hist_field *field, const struct hist_hit *hit)
{
	u32 bytes;

	switch (field->source) {
	case HIST_NUMBER:
		return hist_modify(field, hist_record_number(field, hit->record));
	case HIST_STRING:
	case HIST_DATA_LOC:
		return (u64)hist_record_string(field, hit->record, &bytes);
	case HIST_TIMESTAMP:
		return hist_modify(field, hit->now);
	case HIST_CPU:
		return hist_modify(field, smp_processor_id());
	case HIST_HITCOUNT:
		return 1;
	case HIST_CONSTANT:
		return field->number;
	case HIST_OPERATION:
		return hist_operate(field->op, hist_field_value(field->operands[0], hit),
				    hist_field_value(field->operands[1], hit));
	case HIST_OWN:
		return field->is_string ? (u64)&hit->element[field->word]
					: hist_word_read(&hit->element[field->word]);
	default:
		return hit->refs[field->word];
	}
}

/* All bits of the bytes in front of the first NUL. */
static __always_inline u64 hist_string_mask(u64 word)
{
	u64 zero = (word - 0x0101010101010101ul) & ~word & 0x8080808080808080ul;

	return zero ? (zero & -zero) / 0x80 - 1 : ~0ul;
}

/* @bytes of text at most, up to its NUL, then NULs up to @words. */
static __always_inline void hist_copy_string(u64 *to, u32 words, const char *from, u32 bytes)
{
	u64 mask = ~0ul;

	for (u32 i = 0; i < words; i++, from += 8) {
		u64 word = 0;

		if (mask == ~0ul && bytes >= 8) {
			word = *(const unaligned_u64 *)from;
			bytes -= 8;
		} else if (mask == ~0ul) {
			memcpy(&word, from, bytes);
			bytes = 0;
		}
		mask = hist_string_mask(word);
		hist_word_write(&to[i], word & mask);
	}
}

static void hist_make_key(const struct hist_trigger *hist, const struct hist_hit *hit, u64 *key)
{
	for (u32 i = 0; i < hist->key_count; i++) {
		const struct hist_field *field = hist->keys[i];
		u64 *to = key + hist->key_at[i];
		u32 used;

		if (field->source == HIST_STACK) {
			used = trace_stack_save_callers(to, HIST_STACK_FRAMES, hit->record);
			memset(to + used, 0, (HIST_STACK_FRAMES - used) * sizeof(u64));
		} else if (field->is_string) {
			const char *text = hist_record_string(field, hit->record, &used);

			hist_copy_string(to, DIV_ROUND_UP(field->size, 8u), text, used);
		} else {
			*to = hist_field_value(field, hit);
		}
	}
}

/* Reads the variables that others have beside this key. Return: false if one is not there. */
static bool hist_read_references(struct hist_hit *hit)
{
	const struct hist_trigger *hist = hit->hist;

	for (u32 i = 0; i < hist->ref_count; i++) {
		const struct hist_ref *ref = &hist->refs[i];
		const struct hist_trigger *other = READ_ONCE(ref->hist);
		u64 *element = other ? hist_map_find(&other->table->map, hit->key) : NULL;
		u64 bit = 1ul << ref->variable, *mask, *word, there;

		if (!element)
			return false;
		mask = &element[HIST_MASK_WORD];
		word = &element[other->variables[ref->variable].word];
		/*
		 * Two that read it once do not both get it. Acquire: pairs with the release in
		 * hist_trigger_rest(), what is there has its value.
		 */
		there = ref->once ? __atomic_fetch_and(mask, ~bit, __ATOMIC_ACQUIRE)
				  : __atomic_load_n(mask, __ATOMIC_ACQUIRE);
		if (!(there & bit))
			return false;
		hit->refs[i] = other->variables[ref->variable].value->is_string
				       ? (u64)word
				       : hist_word_read(word);
	}
	return true;
}

void hist_variable_set(const struct hist_variable *variable, const struct hist_hit *hit)
{
	u64 *word = &hit->element[variable->word];
	const struct hist_field *value = variable->value;

	if (value->source == HIST_STRING || value->source == HIST_DATA_LOC) {
		u32 bytes;
		const char *text = hist_record_string(value, hit->record, &bytes);

		hist_copy_string(word, HIST_STRING_WORDS, text,
				 min(bytes, HIST_STRING_WORDS * 8u - 1));
	} else if (value->is_string) {
		hist_copy_string(word, HIST_STRING_WORDS,
				 (const char *)hist_field_value(value, hit),
				 HIST_STRING_WORDS * 8u - 1);
	} else {
		hist_word_write(word, hist_field_value(value, hit));
	}
}

/* What not every histogram has. */
static noinline void hist_trigger_rest(const struct hist_trigger *hist, const struct hist_hit *hit)
{
	u64 *comm = &hit->element[hist->comm_word];

	if (hist->comm_word && !hist_word_read(comm))
		hist_copy_string(comm, TASK_COMM_LEN / 8, current->comm, TASK_COMM_LEN);
	for (u32 i = 0; i < hist->variable_count; i++)
		hist_variable_set(&hist->variables[i], hit);
	if (hist->variable_count)
		__atomic_fetch_or(&hit->element[HIST_MASK_WORD], (1ul << hist->variable_count) - 1,
				  __ATOMIC_RELEASE);
}

/* With a key of any length. */
static noinline void hist_trigger_count(struct hist_trigger *hist, const void *record)
{
	struct hist_map *map = &hist->table->map;
	struct hist_hit hit;
	u64 key[HIST_KEY_WORDS_MAX];

	hit.hist = hist;
	hit.record = record;
	hit.key = key;
	if (hist->uses_time)
		hit.now = hist->trigger->file->tr->clock->read();
	hist_make_key(hist, &hit, key);
	if (hist->ref_count && !hist_read_references(&hit))
		return;
	hit.element = hist_map_get(map, key, hist->key_words);
	if (!hit.element) {
		hist_word_add(&map->drops, 1);
		return;
	}
	hist_word_add(&map->hits, 1);
	hist_word_add(&hit.element[0], 1);
	hist_trigger_rest(hist, &hit);
	for (u32 i = 1; i < hist->value_count; i++)
		hist_word_add(&hit.element[i], hist_field_value(hist->values[i], &hit));
	if (hist->action_count)
		hist_actions_run(&hit);
}

bool hist_trigger_hit(struct event_trigger *trigger, const void *record)
{
	struct hist_trigger *hist = trigger->hist;
	struct hist_map *map = &hist->table->map;
	u64 key[HIST_KEYS_MAX], *element;

	if (unlikely(READ_ONCE(hist->table->stopped)))
		return false;
	if (unlikely(!hist->is_quick)) {
		hist_trigger_count(hist, record);
		return false;
	}
	key[0] = hist_record_number(hist->keys[0], record);
	for (u32 i = 1; unlikely(i < hist->key_words); i++)
		key[i] = hist_record_number(hist->keys[i], record);
	element = hist_map_get(map, key, hist->key_words);
	if (unlikely(!element)) {
		hist_word_add(&map->drops, 1);
		return false;
	}
	hist_word_add(&map->hits, 1);
	hist_word_add(element, 1);
	for (u32 i = 1; unlikely(i < hist->value_count); i++)
		hist_word_add(&element[i], hist_record_number(hist->values[i], record));
	return false;
}
