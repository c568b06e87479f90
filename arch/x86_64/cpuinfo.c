/* SPDX-License-Identifier: MIT */
/*
 * /proc/cpuinfo. All processors are taken to be like the one that answers; the
 * flags are those bits of CPUID that have a name here (SDM vol. 2, CPUID).
 */
#include "arch/x86_64/cpuinfo.h"
#include "arch/x86_64/acpi.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/cpu_features.h"
#include "arch/x86_64/tsc.h"
#include "kernel/fs/seq_file.h"
#include "kernel/smp/cpumask.h"

enum cpuid_register {
	EBX,
	ECX,
	EDX,
};

/* One flag, with Linux's name: bit @bit of register @reg of CPUID @leaf. */
struct cpu_flag {
	const char *name;
	u32 leaf;
	enum cpuid_register reg;
	u8 bit;
};

static const struct cpu_flag cpu_flags[] = {
	{"fpu", 1, EDX, 0},
	{"vme", 1, EDX, 1},
	{"de", 1, EDX, 2},
	{"pse", 1, EDX, 3},
	{"tsc", 1, EDX, 4},
	{"msr", 1, EDX, 5},
	{"pae", 1, EDX, 6},
	{"mce", 1, EDX, 7},
	{"cx8", 1, EDX, 8},
	{"apic", 1, EDX, 9},
	{"sep", 1, EDX, 11},
	{"mtrr", 1, EDX, 12},
	{"pge", 1, EDX, 13},
	{"mca", 1, EDX, 14},
	{"cmov", 1, EDX, 15},
	{"pat", 1, EDX, 16},
	{"pse36", 1, EDX, 17},
	{"clflush", 1, EDX, 19},
	{"mmx", 1, EDX, 23},
	{"fxsr", 1, EDX, 24},
	{"sse", 1, EDX, 25},
	{"sse2", 1, EDX, 26},
	{"syscall", 0x80000001, EDX, 11},
	{"nx", 0x80000001, EDX, 20},
	{"pdpe1gb", 0x80000001, EDX, 26},
	{"rdtscp", 0x80000001, EDX, 27},
	{"lm", 0x80000001, EDX, 29},
	{"constant_tsc", 0x80000007, EDX, 8},
	{"nonstop_tsc", 0x80000007, EDX, 8},
	{"pni", 1, ECX, 0},
	{"ssse3", 1, ECX, 9},
	{"cx16", 1, ECX, 13},
	{"pcid", 1, ECX, 17},
	{"sse4_1", 1, ECX, 19},
	{"sse4_2", 1, ECX, 20},
	{"x2apic", 1, ECX, 21},
	{"movbe", 1, ECX, 22},
	{"popcnt", 1, ECX, 23},
	{"tsc_deadline_timer", 1, ECX, 24},
	{"aes", 1, ECX, 25},
	{"xsave", 1, ECX, 26},
	{"avx", 1, ECX, 28},
	{"rdrand", 1, ECX, 30},
	{"hypervisor", 1, ECX, 31},
	{"lahf_lm", 0x80000001, ECX, 0},
	{"fsgsbase", 7, EBX, 0},
	{"bmi1", 7, EBX, 3},
	{"avx2", 7, EBX, 5},
	{"smep", 7, EBX, 7},
	{"bmi2", 7, EBX, 8},
	{"erms", 7, EBX, 9},
	{"rdseed", 7, EBX, 18},
	{"smap", 7, EBX, 20},
	{"umip", 7, ECX, 2},
};

static bool cpu_flag_is_set(const struct cpu_flag *flag)
{
	u32 limit = flag->leaf >> 31 ? cpu_features.max_extended_leaf : cpu_features.max_leaf;
	struct cpuid_result r;
	u32 value;

	if (flag->leaf > limit)
		return false;
	r = cpuid(flag->leaf, 0);
	value = flag->reg == EBX ? r.ebx : flag->reg == ECX ? r.ecx : r.edx;
	return value >> flag->bit & 1;
}

static void show_cpuinfo(struct seq_file *m, u32 cpu)
{
	const struct cpu_features *c = &cpu_features;
	u64 khz = tsc_scale.hz / 1000;

	seq_printf(m, "processor\t: %u\nvendor_id\t: %s\ncpu family\t: %u\nmodel\t\t: %u\n", cpu,
		   c->vendor, c->family, c->model_number);
	seq_printf(m, "model name\t: %s\nstepping\t: %u\n", c->model, c->stepping);
	seq_printf(m, "cpu MHz\t\t: %lu.%03lu\n", khz / 1000, khz % 1000);
	seq_printf(m, "apicid\t\t: %u\n", madt_info.apicid[cpu]);
	seq_printf(m, "fpu\t\t: yes\ncpuid level\t: %u\nwp\t\t: yes\nflags\t\t:", c->max_leaf);
	for (size_t i = 0; i < ARRAY_SIZE(cpu_flags); i++) {
		if (cpu_flag_is_set(&cpu_flags[i]))
			seq_printf(m, " %s", cpu_flags[i].name);
	}
	seq_printf(m, "\naddress sizes\t: %u bits physical, %u bits virtual\n\n", c->phys_bits,
		   c->virt_bits);
}

noinline int cpuinfo_proc_show(struct seq_file *m, void *v)
{
	u32 cpu;

	for_each_online_cpu (cpu)
		show_cpuinfo(m, cpu);
	return 0;
}
