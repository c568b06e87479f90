/* SPDX-License-Identifier: MIT */
/* Page faults and double faults that nobody handles: in words, before die(). */
#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/traps.h"
#include "kernel/oops.h"
#include "kernel/printk.h"
#include "kernel/sched/task.h"

#define USER_END 0x0000800000000000ul

static const char *fault_access(u64 error_code)
{
	if (error_code & X86_PF_INSTR)
		return "execution";
	return error_code & X86_PF_WRITE ? "write" : "read";
}

static const char *fault_reason(u64 error_code, u64 address)
{
	if (error_code & X86_PF_RSVD)
		return "the page table has a reserved bit set";
	if (!(error_code & X86_PF_PROT))
		return "no page is there";
	if (address < USER_END)
		return "the page belongs to a program";
	if (error_code & X86_PF_INSTR)
		return "the page is not executable";
	return "the page is read-only";
}

/* What the address itself tells, "" if nothing. */
static const char *fault_hint(u64 address)
{
	if (address < PAGE_SIZE)
		return " (a null pointer)";
	if (address >= (u64)_stext && address < (u64)_etext)
		return " (kernel text)";
	if (address >= (u64)__start_rodata && address < (u64)__end_rodata)
		return " (constants)";
	return "";
}

/* Names the stack whose guard page @address is in. Return: false if it is in none. */
static bool report_stack_overflow(u64 address)
{
	u64 low = (u64)cpu0_init_stack.stack;
	const char *name = cpu_fault_stack(address, &low);

	if (name && address < low) {
		pr_emerg("Stack overflow: the %s stack of CPU %u is full (%lx to %lx)\n", name,
			 smp_processor_id(), low, low + THREAD_SIZE);
		return true;
	}
	if (current)
		low = (u64)current->stack;
	else
		low = (u64)cpu0_init_stack.stack;
	if (address - (low - PAGE_SIZE) >= PAGE_SIZE)
		return false;
	pr_emerg("Stack overflow: the stack of task %s/%d is full (%lx to %lx)\n",
		 current ? current->comm : "boot", current ? current->pid : 0, low,
		 low + THREAD_SIZE);
	return true;
}

void page_fault_oops(struct pt_regs *regs, u64 error_code, u64 address)
{
	oops_enter();
	report_stack_overflow(address);
	pr_emerg("Page fault: %s at %016lx%s: %s\n", fault_access(error_code), address,
		 fault_hint(address), fault_reason(error_code, address));
	die("page fault", regs, error_code);
}

void double_fault_oops(struct pt_regs *regs, u64 error_code, u64 address)
{
	oops_enter();
	/* The page fault that could not be delivered left its address, unless the push itself did.
	 */
	if (!report_stack_overflow(address))
		report_stack_overflow(regs->sp - 8);
	die("double fault", regs, error_code);
}
