"""List scheduling of code without branches, and of the branch that may end it."""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.codegen.dependences import Edge, heights, straight
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.order import ordered
from kernelcraft.codegen.resources import Reservations
from kernelcraft.codegen.target import Target


def list_schedule(target: Target, operations: Sequence[Operation]) -> list[int]:
    """The bundle of each operation: the longest path to the end first, each as early as it can be.

    A branch must be the last operation; it stands so that everything has happened after its delay
    slots, which are filled as far as that goes.
    """
    if any(each.delay_slots is not None for each in operations[:-1]):
        raise ValueError("a branch must be the last operation of its block")
    edges = straight(operations)
    branch = operations[-1] if operations else None
    if branch is None or branch.delay_slots is None:
        return _placed(target, operations, edges, None)
    start = 0
    while True:
        times = _placed(target, operations, edges, start)
        last = len(operations) - 1
        earliest = [times[edge.before] + edge.delay for edge in edges if edge.after == last]
        start = max(length(operations[:-1], times[:-1]) - 1 - branch.delay_slots, start, *earliest)
        if start == times[-1]:
            return times


def _placed(
    target: Target, operations: Sequence[Operation], edges: Sequence[Edge], fixed: int | None
) -> list[int]:
    """With `fixed` the last operation stands there, whatever it depends on."""
    placing = _Placing(target, operations, edges)
    if fixed is not None:
        placing.place(len(operations) - 1, fixed)
    ordered([{edge.before for edge in each} for each in placing.before], placing)
    return [placing.times[index] for index in range(len(operations))]


class _Placing:
    """Each operation as early as it can be; the cost of one is how near it is to the end."""

    def __init__(
        self, target: Target, operations: Sequence[Operation], edges: Sequence[Edge]
    ) -> None:
        self.operations, self.far = operations, heights(len(operations), edges, 0)
        self.before: list[list[Edge]] = [[] for _ in operations]
        for edge in edges:
            self.before[edge.after].append(edge)
        self.times: dict[int, int] = {}
        self.reservations = Reservations(target)

    def of(self, index: int) -> tuple[float, ...]:
        return (-self.far[index],)

    def take(self, index: int) -> None:
        if index in self.times:
            return
        time = max((self.times[e.before] + e.delay for e in self.before[index]), default=0)
        time = max(time, 0)
        while self.reservations.conflicts(self.operations[index], time):
            time += 1
        self.place(index, time)

    def place(self, index: int, time: int) -> None:
        self.reservations.place(index, self.operations[index], time)
        self.times[index] = time


def length(operations: Sequence[Operation], times: Sequence[int]) -> int:
    """The bundles of a schedule, after which everything has happened."""
    ends = [
        time + max(1 + (each.delay_slots or 0), each.lands)
        for each, time in zip(operations, times, strict=True)
    ]
    return max(ends, default=0)
