/* SPDX-License-Identifier: MIT */
/*
 * Walking up a stack by frame pointers. Not traced (Makefile): the tracer
 * records stacks, and NMIs do.
 *
 * The list of frame pointers is right wherever a call was made. Where an exception came, the
 * interrupted function may have no frame: then its return address is found
 * by looking at its first instructions.
 */
#include "arch/x86_64/unwind.h"

#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/kprobe_slot.h"
#include "arch/x86_64/nofault.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/switch.h"
#include "arch/x86_64/traps.h"
#include "kernel/kallsyms.h"
#include "kernel/sched/task.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/probes/kprobe.h"

/* NMI or double fault, and the task's. */
#define STACKS_MAX 3

u64 unwind_return_to_handler;
u64 (*unwind_recover_return_address)(struct task_struct *task, int *index, u64 *where);

/* linker.ld: entry.asm and ftrace_trampoline.asm, whose frames are not those of functions, end. */
extern char __entry_text_end[];

/* return_to_handler.asm */
extern const u8 return_to_handler[], return_to_handler_end[];

static bool unwind_set_stack(struct unwind_state *state, u64 low)
{
	state->stack_low = low;
	state->stack_high = low + THREAD_SIZE;
	return true;
}

/* Finds the stack that @sp is on. Return: false if it is none that this walk may be on. */
static bool unwind_find_stack(struct unwind_state *state, u64 sp)
{
	u64 low = (u64)cpu0_init_stack.stack;

	if (!state->stacks_left)
		return false;
	state->stacks_left--;
	if (state->task)
		low = (u64)state->task->stack;
	/* A pointer into the guard page is what an overflow leaves: the frames are above it. */
	if (sp - (low - PAGE_SIZE) <= THREAD_SIZE + PAGE_SIZE)
		return unwind_set_stack(state, low);
	if (state->task == current && cpu_fault_stack(sp, &low))
		return unwind_set_stack(state, low);
	return false;
}

/* Reads a word that lies above all that was read before, on the same stack. */
static bool unwind_read(const struct unwind_state *state, u64 address, u64 *value)
{
	if (address % 8 || address < state->sp || address < state->stack_low ||
	    address > state->stack_high - 8)
		return false;
	*value = READ_ONCE(*(u64 *)address);
	return true;
}

static bool unwind_end(struct unwind_state *state)
{
	state->kind = UNWIND_OVER;
	return false;
}

/* Goes to the context that @regs belong to, which may be on another stack. */
static bool unwind_to_regs(struct unwind_state *state, struct pt_regs *regs)
{
	if (user_mode(regs))
		return unwind_end(state);
	state->kind = UNWIND_REGS;
	state->regs = regs;
	state->ip = kprobe_slot_origin(regs->ip);
	state->bp = regs->bp;
	if (regs->sp >= state->sp && regs->sp <= state->stack_high)
		state->sp = regs->sp;
	else if (unwind_find_stack(state, regs->sp))
		state->sp = max(regs->sp, state->stack_low);
	else
		state->sp = state->stack_high; /* nothing can be read: this frame is the last */
	return true;
}

/* Whether the word at @address is where a call of the kernel returns to. */
static bool unwind_is_return_address(const struct unwind_state *state, u64 address)
{
	u8 code[6]; /* the call's last byte is the last one */
	u64 ip;

	return unwind_read(state, address, &ip) && kernel_text_address(ip) &&
	       !copy_from_kernel_nofault(code, (void *)(ip - sizeof(code)), sizeof(code)) &&
	       (code[1] == 0xe8 || code[4] == 0xff || code[3] == 0xff || code[0] == 0xff);
}

/* How many registers a function without a frame may have pushed. */
#define UNWIND_PUSHES_MAX 6

/* The lowest return address on the stack. Return: 0 if there is none near. */
static u64 unwind_search(const struct unwind_state *state, u64 sp)
{
	u64 i;

	for (i = 0; i <= UNWIND_PUSHES_MAX; i++)
		if (unwind_is_return_address(state, sp + 8 * i))
			return sp + 8 * i;
	return 0;
}

/*
 * Where the return address of an interrupted function is that has no frame:
 * before its push %rbp is done, at its ret, if it never makes one, or if it is no function
 * at all, as after a call of a null pointer. Return: 0 if it has a frame.
 */
static u64 unwind_frameless(const struct unwind_state *state)
{
	static const u8 set_frame[] = {0x48, 0x89, 0xe5}; /* mov %rsp, %rbp */
	const struct pt_regs *regs = state->regs;
	u64 ip = state->ip, offset, push, frame, length;
	struct kallsym sym;
	u8 code[64], here;

	if (!kernel_text_address(ip) || copy_from_kernel_nofault(&here, (void *)ip, 1))
		return regs->sp;
	kprobe_hide(&here, ip, 1);
	if (here == 0xc3 /* ret */ || here == 0x55 /* push %rbp */)
		return regs->sp;
	if (!kallsyms_lookup(ip, &sym))
		return 0;
	length = min(sym.size, sizeof(code));
	if (copy_from_kernel_nofault(code, (void *)sym.address, length))
		return 0;
	kprobe_hide(code, sym.address, length);
	offset = ip - sym.address;
	/* A traced function begins with a call or a NOP of 5 bytes. */
	push = code[0] == 0xe8 || (code[0] == 0x0f && code[1] == 0x1f) ? 5 : 0;
	if (offset <= push)
		return regs->sp;
	if (push < length && code[push] == 0xe9)
		return 0; /* a probe's jump lies on the push and the move */
	if (push < length && code[push] == 0xcc)
		code[push] = 0x55; /* a probe's int3 does, on the push */
	while (push < length && code[push] != 0x55)
		push++;
	for (frame = push + 1; frame + sizeof(set_frame) <= length; frame++) {
		if (!memcmp(code + frame, set_frame, sizeof(set_frame)))
			return offset <= push ? regs->sp : offset <= frame ? regs->sp + 8 : 0;
	}
	return unwind_search(state, regs->sp);
}

/* Whether @ip is in an ordinary function of the kernel: nearly always, so it is asked first. */
static __always_inline bool is_plain_text(u64 ip)
{
	return ip >= (u64)__entry_text_end && ip < (u64)_etext;
}

static enum unwind_kind unwind_classify(struct unwind_state *state)
{
	if (is_plain_text(state->ip))
		return UNWIND_FRAME;
	if (ftrace_is_trampoline(state->ip))
		return UNWIND_TRAMPOLINE;
	state->trap_regs = trap_frame_regs(state->bp, state->ip);
	if (state->trap_regs && (u64)state->trap_regs > state->sp &&
	    (u64)(state->trap_regs + 1) <= state->stack_high)
		return UNWIND_TRAP;
	return UNWIND_FRAME;
}

/*
 * Interrupted at the first instruction of return_to_handler: the function has returned, and
 * what it would have returned to is known to the graph tracer alone.
 */
static bool unwind_from_return_handler(struct unwind_state *state)
{
	u64 *where = (u64 *)state->regs->sp - 1;

	state->regs = NULL;
	state->ip = unwind_recover_return_address(state->task, &state->graph_index, where);
	state->kind = UNWIND_FRAME;
	return state->ip != unwind_return_to_handler || unwind_end(state);
}

bool unwind_is_way_back(const struct unwind_state *state)
{
	u64 offset = state->ip - (u64)return_to_handler;

	return offset < (u64)(return_to_handler_end - return_to_handler) &&
	       (offset || state->kind == UNWIND_REGS);
}

bool unwind_next_frame(struct unwind_state *state)
{
	u64 frame = state->bp, where = 0;
	bool at_site = state->kind == UNWIND_TRAMPOLINE;

	switch (state->kind) {
	case UNWIND_OVER:
		return false;
	case UNWIND_TRAP:
		return unwind_to_regs(state, state->trap_regs);
	case UNWIND_REGS:
		if (unlikely(state->ip == unwind_return_to_handler && unwind_return_to_handler))
			return unwind_from_return_handler(state);
		where = unwind_frameless(state);
		at_site = ftrace_is_trampoline(state->ip);
		break;
	case UNWIND_SITE:
		where = state->sp;
		break;
	default:
		break;
	}
	state->regs = NULL;
	if (!where) {
		if (!unwind_read(state, frame, &state->bp))
			return unwind_end(state);
		where = frame + 8;
	}
	if (!unwind_read(state, where, &state->ip) || !state->ip)
		return unwind_end(state);
	state->sp = where + 8;
	if (unlikely(state->ip == unwind_return_to_handler))
		state->ip = unwind_recover_return_address(state->task, &state->graph_index,
							  (u64 *)where);
	state->kind = at_site ? UNWIND_SITE : unwind_classify(state);
	return true;
}

/* On this function's caller's frame, which is the next. */
static __always_inline void unwind_start_here(struct unwind_state *state)
{
	state->task = current;
	state->kind = UNWIND_FRAME;
	state->stacks_left = STACKS_MAX;
	state->graph_index = 0;
	state->regs = NULL;
	state->ip = 0;
	state->bp = (u64)__builtin_frame_address(0);
	state->sp = state->bp;
	if (!unwind_find_stack(state, state->sp))
		unwind_end(state);
}

noinline void unwind_start(struct unwind_state *state, struct task_struct *task,
			   struct pt_regs *regs)
{
	if (!regs && (!task || task == current)) {
		unwind_start_here(state);
		unwind_next_frame(state);
		return;
	}
	*state = (struct unwind_state){.task = task ? task : current, .stacks_left = STACKS_MAX};
	if (regs) {
		unwind_to_regs(state, regs);
	} else if (unwind_find_stack(state, task->sp)) {
		state->bp = task->sp + offsetof(struct switch_frame, rbp);
		state->sp = state->bp;
		unwind_next_frame(state);
	} else {
		unwind_end(state);
	}
}

/* The addresses found so far, without the first few. */
struct stack_trace {
	u64 *entries;
	unsigned int count, max, skip;
};

static __always_inline void stack_trace_add(struct stack_trace *trace, u64 ip)
{
	if (trace->skip)
		trace->skip--;
	else
		trace->entries[trace->count++] = ip;
}

/*
 * Goes on as long as the frames are those of ordinary functions on one stack, in a few
 * instructions for each: a recorded stack trace is mostly this.
 */
static __always_inline void unwind_plain_frames(struct unwind_state *state,
						struct stack_trace *trace)
{
	u64 bp = state->bp, sp = state->sp, high = state->stack_high - 16;
	u64 return_to_handler = unwind_return_to_handler;

	if (state->kind != UNWIND_FRAME)
		return;
	while (trace->count < trace->max && bp >= sp && bp <= high && bp % 8 == 0) {
		u64 ip = ((u64 *)bp)[1];

		if (!is_plain_text(ip) || ip == return_to_handler)
			break;
		stack_trace_add(trace, ip);
		sp = bp + 16;
		bp = ((u64 *)bp)[0];
	}
	state->bp = bp;
	state->sp = sp;
}

/* What nobody has called is left out: a stack is told as if calls were not followed. */
static __always_inline unsigned int unwind_collect(struct unwind_state *state,
						   struct stack_trace trace)
{
	for (;;) {
		unwind_plain_frames(state, &trace);
		if (trace.count >= trace.max || !unwind_next_frame(state))
			return trace.count;
		if (!unwind_is_way_back(state))
			stack_trace_add(&trace, state->ip);
	}
}

noinline unsigned int stack_trace_save(u64 *entries, unsigned int max, unsigned int skip)
{
	struct unwind_state state;

	unwind_start_here(&state);
	return unwind_collect(&state, (struct stack_trace){entries, 0, max, skip});
}

unsigned int stack_trace_save_frame(u64 bp, u64 *entries, unsigned int max)
{
	struct unwind_state state;

	unwind_start_here(&state);
	state.bp = bp;
	return unwind_collect(&state, (struct stack_trace){entries, 0, max, 0});
}

/* From the frame that @state is in. */
static unsigned int stack_trace_save_state(struct unwind_state *state, u64 *entries,
					   unsigned int max, unsigned int skip)
{
	struct stack_trace trace = {entries, 0, max, skip};

	if (unwind_done(state) || !max)
		return 0;
	stack_trace_add(&trace, state->ip);
	return unwind_collect(state, trace);
}

unsigned int stack_trace_save_task(struct task_struct *task, u64 *entries, unsigned int max,
				   unsigned int skip)
{
	struct unwind_state state;

	unwind_start(&state, task, NULL);
	return stack_trace_save_state(&state, entries, max, skip);
}

unsigned int stack_trace_save_regs(struct pt_regs *regs, u64 *entries, unsigned int max,
				   unsigned int skip)
{
	struct unwind_state state;

	unwind_start(&state, NULL, regs);
	return stack_trace_save_state(&state, entries, max, skip);
}
