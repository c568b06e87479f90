/* SPDX-License-Identifier: MIT */
/* Arguments of probes: what they fetch, how it reads, and what is said of those that are wrong. */
#include "tests/unit/unit.h"

#include "lib/errno.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "tests/unit/trace/probes/fetch_host.h"

#define M "0xffff888000000000" /* HOST_MEMORY */

static const struct pt_regs regs = {.di = HOST_MEMORY + 64,
				    .si = 0xfffffff6,
				    .dx = HOST_MEMORY + 4,
				    .ax = (u64)-2,
				    .sp = HOST_MEMORY + 128,
				    .ip = 0x1234,
				    .r15 = 0x8877665544332211};

static void fill_memory(void)
{
	const u64 next = HOST_MEMORY + 64;
	const u64 texts[] = {HOST_MEMORY + 4, 0, HOST_MEMORY + 80};
	const u32 bits = 0x7ffu << 5 | 9;
	const s32 value = -5;

	memset(host_memory, 0, sizeof(host_memory));
	memcpy(host_memory, "\x01\x02\x03\x84words", 10);
	memcpy(host_memory + 64, &next, 8);
	memcpy(host_memory + 72, &value, 4);
	memcpy(host_memory + 76, &bits, 4);
	memcpy(host_memory + 80, "node", 5);
	host_memory[88] = 200;
	memcpy(host_memory + 160, texts, sizeof(texts));
	host_memory[136] = 'x'; /* the first word behind the return address */
	memset(host_memory + 250, 'z', 6);
}

static const struct {
	bool at_return;
	const char *text, *expected;
} good[] = {
	{false, "%r15", " arg3=0x8877665544332211"},
	{false, "a=%r15:u8", " a=17"},
	{false, "a=%r15:s16", " a=8721"},
	{false, "a=%r15:x32", " a=0x44332211"},
	{false, "a=%r15:s64", " a=-8613303245920329199"},
	{false, "a=%r15:char", " a='\x11'"},
	{false, "a=%r15:b8@4/32", " a=33"},
	{false, "a=%r15:b64@0/64", " a=9833440827789222417"},
	{false, "a=\\-1:s8", " a=-1"},
	{false, "a=\\0x41:char", " a='A'"},
	{false, "@" M ":x8[4]", " arg3={0x1,0x2,0x3,0x84}"},
	{false, "@" M ":s8[4]", " arg3={1,2,3,-124}"},
	{false, "@" M ":b4@4/8[4]", " arg3={0,0,0,8}"},
	{false, "+4(\\" M "):string", " arg3=\"words\""},
	{false, "+8(+0(%di)):s32", " arg3=-5"},
	{false, "-60(%di):string", " arg3=\"words\""},
	{false, "+190(\\" M "):string", " arg3=\"\""},
	{false, "+250(\\" M "):string", " arg3=\"(fault)\""},
	{false, "+0(\\0):string", " arg3=\"(fault)\""},
	{false, "+160(\\" M "):string[3]", " arg3={\"words\",\"(fault)\",\"node\"}"},
	{false, "+176(\\" M "):string[1]", " arg3={\"node\"}"},
	{false, "+0(\\0):string[2]", " arg3={\"(fault)\",\"(fault)\"}"},
	{false, "+0(+0(\\0)):u64", " arg3=0"},
	{false, "+252(\\" M "):x32[2]", " arg3={0x7a7a7a7a,0x0}"},
	{false, "%ip:symstr", " arg3=\"(fault)\""}, /* this memory cannot be read here */
	{false, "$stack", " arg3=0xffff888000000080"},
	{false, "$stack1:char", " arg3='x'"},
	{false, "$arg2:s32", " arg3=-10"},
	{false, "$arg7:char", " arg3='x'"},
	{false, "node", " node=0xffff888000000040"},
	{false, "count", " count=4294967286"},
	{false, "last:char", " last='x'"},
	{false, "name:string", " name=\"words\""},
	{false, "node->value", " value=-5"},
	{false, "node->next->next->value", " value=-5"},
	{false, "node->low", " low=9"},
	{false, "node->high", " high=-1"},
	{false, "node->text", " text=\"node\""},
	{false, "node->text:x8[2]", " text={0x6e,0x6f}"},
	{false, "node->inner.byte", " byte=200"},
	{false, "n=node->next->inner.byte:s8", " n=-56"},
	{false, "+8(node):s32", " node=-5"},
	{true, "$retval", " arg3=-2"},
	{true, "$retval:x8", " arg3=0xfe"},
	{false, "@schedule:u64", " arg3=0"},
};

static void values_are_fetched(void **state)
{
	char text[128], record[FETCH_RECORD_MAX], word[128];
	struct fetch_arg arg;

	fill_memory();
	for (u32 i = 0; i < ARRAY_SIZE(good); i++) {
		struct fetch_parser parser = {.function = FETCH_FUNCTION,
					      .at_return = good[i].at_return};
		struct seq_buf seq = {.buffer = text, .size = sizeof(text)};
		u32 fixed, size;

		strscpy(word, good[i].text, sizeof(word));
		if (fetch_arg_parse(&parser, &arg, word, 3))
			fail_msg("%s: %s", good[i].text, parser.mistake);
		arg.offset = 16;
		fixed = ALIGN_UP(16 + fetch_arg_bytes(&arg), 4u);
		memset(record, 0xee, sizeof(record));
		size = fetch_args(&arg, 1, &regs, record, fixed);
		assert_true(size >= fixed && size % 4 == 0);
		fetch_arg_print(&arg, &seq, record);
		assert_string_equal(seq_buf_str(&seq), good[i].expected);
		for (u32 at = size; at < sizeof(record); at++)
			assert_true((u8)record[at] == 0xee);
	}
}

static const struct {
	const char *text;
	u32 position;
	const char *mistake;
} bad[] = {
	{"%rax", 0, "Invalid register name"},
	{"node->", 6, "This field is not found."},
	{"node->next.value", 11, "This is not a pointer to union/structure."},
	{"node->inner", 0, "Unknown type is specified"},
	{"pair", 0, "This variable is not found at this probe point"},
	{"node-next", 4, "Invalid fetch argument"},
	{"+0(", 3, "Dereference brace is not closed"},
	{"a=+0()", 5, "Invalid fetch argument"},
	{"a=:u8", 2, "Invalid fetch argument"},
	{"a=%di:", 6, "Unknown type is specified"},
	{"a=%di:bogus", 6, "Unknown type is specified"},
	{"a=%di:b", 6, "Unknown type is specified"},
	{"a=%di:b8", 6, "Invalid bitfield"},
	{"node:string", 5, "This type does not fit for string"},
	{"node->next:string", 11, "This type does not fit for string"},
	{"count:string", 6, "String accepts only memory argument"},
	{"%ip:symstr[2]", 10, "There are no arrays of symstr"},
	{"%si:string[2]", 4, "String accepts only memory argument"},
	{"$comm:string[2]", 6, "String accepts only memory argument"},
	{"\\", 1, "Invalid immediate value"},
	{"\\\"", 2, "Immediate string is not closed"},
	{"a=\\\"b", 5, "Immediate string is not closed"},
	{"\\\"b\":string[2]", 5, "String accepts only memory argument"},
	{"@", 0, "Invalid memory address"},
	{"", 0, "No argument expression"},
};

static void mistakes_are_found(void **state)
{
	struct fetch_arg arg;
	char word[128];

	for (u32 i = 0; i < ARRAY_SIZE(bad); i++) {
		struct fetch_parser parser = {.function = FETCH_FUNCTION};

		strscpy(word, bad[i].text, sizeof(word));
		if (fetch_arg_parse(&parser, &arg, word, 1) != -EINVAL)
			fail_msg("%s is not refused", bad[i].text);
		assert_string_equal(parser.mistake, bad[i].mistake);
		assert_int_equal(parser.position - word, bad[i].position);
	}
}

/* Texts of @lengths, 0 for one that is missing, behind 200 bytes and more. Return: the size. */
static u32 fetch_texts(char *record, u32 fixed, const u32 *lengths, u32 count, struct seq_buf *seq)
{
	static const struct pt_regs regs;
	struct fetch_arg args[4];
	char word[64];
	u32 size;

	memset(host_memory, 'y', sizeof(host_memory));
	host_memory[sizeof(host_memory) - 1] = '\0';
	for (u32 i = 0; i < count; i++) {
		struct fetch_parser parser = {0};

		snprintf(word, sizeof(word), "+%lu(\\%s):string",
			 lengths[i] ? sizeof(host_memory) - 1 - lengths[i] : 0,
			 lengths[i] ? M : "0");
		assert_int_equal(fetch_arg_parse(&parser, &args[i], word, i + 1), 0);
		args[i].offset = (u16)(fixed - 4 * (count - i));
	}
	memset(record + FETCH_RECORD_MAX, 0xee, 8);
	size = fetch_args(args, count, &regs, record, fixed);
	assert_true(size <= FETCH_RECORD_MAX && size % 4 == 0);
	for (u32 i = 0; i < 8; i++)
		assert_true((u8)record[FETCH_RECORD_MAX + i] == 0xee);
	for (u32 i = 0; i < count; i++)
		fetch_arg_print(&args[i], seq, record);
	seq_buf_str(seq);
	return size;
}

/* What does not fit says so: it is cut, or nothing but the mark. The room for texts is 8 less. */
static void texts_that_do_not_fit_are_cut(void **state)
{
	static const struct {
		u32 fixed, lengths[4];
		const char *expected;
	} cases[] = {
		{FETCH_RECORD_MAX - 20, {3, 3, 3, 3}, "yyy yyy yyy ..."},
		{FETCH_RECORD_MAX - 20, {11, 1, 1, 0}, "yyyyyyyyyyy ... ... ..."},
		{FETCH_RECORD_MAX - 20, {12, 1, 2, 1}, "yyyyyyyyyyyy ... ... ..."},
		{FETCH_RECORD_MAX - 20, {13, 1, 0, 3}, "yyyyyyyyyyyy... ... ... ..."},
		{FETCH_RECORD_MAX - 20, {200, 3, 3, 3}, "yyyyyyyyyyyy... ... ... ..."},
		{FETCH_RECORD_MAX - 20, {3, 0, 1, 0}, "yyy (fault) ... ..."},
		{FETCH_RECORD_MAX - 20, {7, 0, 1, 0}, "yyyyyyy (fau... ... ..."},
		{FETCH_RECORD_MAX - 8, {1, 0, 1, 1}, "... ... ... ..."},
	};
	char record[FETCH_RECORD_MAX + 8], text[1024], expected[1024];

	for (u32 i = 0; i < ARRAY_SIZE(cases); i++) {
		struct seq_buf seq = {.buffer = text, .size = sizeof(text)};
		struct seq_buf wanted = {.buffer = expected, .size = sizeof(expected)};
		char words[128], *rest = words;

		strscpy(words, cases[i].expected, sizeof(words));
		for (u32 arg = 1; rest; arg++)
			seq_buf_printf(&wanted, " arg%u=\"%s\"", arg, strsep(&rest, " "));
		fetch_texts(record, cases[i].fixed, cases[i].lengths, 4, &seq);
		assert_string_equal(text, seq_buf_str(&wanted));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_fetched),
		cmocka_unit_test(mistakes_are_found),
		cmocka_unit_test(texts_that_do_not_fit_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
