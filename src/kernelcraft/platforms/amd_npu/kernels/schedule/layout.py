"""Bundles as text: their sizes, and idle slots that bring loops to where the machine wants them.

The first and the last bundle of a zero-overhead loop begin at multiples of 16 bytes, the last has
16 bytes, and the registers of the loop are set 112 bytes before its end at the latest. Bundles are
widened with idle slots, which costs no cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

from kernelcraft.isa.syntax import BundleFormat

FULL = 16  # bytes of the widest bundle, and what loops are aligned to
AHEAD = 112  # bytes from the set-up of a loop to its last bundle
IDLE: Mapping[str, str] = {
    "lda": "nopa",
    "ldb": "nopb",
    "st": "nops",
    "alu": "nopx",
    "mv": "nopm",
    "vec": "nopv",
}


@dataclass(frozen=True)
class Bundle:
    """Instructions by slot, the labels in front of it, and how many bytes it shall have."""

    slots: Mapping[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    size: int = 0  # 0: the fewest

    def bytes(self, bundle: BundleFormat) -> int:
        """Its size."""
        return self.size or sizes(bundle, frozenset(self.slots))[0]

    def text(self, bundle: BundleFormat) -> str:
        """The lines of the bundle."""
        idle = fillers(bundle, frozenset(self.slots))[self.bytes(bundle)]
        line = " ; ".join((*self.slots.values(), *(IDLE[slot] for slot in idle))) or "nop"
        return "".join(f"{label}:\n" for label in self.labels) + line + "\n"


@cache
def fillers(bundle: BundleFormat, used: frozenset[str]) -> dict[int, tuple[str, ...]]:
    """For each size that a bundle with these slots can have, the idle slots that make it so."""
    found: dict[int, tuple[str, ...]] = {} if used else {2: ()}
    free = [slot for slot in IDLE if not any(bundle.clash(slot, other) for other in used)]
    for count in range(len(free) + 1):
        for idle in combinations(free, count):
            size = bundle.size(used | frozenset(idle)) if used or idle else None
            if size is not None:
                found.setdefault(size, idle)
    return dict(sorted(found.items()))


def sizes(bundle: BundleFormat, used: frozenset[str]) -> tuple[int, ...]:
    """The sizes that a bundle with these slots can have, the smallest first."""
    return tuple(fillers(bundle, used))


@dataclass
class Code:
    """Bundles under way to a text, and what must hold of where they lie."""

    bundle: BundleFormat
    bundles: list[Bundle] = field(default_factory=list)
    pins: set[int] = field(default_factory=set)  # bundles that begin at a multiple of FULL
    gaps: list[tuple[int, int]] = field(default_factory=list)  # AHEAD bytes between them

    def add(self, bundles: Iterable[Bundle]) -> int:
        """Append bundles; gives the number of the first."""
        first = len(self.bundles)
        self.bundles.extend(bundles)
        return first

    def text(self) -> str:
        """The program."""
        return "".join(each.text(self.bundle) for each in self.laid_out())

    def laid_out(self) -> list[Bundle]:
        """The bundles, widened as far as the pins and gaps need it."""
        found = list(self.bundles)
        for first, last in self.gaps:
            self._open(found, first, last)
        start = 0
        for pin in sorted(self.pins):
            found[start:pin] = self._aligned(found[start:pin])
            start = pin
        return found

    def _open(self, found: list[Bundle], first: int, last: int) -> None:
        between = range(first + 1, last)
        missing = AHEAD - sum(found[index].bytes(self.bundle) for index in between)
        for index in between:
            if missing <= 0:
                return
            wider = replace(
                found[index], size=sizes(self.bundle, frozenset(found[index].slots))[-1]
            )
            missing -= wider.size - found[index].bytes(self.bundle)
            found[index] = wider
        if missing > 0:
            raise ValueError("the set-up of a loop stands too near to its end")

    def _aligned(self, part: Sequence[Bundle]) -> list[Bundle]:
        """Widened to a multiple of FULL with as few bytes as possible."""
        total = sum(each.bytes(self.bundle) for each in part)
        ways: dict[int, tuple[int, ...]] = {0: ()}  # bytes added so far: to each bundle
        for each in part:
            now = each.bytes(self.bundle)
            steps = [
                size - now for size in sizes(self.bundle, frozenset(each.slots)) if size >= now
            ]
            ways = {
                added + step: (*way, step)
                for added, way in sorted(ways.items(), reverse=True)
                for step in steps
                if added + step < 2 * FULL
            }
        wanted = [added for added in sorted(ways) if (total + added) % FULL == 0]
        if not wanted:
            raise ValueError("no widening of the bundles brings a loop to a multiple of 16 bytes")
        return [
            replace(each, size=each.bytes(self.bundle) + step)
            for each, step in zip(part, ways[wanted[0]], strict=True)
        ]
