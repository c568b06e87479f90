/* SPDX-License-Identifier: MIT */
#pragma once

#include "kernel/btf/btf.h"
#include "tests/unit/trace/core/predicate_host.h"
#include "trace/probes/fetch_arg.h"

#define FETCH_FUNCTION 0xffffffff80001000ul
