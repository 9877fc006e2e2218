"""What a bound is made of: lines to read and write, uops, and the least time that they all take.

An access to one vector register keeps the load/store unit busy, and its uop stands in the reorder
buffer of 8 until it is done. Uops enter that buffer in program order and leave it in order, so
while the access lasts at most 7 others enter. All others enter when no such access is under way,
3 a cycle: their time adds to that of the accesses. Tests say it with runs.

A kernel may read by scalar loads instead, 4 bytes each: four times as slow, but outside of the
reorder buffer. How many lines it reads so, and how many sums it leaves to reductions, is chosen
here as whatever gives the least time. Nothing else that it does can make up for the time it takes:
an access to its own memory takes at least 3 cycles and lets no more than those 7 uops pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from kernelcraft.kernels.cell import Cell
from kernelcraft.platforms.coral_npu.scalar_timing import LINE_BYTES as LINE
from kernelcraft.platforms.coral_npu.scalar_timing import WRITE as EXTERNAL_WRITE
from kernelcraft.platforms.coral_npu.vector_timing import DISPATCH_UOPS, IN_FLIGHT

# A line holds 16 bytes, as many as a vector register and as one access can bring.
READ: Final = 3
"""Cycles of a vector register that is read, beside 1 and the read latency for each line of it."""
SCALAR_LOADS: Final = 4
"""That bring as much as a vector register, each in as many cycles."""
WRITE: Final = 2
"""Cycles of a vector register that is written, beside those of its line. *Assumed*: results do not
leave through scalar registers, 4 bytes in 5 cycles."""
WRITTEN_LINE: Final = 1 + EXTERNAL_WRITE
REGISTERS: Final = 8
"""Of one access; from one access to the next a cycle passes."""
ENDS: Final = 7
"""3 cycles until the first access begins (an address, its way to the unit) and 4 after the last:
its end, mpause and the halt."""
MULTIPLIERS: Final = 2
REDUCTION: Final = 2
"""Cycles of a widening reduction of one register, in the one unit that reduces."""
GROUP: Final = 16
"""Products, or elements, that uops are counted for."""

Dims = Mapping[str, int]


@dataclass(frozen=True)
class Part:
    """A kind of work and its least cycles."""

    unit: str
    cycles: int
    reason: str


@dataclass(frozen=True)
class Step:
    """Uops that enter the reorder buffer, of which the multipliers carry out some."""

    uops: float
    multiplied: float
    reason: str


@dataclass(frozen=True)
class Choice:
    """Groups of products whose sums are cheaper by `saved` uops each if a reduction makes them."""

    groups: float
    saved: float


@dataclass
class Work:
    """Collects what one kernel has to do, beside reading and writing so many bytes.

    `read`: of each input; all begin at multiples of 16.
    """

    read: tuple[int, ...]
    written: int
    latency: int
    steps: list[Step] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)

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

    def add(self, uops: float, reason: str, *, multiplied: float = 0.0) -> None:
        """So many uops, `multiplied` of them in the multipliers."""
        self.steps.append(Step(uops, multiplied, reason))

    def cheapest(self, *ways: Callable[[Work], None]) -> None:
        """What whichever way adds that takes the least time."""

        def tried(way: Callable[[Work], None]) -> Work:
            work = replace(self, steps=list(self.steps), choices=list(self.choices))
            way(work)
            return work

        best = min(map(tried, ways), key=Work.cycles)
        self.steps, self.choices = best.steps, best.choices

    @property
    def lines_read(self) -> int:
        """Lines that the inputs lie in."""
        return sum(map(lines, self.read))

    @property
    def reading(self) -> int:
        """Cycles of the load/store unit: all lines, in as few registers as hold the bytes."""
        return self.lines_read * (1 + self.latency) + lines(sum(self.read)) * READ

    @property
    def writing(self) -> int:
        """Cycles of the load/store unit."""
        return lines(self.written) * (WRITTEN_LINE + WRITE)

    def cycles(self) -> int:
        """The least number of cycles in which all of it can be done."""
        low = ENDS + self.reading + self.writing
        high = low + math.ceil(sum(step.uops for step in self.steps)) + self.lines_read + 2
        while low < high:
            middle = (low + high) // 2
            if self._done_in(middle):
                high = middle
            else:
                low = middle + 1
        return low

    def _done_in(self, cycles: int) -> bool:
        """Whether nothing forbids a kernel of so many cycles."""
        line = 1 + self.latency + READ
        accesses = self.lines_read - self._cut + lines(self.written)
        spare = cycles - ENDS - self.reading - self.writing - accesses / REGISTERS
        if spare < 0:
            return False
        replaced = int(spare / ((SCALAR_LOADS - 1) * line - 1 / REGISTERS))
        by_scalars = min(self.lines_read, self._cut + replaced)
        accesses = self.lines_read - by_scalars + lines(self.written)
        uops = sum(step.uops for step in self.steps) - self._saved(cycles / REDUCTION)
        multiplied = sum(step.multiplied for step in self.steps)
        idle = max(
            (uops - (IN_FLIGHT - 2) * accesses) / DISPATCH_UOPS,
            (multiplied - 2 * (IN_FLIGHT - 1) * accesses) / MULTIPLIERS,
        )
        vectors = ENDS + self.reading - by_scalars * line + self.writing
        return vectors + idle <= cycles

    @property
    def _cut(self) -> int:
        """Lines of which a tensor's end fills a part: one scalar load may do."""
        return sum(size % LINE > 0 for size in self.read)

    def _saved(self, registers: float) -> float:
        """Uops saved at most, where so many registers can be reduced."""
        saved = 0.0
        for choice in sorted(self.choices, key=lambda each: -each.saved):
            groups = min(choice.groups, registers)
            saved += groups * choice.saved
            registers -= groups
        return saved

    def parts(self) -> tuple[Part, ...]:
        """The bound in parts that add up to it."""
        ends = "until the first access begins and after the last one"
        steps = "; ".join(f"{step.uops:g} uops: {step.reason}" for step in self.steps)
        rest = self.cycles() - ENDS - self.reading - self.writing
        return (
            Part("ends", ENDS, ends),
            Part(
                "load", self.reading, f"{sum(self.read)} bytes of inputs that differ in every set"
            ),
            Part("store", self.writing, f"{self.written} bytes of output"),
            Part("vector", rest, f"what does not pass beside the accesses of {steps}"),
        )


def lines(size: int) -> int:
    """That so many bytes fill from the start of one on."""
    return math.ceil(size / LINE)


Demands = Callable[[Work, Dims], None]
"""Adds what a task of these sizes has to do beside reading and writing."""
