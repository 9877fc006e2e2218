"""The tuner's moves on the Coral NPU: rewrites of any kernel that keep its meaning."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.moves.flow import states
from kernelcraft.kernels.coral_npu.moves.listing import Line, blocks, parse, render
from kernelcraft.kernels.coral_npu.moves.order import rescheduled
from kernelcraft.kernels.coral_npu.moves.walk import walk
from kernelcraft.kernels.moves import Move

__all__ = ["moves"]

ORDERS = 12  # tried each time
LINE_OF_CODE = Line((), ".p2align", "4")


def moves(cell: Cell) -> tuple[Move, ...]:
    """The moves, for every cell the same."""
    return (
        Move("reorder", ordered, ("load/store unit", "vector")),
        Move("align", aligned, ("control",)),
    )


def ordered(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
    """Independent instructions in other orders."""
    lines = parse(text)
    known, spans, walked = states(lines), list(blocks(lines)), walk(cell, text)
    for attempt in range(ORDERS):
        restlessness = 0.0 if attempt == 0 else rng.choice((0.25, 0.5, 1.0))
        order = rescheduled(lines, spans, known, rng, restlessness, walked=walked)
        yield render(f"{cell.name}: reordered", order)


def aligned(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
    """Loops that begin at a line of 16 bytes, one after the other."""
    lines = parse(text)
    places = {label: index for index, line in enumerate(lines) for label in line.labels}
    heads = {places.get(line.target or "", index + 1) for index, line in enumerate(lines)}
    for head in sorted(heads):
        if head < len(lines) and (head == 0 or lines[head - 1].name != ".p2align"):
            changed = (*lines[:head], LINE_OF_CODE, *lines[head:])
            yield render(f"{cell.name}: aligned", changed)
