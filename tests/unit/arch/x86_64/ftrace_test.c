/* SPDX-License-Identifier: MIT */
/*
 * Trampolines, run for real on the host: a function written here begins with a
 * call, as a switched-on site does, and reports the registers it was left with.
 */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "lib/string.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/pid_filter.h"

/* What a caller can see of the registers, before the call and after it. */
struct registers {
	u64 rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11, rbx, r12, r13, r14, r15;
};

/* Loads @in, calls @function, stores to @out. */
void call_with_registers(const struct registers *in, struct registers *out, u64 function);
__asm__(".text\n"
	"call_with_registers:\n"
	"push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
	"push %rsi; push %rdx\n"
	"sub $8, %rsp\n"
	"mov %rdi, %r11\n"
	"mov 0(%r11), %rax; mov 8(%r11), %rcx; mov 16(%r11), %rdx; mov 24(%r11), %rsi\n"
	"mov 32(%r11), %rdi; mov 40(%r11), %r8; mov 48(%r11), %r9; mov 56(%r11), %r10\n"
	"mov 72(%r11), %rbx; mov 80(%r11), %r12; mov 88(%r11), %r13; mov 96(%r11), %r14\n"
	"mov 104(%r11), %r15; mov 64(%r11), %r11\n"
	"call *8(%rsp)\n"
	".globl after_the_call\n"
	"after_the_call:\n"
	"xchg %r11, 16(%rsp)\n"
	"mov %rax, 0(%r11); mov %rcx, 8(%r11); mov %rdx, 16(%r11); mov %rsi, 24(%r11)\n"
	"mov %rdi, 32(%r11); mov %r8, 40(%r11); mov %r9, 48(%r11); mov %r10, 56(%r11)\n"
	"mov %rbx, 72(%r11); mov %r12, 80(%r11); mov %r13, 88(%r11); mov %r14, 96(%r11)\n"
	"mov %r15, 104(%r11); mov 16(%rsp), %rax; mov %rax, 64(%r11)\n"
	"add $24, %rsp\n"
	"pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
	"ret\n");
extern const u8 after_the_call[];

static const struct registers some = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

/* Memory that a 32-bit call reaches from this program. */
static void *near_memory(size_t size)
{
	u64 hint = ((u64)&near_memory & ~0xffffful) - 0x10000000;
	void *memory = MAP_FAILED;

	for (; memory == MAP_FAILED; hint -= 0x100000)
		memory = mmap((void *)hint, size, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	return memory;
}

void *module_alloc(size_t size)
{
	return near_memory(size);
}

void module_memfree(void *address)
{
	if (address)
		munmap(address, PAGE_SIZE);
}

int set_memory_rox(unsigned long address, unsigned int pages)
{
	return mprotect((void *)address, pages * PAGE_SIZE, PROT_READ | PROT_EXEC);
}

void ftrace_wait_for_range(u64 start, u64 end)
{
}

int text_patch_batch(const struct text_patch *patches, u32 count, struct text_patch_report *report)
{
	void *page = (void *)(patches->address & PAGE_MASK);

	assert_int_equal(count, 1);
	assert_memory_equal((void *)patches->address, patches->old, TEXT_PATCH_SIZE);
	mprotect(page, PAGE_SIZE, PROT_READ | PROT_WRITE);
	memcpy((void *)patches->address, patches->new, TEXT_PATCH_SIZE);
	return mprotect(page, PAGE_SIZE, PROT_READ | PROT_EXEC);
}

/* The site and a `ret`: a traced function that does nothing. */
static u8 *function_that_calls(u64 target)
{
	u8 *code = near_memory(PAGE_SIZE);

	text_patch_make_call(code, (u64)code, target);
	code[TEXT_PATCH_SIZE] = 0xc3;
	mprotect(code, PAGE_SIZE, PROT_READ | PROT_EXEC);
	return code;
}

struct pid_ignore __seg_gs pid_ignore;
#define ARCH_SET_GS 0x1001

/* A trampoline has 32 bits of an address at the end of the address space: the base puts it right.
 */
static int point_gs_at_pid_ignore(void **state)
{
	u64 address = (uintptr_t)&pid_ignore;

	return (int)syscall(SYS_arch_prctl, ARCH_SET_GS, address - (u64)(s32)address);
}

/* What ops with pid slot @slot find on this processor. */
static void set_ignored(u32 slot, u8 ignored)
{
	((struct pid_ignore *)(uintptr_t)&pid_ignore)->slot[slot] = ignored;
}

static struct ftrace_ops ops;
static struct ftrace_regs seen;
static struct pt_regs seen_all;
static u64 seen_ip, seen_parent_ip;
static struct ftrace_ops *seen_ops;
static u32 hits;
static bool change_argument;

/* A callback, and as a C function it may destroy every register the ABI lets it. */
static void callback(u64 ip, u64 parent_ip, struct ftrace_ops *who, struct ftrace_regs *fregs)
{
	assert_int_equal((u64)__builtin_frame_address(0) % 16, 0);
	hits++;
	seen_ip = ip;
	seen_parent_ip = parent_ip;
	seen_ops = who;
	seen = *fregs;
	if (ops.flags & FTRACE_OPS_FL_SAVE_REGS) {
		seen_all = *ftrace_get_regs(fregs);
		assert_ptr_equal(seen_all.sp, &fregs->parent_ip);
		if (change_argument)
			ftrace_get_regs(fregs)->di = 99;
	}
	__asm__ volatile("mov $77, %%eax; mov %%rax, %%rcx; mov %%rax, %%rdx; mov %%rax, %%rsi;"
			 "mov %%rax, %%rdi; mov %%rax, %%r8; mov %%rax, %%r9; mov %%rax, %%r10;"
			 "mov %%rax, %%r11" ::
				 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
}

static void other_callback(u64 ip, u64 parent_ip, struct ftrace_ops *who, struct ftrace_regs *fregs)
{
	hits += 100;
}

void ftrace_ops_list_func(u64 ip, u64 parent_ip, struct ftrace_ops *unused,
			  struct ftrace_regs *fregs)
{
	callback(ip, parent_ip, unused, fregs);
}

static int fresh(void **state)
{
	memset(&ops, 0, sizeof(ops));
	memset(&seen_all, 0, sizeof(seen_all));
	ops.func = callback;
	hits = 0;
	change_argument = false;
	return 0;
}

static void check_saved(const u8 *function)
{
	assert_int_equal(hits, 1);
	assert_int_equal(seen_ip, (u64)function);
	assert_int_equal(seen_parent_ip, (u64)after_the_call);
	assert_int_equal(seen.ax, some.rax);
	assert_int_equal(seen.cx, some.rcx);
	assert_int_equal(seen.dx, some.rdx);
	assert_int_equal(seen.si, some.rsi);
	assert_int_equal(seen.di, some.rdi);
	assert_int_equal(seen.r8, some.r8);
	assert_int_equal(seen.r9, some.r9);
	assert_int_equal(seen.r10, some.r10);
	assert_int_equal(seen.r11, some.r11);
	assert_int_equal(seen.return_ip, (u64)function + TEXT_PATCH_SIZE);
	assert_int_equal(seen.parent_ip, (u64)after_the_call);
}

static void call_through(u64 target)
{
	u8 *function = function_that_calls(target);
	struct registers after;

	call_with_registers(&some, &after, (u64)function);
	assert_memory_equal(&after, &some, sizeof(some));
	check_saved(function);
	munmap(function, PAGE_SIZE);
}

static void every_register_survives(void **state)
{
	struct ftrace_trampoline *trampoline = ftrace_trampoline_create(&ops);

	call_through(trampoline->start);
	assert_ptr_equal(seen_ops, &ops);
	ftrace_trampoline_destroy(trampoline);
}

static void check_all_saved(void)
{
	assert_int_equal(seen_all.ax, some.rax);
	assert_int_equal(seen_all.cx, some.rcx);
	assert_int_equal(seen_all.dx, some.rdx);
	assert_int_equal(seen_all.si, some.rsi);
	assert_int_equal(seen_all.di, some.rdi);
	assert_int_equal(seen_all.r8, some.r8);
	assert_int_equal(seen_all.r9, some.r9);
	assert_int_equal(seen_all.r10, some.r10);
	assert_int_equal(seen_all.r11, some.r11);
	assert_int_equal(seen_all.bx, some.rbx);
	assert_int_equal(seen_all.r12, some.r12);
	assert_int_equal(seen_all.r13, some.r13);
	assert_int_equal(seen_all.r14, some.r14);
	assert_int_equal(seen_all.r15, some.r15);
	assert_int_equal(seen_all.bp, seen.bp);
	assert_int_equal(seen_all.ip, seen_ip);
}

static void all_registers_are_there_when_asked_for(void **state)
{
	struct ftrace_trampoline *trampoline;

	ops.flags = FTRACE_OPS_FL_SAVE_REGS;
	trampoline = ftrace_trampoline_create(&ops);
	call_through(trampoline->start);
	assert_ptr_equal(seen_ops, &ops);
	check_all_saved();
	ftrace_trampoline_destroy(trampoline);
}

static void a_changed_register_is_what_the_function_gets(void **state)
{
	struct ftrace_trampoline *trampoline;
	struct registers after;
	u8 *function;

	ops.flags = FTRACE_OPS_FL_SAVE_REGS;
	change_argument = true;
	trampoline = ftrace_trampoline_create(&ops);
	function = function_that_calls(trampoline->start);
	call_with_registers(&some, &after, (u64)function);
	assert_int_equal(after.rdi, 99);
	after.rdi = some.rdi;
	assert_memory_equal(&after, &some, sizeof(some));
	munmap(function, PAGE_SIZE);
	ftrace_trampoline_destroy(trampoline);
}

static void the_list_trampolines_do_the_same(void **state)
{
	call_through(ftrace_list_trampoline_address(false));
	assert_null(seen_ops);
	hits = 0;
	ops.flags = FTRACE_OPS_FL_SAVE_REGS;
	call_through(ftrace_list_trampoline_address(true));
	check_all_saved();
}

static void a_skipped_ops_is_not_called(void **state)
{
	u32 kind;

	for (kind = 0; kind < 2; kind++) {
		struct ftrace_trampoline *trampoline;
		struct registers after;
		u8 *function;

		ops.flags = kind ? FTRACE_OPS_FL_SAVE_REGS : 0;
		trampoline = ftrace_trampoline_create(&ops);
		function = function_that_calls(trampoline->start);
		ops.skip = FTRACE_SKIP_TRACING_OFF;
		call_with_registers(&some, &after, (u64)function);
		assert_memory_equal(&after, &some, sizeof(some));
		assert_int_equal(hits, 0);
		ops.skip = 0;
		munmap(function, PAGE_SIZE);
		ftrace_trampoline_destroy(trampoline);
	}
}

static void an_ignored_task_is_not_traced(void **state)
{
	u32 kind;

	for (kind = 0; kind < 2; kind++) {
		struct ftrace_trampoline *trampoline;
		struct registers after;
		u8 *function;

		ops.flags = kind ? FTRACE_OPS_FL_SAVE_REGS : 0;
		ops.pid_slot = 3;
		trampoline = ftrace_trampoline_create(&ops);
		function = function_that_calls(trampoline->start);
		set_ignored(3, 1);
		call_with_registers(&some, &after, (u64)function);
		assert_memory_equal(&after, &some, sizeof(some));
		assert_int_equal(hits, kind);
		set_ignored(3, 0);
		set_ignored(2, 1);
		call_with_registers(&some, &after, (u64)function);
		assert_int_equal(hits, kind + 1);
		set_ignored(2, 0);
		munmap(function, PAGE_SIZE);
		ftrace_trampoline_destroy(trampoline);
	}
}

static void the_callback_can_be_exchanged(void **state)
{
	struct ftrace_trampoline *trampoline = ftrace_trampoline_create(&ops);
	u8 *function = function_that_calls(trampoline->start);
	struct registers after;

	assert_int_equal(ftrace_trampoline_set_func(trampoline, other_callback), 0);
	call_with_registers(&some, &after, (u64)function);
	assert_int_equal(hits, 100);
	assert_int_equal(ftrace_trampoline_set_func(trampoline, callback), 0);
	call_with_registers(&some, &after, (u64)function);
	assert_int_equal(hits, 101);
	munmap(function, PAGE_SIZE);
	ftrace_trampoline_destroy(trampoline);
}

static void a_backtrace_can_tell_a_trampoline(void **state)
{
	struct ftrace_trampoline *trampoline = ftrace_trampoline_create(&ops);
	u64 start = trampoline->start, end = trampoline->end;

	assert_true(ftrace_is_trampoline(start));
	assert_true(ftrace_is_trampoline(end - 1));
	assert_false(ftrace_is_trampoline(end));
	assert_false(ftrace_is_trampoline(start - 1));
	assert_true(ftrace_is_trampoline(ftrace_list_trampoline_address(false)));
	assert_true(ftrace_is_trampoline(ftrace_list_trampoline_address(true)));
	ftrace_trampoline_destroy(trampoline);
	assert_false(ftrace_is_trampoline(start));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(every_register_survives, fresh),
		cmocka_unit_test_setup(all_registers_are_there_when_asked_for, fresh),
		cmocka_unit_test_setup(a_changed_register_is_what_the_function_gets, fresh),
		cmocka_unit_test_setup(the_list_trampolines_do_the_same, fresh),
		cmocka_unit_test_setup(a_skipped_ops_is_not_called, fresh),
		cmocka_unit_test_setup(an_ignored_task_is_not_traced, fresh),
		cmocka_unit_test_setup(the_callback_can_be_exchanged, fresh),
		cmocka_unit_test_setup(a_backtrace_can_tell_a_trampoline, fresh),
	};

	return cmocka_run_group_tests(tests, point_gs_at_pid_ignore, NULL);
}
