/* SPDX-License-Identifier: MIT */
/*
 * synthetic_events, kprobe_events and dynamic_events: events that are made by writing a line for
 * each. dynamic_events has all kinds, each with a letter: `s:NAME ...`, `-:NAME` removes one.
 */
#include "kernel/fs/fcntl.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/error_log.h"
#include "trace/events/synth_event.h"
#include "trace/files/control_files.h"
#include "trace/files/dynamic_kind.h"
#include "trace/files/tracefs.h"
#include "trace/probes/probe_event.h"

static int synthetic_create(const char *whole, const char *base, char *text)
{
	char *name = text + 2 + str_has_prefix(text + 2, "synthetic/");

	if (text[1] == ':' && name[strcspn(name, "/ \t")] != '/')
		return synth_event_create(whole, base, name);
	tracing_log_err(NULL, "synthetic_events", whole,
			"Command must be of the form: s or -:[synthetic/]<name> field[;field] ...", 0);
	return -EINVAL;
}

static int synthetic_remove(const char *group, const char *name)
{
	return group && strcmp(group, "synthetic") ? -ENOENT : synth_event_remove(name);
}

static void synthetic_show(struct seq_file *m)
{
	synth_events_show(m, "s:synthetic/");
}

#define KPROBE_KINDS "pr"
#define PROBE_KINDS  KPROBE_KINDS "f"

static int probe_remove(const char *group, const char *name)
{
	return probe_event_remove(PROBE_KINDS, group, name);
}

static bool probe_busy(void)
{
	return probe_events_busy(PROBE_KINDS);
}

static int probe_remove_all(void)
{
	return probe_events_remove_all(PROBE_KINDS);
}

static void probe_show(struct seq_file *m)
{
	probe_events_show(m, PROBE_KINDS);
}

/* Every kind, in the order in which they are shown. */
static const struct dynamic_kind dynamic_kinds[] = {
	{"s", synthetic_create, synthetic_remove, synth_events_busy, synth_events_remove_all,
	 synthetic_show},
	{PROBE_KINDS, probe_event_create, probe_remove, probe_busy, probe_remove_all, probe_show},
	{NULL, NULL, NULL, NULL, NULL, NULL},
};

/* `-:[GROUP/]NAME`; the group becomes NULL if there is none. Return: the name. */
static char *cut_removal(char *text, char **group)
{
	char *name = text + 2;

	name[strcspn(name, " \t")] = '\0';
	*group = strchr(name, '/') ? strsep(&name, "/") : NULL;
	return name;
}

/* Return: 0 or an errno. */
static int dynamic_event_remove(char *text)
{
	char *group, *name = cut_removal(text, &group);
	int error = -ENOENT;

	for (const struct dynamic_kind *kind = dynamic_kinds; kind->letters && error == -ENOENT;
	     kind++)
		error = kind->remove(group, name);
	return error;
}

static int dynamic_event_line(const char *whole, const char *base, char *text)
{
	if (text[0] == '-' && text[1] == ':')
		return dynamic_event_remove(text);
	for (const struct dynamic_kind *kind = dynamic_kinds; kind->letters; kind++)
		if (strchr(kind->letters, text[0]))
			return kind->create(whole, base, text);
	return -EINVAL;
}

static int synthetic_event_line(const char *whole, const char *base, char *text)
{
	if (*text != '!')
		return synth_event_create(whole, base, text);
	text[strcspn(text, " \t")] = '\0';
	return synth_event_remove(text + 1);
}

static int kprobe_event_line(const char *whole, const char *base, char *text)
{
	char *group, *name;

	if (text[0] == '-' && text[1] == ':') {
		name = cut_removal(text, &group);
		return probe_event_remove(KPROBE_KINDS, group, name);
	}
	return strchr(KPROBE_KINDS, text[0]) ? probe_event_create(whole, base, text) : -EINVAL;
}

/* Obeys each line; a comment begins with #. A bad one ends it. Return: 0 or an errno. */
static int each_line(char *text, int (*obey)(const char *whole, const char *base, char *text))
{
	int error = 0;
	char *line;

	while (!error && (line = strsep(&text, "\n"))) {
		char *whole;

		line[strcspn(line, "#")] = '\0';
		line = strim(line);
		if (!*line)
			continue;
		whole = kstrdup(line, GFP_KERNEL);
		error = whole ? obey(whole, line, line) : -ENOMEM;
		kfree(whole);
	}
	return error;
}

int synthetic_events_show(struct seq_file *m, struct tracefs_node *node)
{
	synth_events_show(m, "");
	return 0;
}

int synthetic_events_store(struct tracefs_node *node, char *text)
{
	return each_line(text, synthetic_event_line);
}

int kprobe_events_show(struct seq_file *m, struct tracefs_node *node)
{
	probe_events_show(m, KPROBE_KINDS);
	return 0;
}

int kprobe_events_store(struct tracefs_node *node, char *text)
{
	return each_line(text, kprobe_event_line);
}

int kprobe_profile_show(struct seq_file *m, struct tracefs_node *node)
{
	probe_events_profile(m);
	return 0;
}

int kprobes_list_show(struct seq_file *m, struct tracefs_node *node)
{
	probe_events_list(m);
	return 0;
}

int dynamic_events_show(struct seq_file *m, struct tracefs_node *node)
{
	for (const struct dynamic_kind *kind = dynamic_kinds; kind->letters; kind++)
		kind->show(m);
	return 0;
}

int dynamic_events_store(struct tracefs_node *node, char *text)
{
	return each_line(text, dynamic_event_line);
}

/* Opened by `>`: it begins with none. */
static bool begins_anew(const struct file *file)
{
	return (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC);
}

static int synthetic_events_open(struct inode *inode, struct file *file)
{
	int error = begins_anew(file) ? synth_events_remove_all() : 0;

	return error ? error : tracefs_text_open(inode, file);
}

static int kprobe_events_open(struct inode *inode, struct file *file)
{
	int error = begins_anew(file) ? probe_events_remove_all(KPROBE_KINDS) : 0;

	return error ? error : tracefs_text_open(inode, file);
}

static int dynamic_events_open(struct inode *inode, struct file *file)
{
	const struct dynamic_kind *kind;
	int error = 0;

	for (kind = dynamic_kinds; begins_anew(file) && kind->letters; kind++)
		if (kind->busy())
			return -EBUSY;
	for (kind = dynamic_kinds; begins_anew(file) && kind->letters && !error; kind++)
		error = kind->remove_all();
	return error ? error : tracefs_text_open(inode, file);
}

#define LINES_FOPS(its_open)                                                   \
	{                                                                      \
		.open = its_open, .release = single_release, .read = seq_read, \
		.write = tracefs_text_write, .llseek = seq_lseek,              \
	}

const struct file_operations synthetic_events_fops = LINES_FOPS(synthetic_events_open);
const struct file_operations kprobe_events_fops = LINES_FOPS(kprobe_events_open);
const struct file_operations dynamic_events_fops = LINES_FOPS(dynamic_events_open);
