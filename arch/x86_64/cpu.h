/* SPDX-License-Identifier: MIT */
/*
 * One-instruction access to the processor: ports, MSRs, control registers,
 * CPUID, the time stamp counter. Any context, notrace (all inlined).
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

/* Model-specific registers used by name (SDM vol. 4, table 2-2). */
#define MSR_IA32_APIC_BASE 0x1b
#define MSR_EFER	   0xc0000080
#define MSR_FS_BASE	   0xc0000100
#define MSR_GS_BASE	   0xc0000101
#define MSR_KERNEL_GS_BASE 0xc0000102

#define EFER_SCE (1u << 0)
#define EFER_NXE (1u << 11)

#define CR0_WP	 (1ul << 16)
#define CR4_PGE	 (1ul << 7)
#define CR4_UMIP (1ul << 11)
#define CR4_SMEP (1ul << 20)
#define CR4_SMAP (1ul << 21)

struct cpuid_result {
	u32 eax, ebx, ecx, edx;
};

static __always_inline struct cpuid_result cpuid(u32 leaf, u32 subleaf)
{
	struct cpuid_result r;

	__asm__ volatile("cpuid"
			 : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
			 : "a"(leaf), "c"(subleaf)
			 : "memory");
	return r;
}

static __always_inline u64 rdmsr(u32 msr)
{
	u32 low, high;

	__asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr) : "memory");
	return low | (u64)high << 32;
}

static __always_inline void wrmsr(u32 msr, u64 value)
{
	__asm__ volatile("wrmsr" ::"c"(msr), "a"((u32)value), "d"((u32)(value >> 32)) : "memory");
}

/* Ticks of the time stamp counter since reset. Not ordered against other instructions. */
static __always_inline u64 rdtsc(void)
{
	u64 low, high; /* the upper halves of both registers are cleared */

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return low | high << 32;
}

static __always_inline void outb(u16 port, u8 value)
{
	__asm__ volatile("outb %0, %1" ::"a"(value), "Nd"(port) : "memory");
}

static __always_inline void outw(u16 port, u16 value)
{
	__asm__ volatile("outw %0, %1" ::"a"(value), "Nd"(port) : "memory");
}

static __always_inline void outl(u16 port, u32 value)
{
	__asm__ volatile("outl %0, %1" ::"a"(value), "Nd"(port) : "memory");
}

static __always_inline u8 inb(u16 port)
{
	u8 value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static __always_inline u16 inw(u16 port)
{
	u16 value;

	__asm__ volatile("inw %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static __always_inline u32 inl(u16 port)
{
	u32 value;

	__asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static __always_inline u64 read_cr0(void)
{
	u64 value;

	__asm__ volatile("mov %%cr0, %0" : "=r"(value)::"memory");
	return value;
}

static __always_inline void write_cr0(u64 value)
{
	__asm__ volatile("mov %0, %%cr0" ::"r"(value) : "memory");
}

/* The address of the last page fault. */
static __always_inline u64 read_cr2(void)
{
	u64 value;

	__asm__ volatile("mov %%cr2, %0" : "=r"(value)::"memory");
	return value;
}

static __always_inline void write_cr2(u64 value)
{
	__asm__ volatile("mov %0, %%cr2" ::"r"(value) : "memory");
}

static __always_inline u64 read_cr3(void)
{
	u64 value;

	__asm__ volatile("mov %%cr3, %0" : "=r"(value)::"memory");
	return value;
}

static __always_inline void write_cr3(u64 value)
{
	__asm__ volatile("mov %0, %%cr3" ::"r"(value) : "memory");
}

static __always_inline u64 read_cr4(void)
{
	u64 value;

	__asm__ volatile("mov %%cr4, %0" : "=r"(value)::"memory");
	return value;
}

static __always_inline void write_cr4(u64 value)
{
	__asm__ volatile("mov %0, %%cr4" ::"r"(value) : "memory");
}

/* Drops this processor's translation of the page that holds @address. */
static __always_inline void invlpg(u64 address)
{
	__asm__ volatile("invlpg (%0)" ::"r"(address) : "memory");
}

/*
 * Makes this processor forget instructions fetched before now: CPUID is a
 * serialising instruction (SDM vol. 3, 8.3). Needed before running text that
 * another processor has changed.
 */
static __always_inline void serialize_core(void)
{
	cpuid(0, 0);
}

static __always_inline void cpu_relax(void)
{
	__asm__ volatile("pause" ::: "memory");
}

/* Sleeps until the next interrupt; interrupts are on afterwards. No window between the two. */
static __always_inline void safe_halt(void)
{
	__asm__ volatile("sti; hlt" ::: "memory");
}

/* Stops for good, but for NMIs, when interrupts are off. */
static __always_inline void halt(void)
{
	__asm__ volatile("hlt" ::: "memory");
}
