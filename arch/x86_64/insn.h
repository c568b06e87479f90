/* SPDX-License-Identifier: MIT */
/*
 * How long an instruction is, where its parts are, and whether it depends on
 * where it stands: what is needed to move it. 64-bit mode only; what it
 * computes is nobody's concern here.
 */
#pragma once

#include "lib/types.h"

#define INSN_MAX 15 /* SDM vol. 3, 23.15 */

enum insn_kind {
	INSN_PLAIN,	    /* does the same anywhere, if a displacement to %rip is adjusted */
	INSN_CALL,	    /* call REL */
	INSN_JMP,	    /* jmp REL */
	INSN_JCC,	    /* jCONDITION REL, one or four bytes */
	INSN_LOOP,	    /* loop, loope, loopne, jrcxz: one byte */
	INSN_CALL_INDIRECT, /* call of what a register or memory holds */
	INSN_JMP_INDIRECT,
	INSN_RET,
	INSN_FIXED, /* not to be moved: enters or leaves the kernel, or is one with its neighbour */
};

struct insn {
	u8 length;
	u8 kind;	/* enum insn_kind */
	u8 opcode_at;	/* of the last byte of the opcode */
	u8 modrm_at;	/* 0: there is none */
	u8 rip_disp_at; /* of four bytes, to be added to the next instruction's address; 0: none */
	u8 imm_at;	/* of the immediate or REL; 0: there is none */
	u8 imm_size;
};

/*
 * Takes apart the instruction at @code, of which @max bytes can be read. Any context.
 * Return: 0; -EINVAL: no instruction, or not all of it is there; @insn is undefined then.
 */
int insn_decode(struct insn *insn, const u8 *code, size_t max);

/* Return: where the INSN_CALL, JMP, JCC or LOOP at @code, executed at @address, leads. */
u64 insn_target(const struct insn *insn, const u8 *code, u64 address);
