"""DepthwiseConv: a row of up to 16 pixels in the accumulators, a product every cycle.

All rows of pixels are one loop; a wider image is two halves. Windows of 5x5 on larger
images go plane by plane, where there is room for planes: that takes fewer products. Larger windows,
and those larger than the image, take an iteration for each row of the window.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines import depthwise_5x5
from kernelcraft.platforms.amd_npu.kernels.pipelines.assigned import assigned
from kernelcraft.platforms.amd_npu.kernels.pipelines.depthwise_line import Line
from kernelcraft.platforms.amd_npu.kernels.pipelines.depthwise_row import LANES, MOST, POINTERS, Row
from kernelcraft.platforms.amd_npu.kernels.pipelines.planes import K, Planes
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer

LARGEST = 5  # window of whose rows each has a pointer
LEAST = 16  # rows of an image for which planes are faster
COPIES = 8  # registers through which taps are copied, two at a time
NEXT = "mov r8, m5\nadd r8, r8, #32\nmov m5, r8\nadd r9, r9, #-1\njnz r9, #.Lchannels"
"""m5: bytes from the first channels to those at which the kernel works."""


def kernel(cell: Cell) -> str:
    """16 channels after the others."""
    height, channels, k = cell.dims["H"], cell.dims["c"], cell.dims["k"]
    if k == K and height >= LEAST:
        text = depthwise_5x5.kernel(Planes(height, channels), cell.memory_map.scratch)
        if text is not None:
            return text
    parts = -(-height // MOST)
    wide = height // parts
    kind = Line if k > LARGEST or k > height else Row
    rows = [kind(k, 2 * channels, height, part * wide, wide) for part in range(parts)]
    writer = core_writer(Memory(tuple(POINTERS), POINTERS), ("wl0", "wh0"))
    row, count = rows[0], channels // LANES
    start = assigned({"crRnd": 12, "r9": count, "m5": 0, **row.constants()}) + _zeros(row)
    if count > 1:
        writer.straight(start)
    for index, each in enumerate(rows):
        text = _begin(each) + assigned(each.steps())
        if index == 0:
            text = (start if count == 1 else "") + _taps(row) + text
        writer.straight(text, label=".Lchannels" if index == 0 and count > 1 else None)
        body, values = each.iteration()
        writer.loop(body, height * each.iterations, values, unroll=1)
    if count > 1:
        writer.straight(NEXT)
    writer.finish()
    return f"{writer.kernel()}.bss\n.p2align 5\ntaps:\n.space {(2 * k - 1) * row.taps}\n"


def _zeros(row: Row) -> str:
    """Before and after the taps."""
    zeros = "vst wl0, [p6], #32\n" * (row.before * row.k)
    text = f"vsub.32 x0, x0, x0\nmovxm p6, #taps\n{zeros}"
    return f"{text}movxm p6, #taps+{(row.before + row.k) * row.taps}\n{zeros}"


def _taps(row: Row) -> str:
    """Those of 16 channels, where an iteration can load any rows of them."""
    text = "lda p2, [p0, #4]\npadda [p2], m5\n"
    text += f"movxm p6, #taps+{row.before * row.taps}\n"
    for tap in range(row.k**2):
        register = f"w{'lh'[tap % 2]}{1 + tap // 2 % COPIES}"
        text += f"vlda {register}, [p2], m0\nvst {register}, [p6], #32\n"
    return text


def _begin(row: Row) -> str:
    """Where the pointers begin."""
    text = "lda p1, [p0, #0]\nlda p7, [p0, #8]\npadda [p1], m5\npaddb [p7], m5\n"
    text += f"movxm m3, #{(row.first + row.columns.start) * row.pixel}\npadda [p1], m3\n"
    text += f"movxm m2, #{row.first * row.pixel}\npaddb [p7], m2\n"
    text += f"movxm m1, #{row.across * row.pixel}\n"
    for number in range(2, row.pointers + 1):
        text += f"mov p{number}, p{number - 1}\npadda [p{number}], m1\n"
    return text + f"movxm p6, #taps+{2 * row.before * row.taps}\n"
