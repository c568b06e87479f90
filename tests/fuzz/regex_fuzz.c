/* SPDX-License-Identifier: MIT */
/* Regular expressions: the input's first line is the pattern, the rest is searched. */
#include "kernel/shell/regex.h"
#include "lib/string.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	static struct regex regex;
	char pattern[256];
	const uint8_t *end = bytes ? memchr(data, '\n', bytes) : NULL;
	size_t length = end ? (size_t)(end - data) : bytes;

	if (length < 1 || length >= sizeof(pattern))
		return 0;
	memcpy(pattern, data + 1, length - 1);
	pattern[length - 1] = '\0';
	if (!regex_compile(&regex, pattern, data[0] & 3) && end)
		regex_search(&regex, (const char *)end + 1, bytes - length - 1);
	return 0;
}
