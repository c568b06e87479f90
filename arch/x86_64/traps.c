/* SPDX-License-Identifier: MIT */
/*
 * Exceptions: from the entry code to the handler, and the handlers for when
 * nobody expected one. What a handled fault passes through is not traced, as
 * the tracer itself reads memory that may fault.
 */
#include "arch/x86_64/traps.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/kprobe_slot.h"
#include "arch/x86_64/nmi.h"
#include "arch/x86_64/nofault.h"
#include "arch/x86_64/text_patch.h"
#include "arch/x86_64/text_patch_nmi.h"
#include "kernel/irq/irq.h"
#include "kernel/oops.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/stop_machine.h"
#include "lib/compiler.h"
#include "trace/events/exceptions.h"

/* entry.asm */
extern char trap_entry_stubs[], trap_entry_text_end[];
#define TRAP_FRAME_SIZE 24 /* from the frame pointer it makes up to the saved registers */

void trap_dispatch(struct pt_regs *regs, u64 vector);

static void exc_divide_error(struct pt_regs *regs)
{
	die("divide error", regs, regs->orig_ax);
}

static void exc_debug(struct pt_regs *regs)
{
	die("debug", regs, regs->orig_ax);
}

/* Not traced: the int3 may stand for the first instruction of any traced function. */
static notrace void exc_int3(struct pt_regs *regs)
{
	if (text_patch_emulate(regs) || kprobe_int3_hit(regs))
		return;
	/* One that is gone already: the instruction is there. */
	if (*(const volatile u8 *)(regs->ip - 1) != INT3_OPCODE)
		regs->ip--;
	else
		die("int3", regs, regs->orig_ax);
}

static void exc_invalid_op(struct pt_regs *regs)
{
	die("invalid opcode", regs, regs->orig_ax);
}

static void exc_general_protection(struct pt_regs *regs)
{
	die("general protection fault", regs, regs->orig_ax);
}

static void exc_page_fault(struct pt_regs *regs)
{
	page_fault_oops(regs, regs->orig_ax, read_cr2());
}

/* Nearly always the stack has run into its guard page, where no fault frame can be pushed. */
static void exc_double_fault(struct pt_regs *regs)
{
	double_fault_oops(regs, regs->orig_ax, read_cr2());
}

static void exc_other(struct pt_regs *regs)
{
	die("unexpected exception", regs, regs->orig_ax);
}

/* Set when an NMI came while one was being handled. */
static DEFINE_PER_CPU(u32, nmi_again);

/*
 * One at a time: an NMI inside an NMI (entry.asm says how that comes about) asks
 * the outer one for another round. It may have hit between a page fault and the
 * reading of its address, so %cr2 stays what it was. Not traced, as the patcher
 * holds handlers off while it writes text.
 */
static notrace void exc_nmi(struct pt_regs *regs)
{
	u64 cr2 = read_cr2();

	stop_machine_fix_nmi_return(regs);
	if (in_nmi()) {
		nmi_again = 1;
		return;
	}
	do {
		nmi_again = 0;
		__preempt_count += NMI_OFFSET + HARDIRQ_OFFSET;
		barrier();
		if (!nmi_is_held())
			nmi_handle(regs);
		barrier();
		__preempt_count -= NMI_OFFSET + HARDIRQ_OFFSET;
	} while (nmi_again);
	write_cr2(cr2);
}

static const trap_handler_t trap_handlers[NR_TRAPS] = {
	exc_divide_error, exc_debug,
	exc_nmi,	  exc_int3,
	exc_other,	  exc_other,
	exc_invalid_op,	  exc_other,
	exc_double_fault, exc_other,
	exc_other,	  exc_other,
	exc_other,	  exc_general_protection,
	exc_page_fault,
};

/*
 * entry.asm calls this, interrupts off. On the way out of an interrupt another
 * task may run first, if this one could have been preempted where it was.
 */
notrace void trap_dispatch(struct pt_regs *regs, u64 vector)
{
	if (vector >= FIRST_EXTERNAL_VECTOR) {
		do_irq(regs, (u8)vector);
		if (need_resched() && !preempt_count() && !irqs_disabled_flags(regs->flags))
			preempt_schedule_irq();
		return;
	}
	/* A fault of a copy is one of the original; the two others do not come from what was
	 * executed. */
	if (vector != X86_TRAP_BP && vector != X86_TRAP_NMI)
		regs->ip = kprobe_slot_origin(regs->ip);
	if (vector == X86_TRAP_PF)
		trace_page_fault_kernel(regs, read_cr2());
	if ((vector == X86_TRAP_PF || vector == X86_TRAP_GP) && fixup_exception(regs))
		return;
	trap_handlers[vector](regs);
}

notrace struct pt_regs *trap_frame_regs(unsigned long frame, unsigned long return_address)
{
	if (return_address < (unsigned long)trap_entry_stubs ||
	    return_address >= (unsigned long)trap_entry_text_end)
		return NULL;
	return (struct pt_regs *)(frame + TRAP_FRAME_SIZE);
}
