"""A software-pipelined loop: scheduled, registers allocated, its iterations laid out in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.codegen.bundle import Bundle
from kernelcraft.codegen.dependences import (
    Edge,
    defined_first,
    heights,
    looped,
)
from kernelcraft.codegen.late_schedule import late_schedule
from kernelcraft.codegen.modulo_schedule import intervals, modulo_schedule
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.pressure import Room, room_for
from kernelcraft.codegen.registers import (
    Allocation,
    Classes,
    TooFewRegisters,
    allocate,
    live_ranges,
    value_of,
)
from kernelcraft.codegen.target import Target

LONGER = 8  # bundles more than the best interval that may be worth it for few iterations
LONGEST = 400  # bundles of an iteration; no loop of ours is longer


@dataclass(frozen=True)
class Loop:
    """A body whose iterations begin every `interval` bundles.

    `times` are the bundles of its operations, counted from the beginning of their iteration.
    """

    operations: tuple[Operation, ...]
    times: tuple[int, ...]
    interval: int
    allocation: Allocation

    def cycles(self, iterations: int) -> int:
        """Bundles until all results of n `iterations` are written."""
        ends = [time + each.lands for each, time in zip(self.operations, self.times, strict=True)]
        return (iterations - 1) * self.interval + max(ends)

    @property
    def stages(self) -> int:
        """How many iterations are in flight at a time: the stages of the software pipeline."""
        return max(self.times) // self.interval + 1

    def window(self, number: int, iterations: int) -> list[Bundle]:
        """`interval` bundles from number * interval on, of a loop of `iterations`."""
        slots: list[dict[str, str]] = [{} for _ in range(self.interval)]
        for operation, time in zip(self.operations, self.times, strict=True):
            turn = number - time // self.interval
            if 0 <= turn < iterations:
                text = self.allocation.text(operation, turn)
                slots[time % self.interval][operation.unit] = text
        return [Bundle(each) for each in slots]

    def windows(self, first: int, last: int, iterations: int) -> list[Bundle]:
        """The bundles of the windows from `first` to `last`, that one left out."""
        return [each for number in range(first, last) for each in self.window(number, iterations)]

    def epilogue(self, iterations: int) -> list[Bundle]:
        """The windows in which no iteration begins any more, until everything has happened."""
        found = self.windows(iterations, iterations + self.stages - 1, iterations)
        ends = [time + each.lands for each, time in zip(self.operations, self.times, strict=True)]
        count = max(ends) - self.interval
        return [*found, *(Bundle() for _ in range(count))][:count]


@dataclass(frozen=True)
class Intervals:
    """Those that are tried: from the `least` on, each next one `growth` times as long or more."""

    least: int = 1
    growth: float = 1.0


EVERY = Intervals()


def pipelined(
    target: Target,
    operations: Sequence[Operation],
    classes: Classes,
    taken: set[str],
    *,
    tried: Intervals = EVERY,
    unroll: int | None = None,
    attempts: int = 1,
    iterations: int | None = None,
) -> Loop:
    """The loop with the shortest interval of those `tried` for which registers suffice.

    With `unroll` a value may have no more registers in turn than that. Each interval gets as many
    `attempts`. Of few `iterations` it is the loop that ends first: longer intervals are tried as
    well, as long as they may be worth it. Raises `TooFewRegisters`.
    """
    edges = _edges(operations)
    space = room_for(classes, taken)
    best: Loop | None = None
    least = tried.least
    for each in intervals(target, operations, edges):
        if each > LONGEST or (best and _hopeless(best, each, edges, iterations)):
            break
        if each < least:
            continue
        least = int(each * tried.growth)
        for times in _schedules(target, operations, edges, each, attempts, space):
            if times is None:
                continue
            try:
                allocation = allocate(live_ranges(operations, times), classes, taken, each)
            except TooFewRegisters:
                continue
            if unroll is None or allocation.unroll <= unroll:
                found = Loop(tuple(operations), tuple(times), each, allocation)
                if best is None or found.cycles(iterations or 1) < best.cycles(iterations or 1):
                    best = found
                if iterations is None:
                    return found
    if best is None:
        raise TooFewRegisters("no interval leaves enough registers")
    return best


def pinned(
    target: Target,
    operations: Sequence[Operation],
    classes: Classes,
    taken: set[str],
    interval: int,
    times: Mapping[str, int],
) -> Loop:
    """The loop whose writer knows when operations issue, by their text before the first comma.

    All others go around these. Raises ValueError where that cannot be, `TooFewRegisters`.
    """
    texts = [each.text.partition(",")[0] for each in operations]
    if missing := sorted(set(times) - set(texts)):
        raise ValueError(f"no operation begins with {missing[0]}")
    known = {number: times[text] for number, text in enumerate(texts) if text in times}
    found = late_schedule(target, operations, _edges(operations), interval, known)
    if found is None:
        raise ValueError(f"{interval} bundles cannot hold the operations at their times")
    allocation = allocate(live_ranges(operations, found), classes, taken, interval)
    return Loop(tuple(operations), tuple(found), interval, allocation)


def _edges(operations: Sequence[Operation]) -> list[Edge]:
    parts = {part for each in operations for part in _values(each)}
    renamed = {part for part in parts if defined_first(operations, part)}
    return looped(operations, renamed)


def _hopeless(best: Loop, interval: int, edges: Sequence[Edge], iterations: int | None) -> bool:
    """Whether no loop of this interval can end before the best one that is known."""
    if iterations is None or interval > best.interval + LONGER:
        return True
    shortest = max(heights(len(best.operations), edges, interval))
    return (iterations - 1) * interval + shortest >= best.cycles(iterations)


def _schedules(
    target: Target,
    operations: Sequence[Operation],
    edges: Sequence[Edge],
    interval: int,
    attempts: int,
    room: Room,
) -> Iterator[list[int] | None]:
    """Ways to place the operations; None for one that found no place."""
    for attempt in range(attempts):
        yield modulo_schedule(target, operations, edges, interval, attempt, room)
    yield late_schedule(target, operations, edges, interval)


def _values(operation: Operation) -> Iterator[str]:
    for write in operation.writes:
        if value_of(write.part) is not None:
            yield write.part
