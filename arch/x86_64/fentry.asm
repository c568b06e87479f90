; SPDX-License-Identifier: MIT
;
; __fentry__: what every traced function calls before its own first instruction,
; as compiled. It returns at once, so the kernel runs before ftrace_init() has
; turned the calls into NOPs.

global __fentry__

section .text
bits 64
__fentry__:
	ret
