"""Which cells a policy learns on and which judge it: whole tasks, or whole machines, drawn by seed.

Cells are names, PLATFORM/TASK/SIZES; nothing else of them is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

By = Literal["task", "machine"]
PLACES: Final[Mapping[By, int]] = {"machine": 0, "task": 1}
"""Where the part of a cell's name stands by which cells are kept together."""


@dataclass(frozen=True)
class Split:
    """Names of cells; no task, or no machine, is in both."""

    learnt: tuple[str, ...]
    held_out: tuple[str, ...]


def split(cells: Sequence[str], seed: int, by: By = "task", share: float = 1 / 3) -> Split:
    """Hold out this share of the tasks or machines, at least one, and learn on the others.

    Raises ValueError where there are fewer than two of them.
    """
    parts = {name: name.split("/")[PLACES[by]] for name in cells}
    kinds = sorted(set(parts.values()))
    if len(kinds) < 2:
        raise ValueError(f"expected cells of at least two {by}s, got {', '.join(kinds) or 'none'}")
    count = min(max(1, round(share * len(kinds))), len(kinds) - 1)
    out = frozenset(random.Random(seed).sample(kinds, count))
    return Split(
        tuple(name for name in cells if parts[name] not in out),
        tuple(name for name in cells if parts[name] in out),
    )
