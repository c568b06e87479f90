# SPDX-License-Identifier: MIT
"""For gdb: callers as they are, while the kernel is being traced.

Two things are no functions that a debugger knows: a trampoline, which a traced function calls
before it has done anything, and return_to_handler, whose address the graph tracer puts in the
place of return addresses; the real ones are on the task's shadow stack (trace/core/fgraph.h).
A backtrace leaves both out; `bt -no-filters` shows them.
"""

import gdb
from gdb.unwinder import Unwinder

MODULES_START, MODULES_END = 0xffffffffa0000000, 0xffffffffe0000000     # trampolines lie there
HANDLER = "return_to_handler"
# Where return_to_handler has made its frame: after two pushes and a move.
HANDLER_HAS_FRAME = 9


def symbol(name):
    """Return: the address of a symbol, 0 if there is none."""
    try:
        return int(gdb.parse_and_eval(f"(unsigned long)&{name}"))
    except gdb.error:
        return 0


def word(address):
    data = gdb.selected_inferior().read_memory(address, 8)
    return int.from_bytes(bytes(data), "little")


def function_at(pc):
    """Return: the name of the symbol that pc lies in and the offset, or None."""
    text = gdb.execute(f"info symbol {pc:#x}", to_string=True).split()
    if not text or text[0] == "No":
        return None
    return text[0], int(text[2], 0) if text[1:2] == ["+"] else 0


def real_return_address(where, gs_base):
    """What would be at stack word where if nobody had replaced it: 0 if that is not known."""
    task = gdb.Value(word(gs_base + symbol("current_task"))).cast(gdb.lookup_type("struct task_struct").pointer())
    stack = task["trace"]["fgraph"]
    if not stack:
        return 0
    frame, first = stack["top"], stack["frames"][0].address
    while frame > first:
        frame -= 1
        if int(frame["where"]) == where and int(frame["ret"]) != symbol(HANDLER):
            return int(frame["ret"])
    return 0


class Identity:
    """What tells frames apart: where the stack and the code are."""

    def __init__(self, sp, pc):
        self.sp, self.pc = gdb.Value(sp), gdb.Value(pc)


class TracedUnwinder(Unwinder):
    """Goes from a trampoline, and from return_to_handler, to who called."""

    def __init__(self):
        super().__init__("fivebyte")

    def __call__(self, pending):
        pc, sp, bp = (int(pending.read_register(name)) & (1 << 64) - 1 for name in ("rip", "rsp", "rbp"))
        try:
            caller = self.caller(pending, pc, sp, bp)
        except (gdb.error, gdb.MemoryError):
            return None
        if not caller or not caller[0]:
            return None
        unwind = pending.create_unwind_info(Identity(caller[1], pc))
        for name in ("rbx", "r12", "r13", "r14", "r15", "gs_base"):
            unwind.add_saved_register(name, pending.read_register(name))
        for name, value in zip(("rip", "rsp", "rbp"), caller):
            unwind.add_saved_register(name, gdb.Value(value).cast(gdb.lookup_type("unsigned long")))
        return unwind

    @staticmethod
    def caller(pending, pc, sp, bp):
        """Return: rip, rsp and rbp of who called the code at pc; None to leave that to gdb."""
        if MODULES_START <= pc < MODULES_END and not function_at(pc):
            return word(bp + 8), bp + 16, word(bp)
        handler = symbol(HANDLER)
        if not handler or not handler <= pc < handler + 64 or function_at(pc)[0] != HANDLER:
            return None
        # At its first byte it is a frame that nothing called: the function that would return there has gone.
        where, up = (bp + 8, word(bp)) if pc - handler >= HANDLER_HAS_FRAME else (sp - 8, bp)
        found = word(where)
        if found == handler or pc == handler:
            found = real_return_address(where, int(pending.read_register("gs_base")))
        return found, where + 8, up


class TracedFilter:
    """Leaves such frames out of a backtrace."""

    def __init__(self):
        self.name, self.priority, self.enabled = "fivebyte", 100, True
        gdb.frame_filters[self.name] = self

    @staticmethod
    def is_function(decorator):
        pc = decorator.inferior_frame().pc()
        name, _ = function_at(pc) or ("", 0)
        return name != HANDLER and "trampoline" not in name and not MODULES_START <= pc < MODULES_END

    def filter(self, frames):
        return (frame for frame in frames if self.is_function(frame))


gdb.unwinder.register_unwinder(None, TracedUnwinder(), replace=True)
TracedFilter()
