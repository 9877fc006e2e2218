"""Softmax over rows of more than 128 codes: the exponentials of a row pass through DTCM."""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import reciprocal, requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.own_tables import tables
from kernelcraft.platforms.coral_npu.kernels.schedules.reciprocal import Reciprocal

MOST: Final = 256
"""Elements of a row; with more, the sum of its exponentials could exceed the 2^24 of a float."""
CHUNK: Final = 4 * LINE
"""Elements whose exponentials, uint16, fill eight registers."""
PIECE: Final = 2 * LINE
"""Elements that are divided at once, as uint32 in eight registers."""
LARGEST: Final = "v31"
SUM: Final = "v30"
X: Final = "v0"
POWERS: Final = "v8"
WORK: Final = "v16"


class WideSoftmax:
    """Writes the kernel of a cell."""

    def __init__(self, cell: Cell) -> None:
        self.asm = Assembly(f"{cell.name}: the exponentials of a row pass through DTCM")
        self.rows, self.width = cell.dims["rows"], cell.dims["width"]
        self.x_at, self.y_at = cell.memory_map.input("x").address, cell.memory_map.output.address
        self.row = self.asm.reserve("row", self.width)
        self.powers = self.asm.reserve("powers", 2 * self.width)
        self.table = tables(self.asm, cell, ("exponentials",))["exponentials"]
        take = self.asm.take(13)
        self.x, self.y, self.entries, self.most, self.total, self.sign = take[:6]
        self.length, self.row_at, self.powers_at = take[6:9]
        self.by = Reciprocal(take[9], take[10], take[11], take[12])

    def text(self) -> str:
        """The whole kernel."""
        asm = self.asm
        requantise.begin(asm)
        asm.phase("constants")
        asm.set(self.x, self.x_at)
        asm.set(self.y, self.y_at)
        asm.set(self.entries, self.table)
        asm.set(self.sign, -128)
        asm.emit_all(reciprocal.shared(255, self.by))
        with asm.loop(self.rows, "row"):
            self._maximum()
            self._exponentials()
            first, second = reciprocal.divide(self.by, self.total)
            asm.emit_all([*first, *second])
            self._divide()
        return str(asm)

    def _parts(self, size: int) -> list[int]:
        return [min(size, self.width - at) for at in range(0, self.width, size)]

    def _maximum(self) -> None:
        """Copy a row to DTCM and find its maximum."""
        asm = self.asm
        asm.note("the row to DTCM, and its maximum")
        asm.set(self.row_at, self.row)
        for index, count in enumerate(self._parts(8 * LINE)):
            asm.vl(count, 8, 8, self.length)
            asm.emit("vle8.v", X, f"({self.x})")
            asm.add(self.x, count)
            asm.emit("vse8.v", X, f"({self.row_at})")
            asm.add(self.row_at, count)
            asm.emit("vredmax.vs", LARGEST, X, LARGEST if index else X)
        asm.emit("vmv.x.s", self.most, LARGEST)

    def _exponentials(self) -> None:
        asm = self.asm
        asm.note("E = exponentials[maximum - x] and their sum")
        asm.set(self.row_at, self.row)
        asm.set(self.powers_at, self.powers)
        asm.vl(1, 32, 1)
        asm.emit("vmv.s.x", SUM, "zero")
        for count in self._parts(CHUNK):
            asm.vl(count, 8, 4, self.length)
            asm.emit("vle8.v", X, f"({self.row_at})")
            asm.add(self.row_at, count)
            asm.emit("vrsub.vx", X, X, self.most)
            asm.emit("vwaddu.vv", POWERS, X, X)
            asm.sew(16, 8)
            asm.emit("vluxei16.v", POWERS, f"({self.entries})", POWERS)
            asm.emit("vse16.v", POWERS, f"({self.powers_at})")
            asm.add(self.powers_at, 2 * count)
            asm.emit("vwredsumu.vs", SUM, POWERS, SUM)
        asm.vl(1, 32, 1)
        asm.emit("vmv.x.s", self.total, SUM)

    def _divide(self) -> None:
        asm = self.asm
        asm.note("y = 255 E / S to nearest, minus 128")
        asm.set(self.powers_at, self.powers)
        for count in self._parts(PIECE):
            asm.vl(count, 16, 4, self.length)
            asm.emit("vle16.v", POWERS, f"({self.powers_at})")
            asm.add(self.powers_at, 2 * count)
            asm.sew(32, 8)
            asm.emit("vzext.vf2", WORK, POWERS)
            asm.emit("vmulhu.vx", WORK, WORK, self.by.multiplier)
            asm.sew(16, 4)
            asm.emit("vnclipu.wx", WORK, WORK, self.by.shift)
            asm.sew(8, 2)
            asm.emit("vnsrl.wi", WORK, WORK, 0)
            asm.emit("vxor.vx", WORK, WORK, self.sign)
            asm.emit("vse8.v", WORK, f"({self.y})")
            asm.add(self.y, count)
