"""Softmax over each row of at most 128 codes: y = ⌊(510 E + S) / (2 S)⌋ - 128.

Row after row: x stays in 8 registers, its exponentials in 16. The load/store unit limits: 15 cycles
a line to load x and 7 to store y. An indexed load of exponentials takes 3 cycles a register and one
for each line of the table that it hits, about 20 for the 16 elements of a line, so most of their
bits come from gathers (`schedules.exponentials`) and one register of bytes is loaded, in 11 cycles.
The next row comes while the sum becomes a multiplier, its maximum is found while the first lines of
this row are divided, and its exponentials take the place of those that are divided already. The
reorder buffer holds 8 registers' worth of work, a load or store among it until it is done. Rows of
at most 64 codes have half of the steps, and an order of their own.

The vector divider would need 12 cycles a register. y + 128 is 255 E / S to nearest, ties up, and
instead E is multiplied with m = 255 · 2^40 / S, rounded up: ⌊(E m + 2^39) / 2^40⌋. m is too large
by less than 1, so the quotient by less than E / 2^40 < 1 / (2 S), for E · S < 2^39; and 255 E / S
is either a tie, which rounds up with or without that, or at least 1 / (2 S) below the next one.
S >= 65535, the first exponential, gives m < 2^32. The upper halves of the products fit in 16 bits:
those of elements with odd numbers are put above their neighbours', and vnclipu, which rounds as
wanted because nested floors are one, shifts all by 8.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.exponentials import pieces
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import Shape, Step, interleave, step
from kernelcraft.platforms.coral_npu.kernels.schedules.own_tables import octets

ROW: Final = 8 * LINE
"""Elements of a row whose exponentials, uint16, stay in 16 registers."""
HALF: Final = 4 * LINE
X: Final = 0
"""Registers of a row of x, then of its distances from the maximum."""
TABLES: Final = ("v8", "v9", "v10")
"""a, b and e of the exponentials."""
SUM: Final = "v11"
"""Before there is a sum, the maximum."""
WORK: Final = "v12"
"""Registers of what is divided, half of two lines as uint32; later of what is gathered."""
FIRST, SECOND = "v14", "v15"
PAIR: Final = 2 * LINE
"""Elements that are divided at once."""
POWERS: Final = 16
"""Registers of a row's exponentials."""
SHIFT: Final = 40
NUMERATOR, INVERSE = "fa0", "fa1"


class Softmax:
    """Writes the kernel of a cell."""

    def __init__(self, cell: Cell) -> None:
        self.asm = Assembly(f"{cell.name}: exponentials stay in registers")
        self.rows, self.width = cell.dims["rows"], cell.dims["width"]
        self.x_at, self.y_at = cell.memory_map.input("x").address, cell.memory_map.output.address
        self.table = next(each.table for each in cell.task.inputs if each.table is not None)
        self.sizes = cell.task.sizes(cell.dims)
        self.order = "softmax_row" if self.width > HALF else "softmax_short_row"
        take = self.asm.take(20)
        self.x, self.y, self.entries, self.most, self.total, self.sign = take[:6]
        self.all, self.half, self.other, self.full, self.rest, self.pair = take[6:12]
        self.low, self.above, self.multiplier, self.scratch = take[12:16]
        self.tables, self.rest_of_pair = take[16:19], take[19]

    def text(self) -> str:
        """The whole kernel."""
        asm = self.asm
        requantise.begin(asm)
        asm.phase("the first row and its maximum")
        asm.vl(LINE, 8, 1)  # with vl = 0, as at first, the RTL hangs at any vector load
        first = {"k": self._constants(), "x": self._loaded(), "m": self._maximum()}
        interleave(asm, "softmax_first_row", first)
        asm.phase("the exponentials of the first row")
        interleave(asm, self.order, {"i": self._bytes(), "e": self._powers(), "s": self._sums()})
        if self.rows > 1:
            with asm.loop(self.rows - 1, "row"):
                self._row(more=True)
        asm.phase("the last row")
        self._row(more=False)
        return str(asm)

    def _constants(self) -> list[Step]:
        """What the x registers hold throughout, and the tables of 16 bytes."""
        parts = pieces(tuple(int(value) for value in self.table(self.sizes)))
        entries = octets(self.asm, "entries", parts.c)
        small = [
            octets(self.asm, f"table_{name}", values)
            for name, values in (("a", parts.a), ("b", parts.b), ("e", parts.e))
        ]
        numerator = np.float32(255.0 * 2.0**SHIFT)
        floats = ((NUMERATOR, numerator), (INVERSE, np.float32(1.0) / numerator))
        numbers: list[Instruction] = [
            ("li", self.x, self.x_at),
            ("li", self.half, min(self.width, HALF)),
            ("li", self.other, max(self.width - HALF, 0)),
            ("li", self.all, self.width),
            ("li", self.full, LINE),
            ("li", self.rest, self.width % LINE),
            ("li", self.pair, PAIR),
            ("li", self.rest_of_pair, self.width % PAIR),
            ("li", self.low, 0xFFFF),
            ("li", self.above, 0x10000),
            ("li", self.sign, -128),
            ("li", self.y, self.y_at),
            ("la", self.entries, entries),
        ]
        for register, symbol, target in zip(self.tables, small, TABLES, strict=True):
            numbers += [("la", register, symbol), ("vl1re8.v", target, f"({register})")]
        for register, value in floats:
            numbers += [("li", self.scratch, int(value.view(np.int32)))]
            numbers += [("fmv.w.x", register, self.scratch)]
        return [step(each) for each in numbers]

    def _row(self, *, more: bool) -> None:
        """Divide a row by its sum, and take the exponentials of the next one."""
        sequences = {"c": self._multiplier(), "y": self._divided()}
        if more:
            sequences |= {"x": self._loaded(), "m": self._maximum(), "i": self._bytes()}
            sequences |= {"e": self._powers(), "s": self._sums()}
        interleave(self.asm, self.order, sequences)

    def _lines(self) -> list[tuple[int, str]]:
        """The lines of a row and what has the number of their elements."""
        return [
            (index, self.full if (index + 1) * LINE <= self.width else self.rest)
            for index in range(-(-self.width // LINE))
        ]

    def _loaded(self) -> list[Step]:
        """Load a row line by line, with what follows it in the last line."""
        return [
            step(
                ("vl1re8.v", f"v{X + index}", f"({self.x})"),
                ("addi", self.x, self.x, min(LINE, self.width - index * LINE)),
            )
            for index, _ in self._lines()
        ]

    def _maximum(self) -> list[Step]:
        """The maximum of the row that was loaded."""
        found = [step(("vredmax.vs", SUM, f"v{X}", f"v{X}"), shape=Shape(self.half, 8, 4))]
        if self.width > HALF:
            shape = Shape(self.other, 8, 4)
            found.append(step(("vredmax.vs", SUM, f"v{X + 4}", SUM), shape=shape))
        return [*found, step(("vmv.x.s", self.most, SUM))]

    def _bytes(self) -> list[Step]:
        """The distances from the maximum, and the bytes c of their exponentials."""
        x = f"v{X}"
        found = [step(("vrsub.vx", x, x, self.most), shape=Shape(self.all, 8, 8))]
        for index, _ in self._lines():
            target, x = f"v{POWERS + 2 * index + 1}", f"v{X + index}"
            load: Instruction = ("vluxei8.v", target, f"({self.entries})", x)
            found.append(step(load, shape=Shape(self.full, 8, 1)))
        return found

    def _powers(self) -> list[Step]:
        """E = a[i] * b[j] + e[i] + c: i and j are gathered by the halves of a distance, c was
        loaded to the upper one of two registers for E."""
        found: list[Step] = []
        a, b, e = TABLES
        for index, _ in self._lines():
            x, powers, c = (f"v{X + index}", *(f"v{POWERS + 2 * index + k}" for k in range(2)))
            instructions: list[Instruction] = [
                ("vand.vi", powers, x, 15),
                ("vrgather.vv", SECOND, b, powers),
                ("vsrl.vi", powers, x, 4),
                ("vrgather.vv", FIRST, e, powers),
                ("vrgather.vv", x, a, powers),
                ("vwaddu.vv", powers, FIRST, c),
                ("vwmaccu.vv", powers, x, SECOND),
            ]
            found += [step(each, shape=Shape(self.full, 8, 1)) for each in instructions]
        return found

    def _sums(self) -> list[Step]:
        """The sum of the exponentials: of half a row at once, then line by line."""
        first: Instruction = ("vwredsumu.vs", SUM, f"v{POWERS}", SUM)
        found = [
            step(("vmv.s.x", SUM, "zero"), shape=Shape(self.full, 32, 4)),
            step(first, shape=Shape(self.half, 16, 8)),
        ]
        for index, length in self._lines()[HALF // LINE :]:
            add: Instruction = ("vwredsumu.vs", SUM, f"v{POWERS + 2 * index}", SUM)
            found.append(step(add, shape=Shape(length, 16, 2)))
        return found

    def _multiplier(self) -> list[Step]:
        """m = 255 · 2^40 / S, rounded up.

        The quotient of floats is less than 2^9 off and what is missing at most 2^31, so 32 bits of
        255 · 2^40 - m · S are enough; their first term is 0 there. This divided in float, rounded
        up, gives m: that it does for every sum was tried out.
        """
        m, scratch = self.multiplier, self.scratch
        instructions: list[Instruction] = [
            ("fcvt.s.w", "fa2", self.total),
            ("fdiv.s", "fa2", NUMERATOR, "fa2"),
            ("fcvt.wu.s", m, "fa2", "rtz"),
            ("fmul.s", "fa3", "fa2", INVERSE),
            ("mul", scratch, m, self.total),
            ("neg", scratch, scratch),
            ("fcvt.s.w", "fa2", scratch),
            ("fmul.s", "fa2", "fa2", "fa3"),
            ("fcvt.w.s", scratch, "fa2", "rup"),
            ("add", m, m, scratch),
        ]
        sum_ = step(("vmv.x.s", self.total, SUM), shape=Shape(self.full, 32, 4))
        return [sum_, *(step(each) for each in instructions)]

    def _divided(self) -> list[Step]:
        """y = 255 E / S to nearest, minus 128: two neighbours, E in 16 bits, are one word."""
        found: list[Step] = []
        m, words = self.multiplier, Shape(self.full, 32, 4)
        for at in range(0, self.width, PAIR):
            powers, count = f"v{POWERS + 2 * at // LINE}", min(PAIR, self.width - at)
            bytes_ = Shape(self.pair if count == PAIR else self.rest_of_pair, 8, 2)
            found += [
                step(("vand.vx", WORK, powers, self.low), shape=words),
                step(("vsrl.vi", powers, powers, 16), shape=words),
                step(("vmulhu.vx", WORK, WORK, m), shape=words),
                step(("vmulhu.vx", powers, powers, m), shape=words),
                step(("vmacc.vx", WORK, self.above, powers), shape=words),
                step(("vnclipu.wi", powers, WORK, 8), shape=bytes_),
                step(("vxor.vx", powers, powers, self.sign), shape=bytes_),
                step(
                    ("vse8.v", powers, f"({self.y})"),
                    ("addi", self.y, self.y, count),
                    shape=bytes_,
                ),
            ]
        return found
