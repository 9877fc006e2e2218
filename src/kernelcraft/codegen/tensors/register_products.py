"""Products of matrices whose results are summed up in registers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.kernel import Kernel
from kernelcraft.codegen.tensors.stages import ProductStage, source
from kernelcraft.codegen.tensors.table import RegisterTile, Text
from kernelcraft.codegen.tensors.writer import Address


@dataclass(frozen=True)
class Tiles:
    """A matrix in tiles: the steps in addresses from one to that below it and to that beside it."""

    address: Address
    rows: int
    columns: int
    down: int
    beside: int


def write_tiles(k: Kernel, tile: RegisterTile, stage: ProductStage) -> None:
    """A product of matrices that lie in tiles, one after another, row by row."""
    left, right, result = (k.places[source(each)] for each in (*stage.node.args, stage.results[0]))
    batches = math.prod(stage.node.args[1].shape[:-2])
    (rows, depth), columns = stage.node.args[0].shape[-2:], stage.node.width
    if rows % tile.rows or depth % tile.depth or columns % tile.columns:
        raise Unwritten(f"{rows} x {depth} x {columns} are no tiles")
    m, n, d = rows // tile.rows, columns // tile.columns, depth // tile.depth
    sizes = tile.rows * tile.depth, tile.depth * tile.columns, tile.rows * tile.columns
    bias = k.places[source(stage.added)].address if stage.added else None

    def batch(a: Address, b: Address, y: Address) -> None:
        factors = Tiles(a, m, d, d * sizes[0], sizes[0]), Tiles(b, d, n, n * sizes[1], sizes[1])
        multiply(k, tile, *factors, Tiles(y, m, n, n * sizes[2], sizes[2]), bias)

    starts = (left.address, right.address, result.address)
    repeat(k, batches, starts, (rows * depth, depth * columns, rows * columns), batch)


def multiply(
    k: Kernel,
    tile: RegisterTile,
    left: Tiles,
    right: Tiles,
    result: Tiles,
    bias: Address | None = None,
) -> None:
    """result = left · right, a block of results in registers at a time; `bias` is added to rows."""
    down = _divisor(result.rows, len(tile.sums) // tile.across)
    across = _divisor(result.columns, tile.across)
    w = k.w

    def row(a: Address, y: Address) -> None:
        def block(b: Address, to: Address, *row: Address) -> None:
            for index, each in enumerate(tile.sums[: down * across]):
                if row:
                    at = row[0].plus(index % across * tile.columns)
                    k.tell(tile.bias, d=each, a=w.place(at))
                else:
                    k.tell(tile.start, d=each)
            _depth(k, tile, (a, left), (b, right), (down, across))
            for i in range(down):
                for j in range(across):
                    at = to.plus(i * result.down + j * result.beside)
                    k.tell(tile.finish, d=w.place(at), a=tile.sums[i * across + j])

        starts = (right.address, y, *([bias] if bias else []))
        steps = (across * right.beside, across * result.beside, across * tile.columns)
        repeat(k, result.columns // across, starts, steps, block)

    steps = (down * left.down, down * result.down)
    repeat(k, result.rows // down, (left.address, result.address), steps, row)


def _depth(
    k: Kernel,
    tile: RegisterTile,
    left: tuple[Address, Tiles],
    right: tuple[Address, Tiles],
    size: tuple[int, int],
) -> None:
    """The sums of a block of results over all of the depth."""
    (a, a_tiles), (b, b_tiles), (down, across) = left, right, size
    count = _divisor(a_tiles.columns, tile.unroll)

    def several(a: Address, b: Address) -> None:
        for step in range(count):
            lefts = [
                _loaded(k, tile.left, a.plus(i * a_tiles.down + step * a_tiles.beside))
                for i in range(down)
            ]
            rights = [
                _loaded(k, tile.right, b.plus(j * b_tiles.beside + step * b_tiles.down))
                for j in range(across)
            ]
            for i, x in enumerate(lefts):
                for j, y in enumerate(rights):
                    k.tell(tile.step, d=tile.sums[i * across + j], a=x, b=y)

    steps = (count * a_tiles.beside, count * b_tiles.down)
    repeat(k, a_tiles.columns // count, (a, b), steps, several)


def _loaded(k: Kernel, text: Text, at: Address) -> str:
    name = k.w.value()
    k.tell(text, d=name, a=k.w.place(at))
    return name


def _divisor(whole: int, most: int) -> int:
    """The largest number up to `most` that divides it."""
    if most < 1:
        raise Unwritten("no register keeps a sum")
    return next(each for each in range(min(whole, most), 0, -1) if whole % each == 0)


def repeat(
    k: Kernel,
    count: int,
    starts: tuple[Address, ...],
    steps: tuple[int, ...],
    body: Callable[..., None],
) -> None:
    """A loop in which addresses advance by their steps."""
    if count == 1:
        body(*starts)
        return
    with k.w.registers(len(starts)) as pointers:
        for pointer, start in zip(pointers, starts, strict=True):
            k.w.assign(pointer, start)

        def iteration() -> None:
            body(*(Address(0, pointer) for pointer in pointers))
            for pointer, step in zip(pointers, steps, strict=False):
                k.w.advance(pointer, step)

        k.w.loop(count, iteration)
