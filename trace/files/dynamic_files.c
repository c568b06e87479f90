/* SPDX-License-Identifier: MIT */
/*
 * synthetic_events, kprobe_events and dynamic_events: events that are made by writing a line for
 * each. dynamic_events has all kinds, each with a letter: `s:NAME ...`, `-:NAME` removes one.
 */
#include "kernel/fs/fcntl.h"
#include "kernel/mm/slab.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
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
			"Command must be of the form: s or -:[synthetic/]<name> field[;field] ...",
			0);
	return -EINVAL;
}

/* As Linux, it does not look at the rest. */
static int synthetic_remove(const char *letters, const char *group, const char *name,
			    const char *rest, bool ask)
{
	if (group && strcmp(group, "synthetic") != 0)
		return -ENOENT;
	if (name)
		return ask ? -ENOENT : synth_event_remove(name);
	if (ask)
		return synth_events_busy() ? -EBUSY : -ENOENT;
	return synth_events_remove_all();
}

static void synthetic_show(struct seq_file *m, const char *letters)
{
	synth_events_show(m, "s:synthetic/");
}

/* Every kind, in the order in which they are shown. */
static const struct dynamic_kind dynamic_kinds[] = {
	{"s", synthetic_create, synthetic_remove, synthetic_show},
	{"pr", probe_event_create, probe_events_remove, probe_events_show},
	{"f", probe_event_create, probe_events_remove, probe_events_show},
};

/* What is in a file: so many kinds from this one on. */
struct dynamic_file {
	const struct dynamic_kind *first;
	u32 count;
};
static const struct dynamic_file dynamic_file = {dynamic_kinds, ARRAY_SIZE(dynamic_kinds)};
static const struct dynamic_file kprobe_file = {&dynamic_kinds[1], 1};

/* Asks all kinds first, so that nothing is removed if one cannot be. Return: 0 or an errno. */
static int remove_matching(const struct dynamic_file *of, const char *group, const char *name,
			   const char *rest)
{
	int error = -ENOENT;

	for (u32 i = 0; i < 2 * of->count && (!error || error == -ENOENT); i++) {
		const struct dynamic_kind *kind = &of->first[i % of->count];
		int result = kind->remove(kind->letters, group, name, rest, i < of->count);

		error = result == -ENOENT ? error : result;
	}
	return error;
}

/* One blank between words, none before the first. */
static void squeeze_blanks(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (!isspace(*from) || (to > text && to[-1] != ' '))
			*to++ = isspace(*from) ? ' ' : *from;
	*to = '\0';
}

static int mistake(const char *whole, u32 offset, const char *text, int error)
{
	tracing_log_err(NULL, "dynevent", whole, text, offset);
	return error;
}

/*
 * `-:[GROUP/]NAME [PLACE [ARGUMENT]...]`, or `-:GROUP/` for all of it; `!` before a line as it is
 * listed is the same. Return: 0 or an errno.
 */
static int remove_line(const struct dynamic_file *of, const char *whole, char *text)
{
	char *rest = text + 1, *name = strsep(&rest, " \t"), *group;
	int error;
	u32 at;

	if (*text == '!')
		name = strchrnul(name, ':');
	at = (u32)(name - text) + (*name == ':');
	if (*name != ':' || !*++name)
		return mistake(whole, at, "Event name is not specified", -EINVAL);
	group = strchr(name, '/') ? strsep(&name, "/") : NULL;
	if (rest)
		squeeze_blanks(rest);
	error = remove_matching(of, group, *name ? name : NULL, rest);
	return error == -ENOENT ? mistake(whole, at, "There is no such event", error) : error;
}

static int obey_line(const struct dynamic_file *of, const char *whole, const char *base, char *text)
{
	if (text[0] == '-' || (text[0] == '!' && of == &dynamic_file))
		return remove_line(of, whole, text);
	for (u32 i = 0; i < of->count; i++)
		if (strchr(of->first[i].letters, text[0]))
			return of->first[i].create(whole, base, text);
	return mistake(whole, 0, "No matching dynamic event type", -EINVAL);
}

/* synthetic_events has a language of its own. */
static int synthetic_event_line(const char *whole, const char *base, char *text)
{
	if (*text != '!')
		return synth_event_create(whole, base, text);
	text[strcspn(text, " \t")] = '\0';
	return synth_event_remove(text + 1);
}

/* How much error_log has of a line that is too long. */
#define LONG_LINE_SHOWN 64

/* Obeys each line; a comment begins with #. A bad one ends it. @of: NULL for synthetic_events.
 * Return: 0 or an errno. */
static int each_line(const struct dynamic_file *of, char *text)
{
	int error = 0;
	char *line;

	while (!error && (line = strsep(&text, "\n"))) {
		size_t length = strlen(line);
		char *whole;

		line[strcspn(line, "#")] = '\0';
		line = strim(line);
		if (!*line)
			continue;
		if (length > TRACEFS_WRITE_MAX - 2) {
			line[LONG_LINE_SHOWN] = '\0';
			return mistake(line, LONG_LINE_SHOWN, "Line length is too long", -EINVAL);
		}
		whole = kstrdup(line, GFP_KERNEL);
		error = !whole ? -ENOMEM
			: of   ? obey_line(of, whole, line, line)
			       : synthetic_event_line(whole, line, line);
		kfree(whole);
	}
	return error;
}

static int show_lines(struct seq_file *m, const struct dynamic_file *of)
{
	for (u32 i = 0; i < of->count; i++)
		of->first[i].show(m, of->first[i].letters);
	return 0;
}

/* Opened by `>` it begins with none; nothing is removed if one cannot be. */
static int open_lines(const struct dynamic_file *of, struct inode *inode, struct file *file)
{
	bool anew = (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC);
	int error = anew ? remove_matching(of, NULL, NULL, NULL) : 0;

	return error && error != -ENOENT ? error : tracefs_text_open(inode, file);
}

int synthetic_events_show(struct seq_file *m, struct tracefs_node *node)
{
	synth_events_show(m, "");
	return 0;
}

int synthetic_events_store(struct tracefs_node *node, char *text)
{
	return each_line(NULL, text);
}

static int synthetic_events_open(struct inode *inode, struct file *file)
{
	return open_lines(&(const struct dynamic_file){dynamic_kinds, 1}, inode, file);
}

int kprobe_events_show(struct seq_file *m, struct tracefs_node *node)
{
	return show_lines(m, &kprobe_file);
}

int kprobe_events_store(struct tracefs_node *node, char *text)
{
	return each_line(&kprobe_file, text);
}

static int kprobe_events_open(struct inode *inode, struct file *file)
{
	return open_lines(&kprobe_file, inode, file);
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

int kprobes_blacklist_show(struct seq_file *m, struct tracefs_node *node)
{
	kprobe_blacklist_show(m);
	return 0;
}

int kprobes_enabled_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%d\n", kprobes_all_armed());
	return 0;
}

int kprobes_enabled_store(struct tracefs_node *node, char *text)
{
	bool on;

	return kstrtobool(text, &on) ? -EINVAL : kprobes_arm_all(on);
}

int dynamic_events_show(struct seq_file *m, struct tracefs_node *node)
{
	return show_lines(m, &dynamic_file);
}

int dynamic_events_store(struct tracefs_node *node, char *text)
{
	return each_line(&dynamic_file, text);
}

static int dynamic_events_open(struct inode *inode, struct file *file)
{
	return open_lines(&dynamic_file, inode, file);
}

#define LINES_FOPS(its_open)                                                   \
	{                                                                      \
		.open = its_open, .release = single_release, .read = seq_read, \
		.write = tracefs_lines_write, .llseek = seq_lseek,             \
	}

const struct file_operations synthetic_events_fops = LINES_FOPS(synthetic_events_open);
const struct file_operations kprobe_events_fops = LINES_FOPS(kprobe_events_open);
const struct file_operations dynamic_events_fops = LINES_FOPS(dynamic_events_open);
