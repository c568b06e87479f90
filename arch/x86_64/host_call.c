/* SPDX-License-Identifier: MIT */
/*
 * Asking the program that started the emulator. The port and its bits: QEMU,
 * docs/specs/pvpanic.txt. It is meant for a guest that has panicked; QEMU stops
 * the machine (with -action panic=pause), says so on its control channel, and
 * lets it go on when told to, which is all that is needed here.
 */
#include "arch/x86_64/host_call.h"

#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/tsc.h"
#include "kernel/locks/mutex.h"
#include "kernel/time/clock.h"
#include "kernel/time/clockevents.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/string.h"

#define PVPANIC_PORT	 0x505
#define PVPANIC_PANICKED 1

/* The machine is stopped until the answer is there; if it is not, nobody listens after all. */
#define ANSWER_WAIT_NS NSEC_PER_SEC

/*
 * QEMU's instruction-counted clock jumps to the next alarm if it thinks that all
 * processors sleep, and by chance it may do so while it stops the machine. So
 * there is an alarm soon, and the call ends later than that at a fixed time:
 * two runs stay alike. One instruction is one tick there.
 */
#define CALL_ALARM_NS 20000
#define CALL_TICKS    100000

static DEFINE_MUTEX(host_call_lock);
struct host_call_request host_call_request; /* [host_call_lock] */
static bool host_listens;

int host_call_param(const char *value)
{
	host_listens = true;
	return value ? -EINVAL : 0;
}

static void run_until_tick(u64 end)
{
	s64 left = (s64)(end - rdtsc());

	if (left > 0)
		__asm__ volatile("1: loop 1b" : "+c"(left));
}

/* The write need not stop this processor at once: it may still run some instructions. */
static int host_call_wait(void)
{
	struct host_call_request *request = &host_call_request;
	u64 flags = local_irq_save(), end = rdtsc() + CALL_TICKS, now = ktime_get_ns();
	int status = -ENODEV;

	clockevents_program_event(now + CALL_ALARM_NS);
	outb(PVPANIC_PORT, PVPANIC_PANICKED);
	while (READ_ONCE(request->number) != HOST_CALL_NONE &&
	       ktime_get_ns() - now < ANSWER_WAIT_NS)
		cpu_relax();
	if (READ_ONCE(request->number) == HOST_CALL_NONE)
		status = request->status;
	run_until_tick(end);
	local_irq_restore(flags);
	return status;
}

int host_call(enum host_call_number number, const void *object, const char *text)
{
	int status;

	if (!host_listens)
		return -ENODEV;
	if (strlen(text) >= HOST_CALL_TEXT_MAX)
		return -ENAMETOOLONG;
	mutex_lock(&host_call_lock);
	host_call_request.object = object;
	strscpy(host_call_request.text, text, HOST_CALL_TEXT_MAX);
	WRITE_ONCE(host_call_request.number, number);
	status = host_call_wait();
	WRITE_ONCE(host_call_request.number, HOST_CALL_NONE);
	mutex_unlock(&host_call_lock);
	return status;
}
