/* SPDX-License-Identifier: MIT */
/*
 * Each processor's own tables. Segments do next to nothing in 64-bit mode (SDM
 * vol. 3, 3.4.4), but the task state segment says on which stack a trap arrives:
 * double fault and NMI get one of their own, since they may find the current
 * stack full, or in the middle of being changed.
 */
#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/cpu_features.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/percpu.h"
#include "arch/x86_64/traps.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/sched/task.h"
#include "lib/errno.h"
#include "lib/string.h"

/* SDM vol. 3, figure 7-11. */
struct tss {
	u32 reserved0;
	u64 sp[3];
	u64 reserved1;
	u64 ist[7];
	u64 reserved2;
	u16 reserved3;
	u16 iomap_base;
} __packed;

#define IST_DOUBLE_FAULT 1 /* numbered from 1 in gates, from 0 in struct tss */
#define IST_NMI		 2

/*
 * The NMI arrives with sp at @nmi_stack_top and leaves the small stack at once for the
 * real one, whose end it reads there: trap_entry_nmi in entry.asm counts on this layout.
 */
struct nmi_entry_stack {
	u64 words[14];
	u64 nmi_stack_top;
	u64 padding;
};
_Static_assert(offsetof(struct nmi_entry_stack, nmi_stack_top) % 16 == 0,
	       "the processor rounds sp down to 16");

struct cpu_tables {
	struct nmi_entry_stack nmi_entry;
	u64 gdt[10];
	struct tss tss;
} __aligned(64);

static DEFINE_PER_CPU(struct cpu_tables, cpu_tables);

struct guarded_stack cpu0_double_fault_stack __section(".bss.pages");
struct guarded_stack cpu0_nmi_stack __section(".bss.pages");

/* SDM vol. 3, figure 6-8. */
struct idt_gate {
	u16 offset_low;
	u16 selector;
	u8 ist;
	u8 type;
	u16 offset_middle;
	u32 offset_high;
	u32 reserved;
};

#define GATE_INTERRUPT 0x8e /* present, for the kernel, interrupts off on entry */
#define GATE_USER      0x60 /* programs may use it: int3 */
#define NR_VECTORS     256
#define STUB_SIZE      16

static struct idt_gate idt[NR_VECTORS] __aligned(4096);

/* entry.asm */
extern char trap_entry_stubs[], trap_entry_nmi[];

struct table_pointer {
	u16 limit;
	u64 base;
} __packed;

static void idt_set_gate(u8 vector, const char *entry, u8 ist, u8 type)
{
	u64 address = (u64)entry;

	idt[vector] = (struct idt_gate){
		.offset_low = address & 0xffff,
		.selector = __KERNEL_CS,
		.ist = ist,
		.type = type,
		.offset_middle = address >> 16 & 0xffff,
		.offset_high = address >> 32,
	};
}

static void idt_init(void)
{
	for (int vector = 0; vector < NR_VECTORS; vector++)
		idt_set_gate(vector, trap_entry_stubs + STUB_SIZE * vector, 0, GATE_INTERRUPT);
	idt_set_gate(X86_TRAP_NMI, trap_entry_nmi, IST_NMI, GATE_INTERRUPT);
	idt_set_gate(X86_TRAP_DF, trap_entry_stubs + STUB_SIZE * X86_TRAP_DF, IST_DOUBLE_FAULT,
		     GATE_INTERRUPT);
	idt_set_gate(X86_TRAP_BP, trap_entry_stubs + STUB_SIZE * X86_TRAP_BP, 0,
		     GATE_INTERRUPT | GATE_USER);
}

static void cpu_tables_fill(struct cpu_tables *tables, u64 double_fault_top, u64 nmi_top)
{
	u64 tss = (u64)&tables->tss;

	tables->gdt[__KERNEL_CS / 8] = 0x00af9b000000ffff;
	tables->gdt[__KERNEL_DS / 8] = 0x00cf93000000ffff;
	tables->gdt[__USER32_CS / 8] = 0x00cffb000000ffff;
	tables->gdt[__USER_DS / 8] = 0x00cff3000000ffff;
	tables->gdt[__USER_CS / 8] = 0x00affb000000ffff;
	/* Present 64-bit TSS; SDM vol. 3, figure 7-4. */
	tables->gdt[TSS_SELECTOR / 8] = (sizeof(struct tss) - 1) | (tss & 0xffffff) << 16 |
					0x89ul << 40 | (tss >> 24 & 0xff) << 56;
	tables->gdt[TSS_SELECTOR / 8 + 1] = tss >> 32;

	tables->tss.ist[IST_DOUBLE_FAULT - 1] = double_fault_top;
	tables->tss.ist[IST_NMI - 1] = (u64)&tables->nmi_entry.nmi_stack_top;
	tables->tss.iomap_base = sizeof(struct tss); /* no port is allowed to programs */
	tables->nmi_entry.nmi_stack_top = nmi_top;
}

/* %gs and its base stay as they are: they lead to the per-CPU area. */
static void cpu_tables_load(const struct cpu_tables *tables)
{
	struct table_pointer gdt = {sizeof(tables->gdt) - 1, (u64)tables->gdt};
	struct table_pointer idtr = {sizeof(idt) - 1, (u64)idt};

	__asm__ volatile("lgdt %0" ::"m"(gdt));
	__asm__ volatile("pushq %0\n"
			 "leaq 1f(%%rip), %%rax\n"
			 "pushq %%rax\n"
			 "lretq\n" /* into the new code segment */
			 "1:" ::"i"(__KERNEL_CS)
			 : "rax", "memory");
	__asm__ volatile("mov %0, %%ss" ::"r"(__KERNEL_DS));
	__asm__ volatile("mov %0, %%ds\n"
			 "mov %0, %%es" ::"r"(0));
	__asm__ volatile("ltr %w0" ::"r"(TSS_SELECTOR));
	__asm__ volatile("lidt %0" ::"m"(idtr));
}

static void cpu_enable_protections(void)
{
	u64 cr4 = read_cr4();

	cr4 |= cpu_features.pge ? CR4_PGE : 0;
	cr4 |= cpu_features.smep ? CR4_SMEP : 0;
	cr4 |= cpu_features.smap ? CR4_SMAP : 0;
	cr4 |= cpu_features.umip ? CR4_UMIP : 0;
	write_cr4(cr4);
	write_cr0(read_cr0() | CR0_WP);
	wrmsr(MSR_EFER, rdmsr(MSR_EFER) | EFER_NXE);
}

void cpu_init(void)
{
	struct cpu_tables *tables = this_cpu_ptr(cpu_tables);

	idt_init();
	cpu_tables_fill(tables, (u64)(&cpu0_double_fault_stack + 1), (u64)(&cpu0_nmi_stack + 1));
	cpu_tables_load(tables);
	cpu_features_init();
	cpu_enable_protections();
}

int cpu_prepare(u32 cpu)
{
	u8 *double_fault_stack = alloc_kernel_stack();
	u8 *nmi_stack = alloc_kernel_stack();

	if (!double_fault_stack || !nmi_stack || percpu_area_alloc(cpu) < 0) {
		if (double_fault_stack)
			free_kernel_stack(double_fault_stack);
		if (nmi_stack)
			free_kernel_stack(nmi_stack);
		return -ENOMEM;
	}
	cpu_tables_fill(per_cpu_ptr(cpu_tables, cpu), (u64)double_fault_stack + THREAD_SIZE,
			(u64)nmi_stack + THREAD_SIZE);
	return 0;
}

void cpu_init_secondary(void)
{
	cpu_tables_load(this_cpu_ptr(cpu_tables));
	cpu_enable_protections();
}

notrace const char *cpu_fault_stack(u64 address, u64 *low)
{
	struct cpu_tables *tables = this_cpu_ptr(cpu_tables);

	*low = tables->nmi_entry.nmi_stack_top - THREAD_SIZE;
	if (address - (*low - PAGE_SIZE) < PAGE_SIZE + THREAD_SIZE)
		return "NMI";
	*low = tables->tss.ist[IST_DOUBLE_FAULT - 1] - THREAD_SIZE;
	if (address - (*low - PAGE_SIZE) < PAGE_SIZE + THREAD_SIZE)
		return "double fault";
	return NULL;
}
