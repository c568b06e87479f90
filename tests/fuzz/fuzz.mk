# Fuzzers: tests/fuzz/X_fuzz.c, one libFuzzer program each, with both sanitizers on.
#
# make fuzz    build them; build/fuzz/X -max_total_time=SECONDS runs one

FUZZ_CC	   ?= clang
FUZZ_FLAGS := -std=gnu17 -g -O1 -Wall -Wextra -Wno-unused-parameter -Itests/unit/trace/core/host -I. -include tests/unit/host_names.h
FUZZ_FLAGS += -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -fno-strict-aliasing

FUZZ_BINS := $(patsubst tests/fuzz/%_fuzz.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/*_fuzz.c))
# What a fuzzer needs besides lib/.
fuzz_links_shell := $(addprefix kernel/shell/,arena.c lexer.c parse.c parse_compound.c expand.c pathname.c) tests/unit/host_slab.c
fuzz_links_predicate := $(addprefix trace/core/,predicate.c predicate_compile.c predicate_parse.c) \
	tests/unit/trace/core/predicate_host.c tests/unit/host_slab.c
fuzz_links_fetch := $(addprefix trace/probes/,fetch_arg.c fetch_parse.c fetch_place.c) \
	tests/unit/trace/core/predicate_host.c tests/unit/trace/probes/fetch_host.c
fuzz_links_probe := trace/probes/probe_parse.c $(fuzz_links_fetch) tests/unit/host_slab.c
fuzz_links_regex := kernel/shell/regex.c kernel/shell/regex_search.c
fuzz_links_ring_page := trace/ring/ring_page.c
fuzz_links_insn := arch/x86_64/insn.c
fuzz_links_btf := $(addprefix kernel/btf/,btf_load.c btf_type.c btf_print.c) tests/unit/host_slab.c
fuzz_links_trigger := $(addprefix trace/events/,event_field.c trigger.c trigger_parse.c hist_parse.c hist_expression.c hist_variables.c \
	hist_actions.c hist_trigger.c hist_print.c hist_map.c synth_event.c synth_parse.c) tests/unit/host_slab.c
fuzz_links_line  := $(wildcard kernel/shell/line_*.c)

fuzz: $(FUZZ_BINS)

$(BUILD)/fuzz/%.c.o: %.c tests/fuzz/fuzz.mk
	@mkdir -p "$(@D)"
	$(FUZZ_CC) $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/fuzz/lib.a: $(patsubst %,$(BUILD)/fuzz/%.o,$(filter lib/%.c,$(SOURCES)))
	@rm -f $@
	ar rcs $@ $^

fuzz_objects = $(patsubst %,$(BUILD)/fuzz/%.o,tests/fuzz/$(1)_fuzz.c $(fuzz_links_$(1)))
$(FUZZ_BINS): $(BUILD)/fuzz/%: $$(call fuzz_objects,$$*) $(BUILD)/fuzz/lib.a
	$(FUZZ_CC) $(FUZZ_FLAGS) -o $@ $^

.PHONY: fuzz
-include $(shell find $(BUILD)/fuzz -name '*.d' 2>/dev/null)
