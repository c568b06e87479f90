/* SPDX-License-Identifier: MIT */
/* The decoder: reads nothing past the end, and is consistent in what it says. */
#include <stdlib.h>

#include "arch/x86_64/insn.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct insn insn, again;

	if (insn_decode(&insn, data, size))
		return 0;
	if (!insn.length || insn.length > size || insn.length > INSN_MAX ||
	    insn.opcode_at >= insn.length || insn.modrm_at >= insn.length ||
	    (insn.rip_disp_at && insn.rip_disp_at + 4 > insn.length) ||
	    (insn.imm_at && insn.imm_at + insn.imm_size != insn.length))
		abort();
	/* What comes behind it makes no difference; without its last byte it is none. */
	if (insn_decode(&again, data, insn.length) || again.length != insn.length ||
	    !insn_decode(&again, data, insn.length - 1))
		abort();
	return 0;
}
