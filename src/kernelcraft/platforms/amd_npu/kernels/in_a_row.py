"""Kernels one after the other as one piece of code, where all addresses are known.

The bundles of each stay as they are, but for its return: it begins while the one before it ends, as
far as registers, ports and memory let it. Places in scratch memory are immediates there, operands
come from the cell's argument block, which p0 points to all the time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.bundle import Bundle
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.overlap import Placed, earliest
from kernelcraft.codegen.reading import Memory
from kernelcraft.platforms.amd_npu.kernels.calls import (
    LABEL,
    Add,
    Address,
    Call,
    Loop,
    Operand,
    Set,
    Step,
    Swap,
    Word,
    driver,
)
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2, core_reader
from kernelcraft.platforms.amd_npu.kernels.schedule.layout import Code
from kernelcraft.platforms.amd_npu.machine.assembly import PROGRAM_BYTES
from kernelcraft.platforms.amd_npu.machine.streaming import WORD

MOST: Final = 32  # calls
UNKNOWN: Final = "a step that is known only when the kernel runs"
DELAY_SLOTS: Final = 5
LANDED: Final = 12  # bundles after which everything has happened
SECTIONS: Final = (".section", ".data", ".bss")
IDLE: Final = {name: slot for slot, name in AIE2.idle.items()}
ARGUMENT: Final = re.compile(r"lda (\w+), \[p0, #(\d+)\]")
TABLE: Final = re.compile(r"movxm (p\d), #(\.?[A-Za-z]\w*)")
ALWAYS: Final = re.compile(r"(?:j|ret) ")
BY_REGISTER: Final = re.compile(r"\b(?:jnzd .*|jl? p\d)")
SET_POINTER: Final = re.compile(r"(?:lda|mova?|movxm|padd[abs]) \[?(p\d)\b")
COUNTS: Final = re.compile(r"(?:movxm|movx|mova|mov|lda) (?:ls|le|lc),")


def composed(steps: Sequence[Step], *, together: bool) -> str:
    """The kernel that does these steps: `together` in a row if that can be, else by a driver."""
    if together:
        try:
            return in_a_row(known(steps))
        except Unwritten:
            pass
    return driver(steps, together=together)


def known(steps: Sequence[Step]) -> list[Call]:
    """The calls of some steps with their addresses; raises Unwritten for what is not known."""
    return list(_known(steps, {}))


def _known(steps: Sequence[Step], words: dict[Word, Address]) -> Iterator[Call]:
    def value(address: Address) -> Address:
        found = words.get(address) if isinstance(address, Word) else address
        if found is None:
            raise Unwritten(UNKNOWN)
        return found

    for step in steps:
        if isinstance(step, Call):
            yield Call(step.text, tuple(map(value, step.arguments)))
        elif isinstance(step, Loop):
            for _ in range(step.count):
                yield from _known(step.steps, words)
        elif isinstance(step, Set):
            words[step.word] = value(step.to)
        elif isinstance(step, Swap):
            words[step.one], words[step.other] = value(step.other), value(step.one)
        elif isinstance(step, Add) and isinstance(at := value(step.word), int):
            words[step.word] = at + step.number
        else:
            raise Unwritten(UNKNOWN)


def in_a_row(calls: Sequence[Call]) -> str:
    """The kernel that makes these calls; raises Unwritten for what does not go in a row."""
    if len(calls) > MOST:
        raise Unwritten(f"{len(calls)} calls")
    texts = list(dict.fromkeys(each.text for each in calls))
    row = _Row()
    for number, call in enumerate(calls):
        row.add(_Part.of(call, f".L{number}_", f".Lof{texts.index(call.text)}_"))
    text = row.finished()
    data = (_data(text, f".Lof{index}_") for index, text in enumerate(texts))
    return f".globl kernel\n.p2align 4\nkernel:\n{text}{''.join(data)}"


def _data(text: str, scope: str) -> str:
    """The sections of a kernel that have no code, their labels in a `scope`."""
    _, data = _sections(text)
    return _scoped(data, data, scope)


def _sections(text: str) -> tuple[str, str]:
    lines = text.splitlines(keepends=True)
    starts = (n for n, line in enumerate(lines) if line.startswith(SECTIONS))
    first = next(starts, len(lines))
    return "".join(lines[:first]), "".join(lines[first:])


def _scoped(text: str, labelled: str, scope: str) -> str:
    """A text in which the labels that stand in another one have a prefix."""
    for label in dict.fromkeys(LABEL.findall(labelled)):
        new = scope + label.removeprefix(".L")
        text = re.sub(rf"(?<![\w.]){re.escape(label)}(?!\w)", new, text)
    return text


@dataclass(frozen=True)
class _Part:
    """A kernel's bundles without its return, their operations, and those that set up its loops.

    `table` are pointers to what is only read.
    """

    bundles: Sequence[Bundle]
    tables: Sequence[str]

    @classmethod
    def of(cls, call: Call, scope: str, data_scope: str) -> _Part:
        """The part of a call; raises Unwritten for code that does not end with its only return."""
        code, data = _sections(call.text)
        text = _scoped(_scoped(code, code, scope), data, data_scope)
        body = text.partition(f"{scope}kernel:\n")[2]
        tables = [pointer for pointer, _ in TABLE.findall(body) if ".rodata" in data]
        found = SET_POINTER.findall(body)
        bundles = list(_bundles(body))
        returns = [n for n, each in enumerate(bundles) if "ret lr" in each.slots.values()]
        if returns != [len(bundles) - 1 - DELAY_SLOTS] or BY_REGISTER.search(body):
            raise Unwritten("a kernel with more than one return, or jumps by registers")
        (end,) = returns
        slots = {slot: each for slot, each in bundles[end].slots.items() if each != "ret lr"}
        bundles[end] = Bundle(slots, bundles[end].labels)
        while bundles[-1] == Bundle():
            bundles.pop()
        part = cls(bundles, [each for each in tables if found.count(each) == 1])
        return part._with(call.arguments)._kept_in_place()

    @cached_property
    def operations(self) -> list[list[Operation]]:
        """Those of each bundle."""
        tables = frozenset(self.tables)
        return [[_read(text, tables) for text in each.slots.values()] for each in self.bundles]

    @cached_property
    def head(self) -> int:
        """So many bundles come before the first label or branch."""
        return next(iter(self._breaks), len(self.bundles))

    @cached_property
    def tail(self) -> int:
        """From here on there is neither, nor a branch's delay slot."""
        last = [n + 1 for n, each in enumerate(self.bundles) if each.labels]
        last += [n + 1 + DELAY_SLOTS for n in self._branches]
        return max(last, default=0)

    @property
    def _branches(self) -> list[int]:
        return [
            n
            for n, each in enumerate(self.operations)
            if any(one.delay_slots is not None for one in each)
        ]

    @property
    def _breaks(self) -> list[int]:
        return sorted([n for n, each in enumerate(self.bundles) if each.labels] + self._branches)

    @property
    def pin(self) -> int | None:
        """The first bundle of the first loop, which begins at a multiple of 16 bytes."""
        starts = [each.partition("#")[2] for each in self._texts("ls")]
        labelled = (n for n, each in enumerate(self.bundles) if set(starts) & set(each.labels))
        return next(labelled, None)

    @property
    def gaps(self) -> list[tuple[int, int]]:
        """Where loops are set up, and where they end."""
        ends = {each.partition("#")[2] for each in self._texts("le")}
        setups = [
            n
            for n, each in enumerate(self.bundles)
            if any(COUNTS.match(text) for text in each.slots.values())
        ]
        return [
            (max(each for each in setups if each < n), n)
            for n, bundle in enumerate(self.bundles)
            if ends & set(bundle.labels)
        ]

    def _texts(self, register: str) -> Iterator[str]:
        for each in self.bundles:
            for text in each.slots.values():
                if text.startswith(f"movxm {register},"):
                    yield text

    def _kept_in_place(self) -> _Part:
        """All sizes as they are from the first loop on, so that the others lie as they must."""
        pin = len(self.bundles) if self.pin is None else self.pin
        return replace(
            self,
            bundles=[
                replace(each, size=each.size if n >= pin else 0)
                for n, each in enumerate(self.bundles)
            ],
        )

    def before_tail(self) -> Iterator[Placed]:
        """What may be under way when the tail begins, on all ways to it; it begins at 0."""
        ahead = [(self.tail, 0)]
        seen = set(ahead)
        while ahead:
            here, time = ahead.pop()
            for n in self._came_from(here):
                if time - 1 > -LANDED and (n, time - 1) not in seen:
                    seen.add((n, time - 1))
                    ahead.append((n, time - 1))
                    yield from (Placed(one, time - 1) for one in self.operations[n])

    def _came_from(self, here: int) -> Iterator[int]:
        """The bundles before this one: the one above, ends of branches and of loops to it."""
        jumps = [each for each in self._branches if each + DELAY_SLOTS == here - 1]
        texts = (text for each in jumps for text in self.bundles[each].slots.values())
        if here > 0 and not any(ALWAYS.match(text) for text in texts):
            yield here - 1
        labels = set(self.bundles[here].labels) if here < len(self.bundles) else set[str]()
        for n in self._branches:
            targets = {text.partition("#")[2] for text in self.bundles[n].slots.values()}
            if labels & targets:
                yield n + DELAY_SLOTS
        loops = zip(self._texts("ls"), self._texts("le"), strict=True)
        ends = {end.partition("#")[2] for start, end in loops if start.partition("#")[2] in labels}
        yield from (n for n, each in enumerate(self.bundles) if ends & set(each.labels))

    def _with(self, arguments: Sequence[Address]) -> _Part:
        """With addresses where those of the argument block are loaded."""
        part = self
        for number, operations in enumerate(self.operations):
            for one in operations:
                n = number + len(part.bundles) - len(self.bundles)
                if "p0" not in _touched(one):
                    continue
                found = ARGUMENT.fullmatch(one.text)
                if found is None or n >= self.head:
                    raise Unwritten("a kernel that does more with its argument block")
                register, at = found[1], int(found[2])
                part = part._given(n, one, register, arguments[at // WORD])
        return part

    def _given(self, n: int, load: Operation, register: str, address: Address) -> _Part:
        bundles = list(self.bundles)
        slots = {**bundles[n].slots}
        if isinstance(address, Operand):
            slots[load.unit] = f"lda {register}, [p0, #{WORD * address.number}]"
            bundles[n] = replace(bundles[n], slots=slots)
            return replace(self, bundles=bundles)
        del slots[load.unit]
        bundles[n] = replace(bundles[n], slots=slots, size=0)
        text = f"movxm {register}, #{address}"
        for here in range(self._used(n, register)):
            if AIE2.bundle.has_room("lng", bundles[here].slots):
                room = {**bundles[here].slots, "lng": text}
                bundles[here] = replace(bundles[here], slots=room, size=0)
                return replace(self, bundles=bundles)
        return replace(self, bundles=[Bundle({"lng": text}), *bundles])

    def _used(self, n: int, register: str) -> int:
        """The first bundle of the head that does something with a register, beside its load."""
        for number, operations in enumerate(self.operations[: self.head]):
            for one in operations:
                if register in _touched(one) and (number != n or not ARGUMENT.fullmatch(one.text)):
                    return number
        return self.head


def _bundles(code: str) -> Iterator[Bundle]:
    """Bundles as they stand in a text, with their sizes."""
    labels: list[str] = []
    for line in code.splitlines():
        if line.endswith(":"):
            labels.append(line[:-1])
            continue
        texts = [each for each in line.split(" ; ") if each != "nop"]
        idle = {IDLE[each] for each in texts if each in IDLE}
        slots = {_read(each).unit: each for each in texts if each not in IDLE}
        size = AIE2.bundle.size(frozenset(slots) | idle) if texts else None
        yield Bundle(slots, tuple(labels), size or 0)
        labels = []


def _touched(operation: Operation) -> set[str]:
    reads = {each.part for each in operation.reads}
    return reads | {each.part for each in operation.writes}


@cache
def _read(text: str, tables: frozenset[str] = frozenset()) -> Operation:
    return core_reader(Memory(("p0", *sorted(tables)))).operation(text, {})


class _Row:
    """Parts so far; `tail` is where nothing is repeated any more, `open` what stands from there."""

    def __init__(self) -> None:
        self.code = Code(AIE2)
        self.tail = 0
        self.open: list[Placed] = []

    def add(self, part: _Part) -> None:
        """Append a part, as early as it can begin."""
        bundles, end = self.code.bundles, len(self.code.bundles)
        head = [Placed(one, n) for n in range(part.head) for one in part.operations[n]]
        start = max(earliest(AIE2, self.open, head, end), self.tail)
        straight = part.head == len(part.bundles)
        if not straight:  # all else has happened when its first loop begins
            start = max(start, end - part.head)
        start = min(start, end)
        for n, each in enumerate(part.bundles):
            if start + n < len(bundles):
                slots = {**bundles[start + n].slots, **each.slots}
                bundles[start + n] = Bundle(slots, each.labels)
            else:
                bundles.append(each)
        placed = [
            Placed(one, start + n)
            for n in range(part.tail, len(part.bundles))
            for one in part.operations[n]
        ]
        under_way = list(part.before_tail())
        if straight:
            self.open += placed
        else:
            self.tail = start + part.tail
            self.open = [Placed(each.operation, self.tail + each.time) for each in under_way]
            self.open += placed
        if part.pin is not None:
            self.code.pins.add(start + part.pin)
        self.code.gaps += [(start + first, start + last) for first, last in part.gaps]
        landed = max((each.time + each.operation.lands for each in self.open), default=0)
        bundles += [Bundle() for _ in range(landed - len(bundles))]
        self.open = [each for each in self.open if each.time > len(bundles) - 4 * LANDED]

    def finished(self) -> str:
        """The code with its return, and what is under way then."""
        bundles = self.code.bundles
        while len(bundles) > self.tail and bundles[-1] == Bundle():
            bundles.pop()
        for n in range(max(self.tail, len(bundles) - 1 - DELAY_SLOTS), len(bundles) + 1):
            if n == len(bundles) or AIE2.bundle.has_room("alu", bundles[n].slots):
                break
        bundles += [Bundle() for _ in range(n + 1 + DELAY_SLOTS - len(bundles))]
        bundles[n] = replace(bundles[n], slots={**bundles[n].slots, "alu": "ret lr"}, size=0)
        if sum(each.bytes(AIE2) for each in self.code.laid_out()) > PROGRAM_BYTES:
            raise Unwritten("the program memory is too small")
        return self.code.text()
