/* SPDX-License-Identifier: MIT */
/* What the two halves of the parser share: places, and types. */
#pragma once

#include "trace/probes/fetch_arg.h"

/* What is known of a value besides where it is. */
struct fetch_value {
	bool is_known; /* by the kernel's types: the rest is about it */
	u32 type;      /* its id */
	u8 bit_offset, bit_width;
	u8 load;	  /* bytes of a bit field's unit */
	const char *name; /* for who gives none; in the word */
	size_t name_length;
};

/* Notes what is wrong, and where in the word. Return: -EINVAL. */
int fetch_mistake(struct fetch_parser *parser, const char *position, const char *text);
/* One more offset, that of the value itself or of an address on the way. Return: 0 or -EINVAL. */
int fetch_add_deref(struct fetch_parser *parser, struct fetch_arg *arg, s64 offset,
		    const char *position);
/* Where the value is: @text without a type, which is cut up. Return: 0 or -EINVAL. */
int fetch_parse_place(struct fetch_parser *parser, struct fetch_arg *arg, struct fetch_value *value,
		      char *text);
