"""What a tuner may try of compiled kernels: the compiler's settings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.kernel import Settings
from kernelcraft.codegen.tensors.table import Table

ROWS = (1, 2, 4, 8, 16, 32, 64, 128)
UNROLLED = (2, 4, 8)


def moves(table: Table, cell: Cell) -> tuple[Move, ...]:
    """Addresses kept in registers, more rows in each transfer, several of them in an iteration."""

    def compiled(found: Sequence[Settings]) -> Iterator[str]:
        for settings in found:
            with suppress(Unwritten):
                yield table.kernel(cell, settings)

    def hoisting(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        return compiled([Settings(hoist=True)])

    def sizes(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        return compiled([Settings(rows, hoist=True) for rows in ROWS[1:]])

    def unrolling(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        return compiled([Settings(*both, hoist=True) for both in product(ROWS, UNROLLED)])

    return (
        Move("hoisted addresses", hoisting),
        Move("tile sizes", sizes),
        Move("unrolling", unrolling),
    )
