# hist_map_test is built under ThreadSanitizer: its threads are what it is about.

unit_own_rule += trace/events/hist_map_test

$(BUILD)/unit/trace/events/hist_map_test: tests/unit/trace/events/hist_map_test.c trace/events/hist_map.c lib/memory.c trace/events/hist_map.h
	@mkdir -p "$(@D)"
	$(HOSTCC) $(filter-out -fsanitize% -fno-sanitize% -fno-inline,$(UNIT_FLAGS)) -fsanitize=thread -o $@ $(filter %.c,$^) -lcmocka -lpthread
