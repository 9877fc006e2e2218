"""What a bound is made of: lines to read and write, uops, and the least time that they all take.

Three things hold a kernel up:

* the load/store unit, where one access comes after the other;
* the reorder buffer: a uop stands in one of its 8 places until it and all before it are done, so
  few uops pass beside an access, and the others are dispatched 3 a cycle at most;
* the instructions that uops come from: the retirement buffer does the same with 8 of them.

A kernel may read by scalar loads instead, 4 bytes each: four times as slow, but outside of the
reorder buffer. How many lines it reads so is chosen here as whatever gives the least time. Tests
say all of it with runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.machine.scalar_timing import LINE_BYTES
from kernelcraft.platforms.coral_npu.machine.scalar_timing import WRITE as EXTERNAL_WRITE
from kernelcraft.platforms.coral_npu.machine.vector_timing import DISPATCH_UOPS, IN_FLIGHT

LINE: Final = LINE_BYTES
# A line holds 16 bytes, as many as a vector register and as one access can bring.
READ: Final = 3
"""Cycles of a vector register that is read, beside 1 and the read latency for each line of it."""
WORDS: Final = 4
"""Scalar loads that bring as much as a vector register, each in as many cycles."""
WRITE: Final = 2
"""Cycles of a vector register that is written, beside those of its line. *Assumed*: results do not
leave through scalar registers, 4 bytes in 5 cycles."""
WRITTEN_LINE: Final = 1 + EXTERNAL_WRITE
OWN_READ, OWN_WRITTEN, OWN_WORD = READ + 1, WRITE + 1, 4
"""Cycles of a register, or of a scalar load, in the core's own memory."""
REGISTERS: Final = 8
"""Of one access; from one access to the next a cycle passes."""
ENDS: Final = 7
"""3 cycles until the first access begins (an address, its way to the unit) and 4 after the last:
its end, mpause and the halt."""
MULTIPLIERS: Final = 2
VECTORS: Final = 32
"""Vector registers."""
GROUP: Final = 16
"""Products, or elements, that uops are counted for."""
TAKEN: Final = 2
"""Uops that take a word out of a vector register: a slide and vmv.x.s."""


BESIDE: Final = IN_FLIGHT - 2
"""Uops that pass beside one access with no cycle lost: the next access has to stand in the buffer a
cycle before this one leaves it."""
PASSING: Final = 9
"""The same for uops of a stream that is slower than they can be dispatched. *Assumed*: in no order
of those that were tried as many passed beside a register of the own memory."""

Dims = Mapping[str, int]


@dataclass(frozen=True)
class Part:
    """A kind of work and its least cycles."""

    unit: str
    cycles: int
    reason: str


@dataclass(frozen=True)
class Step:
    """Uops that enter the reorder buffer, of which the multipliers carry out some, and others that
    are dispatched but take no place there: those of a reduction but for its last one."""

    uops: float
    multiplied: float
    reason: str
    placeless: float = 0.0


@dataclass(frozen=True)
class Demand:
    """What some part of a kernel takes, beside reading the inputs and writing the output once.

    `own_read`, `own_written`: vector registers from and to the core's own memory. `words`: read
    again by scalar loads, or taken out of vector registers. `window`: cycles that instructions
    stand in the retirement buffer. `collected`: cycles of the unit that reduces. `scalars`: lines
    of the inputs that may be used from scalar registers.
    """

    steps: tuple[Step, ...] = ()
    own_read: float = 0.0
    own_written: float = 0.0
    words: float = 0.0
    stream: float = 0.0
    streamed: float = 0.0
    collected: float = 0.0
    scalars: int = 0
    slowest: float = 1 / DISPATCH_UOPS

    def __add__(self, other: Demand) -> Demand:
        both = Demand(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))
        return replace(both, slowest=max(self.slowest, other.slowest))

    @cached_property
    def uops(self) -> float:
        """That take a place."""
        return sum(step.uops for step in self.steps)

    @cached_property
    def placeless(self) -> float:
        """That take none."""
        return sum(step.placeless for step in self.steps)

    @cached_property
    def multiplied(self) -> float:
        """That the multipliers carry out."""
        return sum(step.multiplied for step in self.steps)

    @cached_property
    def costs(self) -> tuple[float, ...]:
        """None of which may be less for this to be no better than another."""
        memory = (self.own_read, self.own_written, self.words, self.collected)
        rest = self.uops - self.streamed
        uops = (self.uops, self.placeless, rest, self.multiplied, self.stream)
        return (*uops, *memory, -self.scalars, -self.slowest)


@dataclass
class Work:
    """Collects what one kernel has to do, besides reading and writing bytes.

    `read`: of each input; all begin at multiples of 16. `choices`: ways to do one thing each.
    """

    read: tuple[int, ...]
    written: int
    latency: int
    demand: Demand = field(default_factory=Demand)
    choices: list[list[Demand]] = field(default_factory=list)

    @classmethod
    def of(cls, cell: Cell) -> Work:
        """Reads every input that is drawn and writes the output: each byte counts in some set.

        Tables are the same in every set. A kernel may have them in its text or its own memory, so
        they cost nothing here.
        """
        tables = {each.name for each in cell.task.inputs if each.table is not None}
        read = (
            each.region.size for each in cell.memory_map.inputs if each.tensor.name not in tables
        )
        latency = cell.memory_map.parameters["axi_read_latency"]
        return cls(tuple(read), cell.memory_map.output.region.size, latency)

    def add(
        self, uops: float, reason: str, *, multiplied: float = 0.0, placeless: float = 0.0
    ) -> None:
        """Add `uops` uops, `multiplied` of them in the multipliers."""
        self.demand += Demand((Step(uops, multiplied, reason, placeless),))

    def cheapest(self, ways: Sequence[Demand]) -> None:
        """Whichever of these takes the least time, beside all the rest."""
        kept: list[Demand] = []
        for way in sorted(ways, key=lambda each: each.costs):
            if not any(all(map(float.__le__, *_floats(other, way))) for other in kept):
                kept.append(way)
        self.choices.append(kept)

    @cached_property
    def lines_read(self) -> int:
        """Lines that the inputs lie in."""
        return sum(map(lines, self.read))

    @property
    def line(self) -> int:
        """Cycles of the load/store unit for one of them: a register, or one scalar load."""
        return 1 + self.latency + READ

    @cached_property
    def reading(self) -> int:
        """Cycles of the load/store unit: all lines, in as few registers as hold the bytes."""
        return self.lines_read * (1 + self.latency) + lines(sum(self.read)) * READ

    @cached_property
    def writing(self) -> int:
        """Cycles of the load/store unit."""
        return lines(self.written) * (WRITTEN_LINE + WRITE)

    def cycles(self) -> int:
        """The least number of cycles in which all of it can be done."""
        return self._best()[0]

    def _best(self) -> tuple[int, Demand]:
        """The least cycles and all that is done in them.

        A way is left out where the best of all others, in every respect, do not make it good;
        choices in order are left where the best of the rest, in every respect, do not.
        """
        ideals = [_ideal(ways) for ways in self.choices]
        kept: list[list[Demand]] = []
        first = self.demand
        for index, ways in enumerate(self.choices):
            others = sum(ideals[index + 1 :], first)
            first += ways[min((self._least(others + way), n) for n, way in enumerate(ways))[1]]
        best = self._least(first), first
        for index, ways in enumerate(self.choices):
            others = sum([*ideals[:index], *ideals[index + 1 :]], self.demand)
            kept.append([way for way in ways if self._done_in(best[0] - 1, others + way)])
        if not all(kept):
            return best
        rests = [_ideal(ways) for ways in kept]
        undecided = [(self.demand, 0)]
        while undecided:
            demand, index = undecided.pop()
            if not self._done_in(best[0] - 1, sum(rests[index:], demand)):
                continue
            if index == len(kept):
                best = self._least(demand), demand
            else:
                undecided += [(demand + way, index + 1) for way in reversed(kept[index])]
        return best

    def _least(self, demand: Demand) -> int:
        low = ENDS + self.reading + self.writing
        high = 2 * low
        while not self._done_in(high, demand):
            high *= 2
        while low < high:
            middle = (low + high) // 2
            if self._done_in(middle, demand):
                high = middle
            else:
                low = middle + 1
        return low

    def _done_in(self, cycles: int, demand: Demand) -> bool:
        """Whether no limit forbids a kernel of `cycles` cycles."""
        own = demand.own_read + demand.own_written
        registers = float(self.lines_read - self._cut + lines(self.written) + own)
        busy = float(ENDS + self.reading + self.writing)
        busy += demand.own_read * OWN_READ + demand.own_written * OWN_WRITTEN
        spare = cycles - busy - registers / REGISTERS
        dispatched = (demand.uops + demand.placeless) / DISPATCH_UOPS
        if spare < 0 or ENDS + max(demand.collected, dispatched) > cycles:
            return False
        by_words = (WORDS - 1) * self.line - 1 / REGISTERS
        replaced = min(self.lines_read - self._cut, spare / by_words)
        loaded = min(demand.words, (spare - replaced * by_words) / OWN_WORD)
        uops = demand.uops + TAKEN * (demand.words - loaded)
        uops += WORDS * max(replaced - demand.scalars, 0)  # no instruction reads more than a word
        registers -= replaced
        busy -= (self._cut + replaced) * self.line
        slowly = (uops - demand.streamed) / DISPATCH_UOPS + demand.stream
        passing = PASSING * demand.slowest
        multiplied = demand.multiplied - 2 * (IN_FLIGHT - 1) * registers
        beside = max(
            _beside(uops / DISPATCH_UOPS, (registers, BESIDE / DISPATCH_UOPS)),
            _beside(slowly, (registers - own, passing), (own, min(passing, OWN_READ))),
            multiplied / MULTIPLIERS,
        )
        return busy + beside <= cycles

    @cached_property
    def _cut(self) -> int:
        """Lines of which a tensor's end fills a part: one scalar load may do."""
        return sum(size % LINE > 0 for size in self.read)

    def parts(self) -> tuple[Part, ...]:
        """The bound in parts that add up to it."""
        cycles, demand = self._best()
        ends = "until the first access begins and after the last one"
        own = demand.own_read * OWN_READ + demand.own_written * OWN_WRITTEN
        vectors = f"{demand.own_read:.0f} registers from DTCM, {demand.own_written:.0f} to it"
        steps = "; ".join(f"{step.uops:.0f} uops: {step.reason}" for step in demand.steps)
        words = f"; {demand.words:.0f} words for scalar registers" if demand.words else ""
        rest = cycles - ENDS - self.reading - self.writing - int(own)
        return (
            Part("ends", ENDS, ends),
            Part(
                "load", self.reading, f"{sum(self.read)} bytes of inputs that differ in every set"
            ),
            Part("store", self.writing, f"{self.written} bytes of output"),
            Part("own memory", int(own), vectors),
            Part("vector", rest, f"what does not pass beside the accesses of {steps}{words}"),
        )


def _ideal(ways: Sequence[Demand]) -> Demand:
    """No worse than any of them in any respect."""
    uops, placeless, rest, multiplied, stream, read, written, words, collected, scalars, slowest = (
        min(each) for each in zip(*(way.costs for way in ways), strict=True)
    )
    return Demand(
        (Step(uops, multiplied, "at least", placeless),),
        own_read=read,
        own_written=written,
        words=words,
        collected=collected,
        scalars=-int(scalars),
        stream=stream,
        streamed=uops - rest,
        slowest=-slowest,
    )


def _floats(one: Demand, other: Demand) -> tuple[tuple[float, ...], tuple[float, ...]]:
    first, second = (tuple(map(float, each.costs)) for each in (one, other))
    return first, second


def _beside(arithmetic: float, *accesses: tuple[float, float]) -> float:
    """Cycles besides those of the lines, for cycles of `arithmetic` of which accesses hide some.

    `accesses`: how many registers, and the cycles that an access of one register hides. Each such
    access takes another cycle; a kernel has as many as are of use, and 8 registers in the others.
    """
    taken = 0.0
    for registers, hidden in accesses:
        number = min(max(arithmetic / hidden, registers / REGISTERS), registers)
        taken += number
        arithmetic = max(arithmetic - hidden * number, 0.0)
    return taken + arithmetic


def lines(size: int) -> int:
    """Lines that `size` bytes fill from the start of one on."""
    return math.ceil(size / LINE)


Demands = Callable[[Work, Dims], None]
"""Adds what a task of these sizes has to do beside reading and writing."""
