"""Softmax over each row of codes: y = ⌊(510 E + S) / (2 S)⌋ - 128."""

from __future__ import annotations

from typing import Final

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import reciprocal, requantise
from kernelcraft.kernels.coral_npu.schedules.product import copy
from kernelcraft.kernels.coral_npu.schedules.reciprocal import Instruction, Reciprocal

CODES: Final = 256
CHUNK: Final = 4 * LINE
"""Elements of a row whose exponentials, uint16, fill eight registers."""
PIECE: Final = 2 * LINE
"""Elements that are divided at once, as uint32 in eight registers."""
KEPT: Final = 2
"""Chunks whose exponentials stay in registers."""
X: Final = 0
"""Registers of a row of x, then of its distances from the maximum."""
WORK: Final = 8
"""Registers for offsets, and for what is divided."""
POWERS: Final = 16
"""Registers of the exponentials of two chunks."""


def kernel(cell: Cell) -> str:
    """Row after row: the exponentials of a row of at most 128 stay in 16 registers.

    The load/store unit limits: 14 cycles a line to load x, 5 to store y and, for a line's 16
    exponentials, two registers of indexed loads with 3 cycles and one for each line of the table
    that they hit, 19 in all. So the next row comes while the sum becomes a multiplier, and its
    maximum is found while this row is divided.

    The vector divider would need 12 cycles a register. y + 128 is 255 E / S to nearest, ties up,
    and instead E is multiplied with m = 255 · 2^l / S, rounded up, from 2^30 to 2^31 + 2: the
    upper half by vmulhu, the rest by vnclipu, which rounds as wanted because nested floors are one.
    m is too large by less than 4, so the quotient is too large by less than 4 · E / 2^l, which is
    at most 4 · E · 255 / (2^30 S) < 2^-4 / S for 16-bit E; and 255 E / S is either a tie, which
    rounds up with or without that, or at least 1 / (2 S) below the next one. S >= 65535, the first
    exponential, gives l >= 38. `schedules.reciprocal` has m.
    """
    return _Softmax(cell).text()


class _Softmax:
    def __init__(self, cell: Cell) -> None:
        self.asm = Assembly(f"{cell.name}: exponentials stay in registers")
        self.rows, self.width = cell.dims["rows"], cell.dims["width"]
        self.chunks = -(-self.width // CHUNK)
        self.x_at, self.table_at = (each.address for each in cell.memory_map.inputs)
        self.y_at = cell.memory_map.output.address
        self.table = self.asm.reserve("table", 2 * CODES)
        self.row = self.asm.reserve("row", 2 * self.chunks * CHUNK)

    def text(self) -> str:
        """The whole kernel."""
        asm = self.asm
        requantise.begin(asm)
        with asm.registers(10) as names:
            x, y, table, self.scratch, most, total, multiplier, shift, top, self.length = names
            self.x, self.y, self.entries, self.most, self.total = x, y, table, most, total
            asm.phase("the exponentials to DTCM")
            asm.set(x, self.table_at)
            asm.set(y, self.table)
            copy(asm, x, y, 2 * CODES)
            asm.phase("constants")
            asm.set(x, self.x_at)
            asm.set(y, self.y_at)
            asm.set(table, self.table)
            self.by = Reciprocal(multiplier, shift, self.scratch, top)
            reciprocal.begin(asm, 255, 0, top, self.scratch)
            asm.phase("the first row and its maximum")
            self._fetch([])
            self._maximum()
            if self.rows > 1:
                with asm.loop(self.rows - 1, "row"):
                    self._row(more=True)
            asm.phase("the last row")
            self._row(more=False)
        return str(asm)

    def _pieces(self) -> list[tuple[int, int]]:
        """Start and length of every piece."""
        return [(at, min(PIECE, self.width - at)) for at in range(0, self.width, PIECE)]

    def _fetch(self, between: list[Instruction]) -> None:
        """Load a row, with other instructions between its loads."""
        asm = self.asm
        pieces = self._pieces()
        share = -(-len(between) // len(pieces))
        before = 0
        for at, count in pieces:
            if count != before:
                asm.vl(count, 8, 2, self.length)
            before = count
            asm.emit("vle8.v", f"v{X + at // LINE}", f"({self.x})")
            asm.add(self.x, count)
            reciprocal.spread(asm, between, share)

    def _maximum(self) -> None:
        asm = self.asm
        asm.vl(min(self.width, 2 * CHUNK), 8, 8, self.length)
        asm.emit("vredmax.vs", f"v{WORK}", f"v{X}", f"v{X}")
        asm.emit("vmv.x.s", self.most, f"v{WORK}")

    def _row(self, *, more: bool) -> None:
        asm = self.asm
        asm.note("E = exponentials[maximum - x] and their sum")
        asm.vl(self.width, 8, 8, self.length)
        asm.emit("vrsub.vx", f"v{X}", f"v{X}", self.most)
        counts = [min(CHUNK, self.width - at) for at in range(0, self.width, CHUNK)]
        offsets = (WORK, X)
        for index, count in enumerate(counts):
            distances = f"v{X + 4 * index}"
            asm.vl(count, 8, 4, self.length)
            asm.emit("vwaddu.vv", f"v{offsets[index]}", distances, distances)
            asm.sew(16, 8)
            powers = f"v{POWERS + 8 * index}"
            asm.emit("vluxei16.v", powers, f"({self.entries})", f"v{offsets[index]}")
        for index, count in enumerate(counts):
            if len(counts) > 1:
                asm.vl(count, 16, 8, self.length)
            before = WORK if index else POWERS
            asm.emit("vwredsumu.vs", f"v{WORK}", f"v{POWERS + 8 * index}", f"v{before}")
        asm.vl(1, 32, 1)
        asm.emit("vmv.x.s", self.scratch, f"v{POWERS}")
        asm.emit("vmv.x.s", self.total, f"v{WORK}")
        asm.emit("sub", self.total, self.total, self.scratch)
        if more:
            asm.note("the next row comes while the sum becomes a multiplier")
            self._fetch(reciprocal.divide(self.by, self.total))
            self._maximum()
        else:
            instructions = reciprocal.divide(self.by, self.total)
            reciprocal.spread(asm, instructions, len(instructions))
        self._divide()

    def _divide(self) -> None:
        asm = self.asm
        asm.note("y = 255 E / S to nearest, minus 128")
        with asm.registers(1) as (sign,):
            asm.emit("li", sign, -128)
            for at, count in self._pieces():
                powers = f"v{POWERS + at // 8}"
                asm.vl(count, 32, 8, self.length)
                asm.emit("vzext.vf2", f"v{WORK}", powers)
                asm.emit("vmulhu.vx", f"v{WORK}", f"v{WORK}", self.by.multiplier)
                asm.sew(16, 4)
                asm.emit("vnclipu.wx", powers, f"v{WORK}", self.by.shift)
                asm.sew(8, 2)
                asm.emit("vnsrl.wi", powers, powers, 0)
                asm.emit("vxor.vx", powers, powers, sign)
                asm.emit("vse8.v", powers, f"({self.y})")
                asm.add(self.y, count)
