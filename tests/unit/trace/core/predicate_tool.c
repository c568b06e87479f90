/* SPDX-License-Identifier: MIT */
/*
 * Compiles and asks expressions for test_predicate.py. A line of input is three parts with tabs
 * between them: the memory and the record in hex, the expression. Answer: 0, 1, or
 * OFFSET LINUX_OFFSET LINUX_ERRNO TEXT of the mistake.
 */
#include <stdio.h>
#include <stdlib.h>

#include "lib/string.h"
#include "tests/unit/trace/core/predicate_host.h"

static void read_hex(u8 *to, size_t bytes, const char *hex)
{
	for (size_t i = 0; i < bytes; i++)
		sscanf(hex + 2 * i, "%2hhx", &to[i]);
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;

	while (getline(&line, &room, stdin) > 0) {
		char *hex = strchr(line, '\t') + 1;
		char *text = strchr(hex, '\t') + 1;
		struct predicate *predicate;
		struct predicate_error error;
		u8 *record = malloc(HOST_RECORD_SIZE);

		text[strlen(text) - 1] = '\0';
		read_hex(host_memory, HOST_MEMORY_SIZE, line);
		read_hex(record, HOST_RECORD_SIZE, hex);
		if (predicate_compile(text, &host_names, &predicate, &error)) {
			printf("%u %u %d %s\n", error.offset, error.linux_offset, error.linux_errno,
			       error.text);
		} else {
			printf("%d\n", predicate_matches(predicate, record));
			predicate_free(predicate);
		}
		free(record);
	}
	free(line);
	return 0;
}
