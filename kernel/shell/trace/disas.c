/* SPDX-License-Identifier: MIT */
/*
 * trace disas: the instructions of a function, with their bytes as they are now, what
 * they refer to, and what has been planted in them. Which instruction it is, the bytes say.
 */
#include "arch/x86_64/insn.h"
#include "arch/x86_64/static_branch.h"
#include "kernel/kallsyms.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/front.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/ftrace.h"
#include "trace/probes/kprobe.h"

#define BYTES_WIDTH 30 /* ten bytes; few instructions have more */

/* What is done to get at a target, by enum insn_kind; NULL: there is none. */
static const char *const verbs[] = {
	[INSN_CALL] = "call",	 [INSN_JMP] = "jump", [INSN_JCC] = "jump if",
	[INSN_LOOP] = "jump if", [INSN_FIXED] = NULL,
};

static void print_bytes(const u8 *bytes, u32 count)
{
	char text[INSN_MAX * 3 + 1];

	for (u32 i = 0; i < count; i++)
		snprintf(text + i * 3, 4, "%02x ", bytes[i]);
	cmd_printf("%-*s", BYTES_WIDTH, text);
}

static bool is_static_branch(u64 address)
{
	const struct jump_entry *entry = __start_jump_table;

	while (entry < __stop_jump_table && jump_entry_site(entry) != address)
		entry++;
	return entry < __stop_jump_table;
}

static void print_planted(u64 address)
{
	const char *before = kprobe_kind_at(address, false), *after = kprobe_kind_at(address, true);
	s64 site = ftrace_site_index(address);
	char meaning[FTRACE_NAME_MAX];
	u8 bytes[5];

	if (site >= 0) {
		ftrace_site_describe((u32)site, bytes, meaning);
		cmd_printf("  site: %s", meaning);
	}
	if (is_static_branch(address))
		cmd_printf("  static branch");
	if (before)
		cmd_printf("  probe: %s", before);
	if (after)
		cmd_printf("  probe: %s", after);
}

static void print_instruction(const struct kallsym *function, u64 address, const u8 *code,
			      const struct insn *insn)
{
	s32 distance;

	cmd_printf("%lx <+%lu>%*s", address, address - function->address,
		   address - function->address < 10    ? 4
		   : address - function->address < 100 ? 3
						       : 2,
		   "");
	print_bytes((const u8 *)address, insn->length);
	if (verbs[insn->kind] && ftrace_site_index(address) < 0) {
		cmd_printf("  %s %pS", verbs[insn->kind], (void *)insn_target(insn, code, address));
	} else if (insn->rip_disp_at) {
		memcpy(&distance, code + insn->rip_disp_at, sizeof(distance));
		cmd_printf("  at %pS", (void *)(address + insn->length + distance));
	}
	print_planted(address);
	cmd_printf("\n");
}

int trace_disas(struct trace_front *front, int argc, char **argv)
{
	struct kallsym function;
	struct insn insn;
	u64 address, end;
	u8 code[INSN_MAX];

	if (argc != 2)
		return trace_usage(argv[0]);
	address = kallsyms_lookup_name(argv[1]);
	if (!address || !kallsyms_lookup(address, &function) || (function.type | 0x20) != 't')
		return cmd_fail("%s: no function has this name", argv[1]);
	end = address + function.size;
	for (; address < end && !cmd_interrupted(); address += insn.length) {
		kprobe_original_text(code, address, sizeof(code));
		if (insn_decode(&insn, code, sizeof(code)))
			return cmd_fail("%pS: no instruction", (void *)address);
		print_instruction(&function, address, code, &insn);
	}
	return 0;
}
