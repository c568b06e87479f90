/* SPDX-License-Identifier: MIT */
/*
 * The files that list sites: available_filter_functions, enabled_functions,
 * and sites, which shows the five bytes themselves.
 */
#include "kernel/kallsyms.h"
#include "trace/core/ftrace.h"
#include "trace/files/control_files.h"

/* The first site from *pos on that is in use (or, with @all, any), at a position one above. */
static void *site_seq_find(loff_t *pos, bool all)
{
	for (; *pos < ftrace_site_limit(); ++*pos) {
		const struct ftrace_site *site = ftrace_site_at((u32)*pos);

		if (site && (all || site->users))
			return (void *)site;
	}
	return NULL;
}

static void *all_sites_start(struct seq_file *m, loff_t *pos)
{
	ftrace_lock_acquire();
	return site_seq_find(pos, true);
}

static void *all_sites_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return site_seq_find(pos, true);
}

static void *used_sites_start(struct seq_file *m, loff_t *pos)
{
	ftrace_lock_acquire();
	return site_seq_find(pos, false);
}

static void *used_sites_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return site_seq_find(pos, false);
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
	if (ops)
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
