; SPDX-License-Identifier: MIT
;
; Sleeping with interrupts off until a word in memory changes and an NMI says so.
;
; The NMI may come between the comparison and the HLT, which would then sleep
; for good. So an NMI that finds ip from .compare up to and including the HLT goes
; on behind it: stop_machine_fix_nmi_return() in kernel/smp/stop_machine.h.
;
; C side: void stop_machine_halt_while(const u64 *word, u64 value)
;						[kernel/smp/stop_machine_park.c]

global stop_machine_halt_while
global stop_machine_halt_begin
global stop_machine_halt_end

section .text
bits 64

align 16
stop_machine_halt_while:
	push	rbp
	mov	rbp, rsp
stop_machine_halt_begin:
	cmp	[rdi], rsi
	jne	stop_machine_halt_end
	hlt
stop_machine_halt_end:
	pop	rbp
	ret
