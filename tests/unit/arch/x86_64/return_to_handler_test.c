/* SPDX-License-Identifier: MIT */
/* The way back from a followed call, run for real on the host: nobody notices it. */
#include "tests/unit/unit.h"

#include "trace/core/fgraph.h"

/* What a caller can see of the registers when a call has returned. */
struct returned {
	u64 rax, rdx, rbx, rbp, rsp, r12, r13, r14, r15;
};

static const struct returned some = {1, 2, 3, 4, 0, 6, 7, 8, 9};

/* Returns from a function with @registers; stores what its caller finds to @out. */
void return_with(const struct returned *registers, struct returned *out);
extern const u8 where_it_returns_to[];
__asm__(".text\n"
	"return_with:\n"
	"push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15; push %rsi\n"
	"push $return_to_handler\n"
	"mov 0(%rdi), %rax; mov 8(%rdi), %rdx; mov 16(%rdi), %rbx; mov 24(%rdi), %rbp\n"
	"mov 40(%rdi), %r12; mov 48(%rdi), %r13; mov 56(%rdi), %r14; mov 64(%rdi), %r15\n"
	"ret\n"
	"where_it_returns_to:\n"
	"mov (%rsp), %rsi\n"
	"mov %rax, 0(%rsi); mov %rdx, 8(%rsi); mov %rbx, 16(%rsi); mov %rbp, 24(%rsi)\n"
	"mov %rsp, 32(%rsi); mov %r12, 40(%rsi); mov %r13, 48(%rsi); mov %r14, 56(%rsi)\n"
	"mov %r15, 64(%rsi)\n"
	"pop %rsi; pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
	"ret\n");

static u64 seen_where, seen_rax, seen_caller_frame, ends;

/* As a C function it may destroy every register the ABI lets it. */
void fgraph_return(u64 *where)
{
	const u64 *frame = __builtin_frame_address(0);

	assert_int_equal((u64)frame % 16, 0);
	assert_int_equal(*where, (u64)return_to_handler);
	ends++;
	seen_where = (u64)where;
	seen_rax = where[-2];
	seen_caller_frame = ((u64 *)frame[0])[0]; /* a walk along %rbp: return_to_handler's, then */
	*where = (u64)where_it_returns_to;
	__asm__ volatile("mov $77, %%eax; mov %%rax, %%rcx; mov %%rax, %%rdx; mov %%rax, %%rsi;"
			 "mov %%rax, %%rdi; mov %%rax, %%r8; mov %%rax, %%r9; mov %%rax, %%r10;"
			 "mov %%rax, %%r11" ::
				 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
}

static void a_pair_of_values_and_all_that_is_kept_arrive(void **state)
{
	struct returned after;

	return_with(&some, &after);
	assert_int_equal(ends, 1);
	assert_int_equal(after.rax, some.rax);
	assert_int_equal(after.rdx, some.rdx);
	assert_int_equal(after.rbx, some.rbx);
	assert_int_equal(after.rbp, some.rbp);
	assert_int_equal(after.r12, some.r12);
	assert_int_equal(after.r13, some.r13);
	assert_int_equal(after.r14, some.r14);
	assert_int_equal(after.r15, some.r15);
	assert_int_equal(after.rsp, seen_where + 8);
}

static void who_is_told_sees_the_value_and_the_callers_frame(void **state)
{
	assert_int_equal(seen_rax, some.rax);
	assert_int_equal(seen_caller_frame, some.rbp);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pair_of_values_and_all_that_is_kept_arrive),
		cmocka_unit_test(who_is_told_sees_the_value_and_the_callers_frame),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
