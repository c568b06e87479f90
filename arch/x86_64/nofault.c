/* SPDX-License-Identifier: MIT */
/*
 * Instructions that are allowed to fail, and where to go on after them. Not
 * traced: the tracer reads through these, and the fault is part of the reading.
 */
#include "arch/x86_64/nofault.h"
#include "lib/errno.h"

/* linker.ld brackets what the macro below adds. */
struct exception_table_entry {
	u64 ip, fixup;
};
extern const struct exception_table_entry __start_ex_table[], __stop_ex_table[];

notrace bool fixup_exception(struct pt_regs *regs)
{
	const struct exception_table_entry *entry;

	for (entry = __start_ex_table; entry < __stop_ex_table; entry++) {
		if (entry->ip == regs->ip) {
			regs->ip = entry->fixup;
			return true;
		}
	}
	return false;
}

bool exception_table_touches(u64 start, u64 end)
{
	const struct exception_table_entry *entry;

	for (entry = __start_ex_table; entry < __stop_ex_table; entry++)
		if (entry->ip - start < end - start || entry->fixup - start < end - start)
			return true;
	return false;
}

static __always_inline bool load_u8_nofault(u8 *to, const u8 *from)
{
	__asm__ goto volatile("1: movb %1, %0" EX_TABLE(fault) : "=q"(*to) : "m"(*from) : : fault);
	return true;
fault:
	return false;
}

notrace int copy_from_kernel_nofault(void *to, const void *from, size_t bytes)
{
	u8 *out = to;
	const u8 *in = from;

	if ((u64)in < KERNEL_SPACE_START)
		return -EFAULT;
	for (; bytes >= sizeof(u64); bytes -= sizeof(u64)) {
		if (!load_u64_nofault((u64 *)out, in))
			return -EFAULT;
		out += sizeof(u64);
		in += sizeof(u64);
	}
	for (; bytes; bytes--)
		if (!load_u8_nofault(out++, in++))
			return -EFAULT;
	return 0;
}

notrace ssize_t strncpy_from_kernel_nofault(char *to, const void *from, size_t size)
{
	const u8 *in = from;

	if (!size)
		return -E2BIG;
	to[0] = 0;
	if ((u64)in < KERNEL_SPACE_START)
		return -EFAULT;
	for (size_t i = 0; i < size; i++) {
		if (!load_u8_nofault((u8 *)to + i, in + i)) {
			to[0] = 0;
			return -EFAULT;
		}
		if (!to[i])
			return (ssize_t)i;
	}
	to[size - 1] = 0;
	return -E2BIG;
}
