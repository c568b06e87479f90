/* SPDX-License-Identifier: MIT */
/*
 * The kernel command line and the list of all its options. The line is cut into
 * words once; the early options are obeyed then, the others when the kernel can
 * do what they ask for.
 */
#include "kernel/params.h"

#include "arch/x86_64/acpi.h"
#include "arch/x86_64/apic.h"
#include "arch/x86_64/host_call.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/boot_info.h"
#include "kernel/lkdtm.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/shell/shell.h"
#include "kernel/shell/trace/colour.h"
#include "kernel/smp/smp.h"
#include "kernel/watchdog.h"
#include "lib/compiler.h"
#include "lib/ctype.h"
#include "lib/strerror.h"
#include "lib/string.h"
#include "trace/core/trace_params.h"
#include "trace/output/trace_dump.h"
#include "trace/tracers/stack_tracer.h"

static const struct kernel_param kernel_params[] = {
	{"loglevel", printk_param_loglevel, true}, /* loglevel=N: print what is more urgent */
	{"quiet", printk_param_quiet, true},	   /* print only errors and worse */
	{"debug", printk_param_debug, true},	   /* print everything */
	{"acpi", acpi_param, true},		   /* acpi=off: as if there were no tables */
	{"nolapic", nolapic_param, true},	   /* one CPU, the interrupts of an old PC */
	{"maxcpus", maxcpus_param, true},	   /* maxcpus=N: start no more CPUs */
	{"nosmp", nosmp_param, true},		   /* maxcpus=1 */
	{"watchdog_thresh", watchdog_thresh_param, true}, /* watchdog_thresh=SECONDS */
	{"nowatchdog", nowatchdog_param, true},		  /* stuck CPUs go unnoticed */
	{"fivebyte.hung_panic", hung_panic_param, true},  /* a stuck CPU is a panic */
	{"panic", panic_param_timeout, true},		  /* panic=SECONDS: restart after a panic */
	{"oops", panic_param_oops, true},		  /* oops=panic */
	{"ftrace", trace_param_tracer, true}, /* ftrace=NAME: trace from early boot on */
	{"ftrace_dump_on_oops", trace_param_dump_on_oops, true}, /* print the trace after an oops */
	{"ftrace_filter", trace_param_filter, true},   /* ftrace_filter=FUNCTION[,FUNCTION]... */
	{"ftrace_notrace", trace_param_notrace, true}, /* ftrace_notrace=FUNCTION[,...] */
	{"ftrace_graph_filter", trace_param_graph_filter, true},       /* set_graph_function */
	{"ftrace_graph_notrace", trace_param_graph_notrace, true},     /* set_graph_notrace */
	{"ftrace_graph_max_depth", trace_param_graph_max_depth, true}, /* max_graph_depth */
	{"tracing_thresh", trace_param_thresh, true}, /* tracing_thresh=MICROSECONDS */
	{"traceoff_on_warning", trace_param_traceoff_on_warning, true}, /* tracing_on = 0 at WARN */
	{"trace_buf_size", trace_param_buf_size, true},	    /* trace_buf_size=SIZE, per CPU */
	{"trace_options", trace_param_options, true},	    /* trace_options=[no]OPTION[,...] */
	{"trace_event", trace_param_event, true},	    /* trace_event=EVENT[,EVENT]... */
	{"trace_trigger", trace_param_trigger, true},	    /* trace_trigger=EVENT.TRIGGER[,...] */
	{"kprobe_event", trace_param_probes, true},	    /* kprobe_event=LINE[;LINE]... */
	{"tp_printk", trace_param_tp_printk, true},	    /* events go to the log, too */
	{"trace_clock", trace_param_clock, true},	    /* trace_clock=NAME */
	{"trace_instance", trace_param_instance, true},	    /* trace_instance=NAME[,EVENT]... */
	{"text_patch", text_patch_set_method, true},	    /* stop_machine, or breakpoint */
	{"text_patch_delay", text_patch_delay_param, true}, /* text_patch_delay=MICROSECONDS */
	{"alloc_snapshot", trace_param_alloc_snapshot, true},	   /* have the spare buffer ready */
	{"ftrace_boot_snapshot", trace_param_boot_snapshot, true}, /* take one when booted */
	{"ftrace_selftest", trace_param_selftest, true}, /* test each tracer while booting */
	{"stacktrace", stack_tracer_param, true},	 /* note the deepest stack from boot on */
	{"stacktrace_filter", stack_tracer_param_filter, true}, /* only below these functions */
	{"lkdtm", lkdtm_param, false},				/* lkdtm=NAME: crash, when booted */
	{"fivebyte.host", host_call_param, false},		/* scripts/boot listens */
	{"TERM", trace_term_param, false},			/* TERM=NAME: what the console is */
	{"fivebyte.script", shell_parse_script_param, false},	/* run it, power off */
};

/* The words, each with its NUL, one behind the other; an empty one at the end. */
static char params_words[BOOT_CMDLINE_MAX + 2];

/* Cuts at blanks outside of quotes, and leaves the quotes out. */
static void params_split(const char *cmdline)
{
	char *out = params_words;
	bool quoted = false;

	for (const char *p = cmdline; *p && out < params_words + BOOT_CMDLINE_MAX; p++) {
		if (*p == '"')
			quoted = !quoted;
		else if (!isspace(*p) || quoted)
			*out++ = *p;
		else if (out > params_words && out[-1])
			*out++ = '\0';
	}
	out[0] = '\0';
	out[1] = '\0';
}

/* Whether @word is @name, alone or with a = behind it. */
static bool params_name_is(const char *word, const char *name)
{
	for (; *name; word++, name++) {
		if (*word != *name && !(*word == '-' && *name == '_'))
			return false;
	}
	return *word == '\0' || *word == '=';
}

static const struct kernel_param *params_find(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(kernel_params); i++) {
		if (params_name_is(word, kernel_params[i].name))
			return &kernel_params[i];
	}
	return NULL;
}

static void params_obey(const struct kernel_param *param, const char *word)
{
	const char *equals = strchr(word, '=');
	int error = param->parse(equals ? equals + 1 : NULL);

	if (error)
		pr_warn("Command line: %.100s: %s\n", word, strerror(error));
}

static void params_walk(bool early)
{
	for (const char *word = params_words; *word; word += strlen(word) + 1) {
		const struct kernel_param *param = params_find(word);

		if (param && param->early == early)
			params_obey(param, word);
		if (!param && !early)
			pr_notice("Command line: %.100s: unknown, ignored\n", word);
	}
}

void parse_early_params(const char *cmdline)
{
	params_split(cmdline);
	params_walk(true);
}

void parse_params(void)
{
	params_walk(false);
}
