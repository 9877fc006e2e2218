"""Other orders of a block that keep its meaning: list scheduling for a rough model of the core.

A vset that keeps vl is no step of its own: the vector type is set wherever the next instruction
needs another one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count

import numpy as np

from kernelcraft.codegen.dependences import Edge, heights
from kernelcraft.codegen.order import ordered, predecessors
from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel, use
from kernelcraft.platforms.coral_npu.kernels.moves.listing import (
    Facts,
    Line,
    Setting,
    apart,
    blocks,
    vset,
)
from kernelcraft.platforms.coral_npu.kernels.moves.walk import DTCM
from kernelcraft.platforms.coral_npu.machine.configuration import EXTERNAL
from kernelcraft.platforms.coral_npu.machine.latency import latency
from kernelcraft.platforms.coral_npu.machine.scalar_timing import BUFFERED
from kernelcraft.platforms.coral_npu.machine.shapes import form_of
from kernelcraft.platforms.coral_npu.machine.touches import SETTING, VECTOR, Touches
from kernelcraft.riscv.machine import VLENB as LINE

SHORT = 31  # the longest vector that a vsetivli takes
LONGEST = 700  # lines of a block that is reordered


@dataclass(frozen=True)
class Step:
    """A line of a block with what it touches and, roughly, its times in cycles.

    `busy`: of the load/store unit; `work`: of the vector units; `needs`: the vector type and length
    that must be set, None where that is no concern.
    """

    line: Line
    used: Touches
    latency: int
    busy: int
    work: int
    needs: Setting | None


Sources = dict[tuple[int, float], str]
"""By length and ratio: the register that holds the length that was asked for."""


def sources(lines: Sequence[Line]) -> Sources | None:
    """Where the lengths of a block come from; None if its vsets must stay where they are."""
    written, found = 0, Sources()
    for line in lines:
        written |= use(line).writes
    for line in lines:
        if line.unit in VECTOR and _needed(line) is None:
            return None
        if line.unit != "vset" or line.keeps_vl:
            continue
        values = line.operations[0].operands
        made = _made(line)
        if values["rd"] or made is None:
            return None
        if made.vl <= SHORT:
            continue
        register = values.get("rs1", 0)
        if not register or written >> register & 1:
            return None
        found[made.vl, made.ratio] = f"x{register}"
    return found


def _made(line: Line) -> Setting | None:
    """What a vset of a block makes."""
    vl = line.facts.value if line.facts else None
    return None if line.vtype is None or vl is None else Setting(line.vtype, vl)


def _needed(line: Line) -> Setting | None:
    return line.facts.setting if line.facts and line.unit in VECTOR else None


def block_steps(lines: Sequence[Line], *, free: bool) -> list[Step]:
    """The steps of a block; `lines` have facts. `free`: its vsets are none of them."""
    found = []
    for line in lines:
        if free and line.unit == "vset":
            continue
        used = use(line)
        if free:
            used = replace(used, reads=used.reads & ~SETTING)
        found.append(_step(line, used, _needed(line) if free else None))
    return found


def _step(line: Line, used: Touches, needs: Setting | None) -> Step:
    facts = line.facts
    vector = facts.vector if facts else None
    length = facts.vl if facts and facts.vl is not None else vector.elements if vector else LINE
    spans = facts.spans if facts else None
    address = int(spans[0][0]) if spans is not None and len(spans) else DTCM
    place = (EXTERNAL if address >= EXTERNAL else DTCM) + address % LINE
    costs = [
        latency(each.instruction, each.operands, length, vector.sew if vector else 8, place)
        for each in line.operations
    ]
    work = 0 if used.loads or used.stores else costs[0].unit
    return Step(line, used, max(each.result for each in costs), costs[0].access, work, needs)


def dependences(block: Sequence[Step]) -> list[Edge]:
    """What each step must wait for, and for how many cycles if it needs a result."""
    touched = [(_bits(step.used.reads), _bits(step.used.writes)) for step in block]
    before = predecessors(touched)
    accesses = [index for index, step in enumerate(block) if step.used.loads or step.used.stores]
    for earlier, later in combinations(accesses, 2):
        one, other = block[earlier], block[later]
        if _conflict(one.used, other.used) and not apart(one.line, other.line):
            before[later].add(earlier)
    return [
        Edge(each, later, block[each].latency if _feeds(block[each], block[later]) else 0)
        for later, earlier in enumerate(before)
        for each in earlier
    ]


def _feeds(one: Step, other: Step) -> bool:
    return bool(one.used.writes & other.used.reads)


def _bits(registers: int) -> list[int]:
    return [bit for bit in range(registers.bit_length()) if registers >> bit & 1]


def _conflict(one: Touches, other: Touches) -> bool:
    """Whether both access memory, and one stores."""
    return (one.stores and (other.loads or other.stores)) or (one.loads and other.stores)


def _differs(step: Step, now: Setting | None) -> bool:
    """Whether something must be set before a step.

    Accesses with a width of their own need only the ratio of SEW and LMUL.
    """
    if step.needs is None or step.needs == now:
        return False
    access = step.line.unit in ("vload", "vstore")
    if now is None or not access or form_of(step.line.operations[0].instruction).index:
        return True
    return (now.vl, now.ratio) != (step.needs.vl, step.needs.ratio)


class _Core:
    """What the steps dispatched so far leave free, and when their results are there.

    `urgency`: of what can begin at a time, the most urgent goes first.
    """

    def __init__(
        self, block: Sequence[Step], edges: Iterable[Edge], urgency: Sequence[float]
    ) -> None:
        self.block, self.urgency = block, urgency
        self.feeders: list[list[int]] = [[] for _ in block]
        for edge in edges:
            if edge.delay:
                self.feeders[edge.after].append(edge.before)
        self.done = [0] * len(block)
        self.now = self.slots = self.unit_free = self.vector_free = 0
        self.set: Setting | None = None
        self.retired = [0] * BUFFERED

    def of(self, index: int) -> tuple[float, ...]:
        """When a step would begin."""
        return self._start(index)[1], -self.urgency[index]

    def _start(self, index: int) -> tuple[int, int]:
        """When a step would be dispatched, and when it would begin."""
        step = self.block[index]
        waits = max((self.done[each] for each in self.feeders[index]), default=0)
        slot = self.now + (self.slots + _differs(step, self.set) >= 2)
        slot = max(slot, self.retired[-BUFFERED] + 1)
        begin = max(slot, waits)
        if step.line.unit in VECTOR:
            begin = max(begin, self.vector_free if step.work else 0)
        else:
            slot = begin
        return slot, max(begin, self.unit_free) if step.busy else begin

    def take(self, index: int) -> None:
        """Dispatch a step."""
        step = self.block[index]
        slot, begin = self._start(index)
        setting = _differs(step, self.set)
        if setting:
            self.set = step.needs
        self.slots = 1 + setting if slot > self.now else self.slots + 1 + setting
        self.now = slot
        self.done[index] = begin + step.latency
        if step.busy:
            self.unit_free = begin + step.busy
        if step.work:
            self.vector_free = begin + step.work
        self.retired.append(max(self.retired[-1], self.done[index]))


def scheduled(block: Sequence[Step], rng: random.Random | None, restlessness: float) -> list[Step]:
    """Another order of a block: what can begin first and has most to wait for it goes first.

    Restless without random numbers: of what can begin, the first in the old order.
    """
    count, edges = len(block), dependences(block)
    ends = [Edge(index, count, step.latency) for index, step in enumerate(block)]
    urgency: Sequence[float] = heights(count + 1, [*edges, *ends], 0)[:count]
    if rng is None and restlessness:
        urgency = range(0, -count, -1)
    elif rng is not None and restlessness:
        urgency = [each * (1 + rng.uniform(-restlessness, restlessness)) for each in urgency]
    before: list[set[int]] = [set() for _ in block]
    for edge in edges:
        before[edge.after].add(edge.before)
    return [block[index] for index in ordered(before, _Core(block, edges, urgency))]


def written_out(
    order: Sequence[Step], start: Setting | None, end: Setting | None, known: Sources
) -> Iterator[Line]:
    """The lines of an order, with the vector types and lengths that are needed set between them."""
    now = start
    for step in order:
        if _differs(step, now):
            assert step.needs is not None
            yield _set(step.needs, now, known, step.line.facts)
            now = step.needs
        yield step.line
    if end is not None and now != end:
        yield _set(end, now, known, order[-1].line.facts if order else None)


def _set(new: Setting, now: Setting | None, known: Sources, facts: Facts | None) -> Line:
    own = facts and replace(
        facts,
        vtype=now.vtype if now else None,
        vl=now.vl if now else None,
        spans=None,
        values=np.array([new.vl], np.int64),
    )
    if now is not None and (now.vl, now.ratio) == (new.vl, new.ratio):
        return vset(new.vtype, own)
    return vset(new.vtype, own, new.vl if new.vl <= SHORT else known[new.vl, new.ratio])


def reordered(
    kernel: Kernel, rng: random.Random | None, restlessness: float, only: int | None = None
) -> Kernel:
    """The kernel with every block in a new order, or one; its labels stay at its beginning."""
    numbers = count()

    def new(span: range) -> Iterable[Line]:
        own = kernel.lines[span.start : span.stop]
        if only not in (None, next(numbers)) or not own:
            return own
        bare = [line.bare() for line in own if line.name]
        return [*own[0].left(), *block_reordered(bare, rng, restlessness)]

    return kernel.rewritten(new)


def longest_blocks(kernel: Kernel, count: int) -> list[int]:
    """The numbers of the blocks that run most instructions."""
    ran = []
    for number, span in enumerate(blocks(kernel.lines)):
        facts = (line.facts for line in kernel.lines[span.start : span.stop])
        ran.append((-sum(each.times for each in facts if each is not None), number))
    return [number for _, number in sorted(ran)[:count]]


def block_reordered(
    own: Sequence[Line], rng: random.Random | None, restlessness: float
) -> list[Line]:
    """One block without labels in a new order."""
    if len(own) < 2 or len(own) > LONGEST or any(line.facts is None for line in own):
        return list(own)
    known = sources(own)
    start = own[0].facts.setting if own[0].facts else None
    end = next((_made(line) for line in reversed(own) if line.unit == "vset"), start)
    free = known is not None and _can_make(own, start, known)
    order = scheduled(block_steps(own, free=free), rng, restlessness)
    if not free or known is None:
        return [step.line for step in order]
    return list(written_out(order, start, end, known))


def _can_make(own: Sequence[Line], start: Setting | None, known: Sources) -> bool:
    """Whether everything that is needed can be set in any order."""
    made = [_made(line) for line in own if line.unit == "vset"]
    if not made:
        return True
    if None in made:
        return False
    keeps = all(line.keeps_vl for line in own if line.unit == "vset")
    if keeps and start is not None:
        return True
    needed = [*(_needed(line) for line in own), *made]
    return all(
        each is None or each.vl <= SHORT or (each.vl, each.ratio) in known for each in needed
    )
