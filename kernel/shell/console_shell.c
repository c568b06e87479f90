/* SPDX-License-Identifier: MIT */
/* The shell at the console: prompt, line, run; and the same for a script that was sent. */
#include "kernel/fs/fdtable.h"
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/exec.h"
#include "kernel/shell/jobs.h"
#include "kernel/shell/line_editor.h"
#include "kernel/shell/poweroff.h"
#include "kernel/shell/shell.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/tab.h"
#include "kernel/shell/tty_job.h"
#include "kernel/time/clock.h"
#include "kernel/tty/console.h"
#include "kernel/tty/tty.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"

#define PROMPT_BYTES 64
#define PROMPT_PATH  40 /* bytes of the working directory */
#define SCRIPT_MAX   (1u << 20)

static const char motd[] = "Type `help` for the commands, `help trace` to begin tracing.\n";

static struct line_editor *console_editor;

/* From the kernel command line; NULL: a shell at the console. */
static const char *script_path;

u64 shell_ready_ns;

int shell_parse_script_param(const char *value)
{
	if (!value || !*value)
		return -EINVAL;
	script_path = value;
	return 0;
}

static void editor_write(void *context, const char *text, size_t bytes)
{
	cmd_write_all(1, text, bytes);
}

/* Of a long path the end is shown. */
static void make_prompt(char *prompt)
{
	char *path = kmalloc(PATH_MAX, GFP_KERNEL);
	bool known = path && ksys_getcwd(path, PATH_MAX) >= 0;
	size_t length = known ? strlen(path) : 0;

	snprintf(prompt, PROMPT_BYTES, SHELL_NAME ":%s# ",
		 known ? path + (length > PROMPT_PATH ? length - PROMPT_PATH : 0) : "?");
	kfree(path);
}

/* Reads a line from the console. The line is in editor->text when it is LINE_READY. */
static enum line_event console_read_line(struct line_editor *editor, const char *prompt)
{
	enum line_event event = LINE_MORE;
	u32 log_writes = console_write_count();
	char byte;

	tty_set_mode(&tty_console, TTY_RAW);
	line_editor_begin(editor, prompt);
	while (event == LINE_MORE) {
		if (log_writes != console_write_count()) {
			log_writes = console_write_count();
			line_editor_redraw(editor);
		}
		if (tty_read_timeout(&tty_console, &byte, 1, 0) != 1) {
			line_editor_refresh(editor);
			if (tty_read_timeout(&tty_console, &byte, 1, -1) != 1) {
				flush_signals(current);
				continue;
			}
		}
		event = line_editor_feed(editor, byte);
	}
	tty_set_mode(&tty_console, TTY_COOKED);
	return event;
}

/* A command of one or more lines, as it is typed. */
struct typed_command {
	char *text; /* SCRIPT_MAX bytes */
	size_t bytes;
};

/* How wide the terminal is, only the user can tell. */
static void set_columns(const struct shell *shell)
{
	const char *value = shell_get(shell, "COLUMNS", 7);
	unsigned int columns;

	console_editor->columns =
		value && !kstrtouint(value, 10, &columns) ? columns : LINE_COLUMNS;
}

static enum line_event read_typed_line(struct shell *shell, struct typed_command *typed)
{
	char prompt[PROMPT_BYTES] = "> ";
	enum line_event event;

	if (!typed->bytes)
		make_prompt(prompt);
	set_columns(shell);
	event = console_read_line(console_editor, prompt);
	if (event == LINE_TOO_LONG)
		shell_message("a line of more than %d bytes: nothing is run", LINE_BYTES);
	if (event != LINE_READY) {
		typed->bytes = 0;
		shell->status = event == LINE_ABORTED ? 130 : event == LINE_TOO_LONG ? 2 : 0;
		return event;
	}
	if (typed->bytes + console_editor->length + 1 > SCRIPT_MAX) {
		shell_message("the command is too long");
		typed->bytes = 0;
		return LINE_TOO_LONG;
	}
	line_history_add(console_editor, console_editor->text);
	memcpy(typed->text + typed->bytes, console_editor->text, console_editor->length);
	typed->bytes += console_editor->length;
	typed->text[typed->bytes++] = '\n';
	return LINE_READY;
}

/* Whether more lines are needed before the text can be run. */
static bool typed_is_incomplete(const struct typed_command *typed)
{
	struct shell_arena *arena = shell_arena_create();
	struct shell_parse parse;
	bool incomplete =
		arena && shell_parse(arena, typed->text, typed->bytes, &parse) == SHELL_INCOMPLETE;

	shell_arena_put(arena);
	return incomplete;
}

static void console_shell_turn(struct shell *shell, struct typed_command *typed)
{
	enum line_event event = read_typed_line(shell, typed);

	WRITE_ONCE(shell->interrupted, false);
	flush_signals(current);
	if (event == LINE_EOF)
		shell_message("poweroff ends the machine");
	if (event != LINE_READY || typed_is_incomplete(typed))
		return;
	shell_run_text(shell, typed->text, typed->bytes);
	typed->bytes = 0;
	if (READ_ONCE(shell->interrupted)) {
		cmd_write_all(1, "^C\n", 3);
		shell->status = 128 + SIGINT;
	}
	shell->breaks = 0;
	flush_signals(current);
	shell_background_poll(shell, true);
}

static int console_shell_main(struct shell *shell)
{
	struct line_callbacks callbacks = {.write = editor_write, .complete = shell_tab_complete};
	struct typed_command typed = {.text = vmalloc(SCRIPT_MAX)};

	console_editor = vmalloc(sizeof(*console_editor));
	if (!console_editor || !typed.text) {
		pr_err("shell: no memory for a line editor\n");
		return 1;
	}
	line_editor_init(console_editor, &callbacks);
	shell->interactive = true;
	tty_job_attach(shell);
	cmd_write_all(1, motd, sizeof(motd) - 1);
	for (;;)
		console_shell_turn(shell, &typed);
}

/* Gives the task its descriptors 0, 1, 2. Return: 0 or an error. */
static int shell_open_descriptors(const char *in, const char *out)
{
	int error = unshare_files();
	int fds[3];

	if (error)
		return error;
	fds[0] = do_sys_open(AT_FDCWD, in, O_RDWR, 0);
	fds[1] = do_sys_open(AT_FDCWD, out, O_RDWR, 0);
	fds[2] = do_sys_open(AT_FDCWD, "/dev/console", O_RDWR, 0);
	for (int i = 0; i < 3; i++)
		if (fds[i] != i)
			return fds[i] < 0 ? fds[i] : -EBADF;
	return 0;
}

static int shell_main(void *unused)
{
	static struct shell_process process = {.name = SHELL_NAME};
	bool script = script_path;
	struct shell *shell;
	int error;

	current->shell = &process;
	error = shell_open_descriptors(script ? "/dev/null" : "/dev/console",
				       script ? "/dev/ttyS1" : "/dev/console");
	shell = error ? NULL : shell_create();
	if (!shell) {
		pr_err("shell: cannot start, error %d\n", error);
		return 1;
	}
	shell_ready_ns = ktime_get_ns();
	if (!script)
		return console_shell_main(shell);
	tty_write(&tty_machine, "\x02", 1);
	shell_power_off(shell_run_file(shell, script_path));
	return 0;
}

int shell_start(void)
{
	pid_t pid = kernel_thread(shell_main, NULL, "sh");

	return pid < 0 ? pid : 0;
}
