"""Products of which the right factor is streamed in panels, for GEMM, BatchMatMul and Linear.

A panel is multiplied as `matmul` does it. A block of rows of the left factor was copied to the
neighbours' memory; the pieces of the next block come between panels. r6 is where the block lies, r9
where the next one will; r27 goes along the columns of biases.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.baseline.matmul import (
    BIASES,
    NEXT_ROWS,
    VALUES,
    begun,
    product,
    steps,
    stores,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    BYTES,
    SUMS,
    UNROLLED,
    again,
    assigned,
    begin,
)
from kernelcraft.platforms.amd_npu.kernels.fifos import START, Fifo, arrived, swapped
from kernelcraft.platforms.amd_npu.kernels.schedule import Writer
from kernelcraft.platforms.amd_npu.kernels.tiles import TILE, Shape

COPIED = 8  # vectors in an iteration
COPY = "".join(f"vlda %c{index}, [p1], #{BYTES}\n" for index in range(COPIED)) + "".join(
    f"vst %c{index}, [p7], #{BYTES}\n" for index in range(COPIED)
)
COPY_VALUES = {f"c{index}": "w" for index in range(COPIED)}


def kernel(cell: Cell) -> str:
    """GEMM, BatchMatMul or Linear: one product after the other, whose sums begin with a bias."""
    shape = Shape.of(cell)
    return streamed_product(cell, shape) if cell.memory_map.streamed else product(shape)


def streamed_product(cell: Cell, shape: Shape) -> str:
    """The kernel; raises Unwritten where the sizes do not come out even."""
    return _Panels(cell, shape).kernel()


class _Panels:
    def __init__(self, cell: Cell, shape: Shape) -> None:
        inner = 8 * UNROLLED
        left, right, out = (cell.memory_map.stream(name) for name in ("x", "w", "output"))
        assert left is not None
        assert right is not None
        assert out is not None
        rows = left.rows
        if rows % 8 or right.columns % 8 or shape.k % inner:
            raise Unwritten(f"{cell.name}: the template needs M and panels by 8 and K by {inner}")
        if left.piece % (COPIED * BYTES):
            raise Unwritten(f"{cell.name}: the template copies {COPIED * BYTES} bytes at a time")
        self.cell, self.shape, self.rows, self.columns = cell, shape, rows, right.columns
        self.right = Fifo(right, "r20", "r21")
        self.out = Fifo(out, "r22", "r23")
        self.left = Fifo(left, "r24", "r25")
        self.blocks = shape.batches * shape.m // rows
        self.panels = shape.n // right.columns
        self.writer = self._begin()

    def _begin(self) -> Writer:
        shape, columns = self.shape, self.columns
        row, down = 8 * shape.k, 16 * columns  # bytes of a row of tiles of both factors
        self.row_out = 8 * columns
        moves = {
            "m0": down - 2 * TILE + 32,  # to the next tiles of the panel
            "m1": -row,
            "m2": 2 * TILE - shape.k // 8 * down,
            "m3": -down,  # to the first columns
            "m4": 2 * row,
            "m5": 2 * self.row_out - 8 * columns,  # from columns of results to the next two rows
            "m6": self.row_out,
            "m7": -2 * columns,
        }
        text = assigned(moves)
        text += f"movxm r13, #{self.blocks}\n" + START + self.right.start
        text += self.left.start + self.out.start
        size = self.rows * shape.k * 2
        needed = min(self.blocks, 2) * size
        free = next(each for each in self.cell.memory_map.scratch if each.size >= needed)
        text += f"movxm r6, #{free.start}\nmovxm r9, #{free.start + size}\n" + arrived(self.cell)
        return begin((), text, (*SUMS, "x8"))

    def kernel(self) -> str:
        writer, left = self.writer, self.left
        pieces = self.rows * self.shape.k * 2 // left.stream.piece
        writer.straight(f"mov p7, r6\nmovxm r15, #{pieces}")
        self._copy(left, "first")
        writer.straight(again(".Lcopy_first", "r15"))
        self._blocks(left, self.panels // pieces if self.blocks > 1 else self.panels)
        writer.finish()
        return writer.kernel()

    def _blocks(self, left: Fifo, count: int) -> None:
        """All blocks; in the last one there is no other to copy."""
        writer = self.writer
        writer.straight(
            self._first_bias() + f"mov p7, r9\nmovxm r15, #{self.panels // count}",
            label=".Lblock_of_rows",
        )
        writer.straight(f"movxm r14, #{count}", label=".Lgroup")
        self._panel(again(".Lpanel", "r14"))
        writer.straight("add r3, r13, #-1\njz r3, #.Lcopied")
        self._copy(left, "next")
        writer.straight(again(".Lgroup", "r15"), label=".Lcopied")
        writer.straight(swapped("r6", "r9") + again(".Lblock_of_rows", "r13"))

    def _first_bias(self) -> str:
        return "lda r27, [p0, #8]\n" if self.shape.biased else ""

    def _copy(self, left: Fifo, name: str) -> None:
        """A piece of the left factor, to p7."""
        writer = self.writer
        writer.straight(left.wait, label=f".Lcopy_{name}")
        writer.straight(f"mov p1, {left.next}\nmovxm r10, #{left.stream.piece // COPIED // BYTES}")
        label = f".Lvectors_{name}"
        writer.straight(COPY + again(label, "r10"), COPY_VALUES, label=label)
        writer.straight(left.hand_over)

    def _panel(self, end: str) -> None:
        """One panel of the right factor, which waits for it and hands it over."""
        writer, shape, out = self.writer, self.shape, self.out
        writer.straight(self.right.wait, label=".Lpanel")
        writer.straight(out.wait)
        at = out.next
        bias = "mov p4, r27\n" if shape.biased else ""
        writer.straight(
            f"mov p1, r6\nmov p2, r6\nmov p3, {self.right.next}\nmov p5, {at}\nmov p6, {at}\n{bias}"
            f"padda [p2], m4\npadda [p2], m1\npadda [p6], m6\nmovxm r12, #{self.rows // 8}"
        )
        writer.straight(f"movxm r11, #{self.columns // 8}", label=".Lrows")
        start = begun(shape) + f"movxm r10, #{shape.k // (8 * UNROLLED)}"
        writer.straight(start, BIASES, label=".Ltiles")
        writer.straight(steps() + again(".Lsteps", "r10"), VALUES, label=".Lsteps")
        writer.straight(stores() + again(".Ltiles", "r11"))
        back = "padda [p4], m7\n" if shape.biased else ""
        writer.straight(NEXT_ROWS + back + again(".Lrows", "r12"))
        hand_over = self.right.hand_over
        hand_over += f"movx r5, #{2 * self.columns}\nadd r27, r27, r5\n" if shape.biased else ""
        writer.straight(hand_over)
        writer.straight(out.hand_over)
        writer.straight(end)
