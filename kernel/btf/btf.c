/* SPDX-License-Identifier: MIT */
/* The table that the build has put into the image: linker.ld, section .btf. */
#include "kernel/btf/btf.h"

#include "kernel/kallsyms.h"
#include "kernel/printk.h"
#include "lib/string.h"

extern const u8 __start_btf[], __stop_btf[];

void btf_init(void)
{
	size_t size = (size_t)(__stop_btf - __start_btf);
	int error = size ? btf_load(__start_btf, size) : 0;

	if (error)
		pr_err("btf: the table of types is not sound: error %d\n", -error);
}

bool btf_function_at(u64 ip, struct btf_function *function)
{
	struct kallsym sym;

	return kallsyms_lookup(ip, &sym) && !sym.module &&
	       btf_find_function(sym.name, strlen(sym.name), function);
}
