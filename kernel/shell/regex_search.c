/* SPDX-License-Identifier: MIT */
/*
 * Searching: the set of steps that the text up to here may have led to, moved
 * on byte by byte. Each step is in the set at most once, so nothing explodes.
 */
#include "kernel/shell/regex.h"

#include "kernel/shell/regex_step.h"
#include "lib/ctype.h"
#include "lib/string.h"

struct step_set {
	u32 count;
	u16 steps[REGEX_PROGRAM_MAX];
	u64 member[REGEX_PROGRAM_MAX / 64];
};

struct search {
	const struct regex *regex;
	const char *text;
	size_t bytes;
};

static void step_set_clear(struct step_set *set)
{
	set->count = 0;
	memset(set->member, 0, sizeof(set->member));
}

static void step_set_add(struct step_set *set, u32 step)
{
	if (set->member[step / 64] >> step % 64 & 1)
		return;
	set->member[step / 64] |= 1ul << step % 64;
	set->steps[set->count++] = step;
}

/* Whether a step that takes nothing lets through between the bytes before and behind @at. */
static bool step_holds(const struct search *s, u8 operation, size_t at)
{
	switch (operation) {
	case STEP_LINE_BEGIN:
		return at == 0;
	case STEP_LINE_END:
		return at == s->bytes;
	}
	return true;
}

/* Adds what can be reached from the members without a byte. Return: whether that is a match. */
static bool step_set_close(const struct search *s, struct step_set *set, size_t at)
{
	for (u32 i = 0; i < set->count; i++) {
		u32 number = set->steps[i];
		const struct regex_step *step = &s->regex->program[number];

		if (step->operation == STEP_MATCH)
			return true;
		if (step->operation < STEP_JUMP || !step_holds(s, step->operation, at))
			continue;
		step_set_add(set, number + step->first);
		if (step->operation == STEP_SPLIT)
			step_set_add(set, number + step->second);
	}
	return false;
}

static bool step_takes(const struct regex *regex, const struct regex_step *step, u8 byte)
{
	switch (step->operation) {
	case STEP_BYTE:
		return step->argument == (regex->ignore_case ? tolower(byte) : byte);
	case STEP_ANY:
		return true;
	case STEP_CLASS:
		return regex->classes[step->argument][byte / 8] >> byte % 8 & 1;
	}
	return false;
}

static void step_set_advance(const struct search *s, const struct step_set *set,
			     struct step_set *next, u8 byte)
{
	step_set_clear(next);
	for (u32 i = 0; i < set->count; i++) {
		const struct regex_step *step = &s->regex->program[set->steps[i]];

		if (step_takes(s->regex, step, byte))
			step_set_add(next, set->steps[i] + step->first);
	}
}

/* Where the next match can begin at the earliest. */
static size_t search_skip(const struct search *s, size_t at)
{
	const struct regex_step *first = s->regex->program;
	const char *found;

	if (first->operation != STEP_BYTE || s->regex->ignore_case)
		return at;
	found = memchr(s->text + at, first->argument, s->bytes - at);
	return found ? (size_t)(found - s->text) : s->bytes;
}

bool regex_search(const struct regex *regex, const char *text, size_t bytes)
{
	struct search s = {.regex = regex, .text = text, .bytes = bytes};
	struct step_set sets[2];
	u32 now = 0;

	step_set_clear(&sets[0]);
	for (size_t at = 0;; at++) {
		if (!sets[now].count)
			at = search_skip(&s, at);
		step_set_add(&sets[now], 0);
		if (step_set_close(&s, &sets[now], at))
			return true;
		if (at == bytes)
			return false;
		step_set_advance(&s, &sets[now], &sets[!now], text[at]);
		now = !now;
	}
}
