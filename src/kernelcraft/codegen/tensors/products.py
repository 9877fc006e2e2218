"""Products of matrices: blocks of columns, blocks of rows, and tiles of both."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import Node
from kernelcraft.codegen.tensors.kernel import Kernel, Operand
from kernelcraft.codegen.tensors.register_products import repeat
from kernelcraft.codegen.tensors.table import VECTOR, Ref, RegisterTile, Tile
from kernelcraft.codegen.tensors.writer import Address

UNROLLED = 4  # tiles of depth in an iteration, for each row that is set


@dataclass(frozen=True)
class Factors:
    """The operands of one product, and of a `transposed` right factor that its rows are columns."""

    left: Ref
    right: Ref
    result: Ref
    transposed: bool = False

    @property
    def depth(self) -> int:
        """Vectors of a row of the left factor."""
        return self.left.chunks


def multiply(k: Kernel, node: Node, left: Ref, right: Ref, result: Ref) -> None:
    """The product of a node, or the products of a batch, with factors and result in these places.

    Raises Unwritten for sizes that are no whole tiles.
    """
    transposed = node.op == "matmul_transposed"
    tile = k.table.transposed if transposed else k.table.product
    k.used.add("transposed" if transposed else "product")
    if tile is None:
        raise Unwritten(f"the lowering table has no {node.op}")
    if isinstance(tile, RegisterTile):
        raise Unwritten(f"{node.op} in registers is not placed yet")
    batches = math.prod(node.args[1].shape[:-2])
    refs = [replace(ref, rows=ref.rows // batches) for ref in (left, right, result)]
    if batches == 1:
        write_product(k, tile, Factors(refs[0], refs[1], refs[2], transposed))
        return
    with k.w.registers(3) as pointers:
        for pointer, ref in zip(pointers, refs, strict=True):
            k.w.assign(pointer, ref.address)

        def batch() -> None:
            here = [
                ref.at(Address(0, pointer)) for ref, pointer in zip(refs, pointers, strict=True)
            ]
            write_product(k, tile, Factors(here[0], here[1], here[2], transposed))
            for pointer, ref in zip(pointers, refs, strict=True):
                k.w.advance(pointer, ref.row * ref.rows)

        k.w.loop(batches, batch)


def write_product(k: Kernel, tile: Tile, factors: Factors) -> None:
    """result = left · right; raises Unwritten for sizes that are no whole tiles."""
    if factors.left.rows % tile.rows and factors.left.rows > 1:
        raise Unwritten(f"{factors.left.rows} rows are no tiles of {tile.rows}")
    with k.lent():
        _Product(k, tile, factors).write()


class _Product:
    """The block of the right factor stays while rows of the left one pass."""

    def __init__(self, k: Kernel, tile: Tile, factors: Factors) -> None:
        self.k, self.tile, self.f = k, tile, factors
        self.lanes = k.table.lanes
        self.parts = self.lanes // tile.columns  # tiles side by side in a vector of results
        self.slices = self._slices()
        self.deep = self.slices[0].stop
        self.right = self._right_block()
        self.rows = self._rows_at_a_time()
        left = factors.left
        self.left = left if left.on_chip else k.buffer(self.rows, self.deep)
        result = factors.result
        self.result = result if result.on_chip else k.buffer(self.rows, 1)
        self.narrow = self.rows < tile.rows  # one row, where a tile has more
        tiles = max(self.rows, tile.rows)
        collected = result.on_chip and (self.narrow or tile.anew and len(self.slices) > 1)
        self.apart = k.buffer(tiles, 1) if collected else None
        self.resident = not left.on_chip and self.rows == left.rows and len(self.slices) == 1

    def write(self) -> None:
        k, f = self.k, self.f
        if self.resident:
            k.table.fetch(k.w, f.left, self.left)
        rows = f.left.rows // self.rows
        blocks = f.result.chunks
        right_step = f.right.row * self.lanes if f.transposed else f.right.chunk

        def block(right: Address, result: Address, on_chip: Address) -> None:
            if len(self.slices) == 1:
                self._fetch_right(right, self.slices[0])
            self._repeat(
                rows,
                [(f.left.address, self.rows * f.left.row), (result, self.rows * f.result.row)],
                lambda left, to: self._block_of_rows(left, right, to, on_chip),
            )

        self._repeat(
            blocks,
            [(f.right.address, right_step), (f.result.address, f.result.chunk)],
            lambda right, result: block(right, result, result),
        )

    def _block_of_rows(self, left: Address, right: Address, to: Address, result: Address) -> None:
        """Some rows of a block of columns of the result."""
        k, f = self.k, self.f
        here = self.result.at(result if f.result.on_chip else self.result.address)
        for part in self.slices:
            if len(self.slices) > 1:
                self._fetch_right(right, part)
            if not f.left.on_chip and not self.resident:
                source = f.left.at(left).part(0, self.rows, part.start, len(part))
                k.table.fetch(k.w, source, self.left)
            start = self.left.address
            if f.left.on_chip:
                start = left.plus(part.start * f.left.chunk)
            first, last = part.start == 0, part.stop == f.depth
            if self.apart is not None and (self.narrow or not first):
                self._tiles(self.apart, start, len(part), first=True, last=True)
                self._collect(self.apart, here, "copy" if first else "add")
            else:
                self._tiles(here, start, len(part), first=first, last=last or self.tile.anew)
        if not f.result.on_chip:
            k.table.store(k.w, self.result, f.result.at(to).part(0, self.rows, 0, 1))

    def _collect(self, found: Ref, result: Ref, how: str) -> None:
        """Copy or add what was made apart to the result."""

        def row(a: Address, d: Address) -> None:
            to, more = Operand(VECTOR, d), Operand(VECTOR, a)
            self.k.do(how, to, *([to] if how == "add" else []), more)

        steps = [(found.address, found.row), (result.address, result.row)]
        self._repeat(self.rows, steps, row)

    def _tiles(self, result: Ref, start: Address, deep: int, *, first: bool, last: bool) -> None:
        """All tiles of some rows and a block of columns, `deep` of them in depth."""
        tile, k = self.tile, self.k
        across = tile.columns * k.table.unit // self.lanes
        columns = [(self.right.address, tile.across), (result.address, across)]

        def column(right: Address, to: Address) -> None:
            steps = [(start, tile.rows * self.left.row), (to, tile.rows * result.row)]

            def row(a: Address, d: Address) -> None:
                if first:
                    k.tell(tile.start, d=d)
                self._depth(a, right, d, deep)
                if last:
                    k.tell(tile.finish, d=d)

            self._repeat(-(-self.rows // tile.rows), steps, row)

        self._repeat(self.parts, columns, column)

    def _depth(self, left: Address, right: Address, result: Address, deep: int) -> None:
        """The products of one tile of results, all that are on the chip."""
        most = UNROLLED * self.k.settings.unroll
        count = next(each for each in range(most, 0, -1) if deep % each == 0)
        down = self.right.chunk if self.f.transposed else self.lanes * self.right.row

        def several(a: Address, b: Address) -> None:
            for index in range(count):
                at = a.plus(index * self.left.chunk)
                self.k.tell(self.tile.step, d=result, a=at, b=b.plus(index * down))

        steps = [(left, count * self.left.chunk), (right, count * down)]
        self._repeat(deep // count, steps, several)

    def _repeat(
        self,
        count: int,
        starts: list[tuple[Address, int]],
        body: Callable[[Address, Address], None],
    ) -> None:
        """A loop in which two addresses advance by their steps."""
        (first, by), (second, and_by) = starts
        repeat(self.k, count, (first, second), (by, and_by), body)

    def _fetch_right(self, right: Address, part: range) -> None:
        """A block of columns of the right factor, one slice of its depth."""
        f, fetch = self.f, self.tile.fetch or self.k.table.fetch
        source = f.right.at(right)
        if f.transposed:
            source = source.part(0, self.lanes, part.start, len(part))
        else:
            source = source.part(part.start * self.lanes, len(part) * self.lanes, 0, 1)
        fetch(self.k.w, source, self.right)

    def _right_block(self) -> Ref:
        """Where a slice of a block lies: tile after tile, the rows of each one after another."""
        rows, chunks = (self.lanes, self.deep) if self.f.transposed else (self.deep * self.lanes, 1)
        if self.tile.room is None:
            return self.k.buffer(rows, chunks, blocked=True)
        unit = self.k.table.unit
        return Ref(Address(self.tile.room[0]), rows, chunks, unit, rows * unit, on_chip=True)

    def _slices(self) -> list[range]:
        """The parts that the depth is cut into so that a block of the right factor fits."""
        depth, k = self.f.depth, self.k
        if self.tile.room is not None:
            room = (self.tile.room[1] - self.tile.room[0]) // k.table.unit
        else:
            room = k.room // 2
        most = min(room // self.lanes, depth)
        if self.f.left.on_chip and most:
            return [range(at, min(at + most, depth)) for at in range(0, depth, most)]
        for deep in range(most, 0, -1):
            if depth % deep == 0:
                return [range(at, at + deep) for at in range(0, depth, deep)]
        raise Unwritten(f"{self.lanes} vectors do not fit the chip")

    def _rows_at_a_time(self) -> int:
        """Rows of the left factor that are on the chip at a time, with their results."""
        left, result, k = self.f.left, self.f.result, self.k
        if left.on_chip and result.on_chip:
            return left.rows
        each = self.deep * (not left.on_chip) + (not result.on_chip)
        most = min(k.room // each, max(k.settings.rows, self.tile.rows))
        counts = range(most, 0, -1)
        found = [n for n in counts if left.rows % n == 0 and n % self.tile.rows == 0]
        if not found:
            raise Unwritten(f"{self.tile.rows} rows of {each} vectors do not fit the chip")
        return found[0]
