"""Loops with short live ranges: every operation as late as what needs it allows.

The order of the instructions is the order of priority: whoever writes a loop decides what is
multiplied when, and loads follow from it. Nothing is placed twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.codegen.dependences import Edge
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.resources import Reservations
from kernelcraft.codegen.target import Target


def late_schedule(
    target: Target, operations: Sequence[Operation], edges: Sequence[Edge], interval: int
) -> list[int] | None:
    """The bundle of each operation within its iteration, or None where one finds no place."""
    reservations = Reservations(target, interval)
    times: dict[int, int] = {}
    for index in reversed(range(len(operations))):
        operation = operations[index]
        if not reservations.fits_itself(operation):
            return None
        latest = min(
            (
                times[each.after] - each.delay + interval * each.iterations
                for each in edges
                if each.before == index and each.after in times
            ),
            default=0,
        )
        earliest = max(
            (
                times[each.before] + each.delay - interval * each.iterations
                for each in edges
                if each.after == index and each.before in times
            ),
            default=latest - interval + 1,
        )
        places = range(latest, max(earliest, latest - interval + 1) - 1, -1)
        time = next((t for t in places if not reservations.conflicts(operation, t)), None)
        if time is None or any(
            each.before == each.after == index and each.delay > interval * each.iterations
            for each in edges
        ):
            return None
        reservations.place(index, operation, time)
        times[index] = time
    first = min(times.values(), default=0)
    return [times[index] - first for index in range(len(operations))]
