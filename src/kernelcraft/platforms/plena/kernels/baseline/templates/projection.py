"""The matrix template: activations in vector SRAM times weights in HBM, column block by block."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.assembly import ORIGIN, UNROLL_LIMIT, Address, Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import scratch_start
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    base_registers,
    describe_tensor,
    load_rows,
)
from kernelcraft.platforms.plena.kernels.shape import Shape


@dataclass(frozen=True)
class Projection:
    """[rows][depth] in vector SRAM at `source` times [depth][columns] in HBM.

    The result is [columns/MLEN][result_rows][MLEN]; rows beyond `rows` are others'. `rows` is a
    multiple of BLEN and `depth` is at most what matrix SRAM holds of a column block. Where the
    weights are `transposed` they lie as [columns][depth] in HBM. `looped` makes hardware loops of
    the BLEN x BLEN results of a column block, at 2 to 3 cycles a result.
    """

    shape: Shape
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
        shape = self.shape
        if self.depth > shape.tiles * shape.row:
            raise Unwritten(f"a column block of {self.depth} rows does not fit {shape.tiles} tiles")
        if self.rows % shape.block:
            raise Unwritten(f"{self.rows} rows are no multiple of BLEN, {shape.block}")

    @property
    def tiles(self) -> int:
        """Tiles of one column block."""
        return self.depth // self.shape.row

    @property
    def instructions(self) -> int:
        """About how many instructions the host would unroll this into."""
        block = self.shape.block
        groups = self.columns // block * (self.rows // block)
        return groups * (3 * self.tiles + 4) + self.columns // block * 2

    @property
    def most(self) -> int:
        """Most instructions that run where the column blocks are a hardware loop.

        Every constant takes two instructions; the rest of a block has fewer than 40.
        """
        block = self.shape.block
        groups = self.columns // block * (self.rows // block)
        fixed = self.columns // block * 4 + self.columns // self.shape.row * 40
        return groups * (3 * self.tiles + 5) + fixed

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
        length, step = self.shape.row, self.shape.block
        blocks = self.columns // length
        steps = (self._down if self.transposed else length, self.result_rows * length)
        for fetch, write in asm.repeat(blocks, (weights, result), steps, hardware=hardware):
            self._load_tiles(asm, fetch)
            if self.looped:
                self._looped_columns(asm, write)
                continue
            for column in range(0, length, step):
                asm.note(f"columns {column}..{column + step - 1} of the block")
                self._column(asm, column, write.plus(column))

    @property
    def _down(self) -> int:
        """Bytes from a tile of the weights to the tile below it."""
        return self.shape.row * self.weights.detail("columns")

    @property
    def _first_step(self) -> int:
        """Elements of a tile from the columns (or rows) of one result to those of the next."""
        return self.shape.block * (self.shape.row if self.transposed else 1)

    def _load_tiles(self, asm: Assembly, fetch: Address) -> None:
        asm.note(f"a block of {self.shape.row} columns to tiles 0..{self.tiles - 1}")
        with asm.registers(2) as (tile, offset):
            asm.load(tile, 0)
            asm.set(offset, fetch)
            for _ in range(self.tiles):
                asm.emit("H_PREFETCH_M", tile, offset, self.base, 1, 0)
                asm.add(tile, self.shape.tile)
                asm.add(offset, self.shape.row if self.transposed else self._down)

    def _column(self, asm: Assembly, column: int, result: Address) -> None:
        """BLEN columns of the result for all rows, BLEN rows at a time."""
        with asm.registers(4) as (first, w, x, y):
            asm.load(first, column // self.shape.block * self._first_step)
            asm.set(y, result)
            for row in range(0, self.rows, self.shape.block):
                asm.emit("S_ADDI_INT", w, first, 0)
                asm.load(x, self.source + row * self.shape.row)
                self._result(asm, w, x, y)

    def _looped_columns(self, asm: Assembly, result: Address) -> None:
        """All columns of a block: the same instructions with pointers for the constants."""
        block, length = self.shape.block, self.shape.row
        with asm.registers(6) as (first, top, row, w, x, y):
            asm.load(first, 0)
            asm.set(top, result)
            with asm.loop(length // block):
                asm.emit("S_ADDI_INT", y, top, 0)
                asm.load(row, self.source)
                with asm.loop(self.rows // block):
                    asm.emit("S_ADDI_INT", w, first, 0)
                    asm.emit("S_ADDI_INT", x, row, 0)
                    self._result(asm, w, x, y)
                    asm.add(row, block * length)
                asm.add(first, self._first_step)
                asm.add(top, block)

    def _result(self, asm: Assembly, w: str, x: str, y: str) -> None:
        """BLEN x BLEN elements of the result; x and w move through the tiles, y on."""
        length = self.shape.row
        for _ in range(self.tiles):
            if self.transposed:
                asm.emit("M_TMM", 0, x, w)
            else:
                asm.emit("M_MM", 0, w, x)
            asm.add(w, self.shape.tile)
            asm.add(x, self.rows * length)
        asm.emit("M_MM_WO", y, "gp0", 0)
        asm.add(y, self.shape.block * length)


def activations_times_weights(cell: Cell, activations: str, weights: str) -> Assembly:
    """A kernel that leaves the product of two inputs at the output's place, not yet finished."""
    memory_map = cell.memory_map
    asm = Assembly(f"{cell.name}: template compiler", Shape.of(memory_map))
    x, w = memory_map.input(activations), memory_map.input(weights)
    bases = base_registers(asm, memory_map)
    rows, depth, columns = x.detail("rows"), w.detail("rows"), w.detail("columns")
    source = scratch_start(memory_map, rows * depth)
    load_rows(asm, bases[activations], x, rows, source)
    product = Projection(asm.shape, bases[weights], w, source, rows, depth, columns, rows)
    hardware = product.instructions > UNROLL_LIMIT
    product.write(asm, Address(memory_map.output.address), hardware=hardware)
    return asm
