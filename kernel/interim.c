/* SPDX-License-Identifier: MIT */
/* Weak stand-ins until the rooms they belong to are linked: each works plainly or panics. */
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/nmi.h"
#include "arch/x86_64/text_patch_nmi.h"
#include "kernel/panic.h"
#include "kernel/reboot.h"
#include "kernel/watchdog.h"

#define WEAK __attribute__((weak))

WEAK void nmi_handle(struct pt_regs *regs)
{
	panic("NMI");
}

WEAK bool nmi_is_held(void)
{
	return false;
}

WEAK void touch_softlockup_watchdog_sched(void)
{
}

WEAK void machine_restart(void)
{
	for (;;)
		halt();
}
