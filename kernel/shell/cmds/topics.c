/* SPDX-License-Identifier: MIT */
/* The topics of `help`. */
#include "kernel/shell/cmds/topics.h"

static const char shell_text[] =
	"    a | b           what a prints is what b reads\n"
	"    a > f  a >> f   into a file, or behind what is there; 2> for errors\n"
	"    a < f           reads a file;   2>&1 sends errors where output goes\n"
	"    a ; b  a && b  a || b    one after another; if a worked; if it failed\n"
	"    a &             does not wait; jobs, fg, wait, kill %1\n"
	"    'x' \"$x\" \\x     quoting; $x is replaced in \"...\", nothing in '...'\n"
	"    *.txt  ?  [a-c] file names;  $(a) what a prints\n"
	"    x=5; echo $x    variables; $? status, $$ pid of the shell, $! of the last &\n"
	"    for i in 1 2 3; do echo $i; done      also while, until, if, { }, ( )\n"
	"    Try: for i in 1 2 3; do echo $i; done | wc -l\n";

static const char keys_text[] =
	"    Left Right Home End, Ctrl-B F A E   move\n"
	"    Up Down, Ctrl-P N                   lines typed before\n"
	"    Backspace Delete, Ctrl-W U K        delete a character, a word, to an end\n"
	"    Tab                                 completes commands, files, functions,\n"
	"                                        events; twice lists them\n"
	"    COLUMNS=120 makes use of a screen wider than 80 columns\n"
	"    Ctrl-L clears the screen, Ctrl-C ends a command, Ctrl-D its input\n"
	"    Try: echo vfs_r and then Tab\n";

static const char tracing_text[] =
	"    Tracing is done by writing files in /tracing:\n"
	"        cd /tracing\n"
	"        cat available_tracers\n"
	"        echo 'vfs_*' > set_ftrace_filter\n"
	"        echo function > current_tracer\n"
	"        cat /proc/version\n"
	"        head -20 trace\n"
	"        echo nop > current_tracer\n"
	"        echo sched:sched_switch > set_event\n"
	"    The command trace writes them for you; with -v it shows what it writes.\n"
	"    Try: trace -v record -f 'vfs_*' cat /proc/version\n";

const struct help_topic help_topics[] = {
	{"shell", "pipes, redirection, variables, loops", shell_text},
	{"keys", "editing the command line", keys_text},
	{"tracing", "the files in /tracing", tracing_text},
	{0},
};
