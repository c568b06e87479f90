/* SPDX-License-Identifier: MIT */
/* What the steps of a compiled regular expression do. */
#pragma once

enum regex_operation {
	STEP_MATCH,
	/* These take one byte of the text and go on at .first. */
	STEP_BYTE, /* .argument, in lower case when case is ignored */
	STEP_ANY,
	STEP_CLASS, /* one of class .argument */
	/* These take nothing. */
	STEP_JUMP,  /* to .first */
	STEP_SPLIT, /* to .first and to .second */
	STEP_LINE_BEGIN,
	STEP_LINE_END,
};
