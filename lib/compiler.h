/* SPDX-License-Identifier: MIT */
/*
 * Names for what the compiler can be told: where a function may be traced,
 * which branch is likely, and which memory access must happen exactly once.
 */
#pragma once

/* No five bytes in front: the function runs under the tracer or before it. */
#define notrace __attribute__((no_instrument_function))

#define noinline	    __attribute__((noinline))
#define __always_inline	    inline __attribute__((always_inline))
#define __noreturn	    __attribute__((noreturn))
#define __packed	    __attribute__((packed))
#define __aligned(n)	    __attribute__((aligned(n)))
#define __section(name)	    __attribute__((section(name)))
#define __used		    __attribute__((used))
#define __unused	    __attribute__((unused))
#define __cold		    __attribute__((cold))
#define __must_check	    __attribute__((warn_unused_result))
#define __printf(fmt, args) __attribute__((format(printf, fmt, args)))

/*
 * For callbacks that every traced call runs: gcc finds registers for all of it
 * among those the trampoline has saved when it does not propagate expressions
 * forward. clang has no such attribute.
 */
#if __has_attribute(optimize)
#define __hot_callback __attribute__((optimize("no-forward-propagate")))
#else
#define __hot_callback
#endif

/* For the way from one hot function to another: a call at the end becomes a jump. */
#if __has_attribute(optimize)
#define __hot_jump __attribute__((optimize("no-forward-propagate", "optimize-sibling-calls")))
#else
#define __hot_jump
#endif

/*
 * For what every traced call's end runs: the same, and there is no frame. %rbp stays at that of
 * return_to_handler, so a backtrace misses no function of the kernel.
 */
#if __has_attribute(optimize)
#define __hot_return    \
	__attribute__(( \
		optimize("no-forward-propagate", "optimize-sibling-calls", "omit-frame-pointer")))
#else
#define __hot_return
#endif

/* How an interrupt enters the kernel: linker.ld keeps these functions together. */
#define __irq_entry __attribute__((section(".text.irqentry")))

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* Stops the compiler, not the processor, from moving memory accesses across. */
#define barrier() __asm__ volatile("" ::: "memory")

/*
 * One access, whole: neither torn, repeated nor left out by the compiler.
 * For data that an interrupt or another processor reads or writes at the same time.
 */
#define READ_ONCE(x)	 (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* The struct of type @type whose member @member lives at @ptr. */
#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))
