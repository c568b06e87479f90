/* SPDX-License-Identifier: MIT */
/* What every host test includes first: cmocka with the headers it wants in front of it. */
#pragma once

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */
