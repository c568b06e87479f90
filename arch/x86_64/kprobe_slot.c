/* SPDX-License-Identifier: MIT */
/*
 * Copying instructions to another address so that they do there what they did
 * before: displacements from %rip are adjusted, relative jumps get the long
 * form, and a call becomes a push of the original return address and a jump.
 */
#include "arch/x86_64/kprobe_slot.h"

#include "arch/x86_64/insn.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/mm/vmalloc.h"
#include "lib/bitmap.h"
#include "lib/errno.h"

#define AREA_SIZE (KPROBE_SLOTS * KPROBE_SLOT_SIZE)
#define HALF_SIZE KPROBE_JUMP_AT

#define CALL_REL32 0xe8
#define JMP_REL32  0xe9
#define PUSH_IMM32 0x68
#define JRCXZ_SIZE 5 /* that loop and its kin jump over: one jmp */

/* What half a slot stands for. */
struct slot_half {
	u64 address;
	u8 length;  /* of the instructions at @address */
	u8 back_at; /* offset of the jump back */
};

static u64 area; /* 0: not made yet */
static struct slot_half halves[AREA_SIZE / HALF_SIZE];
static DECLARE_BITMAP(slots_in_use, KPROBE_SLOTS);

/* Code that is put together here, to be executed at @address. */
struct builder {
	u8 bytes[2 * HALF_SIZE];
	u32 length;
	u64 address;
};

static void put(struct builder *builder, const void *bytes, u32 count)
{
	memcpy(builder->bytes + builder->length, bytes, count);
	builder->length += count;
}

static void put_byte(struct builder *builder, u8 byte)
{
	put(builder, &byte, 1);
}

/* The last four bytes of an instruction that leads to @target. */
static void put_distance(struct builder *builder, u64 target)
{
	u32 distance = (u32)(target - (builder->address + builder->length + 4));

	put(builder, &distance, sizeof(distance));
}

static void put_branch(struct builder *builder, u8 opcode, u64 target)
{
	put_byte(builder, opcode);
	put_distance(builder, target);
}

/* Of an address in the last 2 GiB, which the processor extends to 64 bits again. */
static void put_push(struct builder *builder, u64 address)
{
	u32 low = (u32)address;

	put_byte(builder, PUSH_IMM32);
	put(builder, &low, sizeof(low));
}

/* An instruction that only needs its displacement from %rip adjusted. */
static void put_copy(struct builder *builder, const u8 *code, const struct insn *insn, u64 address)
{
	u8 *copy = builder->bytes + builder->length;
	u64 moved = address - (builder->address + builder->length);
	u32 distance;

	put(builder, code, insn->length);
	if (!insn->rip_disp_at)
		return;
	memcpy(&distance, copy + insn->rip_disp_at, sizeof(distance));
	distance += (u32)moved;
	memcpy(copy + insn->rip_disp_at, &distance, sizeof(distance));
}

/* call *OPERAND: the same operand in a jmp. Return: 0; -EINVAL: the push moves the operand. */
static int put_call_indirect(struct builder *builder, const u8 *code, const struct insn *insn,
			     u64 address)
{
	u8 modrm = code[insn->modrm_at], sib = code[insn->modrm_at + 1];
	bool is_r12 = insn->opcode_at && (code[insn->opcode_at - 1] & 0xf1) == 0x41; /* REX.B */
	u8 *copy;

	if ((modrm & 7) == 4 && (modrm >> 6 == 3 || (sib & 7) == 4) && !is_r12)
		return -EINVAL; /* it is in %rsp, or found by it */
	put_push(builder, address + insn->length);
	copy = builder->bytes + builder->length;
	put_copy(builder, code, insn, address);
	copy[insn->modrm_at] ^= 0x30; /* from /2 to /4 */
	return 0;
}

/* Return: 0, -EINVAL. */
static int put_moved(struct builder *builder, const u8 *code, const struct insn *insn, u64 address)
{
	u64 next = address + insn->length;

	switch (insn->kind) {
	case INSN_CALL:
		put_push(builder, next);
		put_branch(builder, JMP_REL32, insn_target(insn, code, address));
		return 0;
	case INSN_JMP:
		put_branch(builder, JMP_REL32, insn_target(insn, code, address));
		return 0;
	case INSN_JCC:
		put_byte(builder, 0x0f);
		put_branch(builder, 0x80 | (code[insn->opcode_at] & 0xf),
			   insn_target(insn, code, address));
		return 0;
	case INSN_LOOP:
		put(builder, code, insn->length - 1);
		put_byte(builder, JRCXZ_SIZE);
		put_branch(builder, JMP_REL32, next);
		put_branch(builder, JMP_REL32, insn_target(insn, code, address));
		return 0;
	case INSN_CALL_INDIRECT:
		return put_call_indirect(builder, code, insn, address);
	case INSN_FIXED:
		return -EINVAL;
	default:
		put_copy(builder, code, insn, address);
		return 0;
	}
}

static int make_area(void)
{
	u8 *code = module_alloc(AREA_SIZE);
	int error;

	if (!code)
		return -ENOMEM;
	memset(code, INT3_OPCODE, AREA_SIZE);
	error = set_memory_rox((u64)code, AREA_SIZE / PAGE_SIZE);
	if (error)
		module_memfree(code);
	else
		area = (u64)code;
	return error;
}

/* Adds copies of the instructions, and writes all of @builder. Return: 0, -EINVAL. */
static int fill_half(struct builder *builder, u64 address, const u8 *bytes, u32 length)
{
	struct slot_half *half = &halves[(builder->address - area) / HALF_SIZE];
	u32 at = 0;

	while (at < length) {
		struct insn insn;

		if (insn_decode(&insn, bytes + at, length - at) ||
		    put_moved(builder, bytes + at, &insn, address + at))
			return -EINVAL;
		at += insn.length;
	}
	*half = (struct slot_half){address, (u8)length, (u8)builder->length};
	put_branch(builder, JMP_REL32, address + length);
	if (builder->length > HALF_SIZE)
		return -EINVAL;
	text_patch_unused(builder->address, builder->bytes, builder->length);
	return 0;
}

int kprobe_slot_create(u64 *slot, u64 address, const u8 *bytes, u32 length)
{
	u64 number = find_first_zero_bit(slots_in_use, KPROBE_SLOTS);
	struct builder builder = {0};
	int error = area ? 0 : make_area();

	if (!error && number == KPROBE_SLOTS)
		error = -ENOSPC;
	if (error)
		return error;
	builder.address = area + number * KPROBE_SLOT_SIZE;
	error = fill_half(&builder, address, bytes, length);
	if (error)
		return error;
	*slot = builder.address;
	bitmap_set(slots_in_use, number, 1);
	return 0;
}

int kprobe_slot_add_jump(u64 slot, u64 address, const u8 *bytes, u32 length)
{
	struct builder builder = {.address = slot + KPROBE_JUMP_AT};

	put_push(&builder, address);
	put_branch(&builder, CALL_REL32, (u64)kprobe_jump_entry);
	return fill_half(&builder, address, bytes, length);
}

void kprobe_slot_free(u64 slot)
{
	bitmap_clear(slots_in_use, (slot - area) / KPROBE_SLOT_SIZE, 1);
}

u64 kprobe_slot_origin(u64 ip)
{
	u64 offset = ip - area;
	const struct slot_half *half;

	if (likely(offset >= AREA_SIZE || !area))
		return ip;
	half = &halves[offset / HALF_SIZE];
	return half->address + (offset % HALF_SIZE < half->back_at ? 0 : half->length);
}
