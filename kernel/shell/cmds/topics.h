/* SPDX-License-Identifier: MIT */
/* What `help` knows besides commands. */
#pragma once

struct help_topic {
	const char *word;
	const char *summary;
	const char *text; /* lines, each ended by a newline, at most 78 columns */
};

/* Ended by a NULL word. */
extern const struct help_topic help_topics[];
