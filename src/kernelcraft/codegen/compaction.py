"""Code that runs once, each operation as early as it can be with the registers that it has.

Operations keep their order where they meet: whoever saw a value sees it still, and whoever came
before it landed still does. So code may be compacted in which several iterations of a loop are
under way, as at its end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kernelcraft.codegen.dependences import meet
from kernelcraft.codegen.operation import ALL, Operation
from kernelcraft.codegen.overlap import Placed
from kernelcraft.codegen.resources import Reservations
from kernelcraft.codegen.target import Target

REACH = 24  # bundles from one operation to another that it may have to do with
ROUNDS = 3


def compacted(target: Target, placed: Sequence[Placed], start: int) -> list[Placed]:
    """The operations, those from the bundle `start` on as early as they can be."""
    found = sorted(placed, key=lambda each: each.time)
    for _ in range(ROUNDS):
        before = [each.time for each in found]
        found = _without_idle(target, _moved(target, found, start), start)
        if [each.time for each in found] == before:
            break
    return found


def _moved(target: Target, placed: Sequence[Placed], start: int) -> list[Placed]:
    """Each operation moved on its own, the first ones first."""
    found = list(placed)
    reservations = Reservations(target)
    touching: dict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(found):
        reservations.place(number, each.operation, each.time)
        for name in _touched(each.operation):
            touching[name].append(number)
    for number, one in enumerate(found):
        if one.time <= start:
            continue
        others = {each for name in _touched(one.operation) for each in touching[name]}
        least = [_least(one, found[each]) for each in others if each != number]
        reservations.remove(number, one.operation, one.time)
        time = max((start, *least))
        while time < one.time and reservations.conflicts(one.operation, time):
            time += 1
        time = min(time, one.time)
        reservations.place(number, one.operation, time)
        found[number] = replace(one, time=time)
    return sorted(found, key=lambda each: each.time)


def _without_idle(target: Target, placed: Sequence[Placed], start: int) -> list[Placed]:
    """All after an idle bundle moved at once, where nothing needs that bundle."""
    found = list(placed)
    time = start
    while found and time < found[-1].time:
        here = [each for each in found if abs(each.time - time) <= REACH]
        before = [each for each in here if each.time < time]
        after = [each for each in here if each.time > time]
        if len(before) + len(after) < len(here) or not _closes(target, before, after):
            time += 1
            continue
        found = [replace(each, time=each.time - (each.time > time)) for each in found]
    return found


def _closes(target: Target, before: Sequence[Placed], after: Sequence[Placed]) -> bool:
    """Whether those after an idle bundle may be a bundle earlier."""
    reservations = Reservations(target)
    for number, each in enumerate(before):
        reservations.place(number, each.operation, each.time)
    return not any(
        reservations.conflicts(one.operation, one.time - 1)
        or any(_least(one, other) >= one.time for other in before)
        for one in after
    )


def _touched(operation: Operation) -> Iterator[str]:
    """What it has in common with those that it must keep its order with."""
    yield from {each.part for each in operation.reads}
    yield from {each.part for each in operation.writes}
    if operation.accesses:
        yield ALL


def _least(one: Placed, other: Placed) -> int:
    """The earliest bundle in which `one` and `other` still see the same of each other."""
    return max(_earliest(one, other), default=0)


def _earliest(one: Placed, other: Placed) -> Iterator[int]:
    mine, its, distance = one.operation, other.operation, one.time - other.time
    for write in its.writes:
        for read in mine.reads:
            if read.part == write.part and distance > -write.after(read):
                yield other.time + write.before(read)
        for last in mine.writes:
            if last.part == write.part and distance > write.stage - last.stage:
                yield other.time + write.stage - last.stage + 1
    for new in mine.writes:
        for old in its.reads:
            if old.part == new.part and distance >= new.after(old):
                yield other.time + new.after(old)
    for a in mine.accesses:
        for b in its.accesses:
            if meet(a, b, same_iteration=True) and distance >= b.stage - a.stage:
                yield one.time if ALL in (a.area, b.area) else other.time + b.stage - a.stage + 1
