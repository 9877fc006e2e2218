"""The tuner's moves on PLENA: rewrites of any kernel, and other schedules for some tasks.

To add a schedule, write a function of a cell that yields some and name it in `_schedules`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.moves import rewrites
from kernelcraft.platforms.plena.kernels.schedules import interleaved, products, rows, vectors
from kernelcraft.platforms.plena.kernels.schedules.formulas import FORMULAS
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule

__all__ = ["moves"]

Proposals = Callable[[Cell], Iterator[Schedule]]

_PRODUCTS: tuple[tuple[str, Proposals], ...] = (
    ("interleaved rows", interleaved.four_rows_at_once),
    ("every fourth row", products.row_by_row),
)
_MATRIX: dict[str, tuple[tuple[str, Proposals], ...]] = {
    "gemm": _PRODUCTS,
    "batch_matmul": _PRODUCTS,
    "linear": _PRODUCTS,
    "gemv": (("batched transposed rows", vectors.tile_by_tile),),
}
_REWRITES = (
    Move("straighten", rewrites.straightened, ("scalar_int", "control")),
    Move("reorder", rewrites.ordered, ("scalar_int", "control")),
)


def moves(cell: Cell) -> tuple[Move, ...]:
    """The schedules for the cell's task, then the rewrites."""
    return (*(_move(name, proposals) for name, proposals in _schedules(cell)), *_REWRITES)


def _schedules(cell: Cell) -> tuple[tuple[str, Proposals], ...]:
    formula = FORMULAS.get(cell.task.name)
    if formula is None:
        return _MATRIX.get(cell.task.name, ())
    return (
        ("rows through tiles", partial(rows.through_tiles, formula=formula)),
        ("fetched rows", partial(rows.fetched, formula=formula)),
    )


def _move(name: str, proposals: Proposals) -> Move:
    def propose(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        with suppress(Unwritten):
            yield from (schedule.text() for schedule in proposals(cell))

    return Move(name, propose, ("matrix", "vector", "scalar_fp", "dma"))
