; SPDX-License-Identifier: MIT
;
; How a loader recognises the kernel.
;
; The Multiboot2 header (specification 2.0, 3.1) lies in the first 32 KiB of the
; file, for GRUB on BIOS and UEFI. The ELF note is Xen's PVH entry point, which
; `qemu -kernel` uses. There is no Multiboot 1 header: QEMU would prefer it, and
; then refuse the kernel for being a 64-bit ELF file.
;
; Both loaders enter boot/start.asm in 32-bit protected mode, paging off.

MULTIBOOT2_MAGIC	equ 0xe85250d6
MULTIBOOT2_I386		equ 0
MULTIBOOT2_TAG_END	equ 0
MULTIBOOT2_TAG_REQUEST	equ 1
MULTIBOOT2_TAG_ENTRY	equ 3
MULTIBOOT2_TAG_ALIGN	equ 6
MULTIBOOT2_OPTIONAL	equ 1

XEN_ELFNOTE_PHYS32_ENTRY equ 18

extern boot_multiboot2_entry
extern boot_pvh_entry

section .boot.header progbits alloc noexec nowrite align=8
multiboot2_header:
	dd MULTIBOOT2_MAGIC
	dd MULTIBOOT2_I386
	dd multiboot2_header_end - multiboot2_header
	dd -(MULTIBOOT2_MAGIC + MULTIBOOT2_I386 + (multiboot2_header_end - multiboot2_header))

	align 8, db 0
.request:				; what boot/multiboot2.c can make use of
	dw MULTIBOOT2_TAG_REQUEST, MULTIBOOT2_OPTIONAL
	dd .request_end - .request
	dd 1, 2, 3, 6, 14, 15		; cmdline, loader, module, memory map, RSDP old and new
.request_end:

	align 8, db 0
.entry:					; also on UEFI: leave boot services, enter in 32-bit mode
	dw MULTIBOOT2_TAG_ENTRY, 0
	dd 12
	dd boot_multiboot2_entry

	align 8, db 0
.modules:				; initrd on a page boundary
	dw MULTIBOOT2_TAG_ALIGN, 0
	dd 8

	align 8, db 0
	dw MULTIBOOT2_TAG_END, 0
	dd 8
multiboot2_header_end:

section .note.pvh note alloc noexec nowrite align=4
	dd 4				; size of the name
	dd 8				; size of the value
	dd XEN_ELFNOTE_PHYS32_ENTRY
	db "Xen", 0
	dq boot_pvh_entry
