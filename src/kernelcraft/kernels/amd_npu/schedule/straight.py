"""List scheduling of code without branches, and of the branch that may end it."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from kernelcraft.isa.syntax import BundleFormat
from kernelcraft.kernels.amd_npu.schedule.dependences import Edge, heights, straight
from kernelcraft.kernels.amd_npu.schedule.operation import Operation
from kernelcraft.kernels.amd_npu.schedule.resources import Reservations


def list_schedule(bundle: BundleFormat, operations: Sequence[Operation]) -> list[int]:
    """The bundle of each operation: the longest way to the end first, each as early as it can be.

    A branch must be the last operation; it stands so that its delay slots are the last bundles.
    """
    body = [each for each in operations if each.delay is None]
    if any(each.delay is not None for each in operations[:-1]):
        raise ValueError("a branch must be the last operation of its block")
    edges = straight(operations)
    times = _placed(bundle, body, [edge for edge in edges if edge.after < len(body)])
    if len(body) == len(operations):
        return times
    branch = operations[-1]
    assert branch.delay is not None
    reservations = _filled(bundle, body, times)
    arrivals = [times[edge.before] + edge.distance for edge in edges if edge.after == len(body)]
    end = max((time + 1 for time in times), default=0)
    start = (
        max(0, end - 1 - branch.delay, *arrivals) if arrivals else max(0, end - 1 - branch.delay)
    )
    while reservations.conflicts(branch, start):
        start += 1
    return [*times, start]


def _placed(
    bundle: BundleFormat, operations: Sequence[Operation], edges: Sequence[Edge]
) -> list[int]:
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
    reservations = Reservations(bundle)
    while ready:
        _, index = heappop(ready)
        time = max((times[edge.before] + edge.distance for edge in before[index]), default=0)
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


def _filled(
    bundle: BundleFormat, operations: Sequence[Operation], times: Sequence[int]
) -> Reservations:
    reservations = Reservations(bundle)
    for index, (operation, time) in enumerate(zip(operations, times, strict=True)):
        reservations.place(index, operation, time)
    return reservations


def length(operations: Sequence[Operation], times: Sequence[int], *, landed: bool) -> int:
    """The bundles of a schedule; with `landed` so many that everything has happened behind it."""
    ends = [
        time + max(1 + (each.delay or 0), each.lands if landed else 1)
        for each, time in zip(operations, times, strict=True)
    ]
    return max(ends, default=0)
