"""Bundles as text, in any of the sizes that idle slots give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from kernelcraft.codegen.target import Target


@dataclass(frozen=True)
class Bundle:
    """Instructions by slot, the labels in front of it, and how many bytes it shall have."""

    slots: Mapping[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    size: int = 0  # 0: the fewest

    def bytes(self, target: Target) -> int:
        """Its size."""
        return self.size or sizes(target, frozenset(self.slots))[0]

    def text(self, target: Target) -> str:
        """The lines of the bundle."""
        idle = fillers(target, frozenset(self.slots))[self.bytes(target)]
        line = " ; ".join((*self.slots.values(), *(target.idle[slot] for slot in idle))) or "nop"
        return "".join(f"{label}:\n" for label in self.labels) + line + "\n"


@cache
def fillers(target: Target, used: frozenset[str]) -> dict[int, tuple[str, ...]]:
    """For each size that a bundle with these slots can have, the idle slots that make it so."""
    bundle = target.bundle
    found: dict[int, tuple[str, ...]] = {} if used else {2: ()}
    free = [slot for slot in target.idle if not any(bundle.clash(slot, other) for other in used)]
    for count in range(len(free) + 1):
        for idle in combinations(free, count):
            size = bundle.size(used | frozenset(idle)) if used or idle else None
            if size is not None:
                found.setdefault(size, idle)
    return dict(sorted(found.items()))


def sizes(target: Target, used: frozenset[str]) -> tuple[int, ...]:
    """The sizes that a bundle with these slots can have, the smallest first."""
    return tuple(fillers(target, used))
