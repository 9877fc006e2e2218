"""Straight code in few registers: scheduled from its end, each value computed late.

In each bundle the operation with the longest path from the start comes first, weighed with program
order. An operation that would make more values live than there are free registers has to wait.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from random import Random

from kernelcraft.codegen.dependences import Edge, depths, straight
from kernelcraft.codegen.operation import Operation, Read, Write
from kernelcraft.codegen.registers import (
    Allocation,
    Classes,
    TooFewRegisters,
    allocate,
    live_ranges,
    value_of,
)
from kernelcraft.codegen.resources import Reservations
from kernelcraft.codegen.target import Target

FAR = 1 << 16  # the last bundle, counted from none that is reached
PATIENCE = 40  # bundles without an operation until it is given up
DEPTH = 0.6  # weight of the path from the start; program order has the rest
NOISE = 2.0  # bundles by which orders differ


def shortest(
    target: Target,
    operations: Sequence[Operation],
    classes: Classes,
    taken: set[str],
    narrow: Set[str],
    room: int,
    attempts: int,
) -> tuple[list[int], Allocation]:
    """The shortest schedule of as many `attempts`, with registers for its values."""
    best: tuple[list[int], Allocation] | None = None
    for attempt in range(attempts):
        times = backward_schedule(target, operations, narrow, room, attempt)
        if times is None or (best and max(times) >= max(best[0])):
            continue
        try:
            best = times, allocate(live_ranges(operations, times), classes, taken)
        except TooFewRegisters:
            continue
    if best is None:
        raise TooFewRegisters(f"no order of the code is done with {room} vectors")
    return best


def backward_schedule(
    target: Target,
    operations: Sequence[Operation],
    narrow: Set[str],
    room: int,
    attempt: int = 0,
) -> list[int] | None:
    """The bundle of each operation, with about `room` values of `narrow` at a time.

    None where that cannot be; other attempts take other orders.
    """
    edges = straight(operations)
    shuffled = Random(attempt)
    far = depths(len(operations), edges, 0)
    slope = (1 - DEPTH) * max(far, default=0) / len(operations)
    urgent = [
        DEPTH * depth + slope * index + NOISE * shuffled.random() for index, depth in enumerate(far)
    ]
    placing = _Backwards(target, operations, edges, narrow, room)
    idle = 0
    while placing.ready:
        idle = 0 if placing.fill(urgent) else idle + 1
        if idle > PATIENCE:
            return None
    first = min(placing.times.values(), default=0)
    return [placing.times[index] - first for index in range(len(operations))]


class _Backwards:
    def __init__(
        self,
        target: Target,
        operations: Sequence[Operation],
        edges: Sequence[Edge],
        narrow: Set[str],
        room: int,
    ) -> None:
        self.operations, self.room, self.now = operations, room, FAR
        self.before: list[list[Edge]] = [[] for _ in operations]
        self.waiting = [0] * len(operations)
        for edge in edges:
            self.before[edge.after].append(edge)
            self.waiting[edge.before] += 1
        self.latest = [FAR] * len(operations)
        self.ready = {index for index, count in enumerate(self.waiting) if not count}
        self.times: dict[int, int] = {}
        self.reservations = Reservations(target)
        self.reads = [_values(each.reads, narrow) for each in operations]
        self.writes = [_values(each.writes, narrow) for each in operations]
        self.unwritten = Counter(value for values in self.writes for value in values)
        self.live: set[str] = set()

    def fill(self, urgent: Sequence[float]) -> bool:
        """Place what fits into this bundle, and go to the one before; whether anything did."""
        chosen = sorted(self.ready, key=lambda index: -urgent[index])
        placed = [index for index in chosen if self._put(index)]
        self.now -= 1
        return bool(placed)

    def _put(self, index: int) -> bool:
        operation = self.operations[index]
        if self.latest[index] < self.now or self._crowds(index):
            return False
        if self.reservations.conflicts(operation, self.now):
            return False
        self.reservations.place(index, operation, self.now)
        self.times[index] = self.now
        self.ready.discard(index)
        self.unwritten.subtract(self.writes[index])
        self.live |= self.reads[index]
        self.live = {value for value in self.live if self.unwritten[value]}
        for edge in self.before[index]:
            self.latest[edge.before] = min(self.latest[edge.before], self.now - edge.delay)
            self.waiting[edge.before] -= 1
            if not self.waiting[edge.before]:
                self.ready.add(edge.before)
        return True

    def _crowds(self, index: int) -> bool:
        """Whether it reads new values, and leaves more live than there is room for."""
        new = self.reads[index] - self.live
        if not new:
            return False
        made = {value for value in self.writes[index] if self.unwritten[value] == 1}
        return len((self.live | new) - (made - self.reads[index])) > self.room


def _values(touches: Sequence[Read] | Sequence[Write], narrow: Set[str]) -> set[str]:
    found = {value_of(each.part) for each in touches}
    return {value for value in found if value is not None and value in narrow}
