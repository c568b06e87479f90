; SPDX-License-Identifier: MIT
;
; Where the processor enters the kernel on its own: exceptions and interrupts.
;
; Each vector has a stub of 16 bytes that leaves the same stack for all of them.
; trap_entry_common then completes a struct pt_regs and below it links the
; interrupted function into the chain of frame pointers:
;
;	rdi ->	struct pt_regs		  r15 ... di, orig_ax, ip, cs, flags, sp, ss
;		8 bytes			  for alignment
;		interrupted ip		  looks like a return address
;	rbp ->	interrupted rbp		  looks like a saved frame pointer
;
; C side: void trap_dispatch(struct pt_regs *regs, u64 vector)	[traps.c]

%include "arch/x86_64/pt_regs.inc"

FRAME_SIZE	equ 3 * 8		; from rbp to struct pt_regs

NMI_VECTOR	equ 2
BP_VECTOR	equ 3
NMI_STACK_SIZE	equ 16384		; THREAD_SIZE

global trap_entry_stubs
global trap_entry_nmi
global kprobe_jump_entry
global trap_entry_text_end
extern trap_dispatch
extern kprobe_jump_hit

section .text.entry progbits alloc exec nowrite align=16
bits 64

; Vector N enters at trap_entry_stubs + 16 * N.
align 16
trap_entry_stubs:
%assign vector 0
%rep 256
	align 16
%if vector == BP_VECTOR
	jmp	near trap_entry_int3
%elif (vector == 8) || (vector >= 10 && vector <= 14) || (vector == 17) || (vector == 21)
					; the processor has pushed an error code
%else
	push	0
%endif
	push	rdi
	mov	edi, vector
	jmp	near trap_entry_common
%assign vector vector + 1
%endrep

; Moves what the processor has pushed down by 48 bytes, so that the handler can push
; onto the interrupted stack, as the call does that it emulates.
align 16
trap_entry_int3:
	push	0
%rep 5					; ss sp flags cs ip
	push	qword [rsp + 5 * 8]
%endrep
	push	0
	push	rdi
	mov	edi, BP_VECTOR
	jmp	near trap_entry_common

align 16
trap_entry_common:
	push_registers_below_di
	cld
	test	byte [rsp + PT_CS], 3
	jz	.from_kernel
	swapgs
	xor	ebp, ebp		; a backtrace ends at user mode
.from_kernel:
	mov	esi, edi		; vector
	mov	rdi, rsp		; regs
	sub	rsp, 8
	push	qword [rdi + PT_IP]
	push	rbp
	mov	rbp, rsp
	call	trap_dispatch

	lea	rsp, [rbp + FRAME_SIZE]
	test	byte [rsp + PT_CS], 3
	jz	.to_kernel
	swapgs
.to_kernel:
	pop_registers
	add	rsp, 8			; orig_ax
	iretq

; The NMI arrives on a stack of a few words (struct nmi_entry_stack in cpu_init.c)
; and moves on to the NMI stack at once:
;
;		NMI stack top		  written once, by cpu_init.c
;		ss sp flags cs ip	  pushed by the processor
;	rsp ->	rax rcx			  pushed here
;
; An exception inside an NMI returns with IRET, which lets the next NMI in while
; the first is still being handled. That one lands on the small stack too, which
; is free again by then, and goes below the interrupted stack pointer if that is
; on the NMI stack already. So NMIs nest there as other traps do, and none
; overwrites another.
align 16
trap_entry_nmi:
	push	rax
	push	rcx
	mov	rax, [rsp + 7 * 8]	; NMI stack top
	test	byte [rsp + 3 * 8], 3
	jnz	.move
	mov	rcx, rax
	sub	rcx, [rsp + 5 * 8]	; how far the interrupted sp is below the top
	cmp	rcx, NMI_STACK_SIZE
	jae	.move			; on some other stack
	mov	rax, [rsp + 5 * 8]
	and	rax, -16
.move:
	mov	rcx, [rsp + 6 * 8]	; ss
	mov	[rax - 1 * 8], rcx
	mov	rcx, [rsp + 5 * 8]	; sp
	mov	[rax - 2 * 8], rcx
	mov	rcx, [rsp + 4 * 8]	; flags
	mov	[rax - 3 * 8], rcx
	mov	rcx, [rsp + 3 * 8]	; cs
	mov	[rax - 4 * 8], rcx
	mov	rcx, [rsp + 2 * 8]	; ip
	mov	[rax - 5 * 8], rcx
	mov	rcx, [rsp + 1 * 8]	; rax at entry
	mov	[rax - 6 * 8], rcx
	mov	rcx, [rsp]
	lea	rsp, [rax - 6 * 8]
	pop	rax
	push	0
	push	rdi
	mov	edi, NMI_VECTOR
	jmp	near trap_entry_common

; Where the slot of a probe begins that is reached by a jump (arch/x86_64/kprobe_slot.c):
;
;	push	ADDRESS of the probe
;	call	kprobe_jump_entry
;
; Here a struct pt_regs is made of it, as at an int3 there, interrupts off, and
; afterwards the registers are what the handler has left. While it runs, %rbx is where to go on
; in the slot.
;
; C side: void kprobe_jump_hit(struct pt_regs *regs)	[trace/probes/kprobe_hit.c]
align 16
kprobe_jump_entry:
	pushfq				; above it, in the places of ss and sp: address, return
	cli
	push	KERNEL_CS
	push	qword [rsp + 3 * 8]	; ip
	push	0			; orig_ax
	push	rdi
	push_registers_below_di
	cld
	mov	rdi, rsp
	mov	rbx, [rdi + PT_SP]
	lea	rax, [rdi + PT_SS + 8]
	mov	[rdi + PT_SP], rax
	mov	qword [rdi + PT_SS], KERNEL_DS
	sub	rsp, 8			; from here on as in trap_entry_common
	push	qword [rdi + PT_IP]
	push	rbp
	mov	rbp, rsp
	and	rsp, -16
	call	kprobe_jump_hit

	lea	rsp, [rbp + FRAME_SIZE]
	mov	[rsp + PT_SS], rbx
	pop_registers
	add	rsp, 3 * 8		; orig_ax ip cs
	popfq
	lea	rsp, [rsp + 8]		; sp
	ret
trap_entry_text_end:
