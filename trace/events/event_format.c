/* SPDX-License-Identifier: MIT */
/*
 * What records look like, as text for tools: events/SYSTEM/NAME/format, and
 * around them header_page and header_event. trace-cmd and KernelShark read
 * these texts, so each blank counts.
 */
#include "kernel/fs/seq_file.h"
#include "trace/core/trace_event.h"
#include "trace/events/event.h"
#include "trace/ring/ring_page.h"

_Static_assert(sizeof(struct trace_entry) == 8 && offsetof(struct trace_entry, flags) == 2 &&
		       offsetof(struct trace_entry, preempt_count) == 3 &&
		       offsetof(struct trace_entry, pid) == 4,
	       "as trace_common_format says");

const char trace_common_format[] =
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n";

void trace_event_show_format(struct seq_file *m, const struct trace_event *event)
{
	seq_printf(m, "name: %s\nID: %u\n%s", event->name, event->id, trace_common_format);
	for (u32 i = 0; i < event->field_count; i++) {
		const struct trace_field *field = &event->fields[i];

		seq_printf(m, "\tfield:%s %s;\toffset:%u;\tsize:%u;\tsigned:%u;\n", field->type,
			   field->name, field->offset, field->size, field->is_signed);
	}
	seq_printf(m, "\nprint fmt: %s\n", event->print_fmt);
}

_Static_assert(RING_PAGE_HEADER_SIZE == 16 && offsetof(struct ring_page_header, commit) == 8,
	       "as header_page says");

void trace_show_header_page(struct seq_file *m, u32 subbuf_size)
{
	seq_printf(m,
		   "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		   "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		   "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		   "\tfield: char data;\toffset:16;\tsize:%lu;\tsigned:1;\n",
		   subbuf_size - RING_PAGE_HEADER_SIZE);
}

_Static_assert(RING_TYPE_BITS == 5 && RING_DELTA_BITS == 27 && RING_TYPE_PADDING == 29 &&
		       RING_TYPE_TIME_EXTEND == 30 && RING_TYPE_TIME_STAMP == 31 &&
		       RING_TYPE_DATA_MAX == 28,
	       "as trace_header_event says");

const char trace_header_event[] = "# compressed entry header\n"
				  "\ttype_len    :    5 bits\n"
				  "\ttime_delta  :   27 bits\n"
				  "\tarray       :   32 bits\n"
				  "\n"
				  "\tpadding     : type == 29\n"
				  "\ttime_extend : type == 30\n"
				  "\ttime_stamp : type == 31\n"
				  "\tdata max type_len  == 28\n";
