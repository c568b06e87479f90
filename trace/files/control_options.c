/* SPDX-License-Identifier: MIT */
/* The file trace_options, and the directory options/ with a file for each. */
#include "kernel/fs/libfs.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"
#include "trace/core/trace_options.h"
#include "trace/core/tracer.h"
#include "trace/files/control_files.h"
#include "trace/ring/ring_buffer.h"

/* trace_options: the common ones and the current tracer's, one a line, `no` before what is off. */
int trace_options_show(struct seq_file *m, struct tracefs_node *node)
{
	struct trace_array *tr = node->tr;
	const struct trace_option *option;
	const struct tracer_options *own;
	const struct tracer_option *one;

	trace_types_lock_acquire();
	for (option = trace_option_table; option->name; option++)
		seq_printf(m, "%s%s\n", tr->options & option->bit ? "" : "no", option->name);
	own = tr->current_tracer->options;
	for (one = own ? own->list : NULL; one && one->name; one++)
		seq_printf(m, "%s%s\n", tr->tracer_flags & one->bit ? "" : "no", one->name);
	trace_types_lock_release();
	return 0;
}

int trace_options_store(struct tracefs_node *node, char *text)
{
	return trace_set_option(node->tr, text);
}

/* options/NAME: 0 or 1, nothing else. */
static int option_show(struct seq_file *m, struct tracefs_node *node)
{
	const struct trace_option *option = node->what;

	seq_printf(m, "%d\n", !!(node->tr->options & option->bit));
	return 0;
}

static int parse_switch(const char *text, bool *on)
{
	unsigned long value;
	int error = kstrtoul(text, 10, &value);

	if (!error && value > 1)
		error = -EINVAL;
	*on = !error && value;
	return error;
}

static int option_store(struct tracefs_node *node, char *text)
{
	const struct trace_option *option = node->what;
	bool on;
	int error = parse_switch(text, &on);

	return error ? error : trace_change_option(node->tr, option->name, on);
}

/* The same for an option of a tracer, also while another one is the current one. */
static int tracer_option_show(struct seq_file *m, struct tracefs_node *node)
{
	bool on;

	trace_types_lock_acquire();
	on = tracer_option_is_on(node->tr, node->what);
	trace_types_lock_release();
	seq_printf(m, "%d\n", on);
	return 0;
}

static int tracer_option_store(struct tracefs_node *node, char *text)
{
	bool on;
	int error = parse_switch(text, &on);

	return error ? error : tracer_change_option(node->tr, node->what, on);
}

/* The descriptors differ by their names only, so one is made for each. */
static int create_option_file(struct dentry *dir, struct trace_array *tr, const char *name,
			      const struct tracefs_file *like, const void *what)
{
	struct tracefs_file *file = kzalloc(sizeof(*file), GFP_KERNEL);
	struct tracefs_node *node;

	if (!file)
		return -ENOMEM;
	*file = *like;
	file->name = name;
	node = tracefs_create_file(dir, file, tr, RING_BUFFER_ALL_CPUS);
	if (!node) {
		kfree(file);
		return -ENOMEM;
	}
	node->what = what;
	return 0;
}

int tracefs_create_options(struct dentry *dir, struct trace_array *tr)
{
	static const struct tracefs_file common = {NULL, 0644, option_show, option_store, NULL};
	static const struct tracefs_file own = {NULL, 0644, tracer_option_show, tracer_option_store,
						NULL};
	struct dentry *options = simple_dir_create(dir, "options", NULL, NULL);
	const struct trace_option *option;
	const struct tracer *const *tracer;
	int error = IS_ERR(options) ? (int)PTR_ERR(options) : 0;

	for (option = trace_option_table; option->name && !error; option++)
		if (!option->only_first || tr == &global_trace)
			error = create_option_file(options, tr, option->name, &common, option);
	for (tracer = tracers; *tracer && !error; tracer++) {
		const struct tracer_option *one =
			(*tracer)->options ? (*tracer)->options->list : NULL;

		for (; one && one->name && !error; one++)
			error = create_option_file(options, tr, one->name, &own, one);
	}
	return error;
}
