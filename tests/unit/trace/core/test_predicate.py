# SPDX-License-Identifier: MIT
"""The engine of filters and conditions beside an evaluator that shares nothing with it."""

import fnmatch
import pathlib
import random
import struct
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parents[4]
HERE = "tests/unit/trace/core/"
SOURCES = ["trace/core/predicate.c", "trace/core/predicate_compile.c", "trace/core/predicate_parse.c",
           HERE + "predicate_host.c", HERE + "predicate_tool.c", "tests/unit/host_slab.c"]
FLAGS = ["-std=gnu17", "-g", "-O1", "-I" + HERE + "host", "-I.", "-include", "tests/unit/host_names.h", "-fno-strict-aliasing", "-fwrapv",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

MEMORY, MEMORY_SIZE = 0xffff888000000000, 256
COMM, PID, CPU = b"worker/1:0", 42, 3
SCHEDULE, SCHEDULE_SIZE = 0xffffffff80001000, 0x100


class Fault(Exception):
    """Memory that is not there was looked at."""


# name: offset, size, signed, first bit, bits
NUMBERS = {
    "common_type": (0, 2, 0, 0, 16), "common_flags": (2, 1, 0, 0, 8), "common_pid": (4, 4, 1, 0, 32),
    "s8": (8, 1, 1, 0, 8), "u8": (9, 1, 0, 0, 8), "s16": (10, 2, 1, 0, 16), "u16": (12, 2, 0, 0, 16),
    "s32": (14, 4, 1, 0, 32), "u32": (18, 4, 0, 0, 32), "s64": (22, 8, 1, 0, 64), "u64": (30, 8, 0, 0, 64),
    "low": (18, 4, 0, 0, 5), "high": (18, 4, 1, 5, 11), "node": (78, 8, 0, 0, 64), "call": (86, 8, 0, 0, 64),
}
MEMBERS = {"next": (0, 8, 0, 0, 64), "value": (8, 4, 1, 0, 32), "byte": (12, 1, 0, 0, 8), "bits": (8, 4, 1, 3, 7),
           "inner.byte": (12, 1, 0, 0, 8)}
# Operands of other kinds; chains end in one of MEMBERS or STRING_MEMBERS.
STRINGS = {"name": (38, 16), "four": (54, 4)}
STRING_MEMBERS = {"name": (16, 8), "text": (24, None)}
RANGE_OPERATORS = ["==", "!=", "<", "<=", ">", ">=", "&"]


def fit(value, signed, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def c_string(raw, limit=None):
    raw = raw if limit is None else raw[:limit]
    return raw.split(b"\0")[0]


class World:
    """A record and a memory."""

    def __init__(self, rng):
        addresses = [MEMORY, MEMORY + 8, MEMORY + 40, MEMORY + 100, MEMORY + 200, MEMORY + MEMORY_SIZE - 4, 0, 12,
                     MEMORY - 1, 2**64 - 8]
        words = [b"", b"a", b"ab", b"abcd", b"abcdefg", b"abcdefgh", b"abcdefghi", b"swapper", b"sh"]
        self.memory = bytearray(rng.choice(b"\0abx\xff") for _ in range(MEMORY_SIZE))
        for _ in range(12):
            self.memory[(at := rng.randrange(0, MEMORY_SIZE - 8)):at + 8] = struct.pack("<Q", rng.choice(addresses))
        for _ in range(6):
            word = rng.choice(words) + b"\0"
            self.memory[(at := rng.randrange(0, MEMORY_SIZE - len(word))):at + len(word)] = word
        numbers = bytes(rng.choice([0, 1, 2, 5, 127, 128, 255, rng.randrange(256)]) for _ in range(38))
        loc = rng.choice(words) + b"\0" * rng.randrange(2)
        name = rng.choice(words).ljust(16, b"\0") if rng.random() < 0.8 else b"abcdefghijklmnop"
        self.record = (numbers + name + rng.choice([b"sh\0\0", b"abcd", b"\0xyz", b"a\0b\0"])
                       + struct.pack("<I", len(loc) << 16 | 94)
                       + struct.pack("<Q", rng.choice([1, 8, 0xc, 1 << 63, 0]))
                       + struct.pack("<QQ", rng.choice(addresses), rng.choice(addresses))
                       + struct.pack("<Q", SCHEDULE + rng.choice([-1, 0, 5, SCHEDULE_SIZE - 1, SCHEDULE_SIZE]))
                       + loc.ljust(10, b"\0"))
        assert len(self.record) == 104

    def read(self, address, size):
        if not MEMORY <= address or address + size > MEMORY + MEMORY_SIZE:
            raise Fault
        return bytes(self.memory[address - MEMORY:address - MEMORY + size])

    def far_string(self, address, limit):
        text = b""
        while limit is None or len(text) < limit:
            byte = self.read(address + len(text), 1)
            if byte == b"\0":
                break
            text += byte
        if limit is not None and len(text) == limit:
            self.read(address + limit, 1)
        return text[:256]

    def word(self, offset):
        return struct.unpack_from("<Q", self.record, offset)[0]


def number_of(raw, field):
    _, _, signed, first, bits = field
    return fit(int.from_bytes(raw, "little") >> first, signed, bits)


class Number:
    """A comparison of a number, perhaps at the end of a chain of pointers."""

    def __init__(self, rng):
        self.steps = []
        kind = rng.random()
        if kind < 0.55:
            self.name = rng.choice(list(NUMBERS))
            self.field = NUMBERS[self.name]
        elif kind < 0.9:
            self.steps = ["next"] * rng.randrange(0, 3)
            member = rng.choice(list(MEMBERS))
            self.name = "->".join(["node"] + self.steps + [member])
            self.field = MEMBERS[member]
        else:
            self.name = rng.choice(["pid", "cpu", "CPU", "common_cpu"])
            self.field = (0, 4, self.name == "pid", 0, 32)
        self.operator = rng.choice(RANGE_OPERATORS)
        bits = self.field[4]
        self.value = rng.choice([0, 1, -1, 2, 3, 42, 127, 128, 255, 1 << (bits - 1), (1 << bits) - 1, (1 << bits) - 2,
                                 -(1 << (bits - 1)), rng.randrange(1 << bits), rng.randrange(-5, 300), 2**64 - 1,
                                 MEMORY, SCHEDULE])
        self.text = self.name + rng.choice(["", " "]) + self.operator + rng.choice(["", "  "]) + rng.choice(
            [str(self.value), f"{'-' * (self.value < 0)}{abs(self.value):#x}",
             f"{'-' * (self.value < 0)}0{abs(self.value):o}"])

    def get(self, world):
        if self.name == "pid":
            return PID
        if self.name.lower().endswith("cpu"):
            return CPU
        offset, size = self.field[:2]
        if not self.name.startswith("node->"):
            return number_of(world.record[offset:offset + size], self.field)
        address = world.word(78)
        for _ in self.steps:
            address = int.from_bytes(world.read(address, 8), "little")
        return number_of(world.read(address + offset, size), self.field)

    def true(self, world):
        left, right = self.get(world), fit(self.value, self.field[2], self.field[4])
        if self.operator == "&":
            return left & right != 0
        return eval(f"{left} {self.operator} {right}")     # pylint: disable=eval-used


class Text:
    """A comparison of a string."""

    def __init__(self, rng):
        self.name = rng.choice(["name", "four", "loc", "text", "comm", "COMM", "node->name", "node->text",
                                "node->next->name"])
        self.operator = rng.choice(["==", "!=", "~"])
        self.value = rng.choice(["", "a", "ab", "abcd", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmnop", "sh",
                                 "worker/1:0", "swapper"])
        if self.operator == "~":
            self.value = rng.choice([self.value, "*", "a*", "*b*", "?", "??", "a?c*", "[a-c]*", "w*[0-9]", "*h"])
        quote = rng.choice(['"', "'"] + [""] * (self.value != ""))
        self.text = f"{self.name} {self.operator} {quote}{self.value}{quote}"

    def get(self, world):
        if self.name in STRINGS:
            offset, size = STRINGS[self.name]
            return c_string(world.record[offset:offset + size])
        if self.name == "loc":
            loc = struct.unpack_from("<I", world.record, 58)[0]
            return c_string(world.record[loc & 0xffff:][:loc >> 16])
        if self.name.lower() == "comm":
            return COMM
        if self.name == "text":
            return world.far_string(world.word(70), None)
        address = world.word(78)
        parts = self.name.split("->")[1:]
        for _ in parts[:-1]:
            address = int.from_bytes(world.read(address, 8), "little")
        offset, size = STRING_MEMBERS[parts[-1]]
        if size is None:
            return world.far_string(int.from_bytes(world.read(address + offset, 8), "little"), None)
        return world.far_string(address + offset, size)

    def true(self, world):
        text = self.get(world).decode("latin-1")
        if self.operator == "~":
            return fnmatch.fnmatchcase(text, self.value)
        return (text == self.value) == (self.operator == "==")


class Cpus:
    """A set of processors."""

    def __init__(self, rng):
        self.name = rng.choice(["mask", "cpu", "u8", "u64"])
        self.operator = rng.choice(["==", "!=", "&"])
        text, self.mask = rng.choice([("3", 8), ("0", 1), ("0-3", 15), ("2-3", 12), ("1,3", 10), ("63", 1 << 63),
                                      ("0-63", 2**64 - 1), ("2,5-7", 0xe4)])
        self.text = f"{self.name} {self.operator} CPUS{{{text}}}"

    def true(self, world):
        if self.name == "mask":
            mask = world.word(62)
            return {"==": mask == self.mask, "!=": mask != self.mask, "&": mask & self.mask != 0}[self.operator]
        cpu = {"cpu": CPU, "u8": world.record[9], "u64": world.word(30)}[self.name]
        member = cpu < 64 and self.mask >> cpu & 1 == 1
        if self.operator == "&":
            return member
        return (member and self.mask & (self.mask - 1) == 0) == (self.operator == "==")


class Function:
    """A pointer into a function."""

    def __init__(self, rng):
        self.operator = rng.choice(["==", "!="])
        self.text = f"call.function {self.operator} " + rng.choice(
            ["schedule", '"schedule"', f"{SCHEDULE:#x}", f"{SCHEDULE + 7:#x}"])

    def true(self, world):
        return (SCHEDULE <= world.word(86) < SCHEDULE + SCHEDULE_SIZE) == (self.operator == "==")


class Tree:
    """An expression; its text has few parentheses, so that it shows who binds tighter."""

    def __init__(self, rng, depth):
        self.parts = []
        self.kind = "term" if depth == 0 or rng.random() < 0.2 else rng.choice(["and", "or", "not"])
        if self.kind == "term":
            self.leaf = rng.choices([Number, Text, Cpus, Function], [10, 5, 1, 1])[0](rng)
            self.text = self.leaf.text
            return
        count = 1 if self.kind == "not" else rng.randrange(2, 5)
        self.parts = [Tree(rng, depth - 1) for _ in range(count)]
        tight = {"and": ("and", "or"), "or": ("or",), "not": ("and", "or")}[self.kind]
        texts = [f"({part.text})" if part.kind in tight or rng.random() < 0.1 else part.text for part in self.parts]
        blank = rng.choice(["", " "])
        if self.kind == "not":
            self.text = "!" + blank + texts[0]
        else:
            self.text = (" && " if self.kind == "and" else blank + "||" + blank).join(texts)

    def true(self, world):
        if self.kind == "term":
            return self.leaf.true(world)
        if self.kind == "not":
            return not self.parts[0].true(world)
        return (all if self.kind == "and" else any)(part.true(world) for part in self.parts)


def expected(tree, world):
    try:
        return tree.true(world)
    except Fault:
        return False


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """A function: [(world, text)] to answers."""
    tool = tmp_path_factory.mktemp("predicate") / "tool"
    subprocess.run(["cc", *FLAGS, "-o", tool, *SOURCES, *sorted(str(path) for path in TOP.glob("lib/*.c"))],
                   cwd=TOP, check=True)

    def run(questions):
        lines = "".join(f"{world.memory.hex()}\t{world.record.hex()}\t{text}\n" for world, text in questions)
        done = subprocess.run([tool], input=lines, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout.splitlines()
    return run


@pytest.mark.parametrize("seed", range(8))
def test_random_expressions_are_evaluated_as_by_the_reference(ask, seed):
    rng = random.Random(seed)
    questions = []
    for _ in range(500):
        tree = Tree(rng, rng.randrange(0, 5))
        questions += [(tree, World(rng)) for _ in range(6)]
    answers = ask([(world, tree.text) for tree, world in questions])
    assert len(answers) == len(questions)
    for (tree, world), answer in zip(questions, answers):
        assert answer == str(int(expected(tree, world))), tree.text
    assert 0.2 < answers.count("1") / len(answers) < 0.8


# Expression, caret, Linux's caret, errno, text.
MISTAKES = [
    ("bogus == 1", 0, 6, -22, "Field not found"),
    ("u8 ==", 5, 6, -22, "Invalid value (did you forget quotes)?"),
    ("(u8 == 1", 0, 0, -2, "Too many '('"),
    ("u8 == 1 && ((u16 == 2)", 11, 11, -2, "Too many '('"),
    ("u8 == 1)", 7, 7, -1, "Too few '('"),
    ('u8 ~ "a"', 5, 6, -22, "Expecting numeric field"),
    ("u8 ~ 5", 3, 3, -22, "Illegal operation for field type"),
    ('name == "sh', 8, 8, -3, "Missing matching quote"),
    ("u8 == abc", 6, 7, -22, "Invalid value (did you forget quotes)?"),
    ("name == 5", 8, 9, -22, "Invalid value (did you forget quotes)?"),
    ('name > "sh"', 5, 5, -22, "Illegal operation for field type"),
    ("name & a", 5, 5, -22, "Illegal operation for field type"),
    ("u8 == 12ab", 6, 6, -22, "Illegal integer value"),
    ("u64 == 18446744073709551616", 7, 7, -22, "Illegal integer value"),
    ("u64 == 0x123456789012345678901234567890", 7, 7, -22, "Illegal integer value"),
    ("u8", 2, 2, -22, "Invalid operator"),
    ("u8 = 5", 3, 3, -22, "Invalid operator"),
    ("u8 && u16", 3, 3, -22, "Invalid operator"),
    ("u8 == 1 & u16 == 2", 8, 8, -22, "Invalid operator"),
    ("u8 == 1 | u16 == 2", 8, 8, -22, "Invalid operator"),
    ("u8 == 1 &&", 10, 10, -22, "Field not found"),
    ("|| u8 == 1", 0, 0, -22, "Field not found"),
    ("u8 == 1 u16 == 2", 8, 8, -22, "Meaningless filter expression"),
    ("(u8 == 1 u16 == 2)", 9, 9, -22, "Meaningless filter expression"),
    ("()", 1, 1, -22, "Field not found"),
    ("", 0, 0, -22, "No filter found"),
    ("  ", 0, 0, -22, "No filter found"),
    ("name == \"" + 256 * "x" + '"', 8, 9, -22, "Operand too long"),
    ("text.ustring == \"a\"", 4, 4, -22, "Memory of programs cannot be read"),
    ("opaque == 1", 7, 7, -22, "Illegal operation for field type"),
    ("cpu == CPUS{", 11, 11, -22, "Missing '}'"),
    ("cpu == CPUS3}", 11, 11, -22, "Missing '{'"),
    ("cpu == CPUS{}", 12, 12, -22, "Invalid cpulist"),
    ("cpu == CPUS{64}", 12, 12, -22, "Invalid cpulist"),
    ("cpu == CPUS{3-1}", 12, 12, -22, "Invalid cpulist"),
    ("cpu == CPUS{1,2 3}", 16, 16, -22, "Invalid cpulist"),
    ("cpu < CPUS{1}", 4, 4, -22, "Illegal operation for field type"),
    ("mask == 3", 5, 5, -22, "Illegal operation for field type"),
    ("call.function == nothing", 17, 17, -22, "Function not found"),
    ("call.function == jiffies", 17, 17, -22, "Function not found"),
    ("call.function == 0xffffffffa0000008", 17, 17, -22, "Function not found"),
    ("call.function > schedule", 14, 14, -22, "Illegal operation for field type"),
    ("u8.function == schedule", 12, 12, -22, "Illegal operation for field type"),
    ("node->bogus == 1", 6, 6, -22, "Field not found"),
    ("u64->value == 1", 5, 5, -22, "Field not found"),
    ("node.value == 1", 5, 5, -22, "Field not found"),
    ("node" + 7 * "->next" + " == 1", 42, 42, -22, "Too many dereferences"),
    (33 * "(" + "u8 == 1" + 33 * ")", 32, 32, -22, "Too deep"),
]


def test_mistakes_have_words_and_a_place(ask):
    world = World(random.Random(1))
    answers = ask([(world, text) for text, *_ in MISTAKES])
    for (text, *mistake), answer in zip(MISTAKES, answers):
        assert answer == " ".join(map(str, mistake)), text


def test_long_and_deep_expressions_are_taken(ask):
    world = World(random.Random(2))
    texts = {"||".join(["u8<0"] * 3000 + ["u8>=0"]): "1", 32 * "(" + "u8 < 0" + 32 * ")": "0",
             101 * "!" + "u8<0": "1", "&&".join(["!(u8<0)"] * 2000): "1",
             "node" + 6 * "->next" + " == 1": "0", "name == '" + 255 * "x" + "'": "0"}
    assert ask([(world, text) for text in texts]) == list(texts.values())
