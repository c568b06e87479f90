/* SPDX-License-Identifier: MIT */
/*
 * Surroundings for the predicate engine on a host: a record with a field of each kind, a memory of
 * 256 bytes outside of which nothing can be read, and two functions. test_predicate.py knows the
 * same layouts.
 */
#pragma once

#include "trace/core/predicate.h"

#define HOST_MEMORY	 0xffff888000000000ul
#define HOST_MEMORY_SIZE 256
#define HOST_RECORD_SIZE 104

extern u8 host_memory[HOST_MEMORY_SIZE];
extern const struct predicate_names host_names;
