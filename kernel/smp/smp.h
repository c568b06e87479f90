/* SPDX-License-Identifier: MIT */
/*
 * Asking other processors to do something: run a function, look for a better
 * task, stop. And starting them in the first place.
 *
 * Waits are bounded: a processor that does not answer is reported by number,
 * once per wait, and the wait goes on until it does answer; nothing hangs silently.
 */
#pragma once

#include "arch/x86_64/percpu.h"
#include "kernel/smp/cpumask.h"
#include "lib/compiler.h"

/* Context: hardirq on the target, interrupts off; must not sleep. */
typedef void (*smp_call_func_t)(void *info);

/**
 * smp_call_function_single() - run @fn on one CPU, in its call-function interrupt.
 * @cpu:  an online CPU; this one is allowed (then @fn runs directly, interrupts off).
 * @info: handed to @fn; the caller keeps it alive until @fn has run.
 * @wait: return only after @fn has returned there.
 *
 * Context: task, interrupts on (two CPUs that wait for each other with interrupts
 * off would never answer), preemption on or off. Called otherwise, it reports
 * the bug once and does nothing.
 * Return: 0, -ENXIO when @cpu is not online, -EDEADLK in the wrong context.
 */
int smp_call_function_single(u32 cpu, smp_call_func_t fn, void *info, bool wait);

/**
 * smp_call_function_many() - the same on every online CPU of @mask but this one.
 *
 * The caller's preemption must be off, so that "this one" means something.
 * Context and Return: as smp_call_function_single(), but CPUs of @mask that are
 * not online are left out without an error.
 */
int smp_call_function_many(cpumask_t mask, smp_call_func_t fn, void *info, bool wait);

/* Runs @fn on every online CPU, this one included (interrupts off). Context, Return: as above. */
int on_each_cpu(smp_call_func_t fn, void *info, bool wait);

/* The same for the online CPUs of @mask. */
int on_each_cpu_mask(cpumask_t mask, smp_call_func_t fn, void *info, bool wait);

/* A request to run @fn(@info) on a CPU, owned by the caller until @fn is entered. */
struct call_single_data {
	struct call_single_data *next;
	smp_call_func_t fn;
	void *info;
	u32 flags; /* 0 at rest; else bits of smp.c */
};

/*
 * Queues @csd, whose fn and info are set, on @cpu and returns at once; on this CPU
 * it runs at the next chance too.
 * Context: any but NMI; interrupts may be off.
 * Return: 0, -EBUSY when it is queued already, -ENXIO when @cpu is not online.
 */
int smp_call_function_single_async(u32 cpu, struct call_single_data *csd);

/* Makes @cpu pass through its interrupt exit, where it sees need_resched. Context: any. */
void smp_send_reschedule(u32 cpu);

/*
 * Stops all other CPUs for good with interrupts off; used by panic and reboot.
 * Those that do not answer within a bounded time get an NMI. Preemption stays off.
 * Context: any, interrupts off or on.
 */
void smp_send_stop(void);

/* What a CPU that was told to stop does. Context: any, NMI included. */
__noreturn void smp_stop_this_cpu(void);

/* Whether smp_send_stop() has begun; NMI handlers then stop. Context: any. */
bool smp_is_stopping(void);

/*
 * Decides which CPUs are possible, from the firmware's list and maxcpus=, and makes
 * their per-CPU areas: for_each_possible_cpu() is final from here on.
 * Context: boot, after acpi_init() and with memory.
 */
void smp_prepare_cpus(void);

/* maxcpus=N; nosmp is maxcpus=1. */
int maxcpus_param(const char *value);
int nosmp_param(const char *value);

/* Starts every possible CPU, in number order; each ends in cpu_startup_entry(). Context: task. */
void smp_init(void);

/* Called by a started CPU when it can take interrupts: from here on it is online. */
void set_cpu_online(u32 cpu, bool online);

/* Runs this CPU's queue of requests. Context: the call-function interrupt. */
void generic_smp_call_function_interrupt(void);
