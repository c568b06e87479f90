/* SPDX-License-Identifier: MIT */
/*
 * trace disas: the instructions of a function, with their bytes as they are now, what
 * they refer to, and what has been planted in them. Which instruction it is, the bytes say.
 */
#include "arch/x86_64/insn.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/static_branch.h"
#include "kernel/kallsyms.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/front.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/seq_buf.h"
#include "lib/string.h"
#include "trace/core/ftrace.h"
#include "trace/probes/kprobe.h"

#define LINE_BYTES   512
#define BYTES_COLUMN 25
#define NOTES_COLUMN 55 /* after ten bytes; few instructions have more */

/* What is done to get at a target, by enum insn_kind; NULL: there is none. */
static const char *const verbs[] = {
	[INSN_CALL] = "call",	 [INSN_JMP] = "jump", [INSN_JCC] = "jump if",
	[INSN_LOOP] = "jump if", [INSN_FIXED] = NULL,
};

static bool is_static_branch(u64 address)
{
	const struct jump_entry *entry = __start_jump_table;

	while (entry < __stop_jump_table && jump_entry_site(entry) != address)
		entry++;
	return entry < __stop_jump_table;
}

static void print_planted(struct seq_buf *line, u64 address)
{
	const char *before = kprobe_kind_at(address, false), *after = kprobe_kind_at(address, true);
	s64 site = ftrace_site_index(address);
	char meaning[FTRACE_NAME_MAX];
	u8 bytes[5];

	if (site >= 0) {
		ftrace_site_describe((u32)site, bytes, meaning);
		seq_buf_printf(line, "  site: %s", meaning);
	}
	if (is_static_branch(address))
		seq_buf_puts(line, "  static branch");
	if (before)
		seq_buf_printf(line, "  probe: %s", before);
	if (after)
		seq_buf_printf(line, "  probe: %s", after);
}

static void print_instruction(const struct kallsym *function, u64 address, const u8 *code,
			      const struct insn *insn)
{
	char text[LINE_BYTES];
	struct seq_buf line;
	s32 distance;
	size_t bytes_end;

	seq_buf_init(&line, text, sizeof(text));
	seq_buf_printf(&line, "%lx <+%lu>", address, address - function->address);
	seq_buf_pad(&line, ' ', BYTES_COLUMN - 1 - (int)line.len);
	for (u32 i = 0; i < insn->length; i++)
		seq_buf_printf(&line, " %02x", ((const u8 *)address)[i]);
	bytes_end = line.len;
	seq_buf_pad(&line, ' ', NOTES_COLUMN - (int)line.len);
	if (verbs[insn->kind] && ftrace_site_index(address) < 0) {
		seq_buf_printf(&line, "  %s %pS", verbs[insn->kind],
			       (void *)insn_target(insn, code, address));
	} else if (insn->rip_disp_at) {
		memcpy(&distance, code + insn->rip_disp_at, sizeof(distance));
		seq_buf_printf(&line, "  at %pS", (void *)(address + insn->length + distance));
	}
	print_planted(&line, address);
	if (line.len <= NOTES_COLUMN)
		seq_buf_truncate(&line, bytes_end);
	cmd_printf("%s\n", seq_buf_str(&line));
}

/* The function that @text, NAME[+OFFSET] or an address, is in. Return: false: none. */
static bool find_function(const char *text, struct kallsym *function)
{
	char name[KSYM_NAME_LEN];
	size_t length = strcspn(text, "+");
	u64 address, offset = 0;

	strscpy(name, text, min(length + 1, sizeof(name)));
	address = kallsyms_lookup_name(name);
	if (text[length] && kstrtoul(text + length + 1, 0, &offset))
		return false;
	if (!address && (text[length] || kstrtoul(text, 0, &address)))
		return false;
	/* An offset behind the function's end would be another's. */
	return address >= (u64)_stext && address < (u64)_etext &&
	       kallsyms_lookup(address, function) && (!offset || offset < function->size);
}

int trace_disas(struct trace_front *front, int argc, char **argv)
{
	struct kallsym function;
	struct insn insn;
	u64 address, end;
	u8 code[INSN_MAX];

	if (argc != 2)
		return trace_usage(argv[0]);
	if (!find_function(argv[1], &function))
		return cmd_fail("%s: no function of the kernel's text", argv[1]);
	end = function.address + function.size;
	for (address = function.address; address < end && !cmd_interrupted();
	     address += insn.length) {
		kprobe_original_text(code, address, sizeof(code));
		if (insn_decode(&insn, code, sizeof(code)))
			return cmd_fail("%pS: no instruction", (void *)address);
		print_instruction(&function, address, code, &insn);
	}
	return 0;
}
