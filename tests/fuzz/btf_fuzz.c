/* SPDX-License-Identifier: MIT */
/*
 * Tables of types: the input's first byte says how many of the others are strings, the rest are
 * type records. Of what is taken for sound everything is asked.
 */
#include <stdlib.h>

#include "kernel/btf/btf.h"
#include "kernel/btf/btf_format.h"
#include "lib/seq_buf.h"
#include "lib/string.h"

static void ask_everything(void)
{
	char text[256];
	struct seq_buf seq;
	struct btf_function function;
	struct btf_param param;
	struct btf_member member;
	struct btf_type type;
	u32 id, i;

	seq_buf_init(&seq, text, sizeof(text));
	for (id = 0; id <= btf_last_id() + 1; id++) {
		const char *name = btf_string(btf_record(id)->name);

		btf_resolve(id, &type);
		btf_print(&seq, id, 0x8000000000000001 + id);
		btf_extend(id, -1ul);
		btf_find_member(id, "a", 1, &member);
		btf_find_member(id, name, strlen(name), &member);
		if (!btf_find_function(name, strlen(name), &function))
			continue;
		for (i = 0; btf_param(&function, i, &param); i++)
			btf_find_param(&function, param.name, strlen(param.name), &param);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	struct btf_header header = {
		.magic = BTF_MAGIC, .version = BTF_VERSION, .header_size = sizeof(header)};
	u8 *table;

	if (bytes < 2 || data[0] > bytes - 1)
		return 0;
	header.string_size = data[0] + 2u;
	header.type_size = (u32)(bytes - 1 - data[0]) & ~3u;
	header.string_offset = header.type_size;
	table = calloc(1, sizeof(header) + header.type_size + header.string_size);
	memcpy(table, &header, sizeof(header));
	memcpy(table + sizeof(header), data + 1, header.type_size);
	memcpy(table + sizeof(header) + header.type_size + 1, data + bytes - data[0], data[0]);
	if (!btf_load(table, sizeof(header) + header.type_size + header.string_size))
		ask_everything();
	btf_load(NULL, 0);
	free(table);
	return 0;
}
