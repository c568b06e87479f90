/* SPDX-License-Identifier: MIT */
/* Arguments of probes: a byte says where the probe is, then come the text up to a newline and
 * memory. */
#include <stdlib.h>

#include "lib/math.h"
#include "lib/string.h"
#include "tests/unit/trace/probes/fetch_host.h"

static void use(struct fetch_arg *arg)
{
	static const struct pt_regs regs = {.di = HOST_MEMORY,
					    .si = HOST_MEMORY + 100,
					    .dx = 77,
					    .sp = HOST_MEMORY + 128,
					    .ax = ~0ul};
	u32 fixed = ALIGN_UP(16 + fetch_arg_bytes(arg), 4u), size;
	u8 *record = malloc(FETCH_RECORD_MAX);
	char text[8192];
	struct seq_buf seq = {.buffer = text, .size = sizeof(text)};

	arg->offset = 16;
	size = fetch_args(arg, 1, &regs, record, fixed);
	if (size < fixed || size > FETCH_RECORD_MAX || size % 4)
		abort();
	fetch_arg_print(arg, &seq, record);
	fetch_arg_format(arg, &seq);
	fetch_arg_operands(arg, &seq);
	if (seq_buf_has_overflowed(&seq) || strlen(arg->name) < arg->name_length)
		abort();
	free(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	const uint8_t *end = bytes ? memchr(data + 1, '\n', bytes - 1) : NULL;
	size_t length = bytes ? (end ? (size_t)(end - data) - 1 : bytes - 1) : 0;
	char *word = malloc(length + 1);
	struct fetch_parser parser = {0};
	struct fetch_arg arg;

	memset(host_memory, 0, sizeof(host_memory));
	if (bytes) {
		parser.function = *data & 1 ? FETCH_FUNCTION : 0;
		parser.at_return = *data & 2;
		parser.no_registers = *data & 4;
		memcpy(word, data + 1, length);
	}
	if (end)
		memcpy(host_memory, end + 1, min(bytes - length - 2, sizeof(host_memory)));
	word[length] = '\0';
	if (!fetch_arg_parse(&parser, &arg, word, 1))
		use(&arg);
	else if (!parser.mistake || parser.position < word || parser.position > word + length)
		abort();
	free(word);
	return 0;
}
