/* SPDX-License-Identifier: MIT */
/* The order that `sort` puts lines in. Pure, also built on the host. */
#pragma once

#include "lib/types.h"

struct sort_order {
	bool numeric, reverse;
	u32 first_field, last_field; /* from 1; 0: the whole line, to the end of it */
};

struct sort_line {
	char *text;
	size_t order; /* where it was in the input: equal lines stay as they came */
	const char *key;
	size_t key_bytes;
	s64 number; /* the key's, in thousandths, when sorting by numbers */
	bool numeric, reverse;
};

/* "2", "2,3", "2n", "2,2nr": fields are separated by blanks. Return: whether it is one. */
bool sort_parse_key(const char *text, struct sort_order *order);

/* Finds the key in line->text. */
void sort_find_key(struct sort_line *line, const struct sort_order *order);

/* For sort(): compares two struct sort_line. */
int sort_compare(const void *a, const void *b);
