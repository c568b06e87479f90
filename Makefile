# Fivebyte: a teaching kernel that rewrites its own functions.
#
# make         build/fivebyte.elf, with symbols
# make iso     build/fivebyte.iso, GRUB on BIOS and UEFI
# make run     boot it in QEMU, its shell on this terminal
# make debug   the same, stopped, with gdb attached
# make test    every test        make bench   the table of costs
# make check   format, static analysis, size budget        make count   lines

BUILD	      ?= build
CROSS_COMPILE ?= x86_64-linux-gnu-
CC	      := $(CROSS_COMPILE)gcc
LD	      := $(CROSS_COMPILE)ld
NASM	      := nasm
PYTHON	      ?= python3
WERROR	      ?= $(if $(wildcard .git),-Werror)# a newer compiler's new warning must not stop a student's tarball

# Not traced: what runs before tracing exists, what the tracer itself runs on,
# and what touches registers that a call to __fentry__ would lose.
UNTRACED := boot/% kernel/smp/stop_machine_park.c trace/% lib/memory.c lib/glob.c arch/x86_64/unwind.c arch/x86_64/text_patch%.c arch/x86_64/ftrace%.c arch/x86_64/kprobe%.c

CFLAGS := -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter $(WERROR) -I.
CFLAGS += -ffreestanding -fno-pie -fcf-protection=none -fno-stack-protector	# no host runtime, no endbr64 before a site
CFLAGS += -mcmodel=kernel -mno-red-zone -mgeneral-regs-only			# top 2 GiB, safe under interrupts
CFLAGS += -fno-omit-frame-pointer -fno-shrink-wrap -fno-optimize-sibling-calls	# backtraces and call graphs see every caller
CFLAGS += -Wframe-larger-than=2560						# a stack has 16 KiB, its guard 4 KiB
CFLAGS += -fno-asynchronous-unwind-tables -fno-strict-aliasing -fwrapv -fno-common -fno-tree-loop-distribute-patterns
CFLAGS += -fno-ipa-icf -fno-partial-inlining -fno-ipa-cp -fno-ipa-sra -fno-reorder-blocks-and-partition		# one function, one name
# -fno-inline-functions-called-once: a function that exists to give a step a name shows in traces.
TRACE_FLAGS := -pg -mfentry -mrecord-mcount -fno-inline-functions-called-once
trace_flags = $(if $(filter $(UNTRACED),$<),,$(TRACE_FLAGS))

SOURCES := $(sort $(shell find boot arch kernel trace lib -name '*.c' -o -name '*.asm'))
OBJECTS := $(SOURCES:%=$(BUILD)/%.o)

all: $(BUILD)/fivebyte.elf $(BUILD)/initrd.cpio

$(BUILD)/%.c.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(trace_flags) -MMD -MP -c $< -o $@

$(BUILD)/%.asm.o: %.asm Makefile
	@mkdir -p $(@D)
	$(NASM) -f elf64 -g -F dwarf -I. -MD $(@:.o=.d) -o $@ $<

# Linked twice: the first link gives the addresses, scripts/kallsyms.py makes the
# kernel's own symbol table from them, pahole a table of its types; the second adds
# both at the end. mcount.py then sorts and checks the table of traceable functions.
LINK = $(LD) -nostdlib -static -z max-page-size=4096 -z noexecstack --build-id=none -T linker.ld

$(BUILD)/first.elf: $(OBJECTS) linker.ld
	$(LINK) -o $@ $(OBJECTS)

$(BUILD)/kallsyms.asm: $(BUILD)/first.elf scripts/kallsyms.py scripts/elf.py
	$(PYTHON) scripts/kallsyms.py $< > $@.new
	mv $@.new $@

$(BUILD)/kallsyms.o: $(BUILD)/kallsyms.asm
	$(NASM) -f elf64 -o $@ $<

# BTF: the names and types of parameters, for those who print or ask for arguments. Of what
# can be traced alone: with the tracer's own functions the table would be 70 KB larger.
$(BUILD)/traced.o: $(filter %.c.o,$(patsubst %,$(BUILD)/%.o,$(filter-out $(UNTRACED),$(SOURCES))))
	$(LD) -r -o $@ $^

$(BUILD)/kernel.btf: $(BUILD)/traced.o
	rm -f $@	# pahole does not shorten a file
	pahole -J --btf_encode_detached=$@ $< || { echo "No pahole (package dwarves): arguments will print without names"; : > $@; }

$(BUILD)/btf.o: $(BUILD)/kernel.btf
	printf 'section .btf alloc noexec nowrite progbits align=8\nincbin "%s"\n' $< > $(@:.o=.asm)
	$(NASM) -f elf64 -o $@ $(@:.o=.asm)

$(BUILD)/fivebyte.elf: $(BUILD)/kallsyms.o $(BUILD)/btf.o scripts/mcount.py
	$(LINK) -o $@.new $(OBJECTS) $(BUILD)/kallsyms.o $(BUILD)/btf.o
	$(PYTHON) scripts/kallsyms.py --verify $(BUILD)/first.elf $@.new
	$(PYTHON) scripts/mcount.py $@.new
	mv $@.new $@

# The files of the root file system, as they lie in scripts/initrd.
$(BUILD)/initrd.cpio: scripts/mkinitrd scripts/host/cpio.py $(shell find scripts/initrd)
	@mkdir -p $(@D)
	$(PYTHON) scripts/mkinitrd $@ scripts/initrd

$(BUILD)/fivebyte.iso: $(BUILD)/fivebyte.elf $(BUILD)/initrd.cpio boot/grub.cfg scripts/mkiso
	CROSS_COMPILE=$(CROSS_COMPILE) scripts/mkiso $@ $< $(BUILD)/initrd.cpio

iso: $(BUILD)/fivebyte.iso

clean:
	rm -rf $(BUILD)

test:
	scripts/test

check:
	scripts/check

count:
	@$(PYTHON) scripts/count.py

run:
	scripts/boot

debug:
	scripts/debug

bench:
	@scripts/bench

include tests/unit/unit.mk
include tests/fuzz/fuzz.mk

.DELETE_ON_ERROR:
.PHONY: all iso clean test check count run debug bench
-include $(OBJECTS:.o=.d)
