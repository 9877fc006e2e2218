"""A kernel that calls others as subroutines, in loops, each with a block of addresses of its own.

Every kernel finds the addresses of its operands where p0 points to, and ends with `ret lr`. Its
text stands once, whoever calls it. Between calls nothing is kept in registers: what the driver
counts, and the addresses that change, are words in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.fifos import acquired, released
from kernelcraft.platforms.amd_npu.kernels.schedule import core_writer
from kernelcraft.platforms.amd_npu.machine.memory_map import (
    ARGUMENTS,
    BESIDE_TABLES,
    NEIGHBOURS,
    OWN,
)
from kernelcraft.platforms.amd_npu.machine.streaming import BANK, WORD

LABEL: Final = re.compile(r"^(\.?\w+):", re.MULTILINE)
FRAME: Final = "frame"
MIDDLE: Final = 128  # bytes before and behind p1 that loads and stores reach
MOST_WORDS: Final = 2 * MIDDLE // WORD
PLACE: Final = 64  # bytes: places in a bank begin at multiples
REGISTERS: Final = range(16, 28)  # in turn


@dataclass(frozen=True)
class Operand:
    """The n-th word of the cell's argument block: operands, inputs first, then second buffers."""

    number: int


@dataclass(frozen=True)
class Word:
    """A word of the driver's own, that its steps change."""

    name: str


LINK: Final = Word("lr")
Address = Operand | Word | int
"""Where something lies that a call reads or writes; a number is a place in scratch memory."""


@dataclass(frozen=True)
class Call:
    """A kernel's text, and the addresses in the order of its arguments."""

    text: str
    arguments: tuple[Address, ...]


@dataclass(frozen=True)
class Set:
    """The word becomes this."""

    word: Word
    to: Address


@dataclass(frozen=True)
class Add:
    """The word grows by so many bytes."""

    word: Word
    number: int


@dataclass(frozen=True)
class Swap:
    """Each word becomes the other one."""

    one: Word
    other: Word


@dataclass(frozen=True)
class Take:
    """One of each lock, as soon as it is there."""

    locks: tuple[int, ...]


@dataclass(frozen=True)
class Give:
    """One more for each lock."""

    locks: tuple[int, ...]


@dataclass(frozen=True)
class Loop:
    """The steps, so many times."""

    count: int
    steps: tuple[Step, ...]


Step = Call | Set | Add | Swap | Take | Give | Loop


class Scratch:
    """Free banks of a cell, which go to one place each, or to several that are small."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.rooms = [
            [each.start, each.end]
            for each in cell.memory_map.scratch
            if any(room.start <= each.start and each.end <= room.end for room in (OWN, NEIGHBOURS))
        ]
        self.rest = [BESIDE_TABLES.start, BESIDE_TABLES.end]  # less than a bank

    def take(self, size: int) -> int:
        """The address of as many bytes in banks of their own; raises Unwritten for want of room."""
        return self._take(-(-size // BANK) * BANK, size)

    def share(self, *sizes: int) -> list[int]:
        """Addresses of places that follow one another in the same banks."""
        if not sizes:
            return []
        whole = [-(-size // PLACE) * PLACE for size in sizes]
        at = self._take(-(-sum(whole) // BANK) * BANK, sum(whole))
        return [at + sum(whole[:number]) for number in range(len(whole))]

    def free(self) -> Scratch:
        """As much room, to be used at another time."""
        copy = Scratch(self.cell)
        copy.rooms, copy.rest = [list(each) for each in self.rooms], list(self.rest)
        return copy

    def several(self, *groups: Sequence[int]) -> list[list[int]]:
        """Addresses of places, each group in banks of its own: the first ones at least.

        As many of the last groups as need be lie side by side.
        """
        before, rest = self.rooms, self.rest
        for apart in range(len(groups) - 1, 0, -1):
            self.rooms, self.rest = [list(each) for each in before], list(rest)
            try:
                return self._apart(groups, apart)
            except Unwritten:
                continue
        self.rooms, self.rest = before, rest
        return self._apart(groups, 0)

    def has_room(self, *groups: Sequence[int]) -> bool:
        """Whether there is room for all places, in whatever banks."""
        try:
            self.free().several(*groups)
        except Unwritten:
            return False
        return True

    def _apart(self, groups: Sequence[Sequence[int]], apart: int) -> list[list[int]]:
        found = [self.share(*sizes) for sizes in groups[:apart]]
        rest = iter(self.share(*(size for sizes in groups[apart:] for size in sizes)))
        return found + [[next(rest) for _ in sizes] for sizes in groups[apart:]]

    def _take(self, needed: int, size: int) -> int:
        for room in self.rooms:
            if room[1] - room[0] >= needed:
                room[0] += needed
                return room[0] - needed
        if self.rest[1] - self.rest[0] >= size:
            self.rest[0] += size
            return self.rest[0] - size
        raise Unwritten(f"{self.cell.name}: no room for {size:,} bytes between its steps")


def driver(steps: Sequence[Step], *, together: bool = False) -> str:
    """The kernel that does these steps; `together` loads operands' addresses before their use."""
    return _Driver(steps, together=together).kernel()


class _Driver:
    """Writes the steps piece by piece; a piece ends with a call or a branch.

    Within a piece p1 points into the middle of the words, and `held` says which words registers
    have.
    """

    def __init__(self, steps: Sequence[Step], *, together: bool) -> None:
        self.steps, self.writer, self.together = steps, core_writer(), together
        self.names: dict[str, str] = {}  # of subroutines, by their texts
        words = dict.fromkeys((LINK, *_words(steps)))
        self.places = {word: WORD * n - MIDDLE for n, word in enumerate(words)}
        self.blocks: dict[Call, str] = {}
        self.data = f"{FRAME}:\n.word {', '.join(['0'] * len(words))}\n"
        self.loops = self.turns = 0
        self.loads: list[str] = []  # of the piece, which need not wait for anything in it
        self.pending: list[str] = []
        self.held: dict[Word, str] = {}
        self.begun = 0  # turns before the piece
        self.stored: set[Word] = set()  # in the piece
        self.label: str | None = None

    def kernel(self) -> str:
        if len(self.places) > MOST_WORDS:
            raise Unwritten(f"the driver has {len(self.places)} words, more than {MOST_WORDS}")
        self.pending.append(f"mov r16, lr\nst r16, [p1, #{self.places[LINK]}]")
        self._fill(self.steps)
        self._do(self.steps)
        self.pending.append(f"lda r16, [p1, #{self.places[LINK]}]\nmov lr, r16")
        self._write("")
        self.writer.finish()
        parts = "".join(_renamed(text, name) for text, name in self.names.items())
        return f"{self.writer.kernel()}{parts}.data\n.p2align 2\n{self.data}"

    def _fill(self, steps: Sequence[Step]) -> None:
        """The blocks of all calls; what stands in the cell's argument block is copied at once."""
        for step in steps:
            if isinstance(step, Loop):
                self._fill(step.steps)
            if isinstance(step, Call) and step not in self.blocks:
                name = self.blocks[step] = f"block{len(self.blocks)}"
                known = [each if isinstance(each, int) else 0 for each in step.arguments]
                self.data += f"{name}:\n.word {', '.join(map(str, known))}\n"
                for number, address in enumerate(step.arguments):
                    if isinstance(address, Operand):
                        register = self._value(address)
                        at = f"{name}+{WORD * number}" if number else name
                        self.pending.append(f"movxm p2, #{at}\nst {register}, [p2, #0]")

    def _do(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if isinstance(step, Call):
                self._call(step)
            elif isinstance(step, Loop):
                self._loop(step)
            else:
                self._change(step)

    def _call(self, call: Call) -> None:
        changing = [
            (number, self._value(address))
            for number, address in enumerate(call.arguments)
            if isinstance(address, Word)
        ]
        self.pending.append(f"movxm p0, #{self.blocks[call]}")
        self.pending += [f"st {value}, [p0, #{WORD * number}]" for number, value in changing]
        name = self.names.setdefault(call.text, f"part{len(self.names)}")
        self._write(f"jl #{name}")

    def _loop(self, loop: Loop) -> None:
        if loop.count == 1:
            self._do(loop.steps)
            return
        self.loops += 1
        label, counter = f".Lagain{self.loops}", Counter(loop)
        self._change(Set(counter, loop.count))
        self._write("")
        self.label = label
        self._do(loop.steps)
        self._change(Add(counter, -1))
        self._write(f"jnz {self.held[counter]}, #{label}")

    def _write(self, ending: str) -> None:
        """All that has been said, as one piece."""
        if self.pending or ending:
            lines = (f"movxm p1, #{FRAME}+{MIDDLE}", *self.loads, *self.pending, ending)
            text = "\n".join(lines)
            self.writer.straight(text, label=self.label)
            self.label = None
        self.loads, self.pending, self.held = [], [], {}
        self.begun, self.stored = self.turns, set()

    def _change(self, step: Set | Add | Swap | Take | Give) -> None:
        if isinstance(step, Set):
            self._keep((step.word, self._value(step.to)))
        elif isinstance(step, Add):
            before, after, by = self._value(step.word), self._register(), self._register()
            self.pending.append(f"movxm {by}, #{step.number}\nadd {after}, {before}, {by}")
            self._keep((step.word, after))
        elif isinstance(step, Swap):
            one, other = self._value(step.one), self._value(step.other)
            self._keep((step.one, other), (step.other, one))
        else:
            locks = acquired if isinstance(step, Take) else released
            register = self._register()
            self.pending.append(f"movx {register}, #1\n{locks(step.locks, register).rstrip()}")

    def _value(self, address: Address) -> str:
        """A register that has it."""
        if isinstance(address, Word) and address in self.held:
            return self.held[address]
        register = self._register()
        if isinstance(address, int):
            self.pending.append(f"movxm {register}, #{address}")
        elif isinstance(address, Operand):
            at = ARGUMENTS + WORD * address.number
            lines = self.loads if self.together and self._fresh(1) else self.pending
            lines.append(f"movxm p3, #{at}\nlda {register}, [p3, #0]")
        else:
            lines = self.loads if self._fresh() and address not in self.stored else self.pending
            lines.append(f"lda {register}, [p1, #{self.places[address]}]")
            self.held[address] = register
        return register

    def _fresh(self, others: int = 0) -> bool:
        """Whether no register has a second value in the piece, and `others` have none (r16 may)."""
        return self.turns - self.begun <= len(REGISTERS) - others

    def _keep(self, *values: tuple[Word, str]) -> None:
        for word, register in values:
            self.pending.append(f"st {register}, [p1, #{self.places[word]}]")
            self.held[word] = register
            self.stored.add(word)

    def _register(self) -> str:
        """The next one, which has no word any more."""
        self.turns += 1
        register = f"r{REGISTERS[self.turns % len(REGISTERS)]}"
        self.held = {word: each for word, each in self.held.items() if each != register}
        return register


@dataclass(frozen=True)
class Counter(Word):
    """What is left of a loop's iterations."""

    def __init__(self, loop: Loop) -> None:
        object.__setattr__(self, "name", f"counter of {id(loop)}")


def _words(steps: Sequence[Step]) -> Iterator[Word]:
    """All words that steps change."""
    for step in steps:
        if isinstance(step, Loop):
            yield Counter(step)
            yield from _words(step.steps)
        elif isinstance(step, Set | Add):
            yield step.word
        elif isinstance(step, Swap):
            yield from (step.one, step.other)


def _renamed(text: str, name: str) -> str:
    """A kernel's text as a subroutine: labels are its own, and code follows after its tables."""
    for label in dict.fromkeys(LABEL.findall(text)):
        new = name if label == "kernel" else f".L{name}_{label.removeprefix('.L')}"
        text = re.sub(rf"(?<![\w.]){re.escape(label)}(?!\w)", new, text)
    return ".text\n" + text.removeprefix(f".globl {name}\n")
