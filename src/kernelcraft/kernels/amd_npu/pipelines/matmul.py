"""GEMM, BatchMatMul and Linear with operands in memory: all blocks of tiles in one stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.kernels.amd_npu.pipelines.blocks import BIAS, Blocks
from kernelcraft.kernels.amd_npu.pipelines.product import Walk, assigned, bias
from kernelcraft.kernels.amd_npu.pipelines.tile_step import CONFIG, Block, step
from kernelcraft.kernels.amd_npu.pipelines.timeline import NoRoom
from kernelcraft.kernels.amd_npu.schedule import core_writer
from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.unwritten import Unwritten

MOST = 16  # tiles of a block
REGISTERS = 12  # for tiles of factors, and the bias
BIASED_COLUMNS = 4


@dataclass(frozen=True)
class Shape:
    """As many products of an M x K and a K x N matrix; `biased` with a bias for each column."""

    batches: int
    m: int
    k: int
    n: int
    biased: bool = False


def product(cell: Cell, shape: Shape) -> str:
    """The kernel; raises Unwritten for sizes that fill no block of tiles."""
    block = min(_blocks(shape), key=lambda each: _cost(shape, each), default=None)
    if block is None:
        raise Unwritten(f"{cell.name}: a sum over K is too short for a loop of its own")
    one = shape.batches == 1
    walk = Walk(shape.m, shape.k, shape.n, block, 0 if one else 2 * shape.k * shape.n)
    code = Blocks(step(block), walk.stores(), shape.biased)
    count = walk.blocks * shape.batches
    output = 3 if shape.biased else 2
    text = "lda p1, [p0, #0]\nlda p2, [p0, #4]\n"
    counts = {CONFIG: 28, "r9": count - 1, "r10": walk.steps - code.outside}
    early = {**walk.left(), **walk.right(), **counts}
    if shape.biased:
        text += "lda p3, [p0, #8]\n" + assigned(bias(walk.across))
        text += f"lda p4, [p0, #12]\nvlda.2d {BIAS}, [p3], d3\n"
    else:
        text += f"lda p4, [p0, #{4 * output}]\n"
    text += assigned({**early, "crRnd": 12, **walk.product()})
    writer = core_writer()
    code.write(writer, text)
    return writer.kernel()


def _blocks(shape: Shape) -> Iterator[Block]:
    """Those that divide the product, and for which its sum has steps enough."""
    for rows in _divisors(shape.m // 4):
        for columns in _divisors(shape.n // 4):
            block = Block(rows, columns)
            if block.tiles > MOST or rows + columns + (shape.biased and 4) > REGISTERS:
                continue
            if shape.biased and columns != BIASED_COLUMNS:
                continue
            if shape.batches > 1 and rows != shape.m // 4:
                continue
            if shape.k // 8 <= Blocks(step(block), (), shape.biased).outside:
                continue
            try:
                Walk(shape.m, shape.k, shape.n, block).stores()
            except NoRoom:
                continue
            yield block


def _divisors(number: int) -> list[int]:
    return [each for each in range(1, min(number, MOST) + 1) if number % each == 0]


def _cost(shape: Shape, block: Block) -> tuple[float, int]:
    """Cycles for each tile of the product, then factors' tiles that are loaded for it."""
    return step(block).interval / block.tiles, -block.tiles
