"""Conv2D: a block of tiles of pixels and channels in the accumulators, a product every cycle.

All rows of pixels of which the window sees as many rows are one loop without a break;
the first and the last rows, which see less, have loops of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.pipelines import block_end
from kernelcraft.platforms.amd_npu.kernels.pipelines.assigned import assigned
from kernelcraft.platforms.amd_npu.kernels.pipelines.window_iteration import (
    POINTERS,
    SUMS,
    WIDEST,
    Block,
    constants,
)
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, Writer, core_writer
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE
from kernelcraft.platforms.amd_npu.kernels.window import Image, Rows, window_rows
from kernelcraft.platforms.amd_npu.machine.assembly import PROGRAM_BYTES

SHORT = 16  # bundles of an iteration from which on it is not unrolled
DEEPEST = 8  # tiles of channels
ADDRESSES = "lda p5, [p0, #0]\nlda p6, [p0, #4]\n{}\nvsub.32 x0, x0, x0\n"
MOVED = ("m0", "m1")  # what `_begin` uses for something else
MORE = "padda [p6], #{}\npadda [p7], #{}\nadd r9, r9, #-1\njnz r9, #.Lchannels"


def kernel(cell: Cell) -> str:
    """That with the least work for which there is room; raises Unwritten where there is none."""
    return written(cell, "lda p7, [p0, #8]", Writer.finish)


def written(cell: Cell, sums: str, end: Callable[[Writer], None]) -> str:
    """What stores all sums where the instruction `sums` lets p7 point to; the `end` follows."""
    image, size = Image.of(cell), 0
    if image.k == 1:  # rows do not matter
        image = replace(image, rows=image.rows * image.across // 4, across=4)
    for blocks in _ways(image):
        tiles = blocks[0].wide * blocks[0].deep * len(blocks)
        if size and tiles >= size:  # which does not fit
            continue
        writer = _convolution(blocks, sums)
        end(writer)
        if writer.bytes <= PROGRAM_BYTES:
            return writer.kernel()
        size = tiles
    raise Unwritten(f"{cell.name}: the program memory is too small")


def _convolution(blocks: Sequence[Block], sums: str) -> Writer:
    """All rows for a block of columns after the other, for a block of channels after the other."""
    image, deep = blocks[0].image, blocks[0].deep
    k = image.k
    count = image.c_out // 4 // deep
    pointers = POINTERS | block_end.POINTERS
    writer = core_writer(Memory(tuple(pointers), pointers), ("wl0", "wh0"))
    start = ADDRESSES.format(sums) + assigned(
        {"crRnd": 12, "r10": 1, "r9": count, **constants(image)}
    )
    label = None
    if count > 1:
        writer.straight(start)
        start, label = "", ".Lchannels"
    for block in blocks:
        first = 0
        known: dict[str, int] = {}
        for each in window_rows(image.rows, k):
            steps = block.steps(each)
            new = {
                name: step
                for name, step in steps.items()
                if known.get(name) != step or name in MOVED
            }
            writer.straight(start + _begin(block, each, first) + assigned(new), label=label)
            body, values = block.iteration()
            unroll = 1 if block.wide * block.deep * k >= SHORT else None
            writer.loop(body, each.times * block.iterations(each), values, unroll=unroll)
            first, known, start, label = first + each.times, steps, "", None
    if count > 1:
        writer.straight(MORE.format(deep * TILE, deep * RESULT))
    return writer


def _ways(image: Image) -> Iterator[Sequence[Block]]:
    """The blocks of a row: of all sizes that divide it, first those with the least work."""
    found = (
        Block(image, 0, wide, deep)
        for wide in range(1, image.across + 1)
        for deep in range(1, DEEPEST + 1)
        if wide * deep <= len(SUMS) and not image.across % wide and not image.c_out // 4 % deep
    )
    for each in sorted(
        found, key=lambda each: (each.work, each.wide > WIDEST, -each.wide * each.deep, each.deep)
    ):
        starts = range(0, image.across, each.wide)
        yield [Block(image, start, each.wide, each.deep) for start in starts]


def _begin(block: Block, rows: Rows, first: int) -> str:
    """Where the pointers begin for rows of one kind, from the `first` one on."""
    return "".join(
        f"mov {pointer}, {base}\nmovxm m{index}, #{by}\npadda [{pointer}], m{index}\n"
        for index, (pointer, base, by) in enumerate(
            zip(("p1", "p2", "p3"), ("p5", "p6", "p7"), block.begins(rows, first), strict=True)
        )
        if first == 0 or pointer != "p3"  # which is there already
    )
