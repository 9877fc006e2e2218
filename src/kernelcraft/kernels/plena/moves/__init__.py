"""The tuner's moves on PLENA: rewrites of any kernel, and other schedules for some tasks.

To add a schedule, write a function of a cell that yields kernels and name it in `_SCHEDULES`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.moves import Move
from kernelcraft.kernels.plena.moves import products, rewrites, rows, vectors

__all__ = ["moves"]

Proposals = Callable[[Cell], Iterator[str]]

_PRODUCTS: tuple[tuple[str, Proposals], ...] = (
    ("batched rows, 4 heads", lambda cell: products.row_by_row(cell, 4)),
    ("batched rows, 2 heads", lambda cell: products.row_by_row(cell, 2)),
    ("batched blocks", products.block_by_block),
)
_SCHEDULES: dict[str, tuple[tuple[str, Proposals], ...]] = {
    "gemm": _PRODUCTS,
    "batch_matmul": _PRODUCTS,
    "linear": _PRODUCTS,
    "gemv": (("batched transposed rows", vectors.tile_by_tile),),
    "relu": (("double exponential", rows.relu),),
    "gelu": (("negated constants", rows.gelu),),
    "rms_norm": (("folded mean", rows.rms_norm),),
    "layer_norm": (("folded mean", rows.layer_norm),),
}
_REWRITES = (
    Move("straighten", rewrites.straightened, ("scalar_int", "control")),
    Move("reorder", rewrites.ordered, ("scalar_int", "control", "dma")),
)


def moves(cell: Cell) -> tuple[Move, ...]:
    """The schedules for the cell's task, then the rewrites."""
    schedules = _SCHEDULES.get(cell.task.name, ())
    return (*(_schedule(name, proposals) for name, proposals in schedules), *_REWRITES)


def _schedule(name: str, proposals: Proposals) -> Move:
    def propose(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        return proposals(cell)

    return Move(name, propose, ("matrix", "vector", "scalar_fp", "dma"))
