/* SPDX-License-Identifier: MIT */
/*
 * Where a probe may be, and where a jump may take the place of its int3: a walk
 * through the instructions of the function, from its beginning, which alone is
 * known to be the beginning of one.
 */
#include "arch/x86_64/insn.h"
#include "arch/x86_64/nofault.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/static_branch.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/fs/seq_file.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/probes/kprobe_site.h"

#define STI_OPCODE 0xfb

/* linker.ld */
extern char __entry_text_end[], __patcher_text_start[], __trap_text_start[];
extern char __tracer_text_start[], __tracer_text_end[];

static const char not_traced[] = "in a function that is not traced";

/* Why it is not traced, by where the function lies. */
static const struct {
	const char *end;
	const char *reason;
} kprobe_untraced[] = {
	{__entry_text_end, "in the entry code of exceptions and tracers"},
	{__patcher_text_start, not_traced},
	{__trap_text_start, "in the patcher of the text"},
	{__tracer_text_start, "on the way of an int3 or an NMI to its handler"},
	{__tracer_text_end, "in the tracer"},
	{_etext, not_traced},
};

/* Besides those. */
static const struct {
	const char *function;
	const char *reason;
} kprobe_blacklist[] = {
	{"panic", "on the way to a panic"},
	{"die", "on the way to a panic"},
	{"page_fault_oops", "on the way to a panic"},
	{"double_fault_oops", "on the stack of the double fault"},
	{"exc_double_fault", "on the stack of the double fault"},
	{"exc_page_fault", "before the address of a fault is read"},
};

static int refuse(const char **reason, const char *text, int error)
{
	*reason = text;
	return error;
}

/* One instruction of a function, as it is without probes. */
struct walk {
	struct kallsym function;
	u64 address;
	u8 code[INSN_MAX];
	struct insn insn;
};

/* Decodes at walk->address. Return: false at the end of the function, or of what is code. */
static bool walk_decode(struct walk *walk)
{
	u64 left = walk->function.address + walk->function.size - walk->address;

	if (walk->address >= walk->function.address + walk->function.size)
		return false;
	kprobe_original_text(walk->code, walk->address, INSN_MAX);
	return !insn_decode(&walk->insn, walk->code, left < INSN_MAX ? left : INSN_MAX);
}

static bool walk_next(struct walk *walk)
{
	walk->address += walk->insn.length;
	return walk_decode(walk);
}

/* sti lets no interrupt in before the end of the next instruction, which a hlt relies on. */
static bool walk_is_fixed(const struct walk *walk)
{
	struct walk next = *walk;

	if (walk->insn.kind == INSN_FIXED)
		return true;
	return walk->code[0] == STI_OPCODE && walk_next(&next) && next.insn.kind == INSN_FIXED;
}

/* Whether a jump from elsewhere, or a branch that is off now, leads into start to end - 1. */
static bool static_branch_touches(u64 start, u64 end)
{
	const struct jump_entry *entry;

	for (entry = __start_jump_table; entry < __stop_jump_table; entry++)
		if (jump_entry_site(entry) + TEXT_PATCH_SIZE > start &&
		    jump_entry_site(entry) < end)
			return true;
	return false;
}

static bool static_branch_leads_into(u64 start, u64 end)
{
	const struct jump_entry *entry;

	for (entry = __start_jump_table; entry < __stop_jump_table; entry++)
		if (jump_entry_target(entry) - start < end - start)
			return true;
	return false;
}

static int check_function(const struct kallsym *function, const char **reason)
{
	u32 i = 0;

	if (ftrace_site_index(function->address) < 0) {
		while (function->address >= (u64)kprobe_untraced[i].end)
			i++;
		return refuse(reason, kprobe_untraced[i].reason, -EINVAL);
	}
	for (i = 0; i < ARRAY_SIZE(kprobe_blacklist); i++)
		if (!strcmp(function->name, kprobe_blacklist[i].function))
			return refuse(reason, kprobe_blacklist[i].reason, -EINVAL);
	return 0;
}

static int show_refused(void *m, const struct kallsym *sym)
{
	const char *reason;

	if (sym->address >= (u64)_stext && sym->address < (u64)_etext &&
	    check_function(sym, &reason))
		seq_printf(m, "0x%016lx-0x%016lx\t%s\n", sym->address, sym->address + sym->size,
			   sym->name);
	return 0;
}

void kprobe_blacklist_show(struct seq_file *m)
{
	kallsyms_on_each_symbol(show_refused, m);
}

/* Finds the instruction that begins at @address. */
static int check_instruction(struct walk *walk, u64 address, const char **reason)
{
	walk->address = walk->function.address;
	if (!walk_decode(walk))
		return refuse(reason, "an unknown instruction", -EILSEQ);
	while (walk->address < address)
		if (!walk_next(walk))
			return refuse(reason, "behind an unknown instruction", -EILSEQ);
	if (walk->address > address)
		return refuse(reason, "not the beginning of an instruction", -EILSEQ);
	if (walk_is_fixed(walk))
		return refuse(reason, "an instruction that works in its place only", -EINVAL);
	if (static_branch_touches(address, address + 1))
		return refuse(reason, "a static branch, whose bytes change", -EINVAL);
	return 0;
}

int kprobe_check(struct kprobe_site *site, u64 address, bool at_return, const char **reason)
{
	struct walk walk;
	int error;

	if (address < (u64)_stext || address >= (u64)_etext ||
	    !kallsyms_lookup(address, &walk.function))
		return refuse(reason, "outside of the kernel's text", -EINVAL);
	error = check_function(&walk.function, reason);
	if (!error && at_return && address != walk.function.address)
		error = refuse(reason, "not the beginning of a function", -EINVAL);
	if (!error)
		error = check_instruction(&walk, address, reason);
	if (error)
		return error;
	site->address = address;
	site->kind = at_return				? KPROBE_RETURN
		     : address == walk.function.address ? KPROBE_FTRACE
							: KPROBE_INT3;
	site->length = walk.insn.length;
	kprobe_original_text(site->original, address, KPROBE_MOVED_MAX);
	return 0;
}

/* Return: the end of the instructions that five bytes from the site on touch; 0: it cannot be. */
static u64 cover_end(struct walk *walk)
{
	u64 need = walk->address + TEXT_PATCH_SIZE;

	do {
		bool calls = walk->insn.kind == INSN_CALL || walk->insn.kind == INSN_CALL_INDIRECT;
		u64 end = walk->address + walk->insn.length;

		if (walk_is_fixed(walk) || (calls && end < need))
			return 0; /* somebody may return to between */
		if (end >= need)
			return end;
	} while (walk_next(walk));
	return 0;
}

static s32 walk_s32(const struct walk *walk, u32 at)
{
	s32 value;

	memcpy(&value, walk->code + at, sizeof(value));
	return value;
}

/* Whether the instruction leads into start to end - 1, or knows an address there. */
static bool walk_points_into(const struct walk *walk, u64 start, u64 end)
{
	const struct insn *insn = &walk->insn;
	u64 next = walk->address + insn->length, size = end - start;

	if (insn->kind >= INSN_CALL && insn->kind <= INSN_LOOP)
		return insn_target(insn, walk->code, walk->address) - start < size;
	if (insn->rip_disp_at && next + walk_s32(walk, insn->rip_disp_at) - start < size)
		return true;
	return insn->imm_size == 4 && (u64)walk_s32(walk, insn->imm_at) - start < size;
}

/*
 * Whether the function itself never jumps into start to end - 1, for certain. A table of
 * jumps is what jmp *OPERAND is for.
 */
static bool nothing_leads_into(struct walk *walk, u64 start, u64 end)
{
	walk->address = walk->function.address;
	if (!walk_decode(walk))
		return false;
	do {
		if (walk->insn.kind == INSN_JMP_INDIRECT || walk_points_into(walk, start, end))
			return false;
	} while (walk_next(walk));
	return walk->address >= walk->function.address + walk->function.size;
}

u32 kprobe_cover(const struct kprobe_site *site)
{
	struct walk walk = {.address = site->address};
	u64 start = site->address, end;

	if (site->length >= TEXT_PATCH_SIZE)
		return site->length; /* nobody can be inside of one instruction */
	if (!kallsyms_lookup(start, &walk.function) || !walk_decode(&walk))
		return 0;
	end = cover_end(&walk);
	if (!end || end - start > KPROBE_MOVED_MAX || static_branch_touches(start, end) ||
	    static_branch_leads_into(start + 1, end) || exception_table_touches(start, end) ||
	    kprobe_find_inside(start, end) || !nothing_leads_into(&walk, start + 1, end))
		return 0;
	return (u32)(end - start);
}
