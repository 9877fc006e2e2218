"""List scheduling of code without branches, and of the branch that may end it."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from kernelcraft.codegen.dependences import Edge, heights, straight
from kernelcraft.codegen.operation import Operation
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
    far = heights(len(operations), edges, 0)
    before: list[list[Edge]] = [[] for _ in operations]
    after: list[list[Edge]] = [[] for _ in operations]
    for edge in edges:
        before[edge.after].append(edge)
        after[edge.before].append(edge)
    waiting = [len(found) for found in before]
    ready = [(-far[index], index) for index, count in enumerate(waiting) if not count]
    heapify(ready)
    times = [0] * len(operations)
    reservations = Reservations(target)
    if fixed is not None:
        last = len(operations) - 1
        times[last] = fixed
        reservations.place(last, operations[last], fixed)
    while ready:
        _, index = heappop(ready)
        if fixed is not None and index == last:
            continue
        time = max((times[edge.before] + edge.delay for edge in before[index]), default=0)
        time = max(time, 0)
        while reservations.conflicts(operations[index], time):
            time += 1
        reservations.place(index, operations[index], time)
        times[index] = time
        for edge in after[index]:
            waiting[edge.after] -= 1
            if not waiting[edge.after]:
                heappush(ready, (-far[edge.after], edge.after))
    return times


def length(operations: Sequence[Operation], times: Sequence[int]) -> int:
    """The bundles of a schedule, after which everything has happened."""
    ends = [
        time + max(1 + (each.delay_slots or 0), each.lands)
        for each, time in zip(operations, times, strict=True)
    ]
    return max(ends, default=0)
