/* SPDX-License-Identifier: MIT */
/*
 * What Tab proposes: commands where a command stands; else files, and, for
 * commands whose arguments go into tracing files, what can be traced.
 */
#include "kernel/shell/tab.h"

#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/command.h"
#include "kernel/shell/expand.h"
#include "kernel/shell/lexer.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/sort.h"
#include "lib/string.h"

#define LISTING_BYTES  2048
#define TAB_WORD_BYTES 128

static const char events_file[] = "/sys/kernel/tracing/available_events";
static const char functions_file[] = "/sys/kernel/tracing/available_filter_functions";
static const char tracers_file[] = "/sys/kernel/tracing/available_tracers";

/* What stands before the cursor. */
struct tab_position {
	size_t word;	   /* where the word begins */
	char command[16];  /* that it is an argument of */
	bool is_command;   /* the word itself is one */
	bool is_file_only; /* a redirection's target */
};

/* Candidates are kept as one byte of suffix and the word, to be sorted. */
struct tab_candidates {
	struct shell_arena *arena;
	struct shell_strings strings;
	const char *word; /* what is typed of it */
	size_t bytes;
};

static void tab_add(struct tab_candidates *tab, const char *folder, size_t folder_bytes,
		    const char *name, char suffix)
{
	size_t bytes = strlen(name);
	char *string;

	if (folder_bytes + bytes < tab->bytes ||
	    strncmp(name, tab->word + folder_bytes, tab->bytes - folder_bytes))
		return;
	string = shell_arena_alloc(tab->arena, 1 + folder_bytes + bytes + 1);
	if (!string)
		return;
	string[0] = suffix;
	memcpy(string + 1, folder, folder_bytes);
	memcpy(string + 1 + folder_bytes, name, bytes);
	shell_strings_add(tab->arena, &tab->strings, string);
}

static void tab_add_commands(struct tab_candidates *tab)
{
	for (const struct shell_command_group *group = shell_command_groups; group->title; group++)
		for (const struct shell_command *command = group->commands; command->name;
		     command++)
			tab_add(tab, "", 0, command->name, ' ');
}

static char tab_file_suffix(const char *folder, const struct linux_dirent64 *dirent)
{
	struct kstat stat;
	char *path;
	char suffix = ' ';

	if (dirent->d_type != DT_LNK)
		return dirent->d_type == DT_DIR ? '/' : ' ';
	path = kmalloc(PATH_MAX, GFP_KERNEL);
	if (path) {
		snprintf(path, PATH_MAX, "%s/%s", folder, dirent->d_name);
		if (!vfs_fstatat(AT_FDCWD, path, &stat, 0) && S_ISDIR(stat.mode))
			suffix = '/';
		kfree(path);
	}
	return suffix;
}

static void tab_add_entries(struct tab_candidates *tab, const char *folder, size_t folder_bytes,
			    const char *buffer, ssize_t bytes)
{
	for (ssize_t at = 0; at < bytes;) {
		const struct linux_dirent64 *dirent = (const void *)(buffer + at);

		at += dirent->d_reclen;
		/* Hidden names are proposed to who has typed the dot; . and .. to nobody. */
		if (!strcmp(dirent->d_name, ".") || !strcmp(dirent->d_name, "..") ||
		    (dirent->d_name[0] == '.' && tab->word[folder_bytes] != '.'))
			continue;
		tab_add(tab, tab->word, folder_bytes, dirent->d_name,
			tab_file_suffix(folder, dirent));
	}
}

static void tab_add_files(struct tab_candidates *tab)
{
	const char *slash = strrchr(tab->word, '/');
	size_t folder_bytes = slash ? (size_t)(slash - tab->word) + 1 : 0;
	char *folder = folder_bytes ? shell_arena_copy(tab->arena, tab->word, folder_bytes) : ".";
	char *buffer = kmalloc(LISTING_BYTES, GFP_KERNEL);
	int fd = folder ? do_sys_open(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY, 0) : -ENOMEM;
	ssize_t bytes;

	while (fd >= 0 && buffer && (bytes = ksys_getdents64(fd, buffer, LISTING_BYTES)) > 0)
		tab_add_entries(tab, folder, folder_bytes, buffer, bytes);
	if (fd >= 0)
		ksys_close(fd);
	kfree(buffer);
}

/* Adds the words of a file: its first of each line, or all of them. */
static void tab_add_words(struct tab_candidates *tab, const char *path)
{
	int fd = do_sys_open(AT_FDCWD, path, O_RDONLY, 0);
	char *buffer = kmalloc(LISTING_BYTES, GFP_KERNEL);
	char word[TAB_WORD_BYTES];
	size_t length = 0;
	ssize_t bytes;

	while (fd >= 0 && buffer && (bytes = ksys_read(fd, buffer, LISTING_BYTES)) > 0) {
		for (ssize_t i = 0; i < bytes; i++) {
			if (buffer[i] != ' ' && buffer[i] != '\n') {
				if (length < sizeof(word) - 1)
					word[length++] = buffer[i];
				continue;
			}
			word[length] = '\0';
			if (length && word[0] != '[')
				tab_add(tab, "", 0, word, ' ');
			length = 0;
		}
	}
	if (fd >= 0)
		ksys_close(fd);
	kfree(buffer);
}

/* Whether what a command gets as arguments usually goes into tracing files. */
static bool tab_wants_functions(const char *command)
{
	return !strcmp(command, "echo") || !strcmp(command, "trace") || !strcmp(command, "grep");
}

/* Follows the tokens up to the cursor. Return: whether there is a word that can be completed. */
static bool tab_find_position(const char *text, size_t cursor, struct tab_position *position)
{
	struct shell_token token;
	size_t at = 0;

	*position = (struct tab_position){.is_command = true};
	for (;;) {
		at += shell_next_token(text + at, cursor - at, &token);
		position->word = token.text - text;
		if (token.kind == TOKEN_INVALID || token.kind == TOKEN_INCOMPLETE)
			return false;
		if (token.kind == TOKEN_END || (token.kind == TOKEN_WORD && at == cursor))
			return true;
		if (token.kind == TOKEN_REDIRECT) {
			position->is_file_only = true;
		} else if (token.kind != TOKEN_WORD) {
			position->is_command = true;
			position->is_file_only = false;
		} else if (position->is_file_only) {
			position->is_file_only = false;
		} else if (position->is_command) {
			position->is_command = false;
			snprintf(position->command, sizeof(position->command), "%.*s",
				 (int)token.bytes, token.text);
		}
	}
}

static int tab_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a + 1, *(char *const *)b + 1);
}

static void tab_collect(struct tab_candidates *tab, const struct tab_position *position)
{
	if (position->is_command && !position->is_file_only && !strchr(tab->word, '/')) {
		tab_add_commands(tab);
		return;
	}
	tab_add_files(tab);
	if (position->is_file_only || !tab_wants_functions(position->command) || !tab->bytes ||
	    strchr(tab->word, '/'))
		return;
	tab_add_words(tab, functions_file);
	tab_add_words(tab, tracers_file);
	tab_add_words(tab, events_file);
}

size_t shell_tab_complete(void *context, const char *text, size_t cursor,
			  line_candidate_fn candidate, void *taker)
{
	struct tab_candidates tab = {.arena = shell_arena_create()};
	struct tab_position position;

	if (!tab.arena || !tab_find_position(text, cursor, &position)) {
		shell_arena_put(tab.arena);
		return cursor;
	}
	tab.bytes = cursor - position.word;
	tab.word = shell_arena_copy(tab.arena, text + position.word, tab.bytes);
	if (tab.word)
		tab_collect(&tab, &position);
	sort(tab.strings.items, tab.strings.count, sizeof(char *), tab_compare);
	for (size_t i = 0; i < tab.strings.count; i++)
		candidate(taker, tab.strings.items[i] + 1, tab.strings.items[i][0]);
	shell_arena_put(tab.arena);
	return position.word;
}
