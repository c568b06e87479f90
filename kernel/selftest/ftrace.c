/* SPDX-License-Identifier: MIT */
/* Callbacks on live functions: alone, together, with registers, in themselves, and gone. */
#include "arch/x86_64/ftrace.h"

#include "arch/x86_64/unwind.h"
#include "kernel/kallsyms.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/kthread.h"
#include "kernel/sched/sched.h"
#include "kernel/selftest/selftest.h"
#include "kernel/stress/stress.h"
#include "kernel/time/sleep.h"
#include "kernel/trace_printk.h"
#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "trace/core/ftrace.h"
#include "trace/core/ftrace_recursion.h"

/* What a callback has seen. */
struct seen {
	u32 calls;
	u64 argument, pt_regs_argument;
	u64 parent_ip;
};

static notrace void seen_callback(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
				  struct ftrace_regs *fregs)
{
	struct seen *seen = ops->private;

	seen->calls++;
	seen->argument = fregs->di;
	seen->parent_ip = parent_ip;
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS)
		seen->pt_regs_argument = ftrace_get_regs(fregs)->di;
}

/* Makes @filter let through @function alone. */
static int filter_on(struct ftrace_filter *filter, void *function)
{
	struct site_set set = {0};
	int error = site_set_reserve(&set, ftrace_site_limit());

	if (!error)
		site_set_add(&set, ftrace_site_index((u64)function));
	if (!error)
		error = ftrace_filter_exchange(filter, FTRACE_ONLY, &set, NULL);
	site_set_free(&set);
	return error;
}

static void filter_free(struct ftrace_filter *filter)
{
	site_set_free(&filter->list[FTRACE_ONLY]);
	site_set_free(&filter->list[FTRACE_NEVER]);
}

/* A backtrace of who was interrupted at @ip in a trampoline, the stack being @stack: a caller's. */
static noinline int check_backtrace_at(u64 ip, const u64 *stack, u64 site_ip)
{
	const u64 *frame = *(const u64 **)__builtin_frame_address(0);
	struct pt_regs regs = {.ip = ip, .sp = (u64)stack, .bp = (u64)frame};
	u64 entries[4] = {0};

	SELFTEST_EXPECT(stack_trace_save_regs(&regs, entries, 4, 0) == 4, ip);
	SELFTEST_EXPECT(entries[0] == ip && entries[1] == site_ip + 5, entries[1]);
	SELFTEST_EXPECT(entries[2] == (u64)schedule + 1, entries[2]);
	SELFTEST_EXPECT(entries[3] == frame[1], entries[3]);
	return 0;
}

/* Before it has a frame, between the instructions that make it, and where it has none again. */
static int check_backtrace(u64 trampoline, u64 site_ip)
{
	u64 stack[] = {0, site_ip + 5, (u64)schedule + 1}, start;
	u64 size = ftrace_find_trampoline(trampoline, &start);
	struct kallsym sym;
	int error;

	SELFTEST_EXPECT(size && start == trampoline, trampoline);
	SELFTEST_EXPECT(kallsyms_lookup(start + size - 1, &sym) && sym.address == start, start);
	SELFTEST_EXPECT(!kallsyms_lookup(start + size, &sym), size);
	error = check_backtrace_at(start, stack + 1, site_ip);
	if (!error)
		error = check_backtrace_at(start + 1, stack, site_ip);
	if (!error)
		error = check_backtrace_at(start + size - 1, stack + 1, site_ip);
	return error;
}

/* Alone, with a second user that wants all registers, and alone again. */
static int check_two_users(struct ftrace_ops *plain, struct ftrace_ops *regs)
{
	struct seen *a = plain->private, *b = regs->private;
	s64 site = ftrace_site_index((u64)stress_call_target);

	SELFTEST_EXPECT(!register_ftrace_function(plain), 0);
	SELFTEST_EXPECT(stress_call_target(40) == 41, 0);
	SELFTEST_EXPECT(a->calls == 1 && a->argument == 40, a->argument);
	SELFTEST_EXPECT(ftrace_is_trampoline(ftrace_site_target(site)), site);
	SELFTEST_EXPECT(!check_backtrace(ftrace_site_target(site), (u64)stress_call_target), site);

	SELFTEST_EXPECT(!register_ftrace_function(regs), 0);
	SELFTEST_EXPECT(stress_call_target(50) == 51, 0);
	SELFTEST_EXPECT(a->calls == 2 && a->argument == 50, a->argument);
	SELFTEST_EXPECT(b->calls == 1 && b->argument == 50, b->argument);
	SELFTEST_EXPECT(b->pt_regs_argument == 50, b->pt_regs_argument);
	SELFTEST_EXPECT(b->parent_ip == a->parent_ip, b->parent_ip);
	SELFTEST_EXPECT(ftrace_site_target(site) == ftrace_list_trampoline_address(true), site);

	SELFTEST_EXPECT(!unregister_ftrace_function(plain), 0);
	SELFTEST_EXPECT(stress_call_target(60) == 61, 0);
	SELFTEST_EXPECT(a->calls == 2 && b->calls == 2, a->calls);
	SELFTEST_EXPECT(b->pt_regs_argument == 60, b->pt_regs_argument);
	SELFTEST_EXPECT(!unregister_ftrace_function(regs), 0);
	SELFTEST_EXPECT(stress_call_target(70) == 71, 0);
	SELFTEST_EXPECT(a->calls == 2 && b->calls == 2, b->calls);
	SELFTEST_EXPECT(ftrace_site_target(site) == 0, site);
	return 0;
}

int selftest_ftrace_ops(void)
{
	struct seen seen[2] = {{0}, {0}};
	struct ftrace_filter filter = {0};
	struct ftrace_ops plain = {.func = seen_callback, .filter = &filter, .private = &seen[0]};
	struct ftrace_ops regs = {.func = seen_callback,
				  .filter = &filter,
				  .private = &seen[1],
				  .flags = FTRACE_OPS_FL_SAVE_REGS};
	int error = filter_on(&filter, stress_call_target);

	if (!error)
		error = check_two_users(&plain, &regs);
	/* After a failure they may be registered still. */
	unregister_ftrace_function(&plain);
	unregister_ftrace_function(&regs);
	ftrace_ops_destroy(&plain);
	ftrace_ops_destroy(&regs);
	filter_free(&filter);
	return error;
}

static u32 outer_calls, refused_calls;

/* Calls what it traces: without the guard it would never end. With it, it is called once more. */
static notrace void calling_callback(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
				     struct ftrace_regs *fregs)
{
	u32 bit = trace_recursion_enter(preempt_count());

	if (!bit) {
		refused_calls++;
		return;
	}
	outer_calls++;
	trace_target();
	trace_recursion_exit(bit);
}

int selftest_ftrace_recursion(void)
{
	struct ftrace_filter filter = {0};
	struct ftrace_ops ops = {.func = calling_callback, .filter = &filter};
	int error = filter_on(&filter, trace_target);

	outer_calls = 0;
	refused_calls = 0;
	if (!error)
		error = register_ftrace_function(&ops);
	if (!error) {
		trace_target();
		error = unregister_ftrace_function(&ops);
	}
	ftrace_ops_destroy(&ops);
	filter_free(&filter);
	SELFTEST_EXPECT(!error, error);
	SELFTEST_EXPECT(outer_calls == 2,
			outer_calls); /* it could have been an interrupt's entry */
	SELFTEST_EXPECT(refused_calls == 1, refused_calls);
	return 0;
}

/* A task that is held inside a callback, and let go a while later by another. */
static bool is_inside, may_leave;

static notrace void waiting_callback(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
				     struct ftrace_regs *fregs)
{
	WRITE_ONCE(is_inside, true);
	while (!READ_ONCE(may_leave))
		cpu_relax();
}

static int go_inside(void *unused)
{
	trace_target();
	return 0;
}

static int let_leave_later(void *unused)
{
	msleep(60);
	WRITE_ONCE(may_leave, true);
	return 0;
}

/* Return: 0, or why @fn does not run. */
static int run_thread(int (*fn)(void *), struct task_struct **task)
{
	*task = kthread_create(fn, NULL, "selftest");
	if (IS_ERR(*task))
		return PTR_ERR(*task);
	get_task_struct(*task);
	wake_up_process(*task);
	return 0;
}

static void end_thread(struct task_struct *task)
{
	if (IS_ERR_OR_NULL(task))
		return;
	kthread_stop(task);
	put_task_struct(task);
}

int selftest_ftrace_free(void)
{
	struct task_struct *inside = NULL, *helper = NULL;
	struct ftrace_filter filter = {0};
	struct ftrace_ops ops = {.func = waiting_callback, .filter = &filter};
	int error = filter_on(&filter, trace_target);
	bool waited;
	u32 ms;

	is_inside = false;
	may_leave = false;
	if (!error)
		error = register_ftrace_function(&ops);
	if (!error)
		error = run_thread(go_inside, &inside);
	for (ms = 0; ms < 1000 && !READ_ONCE(is_inside) && !error; ms++)
		msleep(1);
	if (!error)
		error = run_thread(let_leave_later, &helper);
	if (!error)
		error = unregister_ftrace_function(&ops);
	if (error)
		WRITE_ONCE(may_leave, true);
	ftrace_ops_destroy(&ops);
	waited = READ_ONCE(may_leave);
	end_thread(inside);
	end_thread(helper);
	filter_free(&filter);
	SELFTEST_EXPECT(!error, error);
	SELFTEST_EXPECT(is_inside && waited, waited);
	return 0;
}

/* What it leaves in the trace is what the test of its text looks for. */
int selftest_trace_printk(void)
{
	trace_printk("selftest %d of %s\n", 1, "trace_printk");
	trace_printk("no newline, %#x", 255u);
	return 0;
}
