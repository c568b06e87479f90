/* SPDX-License-Identifier: MIT */
/* uptime, free, dmesg, lscpu: what the kernel says of itself. */
#include "kernel/mm/mm.h"
#include "kernel/printk.h"
#include "kernel/sched/stat.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/reader.h"
#include "kernel/shell/stdio.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/string.h"

int cmd_uptime(int argc, char **argv)
{
	u64 seconds = ktime_get_ns() / NSEC_PER_SEC;
	u64 loads[3];

	get_avenrun(loads);
	cmd_printf(" up %lu:%02lu:%02lu, %u tasks, load average: %lu.%02lu, %lu.%02lu, %lu.%02lu\n",
		   seconds / 3600, seconds / 60 % 60, seconds % 60, get_nr_processes(),
		   LOAD_INT(loads[0]), LOAD_CENTI(loads[0]), LOAD_INT(loads[1]),
		   LOAD_CENTI(loads[1]), LOAD_INT(loads[2]), LOAD_CENTI(loads[2]));
	return 0;
}

int cmd_free(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	struct sysinfo info;
	u64 unit = 1024;
	int letter;

	while ((letter = cmd_next_option(&options, "bkm"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		unit = letter == 'b' ? 1 : letter == 'k' ? 1024 : 1024 * 1024;
	}
	si_meminfo(&info);
	cmd_puts(
		"             total        used        free        slab     vmalloc      tables\n");
	cmd_printf("Mem:  %12lu%12lu%12lu%12lu%12lu%12lu\n", info.managed / unit,
		   (info.managed - info.freeram) / unit, info.freeram / unit, info.slab / unit,
		   info.vmalloc / unit, info.page_tables / unit);
	return 0;
}

/* Prints the records from @seq on. Return: the next one's number. */
static u64 dmesg_print(u64 seq)
{
	struct kmsg_record record;
	char stamp[KMSG_STAMP_MAX];
	int error;

	while ((error = kmsg_read(seq, &record)) != -EAGAIN && !cmd_interrupted()) {
		if (error) {
			seq = kmsg_first_seq();
			continue;
		}
		seq = record.seq + 1;
		cmd_write(stamp, kmsg_format_stamp(stamp, record.ts_ns));
		cmd_write(record.text, record.length);
		if (cmd_write("\n", 1))
			break;
	}
	return seq;
}

int cmd_dmesg(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	bool follow = false;
	unsigned long console_level = 0;
	int letter;
	u64 seq;

	while ((letter = cmd_next_option(&options, "wn:"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		follow |= letter == 'w';
		if (letter == 'n' && (cmd_number(options.value, &console_level) || !console_level ||
				      console_level > 8))
			return cmd_fail("-n takes 1 to 8");
	}
	if (console_level) {
		WRITE_ONCE(console_loglevel, (int)console_level);
		return 0;
	}
	seq = dmesg_print(kmsg_first_seq());
	while (follow && !cmd_flush() && !kmsg_wait(seq))
		seq = dmesg_print(seq);
	return 0;
}

/* Return: what is behind "NAME\t: " when @line is about @name, else NULL. */
static const char *cpuinfo_value(const char *line, const char *name)
{
	size_t length = str_has_prefix(line, name);

	if (!length || (line[length] != '\t' && line[length] != ':'))
		return NULL;
	line = strchrnul(line, ':');
	return *line ? skip_spaces(line + 1) : line;
}

/* Prints the lines of the first processor under lscpu's names. */
static int lscpu_use(struct cmd_reader *reader, void *data)
{
	static const char *const names[][2] = {
		{"vendor_id", "Vendor ID"},
		{"cpu family", "CPU family"},
		{"model", "Model"},
		{"model name", "Model name"},
		{"stepping", "Stepping"},
		{"cpu MHz", "CPU MHz"},
		{"address sizes", "Address sizes"},
		{"flags", "Flags"},
	};
	char *line;

	while (cmd_reader_line(reader, &line) > 0) {
		for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
			const char *value = cpuinfo_value(line, names[i][0]);

			if (value)
				cmd_printf("%-20s %s\n", names[i][1], value);
		}
	}
	return 0;
}

int cmd_lscpu(int argc, char **argv)
{
	static char *files[] = {"/proc/cpuinfo"};
	u32 cpu;
	const char *comma = "";

	cmd_printf("%-20s x86_64\n%-20s %u\n%-20s ", "Architecture", "CPU(s)", num_possible_cpus(),
		   "On-line CPU(s) list");
	for_each_online_cpu (cpu) {
		cmd_printf("%s%u", comma, cpu);
		comma = ",";
	}
	cmd_puts("\n");
	return cmd_each_file(1, files, lscpu_use, NULL);
}
