# Host tests: tests/unit/X/Y_test.c tests X/Y.c. Each is a program of its own, of
# that file, all of lib/, and what unit_links names, with both sanitizers on.
#
# make unit    build them; tests/unit/run runs them

HOSTCC	   ?= cc
UNIT_FLAGS := -std=gnu17 -g -O1 -fno-inline -Wall -Wextra -Wno-unused-parameter $(WERROR) -I.
UNIT_FLAGS += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
UNIT_FLAGS += -fno-strict-aliasing -fno-tree-loop-distribute-patterns
UNIT_FLAGS += -include tests/unit/host_names.h	# ours and libc's functions side by side

UNIT_TESTS := $(sort $(shell find tests/unit -name '*_test.c'))
UNIT_BINS  := $(UNIT_TESTS:tests/unit/%.c=$(BUILD)/unit/%)
UNIT_LIB   := $(patsubst %,$(BUILD)/unit/%.o,$(filter lib/%.c,$(SOURCES)))
# What a test needs besides.
unit_links_kernel/btf/btf_load_test := kernel/btf/btf_type.c kernel/btf/btf_print.c tests/unit/host_slab.c
unit_links_kernel/fs/vfs_test := tests/unit/kernel/fs/fake_kernel.c $(addprefix kernel/fs/,d_path.c \
	dcache.c fdtable.c file.c fs_struct.c libfs.c mount.c namei.c names.c open.c paths.c ramfs.c \
	ramfs_file.c read_write.c readdir.c seq_print.c stat.c)
unit_links_kernel/fs/seq_file_test := tests/unit/kernel/fs/fake_kernel.c kernel/fs/seq_print.c
unit_links_kernel/shell/line_editor_test := $(wildcard kernel/shell/line_*.c)
unit_links_kernel/sched/classes_test := kernel/sched/fair.c kernel/sched/rt.c
unit_links_kernel/shell/parse_test  := kernel/shell/arena.c kernel/shell/lexer.c kernel/shell/parse_compound.c tests/unit/host_slab.c
unit_links_kernel/shell/regex_test  := kernel/shell/regex_search.c
unit_links_kernel/shell/expand_test := $(addprefix kernel/shell/,arena.c lexer.c parse.c parse_compound.c pathname.c) \
	tests/unit/host_slab.c
unit_links_trace/core/error_log_test := tests/unit/kernel/fs/fake_kernel.c kernel/fs/seq_file.c kernel/fs/seq_print.c
unit_links_trace/events/hist_test := trace/events/hist_map.c
unit_links_trace/core/ftrace_test := trace/core/site_change.c trace/core/site_set.c tests/unit/host_slab.c
unit_links_arch/x86_64/ftrace_test := arch/x86_64/ftrace_trampoline.asm tests/unit/host_slab.c
unit_links_arch/x86_64/return_to_handler_test := arch/x86_64/return_to_handler.asm

unit_libs_arch/x86_64/insn_test := -lZydis # an instruction decoder to agree with
unit_libs_arch/x86_64/return_to_handler_test := -no-pie # it pushes an address of 32 bits

include tests/unit/trace/ring/ring.mk
include tests/unit/trace/events/events.mk
include tests/unit/trace/probes/probes.mk

unit: $(UNIT_BINS)

$(BUILD)/unit/%.asm.o: %.asm
	@mkdir -p "$(@D)"
	$(NASM) -f elf64 -I. -o $@ $<

$(BUILD)/unit/%.c.o: %.c Makefile tests/unit/unit.mk
	@mkdir -p "$(@D)"
	$(HOSTCC) $(UNIT_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/unit/lib.a: $(UNIT_LIB)
	@rm -f $@
	ar rcs $@ $^

.SECONDEXPANSION:
unit_objects = $(patsubst %,$(BUILD)/unit/%.o,tests/unit/$(1).c \
	$(sort $(filter-out lib/%,$(wildcard $(1:_test=.c))) $(unit_links_$(1))))
$(filter-out $(unit_own_rule:%=$(BUILD)/unit/%),$(UNIT_BINS)): $(BUILD)/unit/%: $$(call unit_objects,$$*) $(BUILD)/unit/lib.a
	$(HOSTCC) -fsanitize=address,undefined -z noexecstack -o $@ $^ -lcmocka $(unit_libs_$*)

.PHONY: unit
-include $(shell find $(BUILD)/unit -name '*.d' 2>/dev/null)
