/* SPDX-License-Identifier: MIT */
/* The decoder against Zydis: on each instruction of the kernel, and on a million random strings. */
#include "tests/unit/unit.h"

#include <Zydis/Zydis.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/x86_64/insn.h"

#define RANDOM_STRINGS 1000000
#define SEED	       0x5eed5eed5eed5eedul

static ZydisDecoder decoder;

static int set_up(void **state)
{
	return ZYAN_FAILED(
		ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64));
}

static void say(const char *what, const u8 *code, const struct insn *insn,
		const ZydisDecodedInstruction *theirs)
{
	fprintf(stderr, "%s:", what);
	for (int i = 0; i < INSN_MAX; i++)
		fprintf(stderr, " %02x", code[i]);
	fprintf(stderr, "  ours: length %u kind %u disp %u imm %u; theirs: length %u %s disp %u\n",
		insn->length, insn->kind, insn->rip_disp_at, insn->imm_at, theirs->length,
		ZydisMnemonicGetString(theirs->mnemonic), theirs->raw.disp.offset);
}

/* What Zydis says about moving it. */
static enum insn_kind kind_by_zydis(const ZydisDecodedInstruction *theirs)
{
	bool relative = theirs->raw.imm[0].is_relative;

	if (theirs->meta.isa_ext == ZYDIS_ISA_EXT_RTM)
		return INSN_FIXED;
	switch (theirs->meta.category) {
	case ZYDIS_CATEGORY_CALL:
		return theirs->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? INSN_FIXED
		       : relative					 ? INSN_CALL
									 : INSN_CALL_INDIRECT;
	case ZYDIS_CATEGORY_UNCOND_BR:
		return theirs->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? INSN_FIXED
		       : relative					 ? INSN_JMP
									 : INSN_JMP_INDIRECT;
	case ZYDIS_CATEGORY_COND_BR:
		return theirs->opcode >= 0xe0 && theirs->opcode <= 0xe3 ? INSN_LOOP : INSN_JCC;
	case ZYDIS_CATEGORY_RET:
		return theirs->mnemonic == ZYDIS_MNEMONIC_RET &&
				       theirs->meta.branch_type == ZYDIS_BRANCH_TYPE_NEAR
			       ? INSN_RET
			       : INSN_FIXED;
	case ZYDIS_CATEGORY_INTERRUPT:
		return INSN_FIXED;
	default:
		return INSN_PLAIN;
	}
}

/* Return: whether both agree, where Zydis finds an instruction. */
static bool agree(const u8 *code, size_t max, bool *both)
{
	ZydisDecodedInstruction theirs;
	struct insn ours;
	int error = insn_decode(&ours, code, max);
	enum insn_kind kind;
	u8 disp;

	*both = false;
	if (ZYAN_FAILED(ZydisDecoderDecodeInstruction(&decoder, NULL, code, max, &theirs)))
		return true;
	if (theirs.meta.isa_set == ZYDIS_ISA_SET_KNCJKBR)
		return true; /* of one processor, which starts no kernel */
	kind = kind_by_zydis(&theirs);
	/* RIP-relative, and a displacement that is there. */
	disp = theirs.raw.modrm.mod == 0 && theirs.raw.modrm.rm == 5 &&
			       theirs.raw.disp.size == 32 && theirs.raw.modrm.offset
		       ? theirs.raw.disp.offset
		       : 0;
	*both = true;
	if (!error && ours.length == theirs.length && ours.rip_disp_at == disp &&
	    (ours.kind == kind || (ours.kind == INSN_FIXED && kind == INSN_PLAIN)))
		return true;
	say("they differ", code, &ours, &theirs);
	return false;
}

static u64 random_state = SEED;

/* xorshift64 */
static u64 random_u64(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

static void test_agrees_on_random_strings(void **state)
{
	u32 wrong = 0, decoded = 0;
	bool both;

	for (u32 i = 0; i < RANDOM_STRINGS && wrong < 100; i++) {
		u64 words[2] = {random_u64(), random_u64()};

		wrong += !agree((const u8 *)words, sizeof(words) - random_u64() % 4, &both);
		decoded += both;
	}
	assert_int_equal(wrong, 0);
	assert_in_range(decoded, RANDOM_STRINGS / 2, RANDOM_STRINGS);
}

/* Each opcode of each map, with prefixes and all ModRM bytes. */
static void test_agrees_on_every_opcode(void **state)
{
	static const char *const prefixes[] = {"",
					       "\x66",
					       "\xf2",
					       "\xf3",
					       "\x48",
					       "\x67",
					       "\x66\x48",
					       "\x0f",
					       "\x66\x0f",
					       "\xf2\x0f",
					       "\xf3\x0f",
					       "\x48\x0f",
					       "\x66\x0f\x38",
					       "\x0f\x38",
					       "\xf2\x0f\x38",
					       "\x66\x0f\x3a",
					       "\xc4\xe1\x79",
					       "\xc4\xe2\x79",
					       "\xc4\xe3\x79",
					       "\xc5\xf8",
					       "\x62\xf1\x7c\x48",
					       "\x8f\xe8\x78",
					       "\x8f\xe9\x78",
					       "\x8f\xea\x78"};
	u32 wrong = 0;
	bool both;

	for (u32 p = 0; p < sizeof(prefixes) / sizeof(*prefixes); p++) {
		for (u32 i = 0; i < 0x10000; i++) {
			u8 code[INSN_MAX + 1] = {0};
			size_t length = strlen(prefixes[p]);

			memcpy(code, prefixes[p], length);
			code[length] = i & 0xff;
			code[length + 1] = i >> 8;
			wrong += !agree(code, sizeof(code), &both);
			if (wrong > 100)
				fail();
		}
	}
	assert_int_equal(wrong, 0);
}

static u8 *read_file(const char *name, size_t *size)
{
	FILE *file = fopen(name, "rb");
	u8 *bytes;

	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	*size = ftell(file);
	rewind(file);
	bytes = malloc(*size);
	assert_int_equal(fread(bytes, 1, *size, file), *size);
	fclose(file);
	return bytes;
}

/* All that can be executed, from one instruction to the next; in between is what fills up. */
static void test_agrees_on_the_kernel(void **state)
{
	size_t size;
	u8 *image = read_file("build/fivebyte.elf", &size);
	const Elf64_Ehdr *header = (const void *)image;
	const Elf64_Shdr *section = (const void *)(image + header->e_shoff);
	u32 wrong = 0, instructions = 0, others = 0;

	for (const Elf64_Shdr *end = section + header->e_shnum; section < end; section++) {
		u64 at = 0;

		while (section->sh_flags & SHF_EXECINSTR && at < section->sh_size && wrong < 100) {
			const u8 *code = image + section->sh_offset + at;
			struct insn insn = {.length = 1};
			bool both;

			wrong += !agree(code, section->sh_size - at, &both);
			if (both)
				insn_decode(&insn, code, section->sh_size - at);
			instructions += both;
			others += !both;
			at += insn.length;
		}
	}
	free(image);
	assert_int_equal(wrong, 0);
	assert_in_range(instructions, 20000, 10000000);
	assert_in_range(others, 0, instructions / 100);
}

static void test_says_where_a_branch_leads(void **state)
{
	static const u8 jmp_back[] = {0xeb, 0xfe}, call[] = {0xe8, 0x10, 0, 0, 0};
	struct insn insn;

	assert_int_equal(insn_decode(&insn, jmp_back, sizeof(jmp_back)), 0);
	assert_int_equal(insn_target(&insn, jmp_back, 0x1000), 0x1000);
	assert_int_equal(insn_decode(&insn, call, sizeof(call)), 0);
	assert_int_equal(insn_target(&insn, call, 0x1000), 0x1015);
	assert_int_not_equal(insn_decode(&insn, call, sizeof(call) - 1), 0);
	assert_int_not_equal(insn_decode(&insn, call, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_says_where_a_branch_leads),
		cmocka_unit_test(test_agrees_on_the_kernel),
		cmocka_unit_test(test_agrees_on_every_opcode),
		cmocka_unit_test(test_agrees_on_random_strings),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
