/* SPDX-License-Identifier: MIT */
/* Functions to be probed at each of their instructions: every way to address, branch and call. */
#include "kernel/selftest/kprobe_forms.h"

#include "arch/x86_64/nofault.h"
#include "lib/compiler.h"

u64 kprobe_forms_words[8];

u64 kprobe_forms_leaf(u64 x);
static u64 (*volatile kprobe_forms_pointer)(u64 x) = kprobe_forms_leaf;

noinline u64 kprobe_forms_leaf(u64 x)
{
	return x * 3 + 1;
}

static noinline u64 kprobe_forms_memory(u64 x)
{
	for (u32 i = 0; i < ARRAY_SIZE(kprobe_forms_words); i++)
		kprobe_forms_words[i] = i + x;
	__asm__ volatile("lea kprobe_forms_words(%%rip), %%rcx\n\t"
			 "mov %0, 8(%%rcx)\n\t"
			 "add kprobe_forms_words(%%rip), %0\n\t"
			 "mov %0, kprobe_forms_words + 16(%%rip)\n\t"
			 "movl $0x12345678, kprobe_forms_words + 24(%%rip)\n\t"
			 "cmpb $0x79, kprobe_forms_words + 24(%%rip)\n\t"
			 "adc $5, %0\n\t"
			 "testw $0x5678, kprobe_forms_words + 24(%%rip)\n\t"
			 "setnz %%al\n\t"
			 "movzbl %%al, %%eax\n\t"
			 "add %%rax, %0\n\t"
			 "mov $2, %%edx\n\t"
			 "xor (%%rcx, %%rdx, 8), %0\n\t"
			 "add kprobe_forms_words(, %%rdx, 8), %0\n\t"
			 "add 0x10(%%rcx, %%rdx), %0\n\t"
			 "push (%%rcx)\n\t"
			 "pop 24(%%rcx)\n\t"
			 "push $0x77\n\t"
			 "add (%%rsp), %0\n\t"
			 "pop %%rax\n\t"
			 "push %%rsp\n\t"
			 "pop %%rax\n\t"
			 "sub %%rsp, %%rax\n\t"
			 "add %%rax, %0\n\t"
			 "movabs $0x1122334455667788, %%rax\n\t"
			 "xor %%rax, %0\n\t"
			 "lock xadd %0, 32(%%rcx)\n\t"
			 "add 32(%%rcx), %0\n\t"
			 "imul $7, %0, %0\n\t"
			 "shld $3, %%rax, %0\n\t"
			 "lea 24(%%rcx), %%rsi\n\t"
			 "lea 40(%%rcx), %%rdi\n\t"
			 "mov $9, %%ecx\n\t"
			 "rep movsb\n\t"
			 "add kprobe_forms_words + 40(%%rip), %0\n\t"
			 "cmp %%rax, %0\n\t"
			 "pushf\n\t"
			 "pop %%rax\n\t"
			 "and $0x8d5, %%eax\n\t"
			 "add %%rax, %0\n\t"
			 "movl %%gs:__preempt_count, %%eax\n\t"
			 : "+r"(x)
			 :
			 : "rax", "rcx", "rdx", "rsi", "rdi", "memory", "cc");
	return x;
}

static noinline u64 kprobe_forms_branches(u64 x)
{
	__asm__ volatile("mov $3, %%ecx\n"
			 "1: add %%rcx, %0\n\t"
			 "loop 1b\n\t"
			 "jrcxz 2f\n\t"
			 "ud2\n"
			 "2: mov $3, %%ecx\n"
			 "3: dec %%ecx\n\t"
			 "lea 1(%0), %0\n\t"
			 "jnz 3b\n\t"
			 "jz 4f\n\t"
			 ".skip 130, 0x90\n"
			 "4: jc 5f\n\t"
			 "inc %0\n\t"
			 "stc\n\t"
			 "jnc 4b\n\t"
			 "jmp 6f\n"
			 "5: ud2\n"
			 "6: lea 7f(%%rip), %%rax\n\t"
			 "jmp *%%rax\n\t"
			 "ud2\n"
			 "7: push $8f\n\t"
			 "jmp *(%%rsp)\n\t"
			 "ud2\n"
			 "8: pop %%rax\n\t"
			 "mov $1, %%edx\n\t"
			 "jmp *9f - 8(, %%rdx, 8)\n\t"
			 "ud2\n"
			 ".pushsection .rodata; 9: .quad 10f; .popsection\n"
			 "10: nop\n\t"
			 "test $1, %b0\n\t"
			 "cmovz %%rax, %%rcx\n\t"
			 "seto %%cl\n\t"
			 "add %%rcx, %0\n\t"
			 "cli\n\t"
			 "sti\n\t"
			 "inc %0\n\t"
			 : "+r"(x)
			 :
			 : "rax", "rcx", "rdx", "memory", "cc");
	return x;
}

static noinline u64 kprobe_forms_calls(u64 x)
{
	u64 (*pointer)(u64) = kprobe_forms_pointer;

	x += kprobe_forms_leaf(x);
	x += pointer(x);
	x += kprobe_forms_pointer(x);
	__asm__ volatile("call 1f\n\t"
			 "jmp 2f\n"
			 "1: mov (%%rsp), %%rcx\n\t"
			 "add %%rcx, %0\n\t"
			 "ret\n"
			 "2: lea 1b(%%rip), %%rax\n\t"
			 "call *%%rax\n\t"
			 "push %%rax\n\t"
			 "mov %%rsp, %%rdx\n\t"
			 "call *(%%rdx)\n\t"
			 "call *8 - 8(%%rdx)\n\t"
			 "pop %%rax\n\t"
			 : "+r"(x)
			 :
			 : "rax", "rcx", "rdx", "memory", "cc");
	return x;
}

/* A load that faults has somewhere to go, which the table knows by the original's address. */
static noinline u64 kprobe_forms_faults(u64 x)
{
	u64 value = 0;

	if (!load_u64_nofault(&value, (const void *)(0xfffff00000000000ul | (x & 0xff8))))
		x += 3;
	if (load_u64_nofault(&value, &x))
		x += value;
	return x;
}

u64 (*const kprobe_forms[])(u64 x) = {
	kprobe_forms_memory, kprobe_forms_branches, kprobe_forms_calls,
	kprobe_forms_leaf,   kprobe_forms_faults,   NULL,
};
