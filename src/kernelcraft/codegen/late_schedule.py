"""Loops with short live ranges: every operation as late as what needs it allows.

The order of the instructions is the order of priority: whoever writes a loop decides what is
multiplied when, and loads follow from it. Nothing is placed twice. Operations whose bundle the
writer knows are pinned to it, and all others go around them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kernelcraft.codegen.dependences import Edge
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.resources import Reservations
from kernelcraft.codegen.target import Target

NOTHING_PINNED: Mapping[int, int] = {}


def late_schedule(
    target: Target,
    operations: Sequence[Operation],
    edges: Sequence[Edge],
    interval: int,
    pinned: Mapping[int, int] = NOTHING_PINNED,
) -> list[int] | None:
    """The bundle of each operation within its iteration, or None where one finds no place.

    `pinned` are bundles of operations by number, counted from anywhere; None if they do not fit.
    """
    reservations = Reservations(target, interval)
    times = dict(pinned)
    for index, at in pinned.items():
        if reservations.conflicts(operations[index], at):
            return None
        reservations.place(index, operations[index], at)
    end = max(pinned.values(), default=0)
    for index in reversed(range(len(operations))):
        if index in pinned:
            continue
        operation = operations[index]
        if not reservations.fits_itself(operation):
            return None
        latest = min(
            (
                times[each.after] - each.delay + interval * each.iterations
                for each in edges
                if each.before == index and each.after in times
            ),
            default=end,
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
        if time is None:
            return None
        reservations.place(index, operation, time)
        times[index] = time
    if any(
        times[each.before] + each.delay - interval * each.iterations > times[each.after]
        for each in edges
    ):
        return None
    first = min(times.values(), default=0)
    return [times[index] - first for index in range(len(operations))]
