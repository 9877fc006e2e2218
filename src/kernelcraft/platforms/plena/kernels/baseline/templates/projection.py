"""The matrix template: activations in vector SRAM times weights in HBM, column block by block."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.assembly import ORIGIN, UNROLL_LIMIT, Address, Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import scratch_start
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    FETCH,
    ROW,
    base_registers,
    describe_tensor,
    load_rows,
)

TILE = ROW * ROW  # elements of a matrix SRAM tile
TILES = 4  # in matrix SRAM


@dataclass(frozen=True)
class Projection:
    """[rows][depth] in vector SRAM at `source` times [depth][columns] in HBM.

    The result is [columns/64][result_rows][64]; rows beyond `rows` belong to others. `rows` is a
    multiple of 4 and `depth` is at most 256, what matrix SRAM holds of a column block. Where the
    weights are `transposed` they lie as [columns][depth] in HBM. `looped` makes hardware loops of
    the 4 x 4 results of a column block, at 2 to 3 cycles a result.
    """

    base: str
    weights: Placement
    source: int
    rows: int
    depth: int
    columns: int
    result_rows: int
    transposed: bool = False
    looped: bool = False

    def __post_init__(self) -> None:
        if self.depth > TILES * ROW:
            raise Unwritten(f"a column block of {self.depth} rows does not fit {TILES} tiles")

    @property
    def tiles(self) -> int:
        """Tiles of one column block."""
        return self.depth // ROW

    @property
    def instructions(self) -> int:
        """About how many instructions the host would unroll this into."""
        groups = self.columns // FETCH * (self.rows // FETCH)
        return groups * (3 * self.tiles + 4) + self.columns // FETCH * 2

    @property
    def most(self) -> int:
        """Most instructions that run where the column blocks are a hardware loop.

        Every constant takes two instructions; the rest of a block has fewer than 40.
        """
        groups = self.columns // FETCH * (self.rows // FETCH)
        return groups * (3 * self.tiles + 5) + self.columns // FETCH * 4 + self.columns // ROW * 40

    def write(
        self,
        asm: Assembly,
        result: Address,
        weights: Address = ORIGIN,
        *,
        hardware: bool,
    ) -> None:
        """The product, from `weights` in HBM to `result` in vector SRAM.

        `hardware` makes the column blocks a hardware loop, at 3 cycles a block.
        """
        name = self.weights.tensor.name
        asm.phase(f"times {name}: [{self.rows}][{self.depth}] x [{self.depth}][{self.columns}]")
        describe_tensor(asm, self.weights)
        blocks = self.columns // ROW
        steps = (self._down if self.transposed else ROW, self.result_rows * ROW)
        for fetch, write in asm.repeat(blocks, (weights, result), steps, hardware=hardware):
            self._load_tiles(asm, fetch)
            if self.looped:
                self._looped_columns(asm, write)
                continue
            for column in range(0, ROW, FETCH):
                asm.note(f"columns {column}..{column + FETCH - 1} of the block")
                self._column(asm, column, write.plus(column))

    @property
    def _down(self) -> int:
        """Bytes from a tile of the weights to the tile below it."""
        return ROW * self.weights.detail("columns")

    @property
    def _first_step(self) -> int:
        """Elements of a tile from the columns (or rows) of one result to those of the next."""
        return FETCH * ROW if self.transposed else FETCH

    def _load_tiles(self, asm: Assembly, fetch: Address) -> None:
        asm.note(f"a block of {ROW} columns to tiles 0..{self.tiles - 1}")
        with asm.registers(2) as (tile, offset):
            asm.load(tile, 0)
            asm.set(offset, fetch)
            for _ in range(self.tiles):
                asm.emit("H_PREFETCH_M", tile, offset, self.base, 1, 0)
                asm.add(tile, TILE)
                asm.add(offset, ROW if self.transposed else self._down)

    def _column(self, asm: Assembly, column: int, result: Address) -> None:
        """4 columns of the result for all rows, 4 rows at a time."""
        with asm.registers(4) as (first, w, x, y):
            asm.load(first, column // FETCH * self._first_step)
            asm.set(y, result)
            for row in range(0, self.rows, FETCH):
                asm.emit("S_ADDI_INT", w, first, 0)
                asm.load(x, self.source + row * ROW)
                self._result(asm, w, x, y)

    def _looped_columns(self, asm: Assembly, result: Address) -> None:
        """All columns of a block: the same instructions with pointers for the constants."""
        with asm.registers(6) as (first, top, row, w, x, y):
            asm.load(first, 0)
            asm.set(top, result)
            with asm.loop(ROW // FETCH):
                asm.emit("S_ADDI_INT", y, top, 0)
                asm.load(row, self.source)
                with asm.loop(self.rows // FETCH):
                    asm.emit("S_ADDI_INT", w, first, 0)
                    asm.emit("S_ADDI_INT", x, row, 0)
                    self._result(asm, w, x, y)
                    asm.add(row, FETCH * ROW)
                asm.add(first, self._first_step)
                asm.add(top, FETCH)

    def _result(self, asm: Assembly, w: str, x: str, y: str) -> None:
        """4 x 4 elements of the result; x and w move through the tiles, y to the next rows."""
        for _ in range(self.tiles):
            if self.transposed:
                asm.emit("M_TMM", 0, x, w)
            else:
                asm.emit("M_MM", 0, w, x)
            asm.add(w, TILE)
            asm.add(x, self.rows * ROW)
        asm.emit("M_MM_WO", y, "gp0", 0)
        asm.add(y, FETCH * ROW)


def activations_times_weights(cell: Cell, activations: str, weights: str) -> Assembly:
    """A kernel that leaves the product of two inputs at the output's place, not yet finished."""
    asm, memory_map = Assembly(f"{cell.name}: template compiler"), cell.memory_map
    x, w = memory_map.input(activations), memory_map.input(weights)
    bases = base_registers(asm, memory_map)
    rows, depth, columns = x.detail("rows"), w.detail("rows"), w.detail("columns")
    source = scratch_start(memory_map, rows * depth)
    load_rows(asm, bases[activations], x, rows, source)
    product = Projection(bases[weights], w, source, rows, depth, columns, rows)
    hardware = product.instructions > UNROLL_LIMIT
    product.write(asm, Address(memory_map.output.address), hardware=hardware)
    return asm
