; SPDX-License-Identifier: MIT
;
; From the loader to C: 32-bit protected mode, paging off, to 64-bit mode at the
; kernel's own address.
;
; On entry ebx is the physical address of what the loader tells us; interrupts
; are off; there is no stack. This section is linked at its physical address.
;
; The first page tables map physical 0 to 4 GiB, in 2 MiB pages, three times:
; at 0 (for the instructions below), at the direct map, and their first 1 GiB at
; KERNEL_BASE. arch/x86_64/paging.c replaces them.
;
; C side: void kmain(u32 loader_magic, u64 loader_info)		[kernel/main.c]

CR0_PE		equ 1 << 0
CR0_WP		equ 1 << 16
CR0_PG		equ 1 << 31
CR4_PAE		equ 1 << 5
MSR_EFER	equ 0xc0000080
EFER_LME	equ 1 << 8

PAGE_PRESENT	equ 1 << 0
PAGE_WRITE	equ 1 << 1
PAGE_HUGE	equ 1 << 7

DIRECT_MAP_SLOT	equ 273			; of 512: bits 47..39 of 0xffff888000000000
KERNEL_SLOT	equ 511			; of 0xffffffff80000000
KERNEL_PD_SLOT	equ 510			; its bits 38..30

STACK_SIZE	equ 4096 + 16384	; struct guarded_stack, arch/x86_64/cpu_init.h

global boot_pvh_entry
global boot_multiboot2_entry
global cpu0_init_stack
extern kmain
extern boot_pml4_phys			; linker.ld: physical addresses of the tables below
extern boot_pdpt_low_phys
extern boot_pdpt_high_phys
extern boot_pd_phys

section .boot.text progbits alloc exec nowrite align=16
bits 32

; `qemu -kernel` jumps here (PVH note in header.asm).
boot_pvh_entry:
	mov edi, [ebx]			; the magic number of struct hvm_start_info
	jmp boot_enter_long_mode

; GRUB jumps here (Multiboot2 header in header.asm). eax is the loader's magic number.
boot_multiboot2_entry:
	mov edi, eax

boot_enter_long_mode:
	cld
	mov esi, ebx			; edi and esi stay, as the arguments of kmain

	mov eax, boot_pdpt_low_phys + (PAGE_PRESENT | PAGE_WRITE)
	mov [boot_pml4_phys], eax
	mov [boot_pml4_phys + 8 * DIRECT_MAP_SLOT], eax
	mov eax, boot_pdpt_high_phys + (PAGE_PRESENT | PAGE_WRITE)
	mov [boot_pml4_phys + 8 * KERNEL_SLOT], eax
	mov eax, boot_pd_phys + (PAGE_PRESENT | PAGE_WRITE)
	mov [boot_pdpt_high_phys + 8 * KERNEL_PD_SLOT], eax

	xor ecx, ecx			; four page directories, one per GiB
.directory:
	mov [boot_pdpt_low_phys + 8 * ecx], eax
	add eax, 4096
	inc ecx
	cmp ecx, 4
	jne .directory

	mov eax, PAGE_PRESENT | PAGE_WRITE | PAGE_HUGE
	xor ecx, ecx			; 4 * 512 entries, one per 2 MiB
.page:
	mov [boot_pd_phys + 8 * ecx], eax
	add eax, 1 << 21
	inc ecx
	cmp ecx, 4 * 512
	jne .page

	mov eax, cr4
	or eax, CR4_PAE
	mov cr4, eax
	mov eax, boot_pml4_phys
	mov cr3, eax
	mov ecx, MSR_EFER
	rdmsr
	or eax, EFER_LME
	wrmsr
	mov eax, cr0
	or eax, CR0_PG | CR0_WP | CR0_PE
	mov cr0, eax

	lgdt [boot_gdt_pointer]
	jmp 0x08:boot_long_mode

bits 64
boot_long_mode:
	xor eax, eax
	mov ds, eax
	mov es, eax
	mov ss, eax
	mov fs, eax
	mov gs, eax			; base 0: CPU 0's per-CPU variables are the linked ones
	mov edi, edi			; the upper halves are undefined after the switch
	mov esi, esi
	mov rsp, cpu0_init_stack + STACK_SIZE
	xor ebp, ebp			; backtraces end here,
	push 0				; at a return address of 0
	mov rax, kmain
	jmp rax				; to kernel/main.c; does not return

align 8
boot_gdt:
	dq 0
	dq 0x00af9a000000ffff		; 0x08: 64-bit code; cpu_init() loads the real table
boot_gdt_pointer:
	dw boot_gdt_pointer - boot_gdt - 1
	dd boot_gdt

; The stack of CPU 0's first task, and the first page tables: whole pages, zero at start.
section .bss.pages nobits alloc noexec write align=4096
global boot_pml4
global boot_pdpt_low
global boot_pdpt_high
global boot_pd
cpu0_init_stack:
	resb STACK_SIZE
boot_pml4:
	resb 4096
boot_pdpt_low:
	resb 4096
boot_pdpt_high:
	resb 4096
boot_pd:
	resb 4 * 4096
