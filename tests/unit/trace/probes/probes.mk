# The arguments of probes bring memory that may be missing, symbols and types with them.

FETCH_SOURCES := $(addprefix trace/probes/,fetch_arg.c fetch_place.c) tests/unit/trace/core/predicate_host.c \
	tests/unit/trace/probes/fetch_host.c

unit_links_trace/probes/fetch_parse_test := $(FETCH_SOURCES)

$(patsubst %,$(BUILD)/unit/%.o,$(FETCH_SOURCES) trace/probes/fetch_parse.c) $(BUILD)/unit/tests/unit/trace/probes/%.o: \
	UNIT_FLAGS := -Itests/unit/trace/core/host $(UNIT_FLAGS)
