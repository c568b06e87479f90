/* SPDX-License-Identifier: MIT */
/*
 * The table of types, read from one that pahole makes of this program, so that the compiler has
 * the last word on where members are; and tables that are not sound.
 */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "kernel/btf/btf.h"
#include "kernel/btf/btf_format.h"
#include "lib/errno.h"
#include "lib/seq_buf.h"
#include "lib/string.h"

enum color {
	RED,
	GREEN = 7,
	BELOW = -3,
};
enum large {
	LARGE_ONE = 1,
	LARGE_MOST = 0x80000000u,
};
typedef volatile unsigned short half;

struct odd {
	u32 three : 3;
	u32 whole;
	u64 most : 60;
	u64 rest : 4;
	union {
		struct {
			u16 low;
			u16 high;
		};
		u32 both;
		struct {
			u8 pad[2];
			union {
				s8 deep;
				u8 deep_bits : 5;
			};
		};
	};
	char text[12];
	u32 grid[3][5];
	half small;
	s32 negative : 7;
	bool yes : 1;
	struct odd *next;
	const char *const words;
} odd;
struct __attribute__((packed)) packed {
	u64 first : 37;
	u64 second : 45;
	u64 third : 62;
} packed;
struct pair {
	u64 one, two;
};
struct triple {
	u64 one, two, three;
};
enum large large;

/* Their prototypes are what counts. */
noinline struct odd *takes_many(const struct odd *first, u8 second, s64 third, enum color fourth,
				char fifth, bool sixth, half seventh, void *eighth);
noinline struct odd *takes_many(const struct odd *first, u8 second, s64 third, enum color fourth,
				char fifth, bool sixth, half seventh, void *eighth)
{
	return eighth;
}
noinline struct triple takes_structs(u32 a, struct pair b, struct triple c, u64 d, u64 e,
				     struct pair f, u64 g, struct pair h);
noinline struct triple takes_structs(u32 a, struct pair b, struct triple c, u64 d, u64 e,
				     struct pair f, u64 g, struct pair h)
{
	return c;
}
noinline void takes_nothing(void);
noinline void takes_nothing(void)
{
}
noinline int takes_more(const char *format, ...);
noinline int takes_more(const char *format, ...)
{
	return *format;
}

static u32 *table;
static size_t table_size;

static void *read_file(const char *name, size_t *size)
{
	FILE *file = fopen(name, "rb");
	void *data;

	if (!file)
		return NULL;
	fseek(file, 0, SEEK_END);
	*size = (size_t)ftell(file);
	rewind(file);
	data = malloc(*size + 1);
	assert_int_equal(fread(data, 1, *size, file), *size);
	fclose(file);
	return data;
}

static int make_table(void **state)
{
	char name[] = "/tmp/btf_testXXXXXX", command[200];

	takes_nothing();
	takes_more("%d", 1);
	takes_many(&odd, 0, 0, RED, 'c', false, 0, NULL);
	takes_structs(0, (struct pair){0}, (struct triple){0}, 0, 0, (struct pair){0}, 0,
		      (struct pair){0});
	close(mkstemp(name));
	snprintf(command, sizeof(command),
		 "pahole -J --lang=c11 --btf_encode_detached=%s /proc/%d/exe 2>/dev/null", name,
		 getpid());
	if (system(command))
		return -1;
	table = read_file(name, &table_size);
	unlink(name);
	return table ? 0 : -1;
}

static int load_table(void **state)
{
	return btf_load(table, table_size);
}

static struct btf_function function_named(const char *name)
{
	struct btf_function function;

	assert_true(btf_find_function(name, strlen(name), &function));
	return function;
}

/* The struct, union, enum or typedef of that name. */
static u32 type_id(const char *name)
{
	u32 id;

	for (id = btf_last_id(); id; id--)
		if (btf_kind(btf_record(id)) != BTF_KIND_FUNC &&
		    btf_name_is(btf_string(btf_record(id)->name), name, strlen(name)))
			return id;
	return BTF_VOID;
}

static struct btf_type type_named(const char *name)
{
	struct btf_type type;

	btf_resolve(type_id(name), &type);
	return type;
}

/* What struct @owner has at @object under that name, read as the table says. */
static u64 member_value(const char *owner, const void *object, const char *name)
{
	struct btf_member member;
	u64 value = 0;

	assert_int_equal(btf_find_member(type_named(owner).id, name, strlen(name), &member), 0);
	assert_true(member.size <= 8);
	memcpy(&value, (const u8 *)object + member.offset, member.size);
	if (member.bit_width) {
		value >>= member.bit_offset;
		value &= ~0ul >> (64 - member.bit_width);
	}
	return value;
}

#define CHECK(object, member, set)                                                       \
	do {                                                                             \
		memset(&(object), 0, sizeof(object));                                    \
		(object).member = (set);                                                 \
		assert_int_equal(member_value(#object, &(object), #member), (u64)(set)); \
		memset(&(object), 0xff, sizeof(object));                                 \
		(object).member = 0;                                                     \
		assert_int_equal(member_value(#object, &(object), #member), 0);          \
	} while (0)

static void members_are_where_the_compiler_has_them(void **state)
{
	CHECK(odd, three, 5u);
	CHECK(odd, whole, 0xdeadbeefu);
	CHECK(odd, most, 0xabcdef012345678ul);
	CHECK(odd, rest, 9u);
	CHECK(odd, both, 0x12345678u);
	CHECK(odd, low, 0x1234u);
	CHECK(odd, high, 0x4321u);
	CHECK(odd, deep, 77);
	CHECK(odd, deep_bits, 21u);
	CHECK(odd, small, 0xfedcu);
	CHECK(odd, negative, 63);
	CHECK(odd, yes, 1);
	CHECK(odd, next, &odd);
	CHECK(packed, first, 0x1edcba9876ul);
}

/* No unit of eight bytes has all of its bits; what can be said is where it begins. */
static void a_bitfield_across_units_begins_where_it_does(void **state)
{
	struct btf_member member;

	assert_int_equal(btf_find_member(type_named("packed").id, "second", 6, &member), 0);
	assert_int_equal(8 * member.offset + member.bit_offset, 37);
	assert_int_equal(member.bit_width, 45);
}

static void members_that_are_not_there_are_not_found(void **state)
{
	u32 id = type_named("odd").id;
	struct btf_member member;

	assert_int_equal(btf_find_member(id, "thre", 4, &member), -ENOENT);
	assert_int_equal(btf_find_member(id, "three_", 6, &member), -ENOENT);
	assert_int_equal(btf_find_member(id, "", 0, &member), -ENOENT);
	assert_int_equal(btf_find_member(type_named("color").id, "three", 5, &member), -EINVAL);
	assert_int_equal(btf_find_member(BTF_VOID, "three", 5, &member), -EINVAL);
	assert_int_equal(btf_find_member(~0u, "three", 5, &member), -EINVAL);
	assert_int_equal(btf_find_member(id, "three and more", 5, &member), 0);
}

static void types_are_what_is_behind_their_names(void **state)
{
	struct btf_member member;
	struct btf_type type = type_named("half");

	assert_int_equal(type.form, BTF_IS_INT);
	assert_int_equal(type.size, 2);
	assert_false(type.is_signed);
	assert_int_equal(type_named("odd").size, sizeof(struct odd));
	assert_int_equal(type_named("color").form, BTF_IS_ENUM);
	assert_int_equal(type_named("no_such_type").form, BTF_IS_VOID);
	assert_int_equal(btf_find_member(type_named("odd").id, "grid", 4, &member), 0);
	assert_int_equal(member.size, sizeof(odd.grid));
	btf_resolve(member.type, &type);
	assert_int_equal(type.form, BTF_IS_ARRAY);
	assert_int_equal(type.size, sizeof(odd.grid));
	btf_find_member(type_named("odd").id, "text", 4, &member);
	btf_resolve(member.type, &type);
	assert_true(type.is_string);
	assert_int_equal(type.count, 12);
	btf_find_member(type_named("odd").id, "words", 5, &member);
	btf_resolve(member.type, &type);
	assert_true(type.form == BTF_IS_POINTER && type.is_string);
	btf_find_member(type_named("odd").id, "next", 4, &member);
	btf_resolve(member.type, &type);
	assert_false(type.is_string);
	btf_resolve(type.target, &type);
	assert_int_equal(type.id, type_named("odd").id);
	assert_string_equal(type.name, "odd");
}

static void expect_param(const struct btf_function *function, u32 index, const char *name, s32 word,
			 u32 words)
{
	struct btf_param param, same;

	assert_true(btf_param(function, index, &param));
	assert_string_equal(param.name, name);
	assert_int_equal(param.word, word);
	assert_int_equal(param.words, words);
	assert_true(btf_find_param(function, name, strlen(name), &same));
	assert_int_equal(same.word, word);
}

static void parameters_arrive_as_the_abi_says(void **state)
{
	struct btf_function many = function_named("takes_many");
	struct btf_function structs = function_named("takes_structs");
	struct btf_function nothing = function_named("takes_nothing");
	struct btf_function more = function_named("takes_more");
	struct btf_param param;

	assert_int_equal(many.param_count, 8);
	expect_param(&many, 0, "first", 0, 1);
	expect_param(&many, 5, "sixth", 5, 1);
	expect_param(&many, 6, "seventh", 6, 1);
	expect_param(&many, 7, "eighth", 7, 1);
	assert_false(btf_param(&many, 8, &param));
	assert_false(btf_find_param(&many, "firs", 4, &param));
	/* The place for the result is in di. */
	expect_param(&structs, 0, "a", 1, 1);
	expect_param(&structs, 1, "b", 2, 2);
	expect_param(&structs, 2, "c", BTF_NOWHERE, 0);
	expect_param(&structs, 3, "d", 4, 1);
	expect_param(&structs, 4, "e", 5, 1);
	expect_param(&structs, 5, "f", 9, 2);
	expect_param(&structs, 6, "g", 11, 1);
	expect_param(&structs, 7, "h", 12, 2);
	assert_int_equal(nothing.param_count, 0);
	assert_int_equal(nothing.return_type, BTF_VOID);
	assert_int_equal(more.param_count, 1);
	assert_true(more.is_variadic);
	assert_false(many.is_variadic);
	assert_false(btf_find_function("takes_man", 9, &nothing));
	assert_true(btf_find_function("takes_many(", 10, &nothing));
}

static void expect_text(u32 id, u64 value, const char *expected)
{
	char text[64];
	struct seq_buf seq;

	seq_buf_init(&seq, text, sizeof(text));
	btf_print(&seq, id, value);
	assert_string_equal(seq_buf_str(&seq), expected);
}

static void values_print_as_their_types_say(void **state)
{
	struct btf_function many = function_named("takes_many");
	struct btf_param param[8];
	u32 i;

	for (i = 0; i < 8; i++)
		assert_true(btf_param(&many, i, &param[i]));
	expect_text(param[0].type, 0xffff888000001234, "0xffff888000001234");
	expect_text(param[1].type, 0x1234567890abcdff, "255");
	expect_text(param[2].type, -5ul, "-5");
	expect_text(type_id("u64"), 0x7ffffffffffffffful, "9223372036854775807");
	expect_text(type_id("u64"), 0xffff888000001234, "0xffff888000001234");
	expect_text(param[3].type, 7, "GREEN");
	expect_text(param[3].type, 0xdead00000000 | (u32)-3, "BELOW");
	expect_text(param[3].type, 6, "6");
	expect_text(param[4].type, 'x', "'x'");
	expect_text(param[4].type, 0xaa00 | '\n', "10");
	expect_text(param[5].type, 0xab00, "false");
	expect_text(param[5].type, 0xab01, "true");
	expect_text(param[6].type, 0xffffffff, "65535");
	expect_text(type_named("large").id, 0x80000000, "LARGE_MOST");
	expect_text(BTF_VOID, 0x123456789abc, "0x123456789abc");
	assert_int_equal(btf_extend(param[1].type, 0x1ff), 0xff);
	assert_int_equal(btf_extend(param[2].type, -1ul), -1ul);
}

/* The kernel's own, if it has been built: all that it says can be asked for. */
static void the_kernels_table_is_sound(void **state)
{
	const char *build = getenv("BUILD");
	char name[200];
	struct btf_function function;
	struct btf_param param;
	struct btf_type type;
	struct btf_member member;
	size_t size;
	void *data;

	snprintf(name, sizeof(name), "%s/kernel.btf", build ? build : "build");
	data = read_file(name, &size);
	if (!data || !size)
		skip();
	assert_int_equal(btf_load(data, size), 0);
	function = function_named("vfs_read");
	assert_int_equal(function.param_count, 4);
	expect_param(&function, 2, "count", 2, 1);
	btf_param(&function, 0, &param);
	btf_resolve(param.type, &type);
	assert_int_equal(btf_find_member(type.target, "f_flags", 7, &member), 0);
	assert_int_equal(member.size, 4);
	btf_load(NULL, 0);
	free(data);
}

static void half_a_table_is_refused(void **state)
{
	size_t size;
	u32 *copy;

	for (size = 0; size < table_size; size += 1 + size / 16) {
		copy = malloc(size ? size : 1);
		memcpy(copy, table, size);
		assert_int_equal(btf_load(copy, size), -EINVAL);
		free(copy);
	}
	assert_false(btf_find_function("takes_many", 10, &(struct btf_function){0}));
	expect_text(1, 5, "0x5");
}

struct small {
	struct btf_header header;
	u32 types[16];
	char strings[8];
};

static int load_types(const u32 *types, u32 words)
{
	static struct small small;

	memset(&small, 0, sizeof(small));
	small.header = (struct btf_header){.magic = BTF_MAGIC,
					   .version = BTF_VERSION,
					   .header_size = sizeof(small.header),
					   .type_size = 4 * words,
					   .string_offset = sizeof(small.types),
					   .string_size = 8};
	memcpy(small.types, types, 4 * words);
	memcpy(small.strings, "\0a\0b\0c\0", 8);
	return btf_load(&small, sizeof(small));
}

#define INFO(kind, count) ((u32)BTF_KIND_##kind << 24 | (count))

static void types_that_contain_themselves_end(void **state)
{
	const u32 circle[] = {1, INFO(TYPEDEF, 0), 2, 0, INFO(CONST, 0), 1};
	const u32 array[] = {0, INFO(ARRAY, 0), 0, 1, 1, 2};
	const u32 matryoshka[] = {1, INFO(STRUCT, 2), 8, 0, 1, 0, 0, 1, 0};
	struct btf_type type;
	struct btf_member member;

	assert_int_equal(load_types(circle, 6), 0);
	btf_resolve(1, &type);
	assert_int_equal(type.form, BTF_IS_VOID);
	assert_int_equal(load_types(array, 6), 0);
	btf_resolve(1, &type);
	assert_int_equal(type.form, BTF_IS_ARRAY);
	assert_int_equal(type.size, 0);
	assert_int_equal(load_types(matryoshka, 9), 0);
	assert_int_equal(btf_find_member(1, "b", 1, &member), -ENOENT);
}

static void what_is_not_in_the_table_is_not_referred_to(void **state)
{
	const u32 bad_type[] = {0, INFO(PTR, 0), 2};
	const u32 bad_name[] = {8, INFO(PTR, 0), 0};
	const u32 bad_member[] = {0, INFO(STRUCT, 1), 8, 1, 9, 0};
	const u32 bad_count[] = {0, INFO(STRUCT, 2), 8, 1, 1, 0};
	const u32 bad_kind[] = {0, 31u << 24, 0};
	const u32 bad_function[] = {1, INFO(FUNC, 0), 1};
	const u32 good[] = {1, INFO(FUNC, 0), 2, 0, INFO(FUNC_PROTO, 1), 0, 3, 0};

	assert_int_equal(load_types(bad_type, 3), -EINVAL);
	assert_int_equal(load_types(bad_name, 3), -EINVAL);
	assert_int_equal(load_types(bad_member, 6), -EINVAL);
	assert_int_equal(load_types(bad_count, 6), -EINVAL);
	assert_int_equal(load_types(bad_kind, 3), -EINVAL);
	assert_int_equal(load_types(bad_function, 3), -EINVAL);
	assert_int_equal(load_types(good, 8), 0);
	assert_true(function_named("a").is_variadic);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(members_are_where_the_compiler_has_them, load_table),
		cmocka_unit_test_setup(a_bitfield_across_units_begins_where_it_does, load_table),
		cmocka_unit_test_setup(members_that_are_not_there_are_not_found, load_table),
		cmocka_unit_test_setup(types_are_what_is_behind_their_names, load_table),
		cmocka_unit_test_setup(parameters_arrive_as_the_abi_says, load_table),
		cmocka_unit_test_setup(values_print_as_their_types_say, load_table),
		cmocka_unit_test(the_kernels_table_is_sound),
		cmocka_unit_test(half_a_table_is_refused),
		cmocka_unit_test(types_that_contain_themselves_end),
		cmocka_unit_test(what_is_not_in_the_table_is_not_referred_to),
	};
	int failed = cmocka_run_group_tests(tests, make_table, NULL);

	btf_load(NULL, 0);
	free(table);
	return failed;
}
