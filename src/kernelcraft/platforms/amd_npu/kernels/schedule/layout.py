"""Where bundles lie: idle slots bring loops to where the machine wants them.

The first and the last bundle of a zero-overhead loop begin at multiples of 16 bytes, the last has
16 bytes, and the registers of the loop are set 112 bytes before its end at the latest. Bundles are
widened with idle slots, which costs no cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kernelcraft.codegen.bundle import Bundle, sizes
from kernelcraft.codegen.target import Target

FULL = 16  # bytes of the widest bundle, and what loops are aligned to
AHEAD = 112  # bytes from the set-up of a loop to its last bundle


@dataclass
class Code:
    """Bundles before they are written as text, and what must hold of their addresses."""

    target: Target
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
        return "".join(each.text(self.target) for each in self.laid_out())

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
        missing = AHEAD - sum(found[index].bytes(self.target) for index in between)
        for index in between:
            if missing <= 0:
                return
            wider = replace(
                found[index], size=sizes(self.target, frozenset(found[index].slots))[-1]
            )
            missing -= wider.size - found[index].bytes(self.target)
            found[index] = wider
        if missing > 0:
            raise ValueError("the set-up of a loop stands too near to its end")

    def _aligned(self, part: Sequence[Bundle]) -> list[Bundle]:
        """Widened to a multiple of FULL with as few bytes as possible."""
        total = sum(each.bytes(self.target) for each in part)
        ways: dict[int, tuple[int, ...]] = {0: ()}  # bytes added so far: to each bundle
        for each in part:
            now = each.bytes(self.target)
            steps = [
                size - now for size in sizes(self.target, frozenset(each.slots)) if size >= now
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
            replace(each, size=each.bytes(self.target) + step)
            for each, step in zip(part, ways[wanted[0]], strict=True)
        ]
