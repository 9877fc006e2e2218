"""A software-pipelined loop: scheduled, registers chosen, and its rounds laid out in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.isa.syntax import BundleFormat
from kernelcraft.kernels.amd_npu.schedule.dependences import Edge, looped, new_each_round
from kernelcraft.kernels.amd_npu.schedule.late import late_schedule
from kernelcraft.kernels.amd_npu.schedule.layout import Bundle
from kernelcraft.kernels.amd_npu.schedule.modulo import intervals, modulo_schedule
from kernelcraft.kernels.amd_npu.schedule.operation import Operation
from kernelcraft.kernels.amd_npu.schedule.registers import (
    Allocation,
    TooFewRegisters,
    allocate,
    lives,
    value_of,
)

LONGEST = 400  # bundles of a round; no loop of ours is longer


@dataclass(frozen=True)
class Loop:
    """A body whose rounds begin every `interval` bundles.

    `times` are the bundles of its operations, counted from the beginning of their round.
    """

    operations: tuple[Operation, ...]
    times: tuple[int, ...]
    interval: int
    allocation: Allocation

    @property
    def overlap(self) -> int:
        """How many rounds are under way at a time."""
        return max(self.times) // self.interval + 1

    def window(self, number: int, rounds: int) -> list[Bundle]:
        """`interval` bundles from number * interval on, of a loop of so many rounds."""
        slots: list[dict[str, str]] = [{} for _ in range(self.interval)]
        for operation, time in zip(self.operations, self.times, strict=True):
            turn = number - time // self.interval
            if 0 <= turn < rounds:
                text = self.allocation.text(operation, turn)
                slots[time % self.interval][operation.unit] = text
        return [Bundle(each) for each in slots]

    def windows(self, first: int, last: int, rounds: int) -> list[Bundle]:
        """The bundles of the windows from `first` to `last`, that one left out."""
        return [each for number in range(first, last) for each in self.window(number, rounds)]

    def behind(self, rounds: int) -> list[Bundle]:
        """The windows in which no round begins any more, until everything has happened."""
        found = self.windows(rounds, rounds + self.overlap - 1, rounds)
        ends = [time + each.lands for each, time in zip(self.operations, self.times, strict=True)]
        count = max(ends) - self.interval
        return [*found, *(Bundle() for _ in range(count))][:count]


def pipelined(
    bundle: BundleFormat,
    operations: Sequence[Operation],
    kinds: Mapping[str, str],
    taken: set[str],
    *,
    interval: int = 1,
    unroll: int | None = None,
    attempts: int = 1,
) -> Loop:
    """The loop with the shortest interval, at least `interval`, for which registers suffice.

    With `unroll` a value may have no more registers in turn than that. An interval is given up
    after so many `attempts`. Raises `TooFewRegisters`.
    """
    parts = {part for each in operations for part in _values(each)}
    renamed = {part for part in parts if new_each_round(operations, part)}
    edges = looped(operations, renamed)
    for each in intervals(bundle, operations, edges):
        if each > LONGEST:
            break
        if each < interval:
            continue
        for times in _schedules(bundle, operations, edges, each, attempts):
            if times is None:
                continue
            try:
                allocation = allocate(lives(operations, times), kinds, taken, each)
            except TooFewRegisters:
                continue
            if unroll is None or allocation.rounds <= unroll:
                return Loop(tuple(operations), tuple(times), each, allocation)
    raise TooFewRegisters("no interval leaves enough registers")


def _schedules(
    bundle: BundleFormat,
    operations: Sequence[Operation],
    edges: Sequence[Edge],
    interval: int,
    attempts: int,
) -> Iterator[list[int] | None]:
    """Ways to place the operations; None for one that found no place."""
    for attempt in range(attempts):
        yield modulo_schedule(bundle, operations, edges, interval, attempt)
    yield late_schedule(bundle, operations, edges, interval)


def _values(operation: Operation) -> Iterator[str]:
    for write in operation.writes:
        if value_of(write.part) is not None:
            yield write.part
