"""Conv2D: a block of tiles of pixels and channels in the accumulators, a product every cycle.

All rows of pixels of which the window sees as many rows are one loop without a break;
the first and the last rows, which see less, have loops of their own.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines.assigned import assigned
from kernelcraft.platforms.amd_npu.kernels.pipelines.window_iteration import (
    POINTERS,
    SUMS,
    WIDEST,
    Block,
    constants,
)
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE
from kernelcraft.platforms.amd_npu.kernels.window import Image, Rows, window_rows

SHORT = 16  # bundles of an iteration from which on it is not unrolled
DEEPEST = 4  # tiles of channels
ADDRESSES = "lda p5, [p0, #0]\nlda p6, [p0, #4]\nlda p7, [p0, #8]\nvsub.32 x0, x0, x0\n"
MOVED = ("m0", "m1")  # what `_begin` uses for something else
MORE = "padda [p6], #{}\npadda [p7], #{}\nadd r9, r9, #-1\njnz r9, #.Lchannels"


def kernel(cell: Cell) -> str:
    """All rows for a block of columns after the other, for a block of channels after the other."""
    dims = cell.dims
    rows, across, k = dims["H"], dims["H"] // 4, dims["k"]
    if k == 1:  # rows do not matter
        rows, across = rows * across // 4, 4
    blocks = _blocks(Image(rows, across, dims["c_in"], dims["c_out"], k))
    image, deep = blocks[0].image, blocks[0].deep
    count = image.c_out // 4 // deep
    writer = core_writer(Memory(tuple(POINTERS), POINTERS), ("wl0", "wh0"))
    start = ADDRESSES + assigned({"crRnd": 12, "r10": 1, "r9": count, **constants(image)})
    label = None
    if count > 1:
        writer.straight(start)
        start, label = "", ".Lchannels"
    for block in blocks:
        first = 0
        known: dict[str, int] = {}
        for each in window_rows(rows, k):
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
    writer.finish()
    return writer.kernel()


def _blocks(image: Image) -> list[Block]:
    """Those of a row: of all sizes that divide it, those with the least work."""
    best = min(
        (
            Block(image, 0, wide, deep)
            for wide in range(1, image.across + 1)
            for deep in range(1, DEEPEST + 1)
            if wide * deep <= len(SUMS) and not image.across % wide and not image.c_out // 4 % deep
        ),
        key=lambda each: (each.work, each.wide > WIDEST, -each.wide * each.deep),
    )
    starts = range(0, image.across, best.wide)
    return [Block(image, start, best.wide, best.deep) for start in starts]


def _begin(block: Block, rows: Rows, first: int) -> str:
    """Where the pointers begin for rows of one kind, from the `first` one on."""
    return "".join(
        f"mov {pointer}, {base}\nmovxm m{index}, #{by}\npadda [{pointer}], m{index}\n"
        for index, (pointer, base, by) in enumerate(
            zip(("p1", "p2", "p3"), ("p5", "p6", "p7"), block.begins(rows, first), strict=True)
        )
        if first == 0 or pointer != "p3"  # which is there already
    )
