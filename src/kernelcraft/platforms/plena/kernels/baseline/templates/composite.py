"""The templates in sequence: a kernel of several steps on matrices in vector SRAM."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import MemoryMap, Placement, Region, Tensor
from kernelcraft.platforms.plena.kernels.assembly import Address, Assembly, unrolled_or_looped
from kernelcraft.platforms.plena.kernels.baseline.templates.projection import Projection
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import (
    RowBlocks,
    expect_room,
    scratch,
    sigmoid,
)
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    FETCH,
    load_constants,
    load_rows,
    point,
    store_rows,
)
from kernelcraft.platforms.plena.kernels.shape import Shape

BASE = "a0"  # points at the tensor in use; a decoder block has more tensors than address registers
SCALES = 8  # elements that share a scale byte


@dataclass(frozen=True)
class Matrix:
    """[columns/row][rows][row] in vector SRAM, whose rows have `row` elements."""

    address: int
    rows: int
    columns: int
    row: int

    @property
    def vectors(self) -> int:
        """Rows of vector SRAM, one after another."""
        return self.rows * self.columns // self.row

    @property
    def step(self) -> int:
        """Elements from a block of columns to the next."""
        return self.rows * self.row

    def part(self, index: int, columns: int) -> Matrix:
        """Columns index * columns and on, such as a head."""
        address = self.address + index * columns * self.rows
        return replace(self, address=address, columns=columns)


@dataclass(frozen=True)
class Window:
    """Whole tiles of a tensor in HBM: `rows` from `row` on and `columns` from `column` on."""

    tensor: Placement
    row: int
    rows: int
    column: int
    columns: int

    @property
    def offset(self) -> int:
        """Bytes from the tensor's base to the first element."""
        return self.row * self.tensor.detail("columns") + self.column

    def tile(self, row: int, rows: int) -> Window:
        """The rows of a tile from `row` on."""
        return replace(self, row=self.row + row, rows=rows)


def whole(tensor: Placement) -> Window:
    """All of a tensor, with the rows that pad it to whole tiles."""
    return Window(tensor, 0, tensor.detail("padded rows"), 0, tensor.detail("columns"))


def composite(cell: Cell, steps: Callable[[Composite], object]) -> str:
    """The kernel that does the steps unrolled by the host up to 20,000 instructions."""

    def write(asm: Assembly, looped: bool) -> None:
        steps(Composite(asm, cell.memory_map, looped))

    shape = Shape.of(cell.memory_map)
    return unrolled_or_looped(f"{cell.name}: template compiler", shape, write)


class Composite:
    """A kernel while its steps are written; every result gets memory of its own
    that stays taken, but for what is made while it is `lent`.

    Every step writes its instructions at once and gives the matrix it made, if any.
    """

    def __init__(self, asm: Assembly, memory_map: MemoryMap, looped: bool) -> None:
        self.asm, self.memory_map, self._looped = asm, memory_map, looped
        self.row = asm.shape.row
        self._sram, self._hbm = (scratch(memory_map, name) for name in ("vector_sram", "hbm"))
        self._free, self._free_hbm = self._sram.start, self._hbm.start
        output = memory_map.output
        rows, columns = output.detail("rows"), output.detail("columns")
        self.output = Matrix(output.address, rows, columns, self.row)
        self._spare = self.matrix(1, self.row)

    def matrix(self, rows: int, columns: int) -> Matrix:
        """Free vector SRAM."""
        taken = Matrix(self._free, rows, columns, self.row)
        self._free += rows * columns
        expect_room(self._sram, self._free)
        return taken

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Matrices made inside the `with` are free again after it."""
        before = self._free
        yield
        self._free = before

    def input(self, name: str) -> Placement:
        """Where an input lies in HBM."""
        return self.memory_map.input(name)

    def constants(self, *names: str) -> list[str]:
        """The constants in f1, f2, ..."""
        return load_constants(self.asm, self.memory_map, *names)

    def load(self, name: str) -> Matrix:
        """An input in vector SRAM."""
        tensor = self.input(name)
        loaded = self.matrix(tensor.detail("rows"), tensor.detail("columns"))
        point(self.asm, BASE, tensor)
        load_rows(self.asm, BASE, tensor, loaded.rows, loaded.address)
        return loaded

    def multiply(
        self,
        x: Matrix,
        weights: Window,
        result: Matrix | None = None,
        *,
        transposed: bool = False,
    ) -> Matrix:
        """x · weights (or x · weightsᵀ), at most what matrix SRAM holds of the depth at a time."""
        columns = weights.rows if transposed else weights.columns
        product = result or self.matrix(x.rows, columns)
        point(self.asm, BASE, weights.tensor)
        down = 1 if transposed else weights.tensor.detail("columns")
        most = self.asm.shape.tiles * self.row
        for start in range(0, x.columns, most):
            with self.lent():
                target = self.matrix(x.rows, columns) if start else product
                Projection(
                    self.asm.shape,
                    BASE,
                    weights.tensor,
                    source=x.address + start * x.rows,
                    rows=x.rows,
                    depth=min(most, x.columns - start),
                    columns=columns,
                    result_rows=x.rows,
                    transposed=transposed,
                    looped=self._looped,
                ).write(
                    self.asm,
                    Address(target.address),
                    Address(weights.offset + start * down),
                    hardware=False,
                )
                if start:
                    self.add(product, target)
        return product

    def store(self, values: Matrix, name: str) -> Placement:
        """Keys or values in HBM, row-major, with zero rows up to a whole number of tiles."""
        rows, columns = -(-values.rows // self.row) * self.row, values.columns
        end = self._free_hbm + rows * columns + rows * columns // SCALES
        expect_room(self._hbm, end)
        tensor = Placement(
            Tensor(name, (values.rows, columns), "cache"),
            Region("hbm", self._free_hbm, end),
            "MXFP8",
            (("columns", columns), ("padded rows", rows), ("scale offset", rows * columns)),
        )
        self._free_hbm = end
        point(self.asm, BASE, tensor)
        store_rows(self.asm, BASE, tensor, values.address, values.rows)
        if values.rows < rows:
            with self.lent():
                zeros = self.matrix(FETCH, self.row)
            with self.each(zeros.vectors, zeros.address, values.address) as (zero, value):
                self.asm.emit("V_SUB_VV", zero, value, value, 0)
            store_rows(self.asm, BASE, tensor, zeros.address, rows, first=values.rows, fixed=True)
        return tensor

    def add(self, x: Matrix, other: Matrix) -> None:
        """x += other."""
        self.asm.phase("add")
        with self.each(x.vectors, x.address, other.address) as (to, by):
            self.asm.emit("V_ADD_VV", to, to, by, 0)

    def times(self, x: Matrix, other: Matrix) -> None:
        """x *= other, element by element."""
        self.asm.phase("multiply element by element")
        with self.each(x.vectors, x.address, other.address) as (to, by):
            self.asm.emit("V_MUL_VV", to, to, by, 0)

    def silu(self, x: Matrix) -> None:
        """x = x / (1 + exp(-x)), the official template."""
        (one,) = self.constants("one")
        with self.each(x.vectors, x.address) as (row,), self.spare_row() as spare:
            sigmoid(self.asm, spare, row, one)
            self.asm.emit("V_MUL_VV", row, spare, row, 0)

    def rms_norm(self, x: Matrix) -> Matrix:
        """A normalised copy of x: the official template, but not in place."""
        asm, normed = self.asm, self.matrix(x.rows, x.columns)
        (inverse_width, eps), factor = self.constants("inverse_width", "eps"), "f3"
        with self.each_row(x, normed) as (old, new), self.spare_row() as spare:
            asm.emit("S_ADD_FP", factor, "f0", "f0")
            for block in old:
                asm.emit("V_MUL_VV", spare, block, block, 0)
                asm.emit("V_RED_SUM", factor, spare)
            asm.emit("S_MUL_FP", factor, factor, inverse_width)
            asm.emit("S_ADD_FP", factor, factor, eps)
            asm.emit("S_SQRT_FP", factor, factor)
            asm.emit("S_RECI_FP", factor, factor)
            for block, target in zip(old, new, strict=True):
                asm.emit("V_MUL_VF", target, block, factor, 0)
        return normed

    @contextmanager
    def each(self, count: int, *addresses: int) -> Iterator[list[str]]:
        """A hardware loop over consecutive vectors of some matrices: the pointers to them."""
        with self.asm.registers(len(addresses)) as pointers:
            for pointer, address in zip(pointers, addresses, strict=True):
                self.asm.load(pointer, address)
            with self.asm.loop(count):
                yield pointers
                for pointer in pointers:
                    self.asm.add(pointer, self.row)

    @contextmanager
    def each_row(self, *matrices: Matrix) -> Iterator[list[RowBlocks]]:
        """A hardware loop over the rows of some matrices: the blocks of columns of the row."""
        with self.asm.registers(len(matrices)) as pointers:
            addresses = [matrix.address for matrix in matrices]
            with self.each(matrices[0].rows, *addresses) as firsts:
                yield [
                    RowBlocks(self.asm, first, pointer, "", m.columns // m.row, m.step)
                    for first, pointer, m in zip(firsts, pointers, matrices, strict=True)
                ]

    @contextmanager
    def spare_row(self) -> Iterator[str]:
        """A register that points at a vector for intermediates."""
        with self.asm.registers(1) as (spare,):
            self.asm.load(spare, self._spare.address)
            yield spare
