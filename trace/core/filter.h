/* SPDX-License-Identifier: MIT */
/*
 * What is written to set_ftrace_filter and set_ftrace_notrace.
 *
 *	words := word { blank word }
 *	word  := ['!'] pattern [':' command [':' parameter]] [ 'if' condition ]
 *
 * A pattern is a name or a glob (`*`, `?`, `[...]`), or a number, counted from
 * 1, of a line in available_filter_functions. `!` takes the matches out. The command
 * `mod` limits the pattern to a module, or with a `!` before its name to all but it; the
 * others are those of func_command.h, which take effect word by word.
 *
 * A condition, of trace/core/predicate.h, goes up to the end of the line. It takes a word
 * that adds functions, and leaves out those that do not have the arguments it names.
 */
#pragma once

#include "lib/list.h"
#include "lib/types.h"
#include "trace/core/ftrace.h"

struct seq_file;
struct trace_array;

/* Longest word; a longer one is an error. */
#define FILTER_WORD_MAX 256
/* A write of at least this size may end in the middle of a line, */
#define FILTER_WRITE_CHUNK 4096
/* of which so much is kept. */
#define FILTER_CARRY_MAX 1024

/* One word taken apart. The strings point into the word, which is cut at its colons. */
struct filter_word {
	bool remove;
	const char *pattern;
	char *command; /* NULL: add or remove sites */
	char *parameter;
};

/*
 * Copies the next word of @text (@len bytes, from *@position on) to @word.
 * Pure. Return: its length, 0 at the end, -EINVAL for a word that is too long
 * or holds a byte that is not printable ASCII.
 */
int filter_next_word(const char *text, size_t len, size_t *position, char word[FILTER_WORD_MAX]);
/* Pure. Return: the condition, if @text goes on with `if`, its end cut to the last character; NULL.
 */
char *filter_condition(char *text);
/*
 * How much of a write that may end anywhere waits for the next one: the last line, or of a long one
 * without conditions the last word. @text ends with a NUL. Pure. Return: bytes, or -EINVAL.
 */
int filter_unfinished(const char *text, size_t len);
/* Takes @word apart, in place. Pure. Return: 0 or -EINVAL (empty pattern, unless it is for a
 * module). */
int filter_parse_word(char *word, struct filter_word *parsed);

/*
 * Adds to @set the sites that @pattern stands for, or takes them out. Task.
 * Return: whether there is one.
 */
bool ftrace_filter_match(struct site_set *set, const char *pattern, bool remove);

/* PATTERN:mod:MODULE of a module that is not there; kept until it comes. */
struct filter_module {
	struct list_head list; /* in tr->filter_modules; guarded by filter_lock_acquire() */
	enum ftrace_list which;
	char *module; /* points into text */
	char text[];  /* the pattern, NUL, the module, NUL */
};

/* Holds off edits of all filters. Task, may sleep. Taken before ftrace_lock. */
void filter_lock_acquire(void);
void filter_lock_release(void);
/*
 * Applies a word with the command `mod` to @set. The kernel itself is in no module. The
 * lock is held. Return: 0, -EINVAL, -ENOMEM.
 */
int filter_module_apply(struct trace_array *tr, enum ftrace_list which, struct site_set *set,
			const struct filter_word *word);
/* Forgets what waits for modules in one list. The lock is held. */
void filter_module_clear(struct trace_array *tr, enum ftrace_list which);

/* One opened filter file. Zero it, fill it with ftrace_filter_open(). */
struct ftrace_filter_edit {
	struct trace_array *tr;
	/* That of tr, unless changed after ftrace_filter_open(); no commands then. */
	struct ftrace_filter *filter;
	enum ftrace_list which;
	bool replace; /* the next write starts from an empty list */
	bool failed;
	struct site_conditions *conditions; /* of the new list, while it is made */
	u32 carried; /* bytes of a line cut by the end of a full-sized write */
	char carry[FILTER_CARRY_MAX];
};

/* @replace: the file was opened with O_TRUNC. */
void ftrace_filter_open(struct ftrace_filter_edit *edit, struct trace_array *tr,
			enum ftrace_list which, bool replace);
/*
 * Applies all words of one write, or none; but commands one by one. Context: task, may sleep.
 * Return: @len; -EINVAL when a word is malformed or matches nothing, the list
 * is unchanged then, also by a truncating open, and commands stay where they are; -ENOMEM, -ENODEV,
 * and what text_patch_batch() returns.
 */
ssize_t ftrace_filter_write(struct ftrace_filter_edit *edit, const char *text, size_t len);
/* Ends the edit: a truncating open without a write empties the list. Return: 0 or as above. */
int ftrace_filter_close(struct ftrace_filter_edit *edit);

/* One whole edit, for the command line: @text replaces the list. Return: 0 or as above. */
int ftrace_filter_set(struct trace_array *tr, enum ftrace_list which, const char *text);

/*
 * The same for any filter and a list PATTERN[,PATTERN]... of the command line; the log says
 * which pattern of @option is in error, and is left out.
 */
void ftrace_filter_set_boot(struct ftrace_filter *filter, enum ftrace_list which,
			    const char *option, const char *list);

/* Walks a list for printing. Return: the first listed site index from @index on, or -1. */
s64 ftrace_filter_next(const struct ftrace_filter *filter, enum ftrace_list which, u32 index);
/* Prints one site of a list, and its condition. The lock is held. */
void ftrace_filter_show(struct seq_file *m, const struct ftrace_filter *filter,
			enum ftrace_list which, u32 index);
/* Return: how many sites are listed; 0 means all functions (or, for notrace, none). */
u32 ftrace_filter_count(const struct ftrace_filter *filter, enum ftrace_list which);
