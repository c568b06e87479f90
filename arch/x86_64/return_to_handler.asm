; SPDX-License-Identifier: MIT
;
; Where a followed function returns to. The way to fgraph_return(), which puts the
; real return address where this one was, and on to there as if nothing had happened.
;
; On entry the function's ret has just read that word, below %rsp; %rax and %rdx
; are what it returns, and what a C function must keep is as its caller left it. While
; fgraph_return() runs, %rsp being a multiple of 16:
;
;		...		  the caller's
;	where	return address	  return_to_handler until the real one is known
;	%rbp ->	rbp		  so a walk along %rbp finds an ordinary frame
;		rax rdx
;
; C side: void fgraph_return(u64 *where)	[trace/core/fgraph.c]

global return_to_handler, return_to_handler_end
extern fgraph_return

section .text.entry progbits alloc exec nowrite align=16
bits 64

align 16
return_to_handler:
	push	return_to_handler
	push	rbp
	mov	rbp, rsp
	push	rax
	push	rdx
	lea	rdi, [rbp + 8]
	call	fgraph_return
	pop	rdx
	pop	rax
	pop	rbp
	ret
return_to_handler_end:
