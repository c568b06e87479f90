# The ring's tests bring its surroundings with them (host/), and two are built in
# their own way: race_test, the stress test again under ThreadSanitizer, and
# nest_test, the ring as it is compiled for the kernel, single-stepped.

RING_HOST    := tests/unit/trace/ring/host
RING_SOURCES := $(filter-out trace/ring/ring_platform.c,$(wildcard trace/ring/*.c)) $(RING_HOST)/ring_platform.c
RING_HEADERS := $(wildcard trace/ring/*.h) $(wildcard $(RING_HOST)/trace/ring/*.h) arch/x86_64/local.h

unit_links_trace/ring/ring_buffer_test := $(RING_SOURCES)
unit_links_trace/ring/stress_test      := $(RING_SOURCES)
unit_own_rule += trace/ring/race_test trace/ring/nest_test

$(patsubst %,$(BUILD)/unit/%.o,$(RING_SOURCES)) $(BUILD)/unit/tests/unit/trace/ring/%.o: UNIT_FLAGS := -I$(RING_HOST) $(UNIT_FLAGS)

RING_FLAGS := $(filter-out -fsanitize% -fno-sanitize% -fno-inline -O1,$(UNIT_FLAGS))
ring_build  = @mkdir -p "$(@D)"; $(HOSTCC) -I$(RING_HOST) $(RING_FLAGS) $(1) -o $@ $(filter %.c,$^) -lcmocka -lpthread -latomic

$(BUILD)/unit/trace/ring/race_test: tests/unit/trace/ring/race_test.c $(RING_SOURCES) lib/memory.c lib/string.c $(RING_HEADERS)
	$(call ring_build,-O1 -fsanitize=thread)

$(BUILD)/unit/trace/ring/nest_test: tests/unit/trace/ring/nest_test.c $(RING_SOURCES) lib/memory.c lib/string.c $(RING_HEADERS)
	$(call ring_build,-O2 -mno-red-zone)
