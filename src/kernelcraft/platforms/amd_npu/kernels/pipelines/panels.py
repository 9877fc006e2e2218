"""A right factor that passes by in panels: which blocks of tiles a panel is multiplied in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Stream
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.pipelines.blocks import BIAS, BIASED, Blocks
from kernelcraft.platforms.amd_npu.kernels.pipelines.reservation_table import NoRoom
from kernelcraft.platforms.amd_npu.kernels.pipelines.tile_step import Block, step
from kernelcraft.platforms.amd_npu.kernels.pipelines.walk import Walk
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE, Shape

MOST = 16  # tiles of a block
REGISTERS = 12  # for tiles of factors, and for the bias of each column of tiles
BEGINNING = 30  # cycles in which a strip begins and ends, about
BIAS_LOADS = {
    (4, "A"): f"vlda {BIAS}, [p3, #0]",
    (4, "B"): f"vldb {BIAS}, [p3, #0]",
    (2, "A"): f"vlda.128 {BIAS}, [p3]",
    (2, "B"): f"vldb.128 {BIAS}, [p3], m3",  # m3 is 0
}
"""By the columns of tiles of a block, and the unit that is not busy with longer sides of it."""


@dataclass(frozen=True)
class Strip:
    """`down` blocks of tiles one above the other, from that row of tiles on."""

    row: int
    down: int
    walk: Walk
    code: Blocks


@dataclass(frozen=True)
class Passing:
    """A product of which factors and result are streamed."""

    cell: Cell
    shape: Shape
    right: Stream
    left: Stream
    result: Stream

    @property
    def rows(self) -> int:
        """Of the left factor that a panel meets."""
        return self.left.rows

    @property
    def blocks(self) -> int:
        """Of rows, that meet all panels."""
        return self.shape.batches * self.shape.m // self.rows

    @property
    def panels(self) -> int:
        """Of one right factor."""
        return self.shape.n // self.right.columns

    @property
    def pieces(self) -> int:
        """In which the left factor's rows come."""
        return self.rows * self.shape.k * 2 // self.left.piece

    @property
    def groups(self) -> int:
        """Of panels, between which pieces of the next rows come."""
        return self.pieces if self.blocks > 1 else 1

    @property
    def line(self) -> int:
        """Bytes of a row of tiles of the results, where they lie."""
        return self.result.columns // 4 * RESULT

    @property
    def columns(self) -> int:
        """Of tiles in a panel."""
        return self.right.columns // 4

    def strips(self) -> Sequence[Strip]:
        """All rows of a panel in blocks of one height, and the rest; raises Unwritten."""
        registers = REGISTERS - self.columns * (2 if self.shape.biased else 1)
        found = [self._strips(high) for high in range(1, min(MOST // self.columns, registers) + 1)]
        best = min((each for each in found if each), key=_cycles, default=None)
        if best is None:
            raise Unwritten(f"{self.cell.name}: no block of tiles fits a panel, or K is too short")
        return best

    def _strips(self, high: int) -> Sequence[Strip]:
        """In blocks of at most `high` rows of tiles; nothing where these do not fit."""
        whole, rest = divmod(self.rows // 4, high)
        pairs = [(0, high, whole), (whole * high, rest, 1)]
        try:
            return [self._strip(*each) for each in pairs if each[1] and each[2]]
        except NoRoom:
            return []

    def _strip(self, row: int, high: int, down: int) -> Strip:
        steps, block = self.shape.k // 8, Block(high, self.columns)
        walk = Walk(
            block,
            steps,
            1,
            high * steps * TILE,
            self.columns * TILE,
            0,
            self.line,
            high * self.line,
        )
        code = Blocks(step(block), walk.stores())
        if self.shape.biased:
            unit = "A" if high <= self.columns else "B"
            if (self.columns, unit) not in BIAS_LOADS:
                raise NoRoom("a bias comes for two or four columns of tiles")
            code = Blocks(step(block, BIASED), code.stores, BIAS_LOADS[self.columns, unit])
        code = replace(code, looped=steps > code.outside)
        if not code.fits(steps):
            raise NoRoom("the sum over K is too short")
        return Strip(row, down, walk, code)


def _cycles(strips: Sequence[Strip]) -> int:
    """About what a panel takes."""
    return sum(each.down * each.walk.steps * each.code.step.interval + BEGINNING for each in strips)
