"""Products of matrices whose results are summed up in registers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.kernel import Kernel
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


def multiply(k: Kernel, tile: RegisterTile, left: Tiles, right: Tiles, result: Tiles) -> None:
    """result = left · right, a block of results in registers at a time."""
    down = _divisor(result.rows, len(tile.sums) // tile.across)
    across = _divisor(result.columns, tile.across)
    w = k.w

    def row(a: Address, y: Address) -> None:
        def block(b: Address, to: Address) -> None:
            _block(k, tile, (a, left), (b, right), (down, across))
            for i in range(down):
                for j in range(across):
                    at = to.plus(i * result.down + j * result.beside)
                    k.tell(tile.finish, d=w.place(at), a=tile.sums[i * across + j])

        steps = (across * right.beside, across * result.beside)
        repeat(k, result.columns // across, (right.address, y), steps, block)

    steps = (down * left.down, down * result.down)
    repeat(k, result.rows // down, (left.address, result.address), steps, row)


def _block(
    k: Kernel,
    tile: RegisterTile,
    left: tuple[Address, Tiles],
    right: tuple[Address, Tiles],
    size: tuple[int, int],
) -> None:
    """The sums of a block of results over all of the depth."""
    (a, a_tiles), (b, b_tiles), (down, across) = left, right, size
    for each in tile.sums[: down * across]:
        k.tell(tile.start, d=each)
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
    starts: tuple[Address, Address],
    steps: tuple[int, int],
    body: Callable[[Address, Address], None],
) -> None:
    """A loop in which two addresses advance by their steps."""
    if count == 1:
        body(*starts)
        return
    with k.w.registers(2) as pointers:
        for pointer, start in zip(pointers, starts, strict=True):
            k.w.assign(pointer, start)

        def iteration() -> None:
            body(Address(0, pointers[0]), Address(0, pointers[1]))
            for pointer, step in zip(pointers, steps, strict=True):
                k.w.advance(pointer, step)

        k.w.loop(count, iteration)
