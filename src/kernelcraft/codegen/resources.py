"""What one bundle and one cycle can hold: slots, formats, ports and banks.

Two accesses that meet in a bank cost a cycle. As many as a target says may stand in a cycle while
it is unknown for two of them where they go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.target import Target


class Claim(NamedTuple):
    """Something that can be used once in a cycle."""

    name: str
    cycle: int


class Reservations:
    """Which operation stands where; in a loop, modulo `interval`."""

    def __init__(self, target: Target, interval: int | None = None) -> None:
        self.bundle, self.interval = target.bundle, interval
        self.crowd = target.unknown_accesses
        self.places: dict[int, dict[int, Operation]] = {}  # by bundle, by number
        self.claims: dict[Claim, int] = {}
        self.touches: dict[int, list[tuple[int, str | None]]] = {}  # number and bank, by cycle

    def conflicts(self, operation: Operation, time: int) -> set[int]:
        """The numbers of the operations that would have to go."""
        place = self.places.get(self._fold(time), {})
        clash, unit = self.bundle.clash, operation.unit
        found = {number for number, other in place.items() if clash(other.unit, unit)}
        left = [other.unit for number, other in place.items() if number not in found]
        if self.bundle.size(frozenset((unit, *left))) is None:
            found |= set(place)
        for claim in self._claims(operation, time):
            if claim in self.claims:
                found.add(self.claims[claim])
        return found | self._crowd(operation, time)

    def _crowd(self, operation: Operation, time: int) -> set[int]:
        """Those with which the operation would be one of too many accesses that may meet."""
        found: set[int] = set()
        for access in operation.accesses:
            others = self.touches.get(self._fold(time + access.stage), [])
            banks = [access.bank, *(bank for _, bank in others)]
            if len(banks) > self.crowd and banks.count(None) > 1:
                found |= {number for number, _ in others}
        return found

    def fits_itself(self, operation: Operation) -> bool:
        """Whether the operation does not claim one thing twice in every interval."""
        claims = list(self._claims(operation, 0))
        return len(set(claims)) == len(claims)

    def place(self, number: int, operation: Operation, time: int) -> None:
        """Put an operation where nothing conflicts with it."""
        self.places.setdefault(self._fold(time), {})[number] = operation
        for claim in self._claims(operation, time):
            self.claims[claim] = number
        for access in operation.accesses:
            cycle = self._fold(time + access.stage)
            self.touches.setdefault(cycle, []).append((number, access.bank))

    def remove(self, number: int, operation: Operation, time: int) -> None:
        """Take an operation away again."""
        del self.places[self._fold(time)][number]
        for claim in self._claims(operation, time):
            del self.claims[claim]
        for access in operation.accesses:
            self.touches[self._fold(time + access.stage)].remove((number, access.bank))

    def _claims(self, operation: Operation, time: int) -> Iterable[Claim]:
        for name, stage in operation.ports:
            yield Claim(name, self._fold(time + stage))
        for access in operation.accesses:
            if access.bank is not None:
                yield Claim(f"bank {access.bank}", self._fold(time + access.stage))

    def _fold(self, time: int) -> int:
        return time if self.interval is None else time % self.interval


def fewest(target: Target, operations: Sequence[Operation]) -> int:
    """The fewest bundles that can hold all operations, by slot, port and bank."""
    bundle, uses = target.bundle, dict[str, int]()
    for each in operations:
        covered = bundle.slots[bundle.position(each.unit)].covers
        names = [f"slot {name}" for name in covered or (each.unit,)]
        names += [f"port {name}" for name, _ in each.ports]
        names += [f"bank {access.bank}" for access in each.accesses if access.bank is not None]
        for name in names:
            uses[name] = uses.get(name, 0) + 1
    return max(uses.values(), default=1)
