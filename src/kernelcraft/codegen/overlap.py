"""Where a piece may begin before everything that the piece before it does has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kernelcraft.codegen.bundle import Bundle
from kernelcraft.codegen.dependences import straight
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.resources import Reservations
from kernelcraft.codegen.target import Target


@dataclass(frozen=True)
class Placed:
    """An operation with its registers, and its bundle."""

    operation: Operation
    time: int


def earliest(target: Target, before: Sequence[Placed], after: Sequence[Placed], end: int) -> int:
    """The bundle, at most `end`, at which `after`, counted from 0, may begin."""
    start = 0
    for one in before:
        for other in after:
            delay = _distance(one.operation, other.operation)
            if delay is not None:
                start = max(start, one.time + delay - other.time)
    reservations = Reservations(target)
    for number, one in enumerate(before):
        reservations.place(number, one.operation, one.time)
    while start < end and any(
        reservations.conflicts(each.operation, start + each.time) for each in after
    ):
        start += 1
    return min(start, end)


def _distance(one: Operation, other: Operation) -> int | None:
    """How many bundles `other` must stand after `one`, None if nothing ties them."""
    return max((each.delay for each in straight((one, other))), default=None)


def merged(one: Sequence[Bundle], other: Sequence[Bundle]) -> list[Bundle]:
    """Both begin at once, no slots clash, and `other` is at least as long."""
    rest = [Bundle({**a.slots, **b.slots}, b.labels) for a, b in zip(one, other, strict=False)]
    return [*rest, *other[len(one) :]]
