/* SPDX-License-Identifier: MIT */
/* Instruction lengths, from a letter per opcode (SDM vol. 2, appendix A). */
#include "arch/x86_64/insn.h"

#include "lib/errno.h"
#include "lib/string.h"

/*
 *	.  nothing follows the opcode		M  ModRM
 *	b  1 byte		w  2 bytes	B  ModRM, 1 byte
 *	z  4 bytes; 2 with 66			Z  ModRM and z
 *	v  as z; 8 with REX.W			E  3 bytes
 *	a  an address: 8 bytes; 4 with 67	C  ModRM that always means a register
 *	j  REL of 1 byte	J  of 4 bytes	Q  ModRM; 2 bytes with 66 or f2
 *	g  ModRM, 1 byte if its reg is 0 or 1	G  ModRM, z if its reg is 0 or 1
 *	p  a prefix	r  REX			x  no instruction
 *	0  the next byte is the opcode		1, 2  the same, in the third and fourth map
 *	V  VEX, EVEX, or XOP if ModRM says so
 */
static const char one_byte[] = "MMMMbzxxMMMMbzx0" /* 00 */
			       "MMMMbzxxMMMMbzxx"
			       "MMMMbzpxMMMMbzpx"
			       "MMMMbzpxMMMMbzpx"
			       "rrrrrrrrrrrrrrrr" /* 40 */
			       "................"
			       "xxVMppppzZbB...."
			       "jjjjjjjjjjjjjjjj"
			       "BZxBMMMMMMMMMMMV" /* 80 */
			       "..........x....."
			       "aaaa....bz......"
			       "bbbbbbbbvvvvvvvv"
			       "BBw.VVBZE.w..bx." /* c0 */
			       "MMMMxxx.MMMMMMMM"
			       "jjjjbbbbJJxj...."
			       "p.pp..gG......MM";

static const char two_byte[] = "MMMMx.....x.xM.B" /* 0f 00 */
			       "MMMMMMMMMMMMMMMM"
			       "CCCCxxxxMMMMMMMM"
			       "......x.1x2xxxxx"
			       "MMMMMMMMMMMMMMMM" /* 0f 40 */
			       "MMMMMMMMMMMMMMMM"
			       "MMMMMMMMMMMMMMMM"
			       "BBBBMMM.QMxxMMMM"
			       "JJJJJJJJJJJJJJJJ" /* 0f 80 */
			       "MMMMMMMMMMMMMMMM"
			       "...MBMMM...MBMMM"
			       "MMMMMMMMMMBMMMMM"
			       "MMBMBBBM........" /* 0f c0 */
			       "MMMMMMMMMMMMMMMM"
			       "MMMMMMMMMMMMMMMM"
			       "MMMMMMMMMMMMMMMM";

#define REX_W	  0x08
#define MOD(byte) ((byte) >> 6)
#define REG(byte) ((byte) >> 3 & 7)
#define RM(byte)  ((byte)&7)

/* How far it is read. Past @max it reads zeros, and the instruction is refused in the end. */
struct reader {
	const u8 *code;
	size_t max;
	u32 at;
	u8 rex;
	u8 map; /* 0: one byte; 1, 2, 3: 0f, 0f 38, 0f 3a; from 8 on XOP's */
	bool is_vex, has_66, has_67, has_f2;
};

static u8 peek(const struct reader *reader, u32 ahead)
{
	return reader->at + ahead < reader->max ? reader->code[reader->at + ahead] : 0;
}

static void read_prefixes(struct reader *reader)
{
	for (; reader->at < INSN_MAX; reader->at++) {
		u8 byte = peek(reader, 0);

		if (one_byte[byte] == 'r') {
			reader->rex = byte;
			continue;
		}
		if (one_byte[byte] != 'p')
			return;
		reader->rex = 0; /* counts only directly before the opcode */
		reader->has_66 |= byte == 0x66;
		reader->has_67 |= byte == 0x67;
		reader->has_f2 |= byte == 0xf2;
	}
}

/* What follows an opcode behind VEX, EVEX or XOP. */
static char vex_letter(const struct reader *reader, u8 opcode)
{
	switch (reader->map) {
	case 1:
		if (opcode == 0x77)
			return '.';
		return two_byte[opcode] == 'B' && opcode != 0x0f && opcode != 0xa4 &&
				       opcode != 0xac && opcode != 0xba
			       ? 'B'
			       : 'M';
	case 3:
	case 8:
		return 'B';
	case 10:
		return 'Z';
	default:
		return reader->map ? 'M' : 'x';
	}
}

/* c5, c4, 62, or 8f where it is not pop: the prefix has 2, 3 or 4 bytes, then comes the opcode. */
static char read_vex(struct reader *reader)
{
	u8 first = peek(reader, 0), second = peek(reader, 1);

	if (first == 0x8f && (second & 0x1f) < 8)
		return 'M';
	reader->is_vex = true;
	reader->map = first == 0xc5 ? 1 : second & (first == 0x62 ? 7 : 0x1f);
	reader->at += first == 0xc5 ? 2 : first == 0x62 ? 4 : 3;
	return vex_letter(reader, peek(reader, 0));
}

/* Return: the letter of the opcode, which is the byte read next. */
static char read_opcode(struct reader *reader)
{
	char letter = one_byte[peek(reader, 0)];

	if (letter == 'V')
		return read_vex(reader);
	while (letter == '0' || letter == '1' || letter == '2') {
		reader->map = letter - '0' + 1;
		reader->at++;
		letter = reader->map == 1   ? two_byte[peek(reader, 0)]
			 : reader->map == 2 ? 'M'
					    : 'B';
	}
	return letter;
}

/* ModRM, SIB and displacement (SDM vol. 2, 2.1.5 and 2.2.1.6). */
static void read_modrm(struct reader *reader, struct insn *insn, bool is_register)
{
	u8 modrm = peek(reader, 0), mod = MOD(modrm);

	insn->modrm_at = (u8)reader->at++;
	if (is_register || mod == 3)
		return;
	if (mod == 0 && RM(modrm) == 5) {
		insn->rip_disp_at = (u8)reader->at;
		reader->at += 4;
		return;
	}
	if (RM(modrm) == 4) {
		u8 base = RM(peek(reader, 0));

		reader->at++;
		if (mod == 0 && base == 5)
			reader->at += 4;
	}
	reader->at += mod == 1 ? 1 : mod == 2 ? 4 : 0;
}

static u8 immediate_size(const struct reader *reader, char letter, u8 modrm)
{
	u8 z = reader->has_66 && !(reader->rex & REX_W) ? 2 : 4;

	switch (letter) {
	case 'b':
	case 'B':
	case 'j':
		return 1;
	case 'w':
		return 2;
	case 'E':
		return 3;
	case 'J':
		return 4;
	case 'z':
		return z;
	case 'Z':
		return reader->is_vex ? 4 : z;
	case 'v':
		return reader->rex & REX_W ? 8 : z;
	case 'a':
		return reader->has_67 ? 4 : 8;
	case 'g':
		return REG(modrm) < 2 ? 1 : 0;
	case 'G':
		return REG(modrm) < 2 ? z : 0;
	case 'Q':
		return reader->has_66 || reader->has_f2 ? 2 : 0;
	default:
		return 0;
	}
}

/* In the one-byte map. */
static enum insn_kind kind_of_one_byte(u8 opcode, u8 modrm)
{
	switch (opcode) {
	case 0x70 ... 0x7f:
		return INSN_JCC;
	case 0xe0 ... 0xe3:
		return INSN_LOOP;
	case 0xe8:
		return INSN_CALL;
	case 0xe9:
	case 0xeb:
		return INSN_JMP;
	case 0xc2:
	case 0xc3:
		return INSN_RET;
	case 0xff:
		return REG(modrm) == 2			    ? INSN_CALL_INDIRECT
		       : REG(modrm) == 4		    ? INSN_JMP_INDIRECT
		       : REG(modrm) == 3 || REG(modrm) == 5 ? INSN_FIXED
							    : INSN_PLAIN;
	case 0xc6: /* xabort, xbegin */
	case 0xc7:
		return modrm == 0xf8 ? INSN_FIXED : INSN_PLAIN;
	case 0x8e: /* mov to %ss: no interrupt before the next one, which sets %rsp */
		return REG(modrm) == 2 ? INSN_FIXED : INSN_PLAIN;
	case 0xf4:	    /* hlt, which belongs to the sti before it */
	case 0xca ... 0xcd: /* far ret, int3, int */
	case 0xcf:	    /* iret */
	case 0xf1:	    /* int1 */
		return INSN_FIXED;
	default:
		return INSN_PLAIN;
	}
}

/* Behind 0f. */
static enum insn_kind kind_of_two_byte(u8 opcode, u8 modrm)
{
	switch (opcode) {
	case 0x80 ... 0x8f:
		return INSN_JCC;
	case 0x01: /* swapgs, mwait and others have no memory operand */
		return MOD(modrm) == 3 ? INSN_FIXED : INSN_PLAIN;
	case 0x05: /* syscall, sysret, sysenter, sysexit, rsm */
	case 0x07:
	case 0x34:
	case 0x35:
	case 0xaa:
		return INSN_FIXED;
	default:
		return INSN_PLAIN;
	}
}

int insn_decode(struct insn *insn, const u8 *code, size_t max)
{
	struct reader reader = {.code = code, .max = max};
	u8 opcode, modrm = 0;
	char letter;

	*insn = (struct insn){0};
	read_prefixes(&reader);
	letter = read_opcode(&reader);
	if (letter == 'x' || letter == 'r' || letter == 'p')
		return -EINVAL;
	opcode = peek(&reader, 0);
	insn->opcode_at = (u8)reader.at++;
	if (strchr("MBZCgGQ", letter)) {
		modrm = peek(&reader, 0);
		read_modrm(&reader, insn, letter == 'C');
	}
	insn->imm_size = immediate_size(&reader, letter, modrm);
	if (insn->imm_size)
		insn->imm_at = (u8)reader.at;
	reader.at += insn->imm_size;
	insn->length = (u8)reader.at;
	insn->kind = INSN_PLAIN;
	if (!reader.is_vex && reader.map == 0)
		insn->kind = kind_of_one_byte(opcode, modrm);
	else if (!reader.is_vex && reader.map == 1)
		insn->kind = kind_of_two_byte(opcode, modrm);
	return reader.at > INSN_MAX || reader.at > max ? -EINVAL : 0;
}

u64 insn_target(const struct insn *insn, const u8 *code, u64 address)
{
	s32 distance = (s8)code[insn->imm_at];

	if (insn->imm_size == 4)
		memcpy(&distance, code + insn->imm_at, sizeof(distance));
	return address + insn->length + distance;
}
