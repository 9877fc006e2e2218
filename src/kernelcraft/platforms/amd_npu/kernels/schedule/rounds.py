"""A software-pipelined loop: scheduled, registers chosen, and its rounds laid out in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.isa.syntax import BundleFormat
from kernelcraft.platforms.amd_npu.kernels.schedule.dependences import (
    Edge,
    heights,
    looped,
    new_each_round,
)
from kernelcraft.platforms.amd_npu.kernels.schedule.late import late_schedule
from kernelcraft.platforms.amd_npu.kernels.schedule.layout import Bundle
from kernelcraft.platforms.amd_npu.kernels.schedule.modulo import intervals, modulo_schedule
from kernelcraft.platforms.amd_npu.kernels.schedule.operation import Operation
from kernelcraft.platforms.amd_npu.kernels.schedule.pressure import Room, room_for
from kernelcraft.platforms.amd_npu.kernels.schedule.registers import (
    Allocation,
    TooFewRegisters,
    allocate,
    lives,
    value_of,
)

LONGER = 8  # bundles more than the best interval that may be worth it for few rounds
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

    def cycles(self, rounds: int) -> int:
        """Until everything that so many rounds do has happened."""
        ends = [time + each.lands for each, time in zip(self.operations, self.times, strict=True)]
        return (rounds - 1) * self.interval + max(ends)

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
    rounds: int | None = None,
) -> Loop:
    """The loop with the shortest interval, at least `interval`, for which registers suffice.

    With `unroll` a value may have no more registers in turn than that. An interval is given up
    after so many `attempts`. Of few `rounds` it is the loop that ends first: longer intervals are
    tried as well, as long as they may be worth it. Raises `TooFewRegisters`.
    """
    parts = {part for each in operations for part in _values(each)}
    renamed = {part for part in parts if new_each_round(operations, part)}
    edges = looped(operations, renamed)
    space = room_for(kinds, taken)
    best: Loop | None = None
    for each in intervals(bundle, operations, edges):
        if each > LONGEST or (best and _hopeless(best, each, edges, rounds)):
            break
        if each < interval:
            continue
        for times in _schedules(bundle, operations, edges, each, attempts, space):
            if times is None:
                continue
            try:
                allocation = allocate(lives(operations, times), kinds, taken, each)
            except TooFewRegisters:
                continue
            if unroll is None or allocation.rounds <= unroll:
                found = Loop(tuple(operations), tuple(times), each, allocation)
                if best is None or found.cycles(rounds or 1) < best.cycles(rounds or 1):
                    best = found
                if rounds is None:
                    return found
    if best is None:
        raise TooFewRegisters("no interval leaves enough registers")
    return best


def _hopeless(best: Loop, interval: int, edges: Sequence[Edge], rounds: int | None) -> bool:
    """Whether no loop of this interval can end before the best one that is known."""
    if rounds is None or interval > best.interval + LONGER:
        return True
    shortest = max(heights(len(best.operations), edges, interval))
    return (rounds - 1) * interval + shortest >= best.cycles(rounds)


def _schedules(
    bundle: BundleFormat,
    operations: Sequence[Operation],
    edges: Sequence[Edge],
    interval: int,
    attempts: int,
    room: Room,
) -> Iterator[list[int] | None]:
    """Ways to place the operations; None for one that found no place."""
    for attempt in range(attempts):
        yield modulo_schedule(bundle, operations, edges, interval, attempt, room)
    yield late_schedule(bundle, operations, edges, interval)


def _values(operation: Operation) -> Iterator[str]:
    for write in operation.writes:
        if value_of(write.part) is not None:
            yield write.part
