; SPDX-License-Identifier: MIT
;
; Where a site's call lands: the way from a traced function to the callback of a
; struct ftrace_ops, and back as if nothing had happened.
;
; Called before the traced function has done anything: every argument register
; is live. On entry, %rsp being a multiple of 16:
;
;	 0(%rsp)  return_ip	in the traced function, pushed by the site's call
;	 8(%rsp)  parent_ip	pushed by the call of the traced function
;
; and while the callback runs, upwards from %rcx, a struct ftrace_regs
; (trace/core/ftrace.h):
;
;	r10 r9 r8 ax cx dx si di r11 | bp return_ip parent_ip
;	^ %rcx			       ^ %rbp
;
; so a walk along %rbp finds a frame of the traced function here; its caller is
; the word above. With FTRACE_OPS_FL_SAVE_REGS a struct pt_regs lies below it.
;
; C side: void func(u64 ip, u64 parent_ip, struct ftrace_ops *, struct ftrace_regs *)
;
; The code between ..._template and ..._template_end is never run here. It is
; copied for each ops, and the copy gets the addresses of its ops, of its pid
; filter's byte of struct pid_ignore, and of its callback (arch/x86_64/ftrace.c). It
; depends on no other.

extern ftrace_ops_list_func

bits 64

%include "arch/x86_64/pt_regs.inc"

CALL_SITE_SIZE	equ 5

; What is below r11 in struct ftrace_regs, and the first two arguments.
%macro save_arguments 0
	push	rdi
	push	rsi
	push	rdx
	push	rcx
	push	rax
	push	r8
	push	r9
	push	r10
	mov	rdi, [rbp + 8]
	mov	rsi, [rbp + 16]
	sub	rdi, CALL_SITE_SIZE
	mov	rcx, rsp
%endmacro

%macro restore_arguments 0
	pop	r10
	pop	r9
	pop	r8
	pop	rax
	pop	rcx
	pop	rdx
	pop	rsi
	pop	rdi
%endmacro

; A struct pt_regs below struct ftrace_regs: the traced function's first
; instruction as if interrupted there. One more word keeps the stack aligned.
%macro save_all 0
	push	KERNEL_DS
	lea	rax, [rbp + 16]
	push	rax			; sp
	pushfq
	push	KERNEL_CS
	push	rdi			; ip
	push	0			; orig_ax
	push	qword [rcx + 7 * 8]	; di
	push	qword [rcx + 6 * 8]	; si
	push	qword [rcx + 5 * 8]	; dx
	push	qword [rcx + 4 * 8]	; cx
	push	qword [rcx + 3 * 8]	; ax
	push	r8
	push	r9
	push	r10
	push	qword [rcx + 8 * 8]	; r11
	push	rbx
	push	qword [rbp]		; bp
	push	r12
	push	r13
	push	r14
	push	r15
	push	rax
%endmacro

; Back to the traced function with the general registers of struct pt_regs, which
; the callback may have changed.
%macro restore_all_and_return 0
	pop	rax
	pop_registers
	lea	rsp, [rsp + (6 + 10) * 8]	; the rest of pt_regs; r10 to bp
	ret
%endmacro

section .rodata

global ftrace_template, ftrace_template_ops, ftrace_template_ignore
global ftrace_template_call, ftrace_template_end

ftrace_template:
	push	rbp
	mov	rbp, rsp
	push	r11
	mov	r11, strict qword 0
ftrace_template_ops:			; the eight bytes before it
	cmp	dword [r11], 0		; ops->skip
	jne	ftrace_template_skip
	cmp	byte [gs:0], 0		; pid_ignore, of this processor
ftrace_template_ignore:			; four bytes, and one, before it
	jne	ftrace_template_skip
	save_arguments
	mov	rdx, r11
	call	strict near ftrace_template	; the callback
ftrace_template_call:			; the four bytes before it
	restore_arguments
ftrace_template_skip:
	pop	r11
	pop	rbp
	ret
ftrace_template_end:

global ftrace_regs_template, ftrace_regs_template_ops, ftrace_regs_template_ignore
global ftrace_regs_template_call, ftrace_regs_template_end

ftrace_regs_template:
	push	rbp
	mov	rbp, rsp
	push	r11
	mov	r11, strict qword 0
ftrace_regs_template_ops:
	cmp	dword [r11], 0
	jne	ftrace_regs_template_skip
	cmp	byte [gs:0], 0
ftrace_regs_template_ignore:
	jne	ftrace_regs_template_skip
	save_arguments
	mov	rdx, r11
	save_all
	call	strict near ftrace_regs_template
ftrace_regs_template_call:
	restore_all_and_return
ftrace_regs_template_skip:
	pop	r11
	pop	rbp
	ret
ftrace_regs_template_end:

section .text.entry progbits alloc exec nowrite align=16

; For sites with several users; ftrace_ops_list_func() finds out which.
global ftrace_list_trampoline, ftrace_list_regs_trampoline, ftrace_list_trampolines_end

ftrace_list_trampoline:
	push	rbp
	mov	rbp, rsp
	push	r11
	save_arguments
	xor	edx, edx
	call	ftrace_ops_list_func
	restore_arguments
	pop	r11
	pop	rbp
	ret

ftrace_list_regs_trampoline:
	push	rbp
	mov	rbp, rsp
	push	r11
	save_arguments
	xor	edx, edx
	save_all
	call	ftrace_ops_list_func
	restore_all_and_return
ftrace_list_trampolines_end:
