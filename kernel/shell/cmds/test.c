/* SPDX-License-Identifier: MIT */
/* test and [: conditions for if and while. */
#include "kernel/fs/syscalls.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/stdio.h"
#include "lib/compiler.h"
#include "lib/kstrtox.h"
#include "lib/string.h"

#define STATUS_TROUBLE 2

/* The words of a condition, read from left to right. */
struct condition {
	int count, at;
	char **words;
	bool failed; /* the message is printed */
};

static bool condition_or(struct condition *c);

static bool condition_fail(struct condition *c, const char *why, const char *word)
{
	if (!c->failed)
		cmd_fail("%s%s", word, why);
	c->failed = true;
	return false;
}

static bool test_file(const char *operation, const char *path)
{
	struct kstat stat;

	if (vfs_fstatat(AT_FDCWD, path, &stat, operation[1] == 'L' ? AT_SYMLINK_NOFOLLOW : 0))
		return false;
	switch (operation[1]) {
	case 'f':
		return S_ISREG(stat.mode);
	case 'd':
		return S_ISDIR(stat.mode);
	case 'L':
		return S_ISLNK(stat.mode);
	case 'c':
		return S_ISCHR(stat.mode);
	case 's':
		return stat.size > 0;
	case 'r':
		return stat.mode & 0444;
	case 'w':
		return stat.mode & 0222;
	case 'x':
		return stat.mode & 0111;
	}
	return true;
}

static bool is_unary(const char *word)
{
	return word[0] == '-' && word[1] && !word[2] && strchr("efdLcsrwxnz", word[1]);
}

static bool test_unary(const char *operation, const char *word)
{
	if (operation[1] == 'n' || operation[1] == 'z')
		return !*word == (operation[1] == 'z');
	return test_file(operation, word);
}

static const char *const comparisons[] = {"=",	 "==",	"!=",  "-eq", "-ne",
					  "-lt", "-le", "-gt", "-ge"};

static long condition_number(struct condition *c, const char *word)
{
	long number = 0;

	if (kstrtol(word, 10, &number))
		condition_fail(c, ": not a number", word);
	return number;
}

static bool test_binary(struct condition *c, const char *left, int operation, const char *right)
{
	long a, b;

	if (operation < 3)
		return !strcmp(left, right) == (operation < 2);
	a = condition_number(c, left);
	b = condition_number(c, right);
	switch (operation) {
	case 3:
		return a == b;
	case 4:
		return a != b;
	case 5:
		return a < b;
	case 6:
		return a <= b;
	case 7:
		return a > b;
	}
	return a >= b;
}

static bool condition_primary(struct condition *c)
{
	const char *word;
	int operation;
	bool result;

	if (c->at >= c->count)
		return condition_fail(c, "a word is missing", "");
	word = c->words[c->at++];
	operation = c->at + 1 < c->count
			    ? match_string(comparisons, ARRAY_SIZE(comparisons), c->words[c->at])
			    : -1;
	if (operation >= 0) {
		c->at += 2;
		return test_binary(c, word, operation, c->words[c->at - 1]);
	}
	if (!strcmp(word, "!") && c->at < c->count)
		return !condition_primary(c);
	if (!strcmp(word, "(") && c->at < c->count) {
		result = condition_or(c);
		if (c->at >= c->count || strcmp(c->words[c->at++], ")"))
			condition_fail(c, "a ) is missing", "");
		return result;
	}
	if (is_unary(word) && c->at < c->count)
		return test_unary(word, c->words[c->at++]);
	return *word;
}

static bool condition_and(struct condition *c)
{
	bool result = condition_primary(c);

	while (!c->failed && c->at < c->count && !strcmp(c->words[c->at], "-a")) {
		c->at++;
		result = condition_primary(c) && result;
	}
	return result;
}

static bool condition_or(struct condition *c)
{
	bool result = condition_and(c);

	while (!c->failed && c->at < c->count && !strcmp(c->words[c->at], "-o")) {
		c->at++;
		result = condition_and(c) || result;
	}
	return result;
}

int cmd_test(int argc, char **argv)
{
	struct condition c = {.count = argc - 1, .words = argv + 1};
	bool result;

	if (!strcmp(argv[0], "[") && strcmp(argv[--c.count + 1], "]"))
		return cmd_fail("a ] is missing"), STATUS_TROUBLE;
	if (c.count <= 0)
		return 1;
	result = condition_or(&c);
	if (!c.failed && c.at < c.count)
		condition_fail(&c, ": not expected here", c.words[c.at]);
	return c.failed ? STATUS_TROUBLE : !result;
}
