; SPDX-License-Identifier: MIT
;
; Where every processor but the first begins: the page at AP_TRAMPOLINE, in real
; mode, with cs = AP_TRAMPOLINE / 16 and ip = 0. From there to 64-bit mode and C.
;
; This is data of the kernel; arch/x86_64/smpboot.c copies it to the page and fills
; in ap_trampoline_info, so addresses here are computed from the start of the page.
;
; C side: void start_secondary(void)			[arch/x86_64/smpboot.c]

AP_TRAMPOLINE	equ 0x8000		; AP_TRAMPOLINE_PHYS, kernel/boot_info.h
%define AT(label) (AP_TRAMPOLINE + (label) - ap_trampoline_start)

CR0_PE		equ 1 << 0
CR0_MP		equ 1 << 1
CR0_NE		equ 1 << 5
CR0_WP		equ 1 << 16
CR0_PG		equ 1 << 31
CR4_PAE		equ 1 << 5
MSR_EFER	equ 0xc0000080
MSR_GS_BASE	equ 0xc0000101

INFO_CR3	equ 0			; struct ap_start_info, arch/x86_64/ap_trampoline.h
INFO_EFER	equ 8
INFO_STACK	equ 16
INFO_GS_BASE	equ 24
INFO_ENTRY	equ 32
INFO_TICKET	equ 40
INFO_SIZE	equ 48

global ap_trampoline_start
global ap_trampoline_info
global ap_trampoline_end

section .rodata
align 16
bits 16
ap_trampoline_start:
	cli
	cld
	mov	ax, cs
	mov	ds, ax
	o32 lgdt [gdt_pointer - ap_trampoline_start]
	mov	eax, CR0_PE
	mov	cr0, eax
	jmp	dword 0x08:AT(protected_mode)

bits 32
protected_mode:
	mov	ax, 0x10
	mov	ds, ax
	mov	ss, ax
	mov	ebx, AT(ap_trampoline_info)
	mov	eax, 1			; one processor at a time: a late one must not take
	xor	ecx, ecx		; the stack of the next
	lock cmpxchg [ebx + INFO_TICKET], ecx
	jne	.halt
	mov	eax, CR4_PAE
	mov	cr4, eax
	mov	eax, [ebx + INFO_CR3]
	mov	cr3, eax
	mov	ecx, MSR_EFER
	mov	eax, [ebx + INFO_EFER]
	xor	edx, edx
	wrmsr
	mov	eax, CR0_PE | CR0_MP | CR0_NE | CR0_WP | CR0_PG
	mov	cr0, eax
	jmp	0x18:AT(long_mode)
.halt:
	hlt
	jmp	.halt

bits 64
long_mode:
	xor	eax, eax
	mov	ds, eax
	mov	es, eax
	mov	ss, eax
	mov	fs, eax
	mov	gs, eax
	mov	ebx, AT(ap_trampoline_info)
	mov	eax, [rbx + INFO_GS_BASE]
	mov	edx, [rbx + INFO_GS_BASE + 4]
	mov	ecx, MSR_GS_BASE
	wrmsr
	mov	rsp, [rbx + INFO_STACK]
	xor	ebp, ebp		; backtraces end here,
	push	0			; at a return address of 0
	jmp	[rbx + INFO_ENTRY]	; to start_secondary(); does not return

align 8
gdt:
	dq 0
	dq 0x00cf9b000000ffff		; 0x08: 32-bit code
	dq 0x00cf93000000ffff		; 0x10: data
	dq 0x00af9b000000ffff		; 0x18: 64-bit code; cpu_init_secondary() loads the real table
gdt_pointer:
	dw gdt_pointer - gdt - 1
	dd AT(gdt)

align 8
ap_trampoline_info:
	times INFO_SIZE db 0
ap_trampoline_end:
