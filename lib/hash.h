/* SPDX-License-Identifier: MIT */
/* Hash values for tables of 2^bits buckets. The same input gives the same value on every boot. */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

/* 2^64 divided by the golden ratio, made odd: multiplying by it spreads near-by values. */
#define GOLDEN_RATIO_64 0x9e3779b97f4a7c15ul

/* Return: 0 to 2^@bits - 1; @bits is 1 to 32. */
static __always_inline u32 hash_64(u64 value, unsigned int bits)
{
	return value * GOLDEN_RATIO_64 >> (64 - bits);
}

static __always_inline u32 hash_ptr(const void *ptr, unsigned int bits)
{
	return hash_64((uintptr_t)ptr, bits);
}

/* Return: a 64-bit hash of @bytes bytes; feed it to hash_64() for a bucket. */
static inline u64 hash_bytes(const void *data, size_t bytes)
{
	const u8 *p = data;
	u64 hash = bytes;

	for (; bytes; bytes--, p++)
		hash = (hash ^ *p) * GOLDEN_RATIO_64;
	return hash;
}
