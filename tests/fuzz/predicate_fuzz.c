/* SPDX-License-Identifier: MIT */
/* Filters and conditions: the input's first line is the expression, then come record and memory. */
#include <stdlib.h>

#include "lib/math.h"
#include "lib/string.h"
#include "tests/unit/trace/core/predicate_host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	const uint8_t *end = bytes ? memchr(data, '\n', bytes) : NULL;
	size_t length = end ? (size_t)(end - data) : bytes, rest = end ? bytes - length - 1 : 0;
	char *text = malloc(length + 1);
	u8 *record = calloc(1, HOST_RECORD_SIZE);
	size_t first = min(rest, (size_t)HOST_RECORD_SIZE);
	struct predicate *predicate;
	struct predicate_error error;

	memcpy(text, data, length);
	text[length] = '\0';
	memset(host_memory, 0, sizeof(host_memory));
	if (end) {
		memcpy(record, end + 1, first);
		memcpy(host_memory, end + 1 + first, min(rest - first, sizeof(host_memory)));
	}
	memset(record + 58, 0, 4); /* where a string lies is never wrong in a record */
	if (!predicate_compile(text, &host_names, &predicate, &error)) {
		predicate_matches(predicate, record);
		predicate_free(predicate);
	} else if (error.offset > strlen(text) || !error.text) {
		abort();
	}
	free(text);
	free(record);
	return 0;
}
