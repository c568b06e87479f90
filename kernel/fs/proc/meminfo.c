/* SPDX-License-Identifier: MIT */
/* /proc/meminfo, /proc/slabinfo, /proc/vmallocinfo: who has the memory. */
#include "kernel/fs/proc/proc_internal.h"
#include "kernel/mm/mm.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"

static void show_val_kb(struct seq_file *m, const char *name, u64 bytes)
{
	seq_printf(m, "%-15s %8lu kB\n", name, bytes >> 10);
}

noinline int meminfo_proc_show(struct seq_file *m, void *v)
{
	struct sysinfo info;

	si_meminfo(&info);
	show_val_kb(m, "MemTotal:", info.managed);
	show_val_kb(m, "MemFree:", info.freeram);
	/* Nothing else can be given back at once. */
	show_val_kb(m, "MemAvailable:", info.freeram);
	show_val_kb(m, "Slab:", info.slab);
	show_val_kb(m, "SReclaimable:", info.slab - info.slab_given);
	show_val_kb(m, "SUnreclaim:", info.slab_given);
	show_val_kb(m, "PageTables:", info.page_tables);
	show_val_kb(m, "VmallocUsed:", info.vmalloc);
	return 0;
}

noinline int slabinfo_proc_show(struct seq_file *m, void *v)
{
	struct slabinfo info;
	unsigned int i;

	seq_puts(m, "slabinfo - version: 2.1\n"
		    "# name            <active_objs> <num_objs> <objsize> <objperslab> "
		    "<pagesperslab>\n");
	for (i = 0; slab_get_info(i, &info); i++)
		seq_printf(m, "%-17s %6lu %6lu %6lu %4lu %4lu\n", info.name, info.active_objects,
			   info.total_objects, info.object_size,
			   info.slabs ? info.total_objects / info.slabs : 0,
			   info.slabs ? info.pages / info.slabs : 0);
	return 0;
}

noinline int vmallocinfo_proc_show(struct seq_file *m, void *v)
{
	struct vm_area_info info;
	unsigned int i;

	for (i = 0; vmalloc_get_info(i, &info); i++)
		seq_printf(m, "0x%016lx-0x%016lx %7lu %s\n", info.address, info.address + info.size,
			   info.size, info.kind);
	return 0;
}
