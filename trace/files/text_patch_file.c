/* SPDX-License-Identifier: MIT */
/* text_patch: how text is changed while processors run; the one in brackets is in use. */
#include "arch/x86_64/text_patch.h"
#include "lib/string.h"
#include "trace/files/control_files.h"

int text_patch_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_puts(m, strcmp(text_patch_method_name(), "breakpoint") ? "[stop_machine] breakpoint\n"
								   : "stop_machine [breakpoint]\n");
	return 0;
}

int text_patch_store(struct tracefs_node *node, char *text)
{
	return text_patch_set_method(text);
}
