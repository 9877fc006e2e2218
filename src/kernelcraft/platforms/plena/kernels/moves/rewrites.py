"""Moves that change how a kernel does its work and nothing of the work itself.

They read the kernel as steps, so constants are folded, loops unrolled, addresses shared by all
that use them and set as late as possible; what is left of integer arithmetic is new.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from kernelcraft.cells.cell import Cell
from kernelcraft.codegen.recorder import Untraceable
from kernelcraft.platforms.plena.kernels.moves.trace import trace
from kernelcraft.platforms.plena.kernels.schedules.emit import emit
from kernelcraft.platforms.plena.kernels.schedules.reorder import reordered
from kernelcraft.platforms.plena.kernels.schedules.simplify import simplified
from kernelcraft.platforms.plena.kernels.schedules.steps import Step

ORDERS = 8  # tried each time
LARGEST = 4_000  # steps of a kernel that is worth reordering


def straightened(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
    """Loops unrolled, dead and repeated work left out, addresses made anew."""
    steps = _steps(cell, text)
    if steps:
        yield emit(simplified(cell, steps), f"{cell.name}: straightened")


def ordered(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
    """Independent steps in other orders, near each other where they share addresses."""
    steps = _steps(cell, text)
    if not steps or len(steps) > LARGEST:
        return
    for attempt in range(ORDERS):
        window = rng.choice((4, 8, 16, 32))
        restlessness = 0.0 if attempt == 0 else rng.choice((0.25, 0.5, 1.5))
        order = reordered(simplified(cell, steps), rng, window, restlessness)
        how = f"within {window}, restlessness {restlessness}"
        yield emit(order, f"{cell.name}: reordered {how}")


def _steps(cell: Cell, text: str) -> tuple[Step, ...]:
    try:
        return trace(cell, text)
    except Untraceable:
        return ()
