/* SPDX-License-Identifier: MIT */
/* test and [: one condition, for if and while. */
#include "kernel/fs/syscalls.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/stdio.h"
#include "lib/compiler.h"
#include "lib/kstrtox.h"
#include "lib/string.h"

#define STATUS_TROUBLE 2

static int test_status(bool holds)
{
	return holds ? 0 : 1;
}

/* -e -f -d -s FILE, -n -z WORD. Return: the status. */
static int test_unary(const char *operation, const char *word)
{
	struct kstat stat;

	if (operation[0] != '-' || !operation[1] || operation[2] ||
	    !strchr("efdsnz", operation[1])) {
		cmd_fail("%s: not a condition", operation);
		return STATUS_TROUBLE;
	}
	if (operation[1] == 'n' || operation[1] == 'z')
		return test_status(!*word == (operation[1] == 'z'));
	if (vfs_fstatat(AT_FDCWD, word, &stat, 0))
		return 1;
	switch (operation[1]) {
	case 'f':
		return test_status(S_ISREG(stat.mode));
	case 'd':
		return test_status(S_ISDIR(stat.mode));
	case 's':
		return test_status(stat.size > 0);
	}
	return 0;
}

static int test_binary(const char *left, const char *operation, const char *right)
{
	static const char *const names[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
	long a, b;

	if (!strcmp(operation, "=") || !strcmp(operation, "=="))
		return test_status(!strcmp(left, right));
	if (!strcmp(operation, "!="))
		return test_status(strcmp(left, right));
	if (kstrtol(left, 10, &a) || kstrtol(right, 10, &b)) {
		cmd_fail("%s %s %s: not numbers", left, operation, right);
		return STATUS_TROUBLE;
	}
	switch (match_string(names, ARRAY_SIZE(names), operation)) {
	case 0:
		return test_status(a == b);
	case 1:
		return test_status(a != b);
	case 2:
		return test_status(a < b);
	case 3:
		return test_status(a <= b);
	case 4:
		return test_status(a > b);
	case 5:
		return test_status(a >= b);
	}
	cmd_fail("%s: not a comparison", operation);
	return STATUS_TROUBLE;
}

static int test_condition(int count, char **words)
{
	int status;

	if (count > 1 && !strcmp(words[0], "!")) {
		status = test_condition(count - 1, words + 1);
		return status == STATUS_TROUBLE ? status : !status;
	}
	switch (count) {
	case 0:
		return 1;
	case 1:
		return test_status(*words[0]);
	case 2:
		return test_unary(words[0], words[1]);
	case 3:
		return test_binary(words[0], words[1], words[2]);
	}
	cmd_fail("more than one condition: join them with && or ||");
	return STATUS_TROUBLE;
}

int cmd_test(int argc, char **argv)
{
	int count = argc - 1;

	if (!strcmp(argv[0], "[") && strcmp(argv[count--], "]")) {
		cmd_fail("a ] is missing");
		return STATUS_TROUBLE;
	}
	return test_condition(count, argv + 1);
}
