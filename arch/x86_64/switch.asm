; SPDX-License-Identifier: MIT
;
; The context switch. A task that does not run has this on its stack, and its
; stack pointer, which points to the first of them, in task->sp:
;
;	 0  r15	}
;	 8  r14	}
;	16  r13	} what a C function must find unchanged
;	24  r12	} when a function it called returns
;	32  rbx	}
;	40  rbp	}
;	48  return address: into context_switch(), or ret_from_fork in a new task
;
; C side: struct switch_frame in arch/x86_64/switch.h.

global __switch_to_asm
global ret_from_fork
extern __switch_to
extern current_task
extern new_task_entry

section .text
bits 64
default rel

; struct task_struct *__switch_to_asm(struct task_struct *prev /* rdi */, struct task_struct *next /* rsi */)
;
; task->sp is the first member. Stack and current_task change together, with
; nothing in between that could be traced: a tracer that keeps a stack of return
; addresses per task finds the one that belongs to the stack it is on.
__switch_to_asm:
	push	rbp
	push	rbx
	push	r12
	push	r13
	push	r14
	push	r15
	mov	[rdi], rsp
	mov	rsp, [rsi]
	mov	[gs:current_task], rsi
	pop	r15
	pop	r14
	pop	r13
	pop	r12
	pop	rbx
	pop	rbp
	jmp	__switch_to		; with prev and next; returns prev to next's caller

; __switch_to() returns here in a task that never ran: rax is who ran before,
; rbx what to run, r12 its argument. rbp is 0, which ends a walk up the stack.
ret_from_fork:
	mov	rdi, rax
	mov	rsi, rbx
	mov	rdx, r12
	call	new_task_entry
	ud2				; it does not return
