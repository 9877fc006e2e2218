"""Softmax over each row of at most 128 codes: y = ⌊(510 E + S) / (2 S)⌋ - 128.

Row after row: x stays in 8 registers, its exponentials in 16. The load/store unit limits: 15 cycles
a line to load x, 7 to store y and, for a line's 16 exponentials, two registers of indexed loads
with 3 cycles and one for each line of the table that they hit, about 20 in all. So the next row
comes while the sum becomes a multiplier, its maximum is found while the first lines of this row are
divided, and its exponentials take the place of those that are divided already. The reorder buffer
holds 8 registers' worth of work, a load or store among it until it is done: the quotients, 15 of
them a line, stand in between, and sums wait until something else stands between them and the load
that they need. The order was found by a search on the simulator.

The vector divider would need 12 cycles a register. y + 128 is 255 E / S to nearest, ties up,
and instead E is multiplied with m = 255 · 2^l / S, rounded up, from 2^30 to 2^31 + 2: the
upper half by vmulhu, the rest by vnclipu, which rounds as wanted because nested floors are one.
m is too large by less than 4, so the quotient is too large by less than 4 · E / 2^l, which is
at most 4 · E · 255 / (2^30 S) < 2^-4 / S for 16-bit E; and 255 E / S is either a tie, which
rounds up with or without that, or at least 1 / (2 S) below the next one. S >= 65535, the first
exponential, gives l >= 38. `schedules.reciprocal` has m.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import reciprocal, requantise
from kernelcraft.kernels.coral_npu.schedules.reciprocal import Instruction, Reciprocal
from kernelcraft.kernels.coral_npu.schedules.weaving import Shape, Step, step, weave

CODES: Final = 256
ROW: Final = 8 * LINE
"""Elements of a row whose exponentials, uint16, stay in 16 registers."""
FEW: Final = 48
"""Elements whose exponentials are looked up in external memory: the table is 32 lines."""
HALF: Final = 4 * LINE
X: Final = 0
"""Registers of a row of x, then of its distances from the maximum."""
WORK: Final = 8
"""Registers of what is divided, a line as uint32."""
SUM: Final = "v12"
MOST: Final = "v13"
RESULTS: Final = ("v14", "v15")
POWERS: Final = 16
"""Registers of a row's exponentials."""
ORDER: Final = (
    "cxccxcccxcycccxcccccxmccxcyxyxsyyyyymymyyeeyyyeyyyeyyyeyyyyyyyesesyyeyyyeyyyeyyyeyyeyessyeyeseyess"
    "ysyyy"
)
"""Loads of the next row (x), its maximum (m), exponentials (e) and their sum (s), the multiplier of
this row (c) and its quotients (y)."""


class Softmax:
    """Writes the kernel of a cell."""

    def __init__(self, cell: Cell) -> None:
        self.asm = Assembly(f"{cell.name}: exponentials stay in registers")
        self.rows, self.width = cell.dims["rows"], cell.dims["width"]
        self.x_at, self.table_at = (each.address for each in cell.memory_map.inputs)
        self.y_at = cell.memory_map.output.address
        self.table: str | int = self.table_at
        if self.rows * self.width > FEW:
            self.table = self.asm.reserve("table", 2 * CODES)
        take = self.asm.registers(17).__enter__()
        self.x, self.y, self.entries, self.most, self.total, self.sign = take[:6]
        self.all, self.half, self.other, self.full, self.rest = take[6:11]
        self.by = Reciprocal(take[11], take[12], take[13], take[14])
        self.source, self.target = take[15:17]

    def text(self) -> str:
        """The whole kernel."""
        asm = self.asm
        requantise.begin(asm)
        asm.phase("the first row, its maximum, and the table to DTCM")
        sequences = {
            "k": self._constants(),
            "x": self._loaded(),
            "t": self._copied() if self.rows * self.width > FEW else [],
            "m": self._maximum(),
        }
        weave(asm, "kkkkxxxxxxxxtkkmtkkkmmtkkkktkkkktkkkk", sequences)
        asm.phase("the exponentials of the first row")
        weave(asm, ORDER, {"e": self._powers(), "s": self._sums()})
        if self.rows > 1:
            with asm.loop(self.rows - 1, "row"):
                self._row(more=True)
        asm.phase("the last row")
        self._row(more=False)
        return str(asm)

    def _constants(self) -> list[Step]:
        """What the x registers hold throughout, and the numbers of `reciprocal`."""
        numbers: list[Instruction] = [
            ("li", self.x, self.x_at),
            ("li", self.source, self.table_at),
            ("li", self.half, min(self.width, HALF)),
            ("li", self.other, max(self.width - HALF, 0)),
            ("li" if self.table == self.table_at else "la", self.target, self.table),
            ("li", self.y, self.y_at),
            ("li" if self.table == self.table_at else "la", self.entries, self.table),
            ("li", self.sign, -128),
            ("li", self.all, self.width),
            ("li", self.full, LINE),
            ("li", self.rest, self.width % LINE),
            *reciprocal.shared(255, self.by),
        ]
        return [step(each) for each in numbers]

    def _copied(self) -> list[Step]:
        """Copy the table by way of the registers of the exponentials."""
        loads, stores = (
            [
                step(
                    (name, f"v{POWERS + 8 * (index % 2)}", f"({register})"),
                    ("addi", register, register, 8 * LINE),
                )
                for index in range(2 * CODES // (8 * LINE))
            ]
            for name, register in (("vl8re8.v", self.source), ("vs8r.v", self.target))
        )
        found = [loads[0]]
        for load, store in zip(loads[1:], stores[:-1], strict=True):
            found += [load, store]
        return [*found, stores[-1]]

    def _row(self, *, more: bool) -> None:
        """Divide a row by its sum, and take the exponentials of the next one."""
        sequences = {"c": self._multiplier(), "y": self._divided()}
        if more:
            sequences |= {"x": self._loaded(), "m": self._maximum()}
            sequences |= {"e": self._powers(), "s": self._sums()}
        weave(self.asm, ORDER, sequences)

    def _lines(self) -> list[tuple[int, str]]:
        """The lines of a row and what has the number of their elements."""
        return [
            (index, self.full if (index + 1) * LINE <= self.width else self.rest)
            for index in range(-(-self.width // LINE))
        ]

    def _loaded(self) -> list[Step]:
        """Load a row line by line, with what lies behind it in the last line."""
        return [
            step(
                ("vl1re8.v", f"v{X + index}", f"({self.x})"),
                ("addi", self.x, self.x, min(LINE, self.width - index * LINE)),
            )
            for index, _ in self._lines()
        ]

    def _maximum(self) -> list[Step]:
        """The maximum of the row that was loaded."""
        found = [step(("vredmax.vs", MOST, f"v{X}", f"v{X}"), shape=Shape(self.half, 8, 4))]
        if self.width > HALF:
            shape = Shape(self.other, 8, 4)
            found.append(step(("vredmax.vs", MOST, f"v{X + 4}", MOST), shape=shape))
        return [*found, step(("vmv.x.s", self.most, MOST))]

    def _powers(self) -> list[Step]:
        """E = exponentials[maximum - x]: the offset of an entry is loaded over with the entry."""
        x = f"v{X}"
        found = [step(("vrsub.vx", x, x, self.most), shape=Shape(self.all, 8, 8))]
        for index, length in self._lines():
            powers, x = f"v{POWERS + 2 * index}", f"v{X + index}"
            load = ("vluxei16.v", powers, f"({self.entries})", powers)
            found.append(step(("vwaddu.vv", powers, x, x), shape=Shape(length, 8, 1)))
            found.append(step(load, shape=Shape(length, 16, 2)))
        return found

    def _sums(self) -> list[Step]:
        """The sum of the exponentials."""
        found = [step(("vmv.s.x", SUM, "zero"), shape=Shape(self.full, 32, 4))]
        for index, length in self._lines():
            add = ("vwredsumu.vs", SUM, f"v{POWERS + 2 * index}", SUM)
            found.append(step(add, shape=Shape(length, 16, 2)))
        return found

    def _multiplier(self) -> list[Step]:
        """From the sum to what the exponentials are multiplied with."""
        begin, end = reciprocal.divide(self.by, self.total)
        sum_ = step(("vmv.x.s", self.total, SUM), shape=Shape(self.full, 32, 4))
        return [sum_, *(step(each) for each in (*begin, *end))]

    def _divided(self) -> list[Step]:
        """y = 255 E / S to nearest, minus 128."""
        found: list[Step] = []
        work = f"v{WORK}"
        for index, length in self._lines():
            one, two, four = (Shape(length, sew, sew // 8) for sew in (8, 16, 32))
            result = RESULTS[index % 2]
            found += [
                step(("vzext.vf2", work, f"v{POWERS + 2 * index}"), shape=four),
                step(("vmulhu.vx", work, work, self.by.multiplier), shape=four),
                step(("vnclipu.wx", work, work, self.by.shift), shape=two),
                step(("vnsrl.wi", result, work, 0), shape=one),
                step(("vxor.vx", result, result, self.sign), shape=one),
                step(
                    ("vse8.v", result, f"({self.y})"),
                    ("addi", self.y, self.y, min(LINE, self.width - index * LINE)),
                    shape=one,
                ),
            ]
        return found
