"""GEMM, BatchMatMul and Linear; with operands in memory all blocks of tiles are one stream.

Where no block divides the product, the rest of its rows or columns comes in streams of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines.assigned import assigned
from kernelcraft.platforms.amd_npu.kernels.pipelines.blocks import BIAS, RETURN, Blocks, Ending
from kernelcraft.platforms.amd_npu.kernels.pipelines.reservation_table import NoRoom
from kernelcraft.platforms.amd_npu.kernels.pipelines.short_sums import Part, Sums
from kernelcraft.platforms.amd_npu.kernels.pipelines.streamed_matmul import streamed
from kernelcraft.platforms.amd_npu.kernels.pipelines.tile_step import (
    CONFIG,
    POINTERS,
    Block,
    step,
)
from kernelcraft.platforms.amd_npu.kernels.pipelines.walk import Walk, bias
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE, Shape

MOST = 16  # tiles of a block
REGISTERS = 12  # for tiles of factors, and for the bias of each column of tiles
BIASED_COLUMNS = 4
STREAM = 30  # cycles to begin and end a stream, roughly
NEXT_BIAS = f"vlda.2d {BIAS}, [p3], d3"
PARTS = 6  # streams for which the program memory suffices


def kernel(cell: Cell) -> str:
    """GEMM, BatchMatMul or Linear."""
    return product(cell, Shape.of(cell))


def product(cell: Cell, shape: Shape) -> str:
    """The kernel; raises Unwritten for what is streamed in sizes that fill no panel."""
    if cell.memory_map.streamed:
        return streamed(cell, shape)
    parts = min(_ways(shape), key=lambda each: _cost(shape, each), default=None)
    if parts is None:
        return _short(shape)
    writer = core_writer()
    for part in parts:
        code = _blocks(shape, part.block)
        ending = RETURN if part == parts[-1] else Ending()
        code.write(writer, _before(shape, part, code), ending)
    return writer.kernel()


def _short(shape: Shape) -> str:
    """The kernel for few steps, or for a single tile."""
    writer = core_writer(Memory(apart=tuple(POINTERS), banks=POINTERS))
    start = assigned({CONFIG: 28, "crRnd": 12})
    for part in min(_short_ways(shape), key=lambda each: _short_cost(shape, each)):
        sums = Sums(shape, part)
        left, right, product = sums.offsets()
        if shape.biased:
            start += _at("p3", 8, part.column * RESULT // 4)
        start += _at("p1", 0, left) + _at("p2", 4, right)
        start += _at("p4", 12 if shape.biased else 8, product)
        writer.straight(start + assigned(sums.registers()))
        body, values = sums.iteration()
        writer.loop(body, sums.iterations, values, unroll=1)
        start = ""
    writer.finish()
    return writer.kernel()


def _blocks(shape: Shape, block: Block) -> Blocks:
    walk = _walk(shape, Part(block, 0, 1, 0, 1))
    code = Blocks(step(block), walk.stores(), NEXT_BIAS if shape.biased else "")
    return replace(code, looped=walk.steps > code.outside)


def _before(shape: Shape, part: Part, code: Blocks) -> str:
    """The pointers and counts of a part."""
    walk = _walk(shape, part)
    line = walk.steps * TILE
    text = ""
    if shape.biased:
        text = _at("p3", 8, 0) + assigned(bias(part.across)) + NEXT_BIAS + "\n"
    text += _at("p1", 0, part.row * line) + _at("p2", 4, part.column * TILE)
    start = part.row * walk.line + part.column * RESULT
    text += _at("p4", 12 if shape.biased else 8, start)
    count = part.down * part.across * shape.batches
    iterations = walk.steps - code.outside
    counts = {CONFIG: 28, "r9": count - 1, "r10": iterations, "lc": iterations}
    return text + assigned({**walk.left(), **walk.right(), **counts, "crRnd": 12, **walk.product()})


def _at(pointer: str, argument: int, offset: int) -> str:
    """A pointer some bytes after the beginning of an argument."""
    if not offset:
        return f"lda {pointer}, [p0, #{argument}]\n"
    return (
        f"lda r16, [p0, #{argument}]\nmovxm r17, #{offset}\nadd r16, r16, r17\nmov {pointer}, r16\n"
    )


def _walk(shape: Shape, part: Part) -> Walk:
    line, right_line = shape.n // 4 * RESULT, shape.n // 4 * TILE
    one = shape.batches == 1
    return Walk(
        part.block,
        shape.k // 8,
        part.across,
        part.block.rows * shape.k // 8 * TILE if one else 2 * shape.m * shape.k,
        right_line,
        0 if one else 2 * shape.k * shape.n,
        line,
        part.block.rows * line if one else 2 * shape.m * shape.n,
    )


def _ways(shape: Shape) -> Iterator[Sequence[Part]]:
    """To divide the product into parts of whole blocks, each with steps enough."""
    for parts in _divisions(shape, one=shape.batches > 1):
        if len(parts) <= PARTS and all(_fits(shape, each.block) for each in parts):
            yield parts


def _short_ways(shape: Shape) -> Iterator[Sequence[Part]]:
    """To divide the product into parts of whole blocks, for few steps."""
    for parts in _divisions(shape, one=False):
        blocks = [each.block for each in parts]
        if not shape.biased or all(each.columns == BIASED_COLUMNS for each in blocks):
            yield parts


def _divisions(shape: Shape, *, one: bool) -> Iterator[Sequence[Part]]:
    """To divide the product into parts of whole blocks; with `one` each row of them is a part."""
    for rows in range(1, MOST + 1):
        for columns in range(1, MOST // rows + 1):
            down = _divided(shape.m // 4, rows, one=one)
            across = _divided(shape.n // 4, columns, one=False)
            yield tuple(
                Part(Block(high, wide), row, times, column, often)
                for high, row, times in down
                for wide, column, often in across
            )


def _divided(count: int, size: int, *, one: bool) -> list[tuple[int, int, int]]:
    """Sizes of blocks, where they begin, and how many follow; with `one` each follows alone."""
    whole, rest = divmod(count, size)
    found = [(size, index * size, 1) for index in range(whole)] if one else [(size, 0, whole)]
    return [each for each in (*found, (rest, whole * size, 1)) if each[0] and each[2]]


@cache
def _fits(shape: Shape, block: Block) -> bool:
    if block.rows + block.columns + (block.columns if shape.biased else 0) > REGISTERS:
        return False
    if shape.biased and block.columns != BIASED_COLUMNS:
        return False
    try:
        return _blocks(shape, block).fits(shape.k // 8)
    except NoRoom:  # too few registers for the moves between its results
        return False


def _cost(shape: Shape, parts: Sequence[Part]) -> tuple[int, int]:
    """Cycles, then how seldom factors' tiles are used."""
    cycles = 0
    for part in parts:
        blocks = part.down * part.across * shape.batches
        cycles += blocks * shape.k // 8 * step(part.block).interval + STREAM
    return cycles, -max(part.block.tiles for part in parts)


def _short_cost(shape: Shape, parts: Sequence[Part]) -> tuple[int, int]:
    """Cycles, then how seldom factors' tiles are used."""
    sums = [Sums(shape, part) for part in parts]
    cycles = sum(each.work * each.iterations + STREAM for each in sums)
    return cycles, -max(part.block.tiles for part in parts)
