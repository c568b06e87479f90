/* SPDX-License-Identifier: MIT */
/* What this kind of processor can do. Leaves and bits: SDM vol. 2, CPUID. */
#include "arch/x86_64/cpu_features.h"
#include "arch/x86_64/cpu.h"
#include "kernel/panic.h"
#include "lib/string.h"

struct cpu_features cpu_features;

static bool bit(u32 word, unsigned int nr)
{
	return word >> nr & 1;
}

static void cpu_features_read_model(struct cpu_features *f, u32 signature)
{
	u32 words[12];

	f->stepping = signature & 0xf;
	f->family = signature >> 8 & 0xf;
	f->model_number = signature >> 4 & 0xf;
	if (f->family == 6 || f->family == 15)
		f->model_number |= signature >> 12 & 0xf0;
	if (f->family == 15)
		f->family += signature >> 20 & 0xff;

	strscpy(f->model, "unknown", sizeof(f->model));
	if (f->max_extended_leaf < 0x80000004)
		return;
	for (u32 i = 0; i < 3; i++) {
		struct cpuid_result r = cpuid(0x80000002 + i, 0);

		memcpy(&words[4 * i], &r, sizeof(r));
	}
	memcpy(f->model, words, sizeof(words));
	memmove(f->model, strim(f->model), sizeof(f->model) - 1);
}

void cpu_features_init(void)
{
	struct cpu_features *f = &cpu_features;
	struct cpuid_result r = cpuid(0, 0);

	f->max_leaf = r.eax;
	memcpy(f->vendor, &r.ebx, 4);
	memcpy(f->vendor + 4, &r.edx, 4);
	memcpy(f->vendor + 8, &r.ecx, 4);
	f->max_extended_leaf = cpuid(0x80000000, 0).eax;

	r = cpuid(1, 0);
	cpu_features_read_model(f, r.eax);
	f->pcid = bit(r.ecx, 17);
	f->x2apic = bit(r.ecx, 21);
	f->tsc_deadline = bit(r.ecx, 24);
	f->hypervisor = bit(r.ecx, 31);
	f->pge = bit(r.edx, 13);
	if (f->max_leaf >= 7) {
		r = cpuid(7, 0);
		f->fsgsbase = bit(r.ebx, 0);
		f->smep = bit(r.ebx, 7);
		f->smap = bit(r.ebx, 20);
		f->umip = bit(r.ecx, 2);
	}
	f->arch_perfmon = f->max_leaf >= 10 && (cpuid(10, 0).eax & 0xff) > 0;

	r = cpuid(0x80000001, 0);
	f->nx = bit(r.edx, 20);
	f->page_1g = bit(r.edx, 26);
	f->rdtscp = bit(r.edx, 27);
	if (f->max_extended_leaf >= 0x80000007)
		f->invariant_tsc = bit(cpuid(0x80000007, 0).edx, 8);
	r.eax = f->max_extended_leaf >= 0x80000008 ? cpuid(0x80000008, 0).eax : 36 | 48 << 8;
	f->phys_bits = r.eax & 0xff;
	f->virt_bits = r.eax >> 8 & 0xff;
	if (!f->nx)
		panic("cpu: the processor has no NX bit (or the firmware hides it)");
}
