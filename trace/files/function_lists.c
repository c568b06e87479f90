/* SPDX-License-Identifier: MIT */
/*
 * The files that list sites: available_filter_functions (also with addresses),
 * enabled_functions, touched_functions (those that ever were enabled), and
 * sites, which shows the five bytes themselves.
 */
#include "arch/x86_64/page.h"
#include "kernel/kallsyms.h"
#include "lib/math.h"
#include "trace/core/ftrace.h"
#include "trace/files/control_files.h"

enum site_choice {
	SITES_ALL,
	SITES_USED,
	SITES_TOUCHED
};

/* The first such site from *pos on, which is its index. */
static void *site_seq_find(loff_t *pos, enum site_choice choice)
{
	for (; *pos < ftrace_site_limit(); ++*pos) {
		const struct ftrace_site *site = ftrace_site_at((u32)*pos);

		if (site && (choice == SITES_ALL || site->users ||
			     (choice == SITES_TOUCHED && site->flags & FTRACE_SITE_TOUCHED)))
			return (void *)site;
	}
	return NULL;
}

static void *all_sites_start(struct seq_file *m, loff_t *pos)
{
	ftrace_lock_acquire();
	return site_seq_find(pos, SITES_ALL);
}

static void *all_sites_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return site_seq_find(pos, SITES_ALL);
}

static void *used_sites_start(struct seq_file *m, loff_t *pos)
{
	ftrace_lock_acquire();
	return site_seq_find(pos, SITES_USED);
}

static void *used_sites_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return site_seq_find(pos, SITES_USED);
}

static void *touched_sites_start(struct seq_file *m, loff_t *pos)
{
	ftrace_lock_acquire();
	return site_seq_find(pos, SITES_TOUCHED);
}

static void *touched_sites_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return site_seq_find(pos, SITES_TOUCHED);
}

static void site_seq_stop(struct seq_file *m, void *v)
{
	ftrace_lock_release();
}

static u32 site_index(const struct ftrace_site *site)
{
	return (u32)ftrace_site_index(site->ip);
}

/* NAME */
static int available_function_show(struct seq_file *m, void *v)
{
	char name[FTRACE_NAME_MAX];

	ftrace_site_name(site_index(v), name);
	seq_printf(m, "%s\n", name);
	return 0;
}

/* ADDRESS NAME */
static int available_function_address_show(struct seq_file *m, void *v)
{
	const struct ftrace_site *site = v;

	seq_printf(m, "%lx ", site->ip);
	return available_function_show(m, v);
}

/*
 * NAME (USERS) and, in Linux's columns, R for all registers saved; then the
 * trampoline and the callback of the only user, or who serves several.
 */
static int enabled_function_show(struct seq_file *m, void *v)
{
	const struct ftrace_site *site = v;
	u32 index = site_index(site);
	struct ftrace_ops *ops = ftrace_site_user(index);
	char name[FTRACE_NAME_MAX];

	ftrace_site_name(index, name);
	seq_printf(m, "%s (%u)%s", name, site->users,
		   site->flags & FTRACE_SITE_REGS ? " R     " : "       ");
	if (!site->users)
		seq_putc(m, '\n');
	else if (ops)
		seq_printf(m, "\ttramp: 0x%lx (%pS) ->%pS\n", ftrace_site_target(index),
			   (void *)ops->func, (void *)ops->func);
	else
		seq_printf(m, "->%pS\n", (void *)ftrace_ops_list_func);
	return 0;
}

/* ADDRESS NAME BYTES USERS MEANING */
static int ftrace_site_show(struct seq_file *m, void *v)
{
	const struct ftrace_site *site = v;
	u32 index = site_index(site);
	char name[FTRACE_NAME_MAX], meaning[FTRACE_NAME_MAX];
	u8 b[5];

	ftrace_site_name(index, name);
	ftrace_site_describe(index, b, meaning);
	seq_printf(m, "%016lx %-32s %02x %02x %02x %02x %02x  users=%u  %s\n", site->ip, name, b[0],
		   b[1], b[2], b[3], b[4], site->users, meaning);
	return 0;
}

static const struct seq_operations available_functions_seq = {
	.start = all_sites_start,
	.next = all_sites_next,
	.stop = site_seq_stop,
	.show = available_function_show,
};

static const struct seq_operations enabled_functions_seq = {
	.start = used_sites_start,
	.next = used_sites_next,
	.stop = site_seq_stop,
	.show = enabled_function_show,
};

static const struct seq_operations available_addresses_seq = {
	.start = all_sites_start,
	.next = all_sites_next,
	.stop = site_seq_stop,
	.show = available_function_address_show,
};

static const struct seq_operations touched_functions_seq = {
	.start = touched_sites_start,
	.next = touched_sites_next,
	.stop = site_seq_stop,
	.show = enabled_function_show,
};

static const struct seq_operations ftrace_sites_seq = {
	.start = all_sites_start,
	.next = all_sites_next,
	.stop = site_seq_stop,
	.show = ftrace_site_show,
};

static int available_functions_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &available_functions_seq);
}

static int enabled_functions_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &enabled_functions_seq);
}

static int available_addresses_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &available_addresses_seq);
}

static int touched_functions_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &touched_functions_seq);
}

static int ftrace_sites_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &ftrace_sites_seq);
}

const struct file_operations available_filter_functions_fops = {
	.open = available_functions_open,
	.release = seq_release,
	.read = seq_read,
	.llseek = seq_lseek,
};

const struct file_operations enabled_functions_fops = {
	.open = enabled_functions_open,
	.release = seq_release,
	.read = seq_read,
	.llseek = seq_lseek,
};

const struct file_operations ftrace_sites_fops = {
	.open = ftrace_sites_open,
	.release = seq_release,
	.read = seq_read,
	.llseek = seq_lseek,
};

const struct file_operations available_filter_functions_addrs_fops = {
	.open = available_addresses_open,
	.release = seq_release,
	.read = seq_read,
	.llseek = seq_lseek,
};

const struct file_operations touched_functions_fops = {
	.open = touched_functions_open,
	.release = seq_release,
	.read = seq_read,
	.llseek = seq_lseek,
};

/* dyn_ftrace_total_info: FUNCTIONS, and the memory of the table of sites, which is in one piece. */
int dyn_ftrace_total_info_show(struct seq_file *m, struct tracefs_node *node)
{
	u64 bytes = ftrace_site_limit() * sizeof(struct ftrace_site);

	seq_printf(m, "%u pages:%lu groups: 1\n", ftrace_site_total(),
		   DIV_ROUND_UP(bytes, PAGE_SIZE));
	return 0;
}
