; SPDX-License-Identifier: MIT
;
; Sleeping with interrupts off until a word in memory changes and an NMI says so.
;
; The NMI may come between the comparison and the HLT, which would then sleep
; for good. So an NMI that finds ip from .begin up to and including the HLT goes
; on behind it: stop_machine_fix_nmi_return() in kernel/smp/stop_machine.h.
;
; C side: void stop_machine_halt_while(const u64 *word, u64 value)
;						[kernel/smp/stop_machine_park.c]

global stop_machine_halt_while
; Of no interest to who asks for the function that an address is in: a name with a dot.
global stop_machine_halt_while.begin
global stop_machine_halt_while.end

section .text
bits 64

align 16
stop_machine_halt_while:
	push	rbp
	mov	rbp, rsp
.begin:
	cmp	[rdi], rsi
	jne	.end
	hlt
.end:
	pop	rbp
	ret
