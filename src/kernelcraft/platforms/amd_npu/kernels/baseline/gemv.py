"""GEMV: 32 elements of the vector, transposed, are four columns for four tiles of a row of tiles.

Column c is what tile c needs, so that accumulator c, which adds up every fourth tile, is right in
column c. Four rows of tiles make the 16 results of a store; each waits in an accumulator, and is a
piece where they are streamed.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    SUMS,
    UNROLLED,
    again,
    assigned,
    begin,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.unrolling import unrolled
from kernelcraft.platforms.amd_npu.kernels.fifos import START, Fifo, arrived, left

COLUMNS = 4
ROWS = ("bml0", "bml1", "bml2", "bml3")  # results of the rows of tiles
MASKS = {"r16": 0x2222, "r17": 0x8888, "r18": 0xCCCC, "r19": 0x00F0, "r20": 0xF000, "r21": 0xFF00}
TRANSPOSE_4X8, TRANSPOSE_4X4 = 29, 34  # modes of vshuffle, elements of 16 and of 32 bits
STEP = (
    "vldb %v.l, [p2], #32\nvldb %v.h, [p2], #32\nvshuffle %v, %v, %v, r8\n"
    + "".join(f"vlda %a{tile}.{half}, [p1], #32\n" for tile in range(COLUMNS) for half in "lh")
    + "".join(f"vmac.f {name}, {name}, %a{column}, %v, r7\n" for column, name in enumerate(SUMS))
)
HALF_STEP = (
    "vldb %v.l, [p2], #32\nvmov %v.h, %v.l\nvshuffle %v, %v, %v, r8\n"
    + "".join(f"vlda %a{tile}.{half}, [p1], #32\n" for tile in range(2) for half in "lh")
    + "".join(f"vmac.f {name}, {name}, %a{tile}, %v, r7\n" for tile, name in enumerate(SUMS[:2]))
)
"""The last 16 elements of a row that has no multiple of 32: the first two columns do for them."""
COLLECT = (
    "".join(f"vmov %t{column}, {name}\n" for column, name in enumerate(SUMS))
    + """
vsel.32 %low, %t0, %t1, r16
vsel.32 %high, %t2, %t3, r17
vsel.32 %columns, %low, %high, r18
vshuffle %turned, %columns, %columns, r9
vshift %half, %turned, %turned, r26
vmov %p, %turned
vmov %q, %half
vadd.f %two, %p, %q, r7
vmov %pair, %two
vshift %quarter, %pair, %pair, r28
vmov %s, %quarter
vadd.f %sum, %two, %s, r7
padda [p2], m0
"""
)
STORE = """
vmov x2, bml0
vmov x3, bml1
vmov x4, bml2
vmov x5, bml3
vsel.32 x2, x2, x3, r19
vsel.32 x4, x4, x5, r20
vsel.32 x2, x2, x4, r21
vmov bmh0, x2
vst.conv.bf16.fp32 bmh0, [p3], #32
"""
LOADED = dict.fromkeys(("v", *(f"a{tile}" for tile in range(COLUMNS))), "x")
VALUES = {
    **dict.fromkeys((*(f"t{column}" for column in range(COLUMNS)), "low", "high"), "x"),
    **dict.fromkeys(("columns", "turned", "half", "pair", "quarter"), "x"),
    **dict.fromkeys(("p", "q", "two", "s", "sum"), "bm"),
}


def kernel(cell: Cell) -> str:
    """The kernel; raises Unwritten where the sizes do not come out even."""
    rows, columns = cell.dims["M"], cell.dims["N"]
    if rows % 16 or columns % 16:
        raise Unwritten(f"{cell.name}: the template needs M and N by 16")
    start = assigned(MASKS)
    start += f"movx r8, #{TRANSPOSE_4X8}\nmovx r9, #{TRANSPOSE_4X4}\n"
    start += f"movxm m0, #{-2 * columns}\nmovxm r11, #{rows // 16}\n"
    stream = cell.memory_map.stream("A")
    fifo = Fifo(stream, "r12", "r13") if stream else None
    writer = begin(
        (0, 1, 2), start + (START + fifo.start + arrived(cell) if fifo else ""), (*SUMS, *ROWS)
    )
    steps = columns // 32
    together = next(count for count in (UNROLLED, 2, 1) if steps % count == 0)
    for index, result in enumerate(ROWS):
        clear = "".join(f"vclr {name}\n" for name in SUMS)
        label = None if index else ".Lrows"
        if fifo:
            writer.straight(fifo.wait, label=label)
            label, clear = None, clear + f"mov p1, {fifo.next}\n"
        writer.straight(clear + f"movxm r10, #{steps // together}", label=label)
        if steps:
            end = again(f".Lrow{index}", "r10")
            unrolled(writer, {}, [STEP] * together, end, LOADED, f".Lrow{index}")
        if columns % 32:
            writer.straight(HALF_STEP, LOADED)
        if fifo:
            writer.straight(fifo.hand_over)
        writer.straight(COLLECT + f"vmov {result}, %sum", VALUES)
    writer.straight(STORE + again(".Lrows", "r11"))
    if fifo:
        writer.straight(left(cell))
    writer.finish()
    return writer.kernel()
