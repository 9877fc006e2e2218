"""LayerNorm and RMSNorm: each row divided by its root, then scaled by gamma and moved by beta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import reciprocal, requantise
from kernelcraft.kernels.coral_npu.schedules.product import copy
from kernelcraft.kernels.coral_npu.schedules.reciprocal import Instruction, Reciprocal

PIECE: Final = 2 * LINE
"""Elements that are normalised at once, as int32 in eight registers."""
HALF: Final = 4 * LINE
"""Elements whose squares, int16, fill eight registers."""
ROW: Final = 2 * HALF
"""Elements of a row that fit in eight registers; t = width * x - S fits in int16 then."""
ROWS: Final = (0, 8)
"""The registers of this row of x and of the one after it, in turn."""
SUM: Final = 16
"""Registers of what is requantised."""
NORMAL: Final = 24
"""Registers of the normalised elements, and of all that comes before them."""
HALVES: Final = 28
"""The upper half of these, for int16 that are widened into the whole."""
GAMMA: Final = 20
"""Registers of gamma as int16 where the sums do not begin with beta."""
FEW: Final = 16
"""Rows shorter than this can have a root as small as 2."""


@dataclass(frozen=True)
class Numbers:
    """x registers with what is known of a row: S (0 for RMSNorm), its multiplier and shift."""

    total: str
    by: Reciprocal


class Norm:
    """Writes the kernel of a cell; `centred` for LayerNorm, with beta."""

    def __init__(self, cell: Cell, *, centred: bool) -> None:
        self.asm = Assembly(f"{cell.name}: one row is scaled while the next two come")
        self.centred = centred
        self.rows, self.width = cell.dims["rows"], cell.dims["width"]
        self.at = {each.tensor.name: each.address for each in cell.memory_map.inputs}
        self.output = cell.memory_map.output.address
        self.constants = {name: int(value) for name, value in cell.constants.items()}
        self.scale = 10 if self.width >= FEW else 13
        self.wide = self.width > ROW
        self.gamma = self.asm.reserve("gamma", 2 * self.width)
        self.beta = self.asm.reserve("beta", 4 * self.width) if centred else ""
        self.row = self.asm.reserve("row", self.width) if self.wide else ""
        take = self.asm.registers(24).__enter__()
        self.x, self.y, self.gammas, self.betas, self.root, self.most, self.scratch = take[:7]
        self.length, self.multiplier, self.zero, self.shift, self.times, self.up = take[7:13]
        self.squares, self.start = take[13:15]
        reciprocals = [Reciprocal(take[at], take[at + 1], take[15], take[16]) for at in (17, 19)]
        self.numbers = [
            Numbers(total, by) for total, by in zip(take[21:23], reciprocals, strict=True)
        ]
        self.spare = take[23]

    def text(self) -> str:
        """The whole kernel."""
        asm = self.asm
        requantise.begin(asm)
        self._keep()
        self._constants()
        if self.wide:
            with asm.loop(self.rows, "row"):
                self._wide_row()
            return str(asm)
        asm.phase("the first two rows")
        self._fetch(0)
        if self.rows > 1:
            self._fetch(1)
        for stage in self._statistics(0):
            reciprocal.write(asm, stage)
        ahead = max(self.rows - 2, 0)
        if ahead // 2:
            with asm.loop(ahead // 2, "rows"):
                self._row(0, known=True, loads=True)
                self._row(1, known=True, loads=True)
        if ahead % 2:
            self._row(0, known=True, loads=True)
        asm.phase("the last rows")
        if self.rows > 1:
            self._row(ahead % 2, known=True, loads=False)
        self._row(1 - ahead % 2 if self.rows > 1 else 0, known=False, loads=False)
        return str(asm)

    def _keep(self) -> None:
        """gamma (as int16 for RMSNorm) and beta to DTCM."""
        asm = self.asm
        if self.centred:
            asm.phase("gamma and beta to DTCM")
            for name, kept, size in (("gamma", self.gamma, 1), ("beta", self.beta, 4)):
                asm.set(self.x, self.at[name])
                asm.set(self.y, kept)
                copy(asm, self.x, self.y, size * self.width)
            return
        asm.phase("gamma to DTCM, as int16")
        asm.set(self.x, self.at["gamma"])
        asm.set(self.y, self.gamma)
        for at in range(0, self.width, HALF):
            asm.vl(min(HALF, self.width - at), 16, 8, self.length)
            asm.emit("vle8.v", "v0", f"({self.x})")
            asm.emit("vsext.vf2", "v8", "v0")
            asm.emit("vse16.v", "v8", f"({self.y})")
            asm.emit("addi", self.x, self.x, HALF)
            asm.emit("addi", self.y, self.y, 2 * HALF)

    def _constants(self) -> None:
        asm = self.asm
        asm.phase("constants")
        asm.set(self.x, self.at["x"])
        asm.set(self.y, self.output)
        asm.set(self.multiplier, self.constants["multiplier"])
        asm.set(self.shift, self.constants["shift"])
        asm.set(self.zero, self.constants["zero_point"])
        asm.set(self.times, self.width << self.scale if self.wide else self.width)
        asm.set(self.up, 1 << self.scale)
        by = self.numbers[0].by
        reciprocal.begin(asm, 1 << 10, self.scale, by.top, by.scratch)
        for numbers in self.numbers:
            if not self.centred:
                asm.set(numbers.total, 0)

    def _pieces(self) -> list[tuple[int, int]]:
        return [(at, min(PIECE, self.width - at)) for at in range(0, self.width, PIECE)]

    def _fetch(self, which: int) -> None:
        """Load a whole row."""
        self.asm.vl(self.width, 8, 8, self.length)
        self.asm.emit("vle8.v", f"v{ROWS[which]}", f"({self.x})")
        self.asm.add(self.x, self.width)

    def _squares(self, x: int, width: int, *, tail: str) -> None:
        """The squares of a row of up to 128, summed in pairs, which needs 16 bits without sign."""
        asm = self.asm
        for index, at in enumerate(range(0, width, HALF)):
            count = min(HALF, width - at)
            asm.emit("li", self.length, count)
            asm.emit("vsetvli", "zero", self.length, "e8", "m4", tail, "ma")
            half = f"v{x + at // LINE}"
            asm.emit("vwmacc.vv" if index else "vwmul.vv", f"v{SUM}", half, half)

    def _statistics(self, which: int) -> list[list[Instruction]]:
        """Sum a row and its squares; gives the stages of the rest: the root and its reciprocal."""
        asm, x, numbers = self.asm, ROWS[which], self.numbers[which]
        total, square = f"v{NORMAL + 1}", f"v{NORMAL}"
        asm.note("sums of the next row")
        asm.vl(1, 32, 1)
        asm.emit("vmv.s.x", square, "zero")
        self._squares(x, self.width, tail="tu")
        asm.vl(min(self.width, HALF), 16, 8, self.length)
        asm.emit("vwredsumu.vs", square, f"v{SUM}", square)
        if self.centred:
            asm.vl(1, 32, 1)
            asm.emit("vmv.s.x", total, "zero")
            asm.vl(self.width, 8, 8, self.length)
            asm.emit("vwredsum.vs", total, f"v{x}", total)
        asm.vl(1, 32, 1)
        asm.emit("vmv.x.s", self.squares, square)
        if self.centred:
            asm.vl(1, 16, 1)
            asm.emit("vmv.x.s", numbers.total, total)
        return self._root(numbers)

    def _root(self, numbers: Numbers) -> list[list[Instruction]]:
        """R, the root rounded down, and its reciprocal. A stage ends where its result takes long.

        Float rounds down from D to the root, so its whole part is R or R - 1: D loses less than
        2^7 of 2^31, the root less than 0.002 by that.
        """
        root, scratch, squares = self.root, self.most, self.squares
        centred: list[Instruction] = [
            ("sext.h", numbers.total, numbers.total),  # the RTL's vmv.x.s does not
            ("mul", self.spare, numbers.total, numbers.total),
            ("sub", squares, squares, self.spare),
        ]
        square: list[Instruction] = [
            ("li", scratch, self.width),
            ("mul", squares, squares, scratch),
            *(centred if self.centred else []),
            ("li", scratch, self.constants["epsilon"]),
            ("add", squares, squares, scratch),
            ("fcvt.s.w", "fa2", squares, "rdn"),
            ("fsqrt.s", "fa2", "fa2", "rdn"),
        ]
        whole: list[Instruction] = [
            ("fcvt.w.s", root, "fa2", "rtz"),
            ("addi", root, root, 1),
            ("mul", scratch, root, root),
            ("sltu", scratch, squares, scratch),
            ("sub", root, root, scratch),
        ]
        before, after = reciprocal.divide(numbers.by, root)
        return [square, [*whole, *before], after]

    def _row(self, which: int, *, known: bool, loads: bool) -> None:
        """Normalise a row; meanwhile sum the next one and load the one after that."""
        asm = self.asm
        stages = self._statistics(1 - which) if known else []
        asm.note("normalise a row")
        asm.set(self.gammas, self.gamma)
        if self.centred:
            asm.set(self.betas, self.beta)
        for at, count in self._pieces():
            self._piece(self.numbers[which], ROWS[which] + at // LINE, count, loads=loads)
            if stages:
                reciprocal.write(asm, stages.pop(0))
        for stage in stages:
            reciprocal.write(asm, stage)

    def _piece(self, numbers: Numbers, x: int, count: int, *, loads: bool) -> None:
        """requantise(n * gamma + beta) with n = 1024 * (width * x - S) / R; see `kernel`."""
        asm, by = self.asm, numbers.by
        if self.centred:
            asm.vl(count, 32, 8, self.length)
            asm.emit("vle32.v", f"v{SUM}", f"({self.betas})")
            asm.emit("addi", self.betas, self.betas, 4 * count)
        else:
            asm.vl(count, 16, 4, self.length)
            asm.emit("vle16.v", f"v{GAMMA}", f"({self.gammas})")
            asm.emit("addi", self.gammas, self.gammas, 2 * count)
        if self.wide:
            asm.sew(32, 8)
            asm.emit("vsext.vf4", f"v{NORMAL}", f"v{x}")
            asm.emit("vmul.vx", f"v{NORMAL}", f"v{NORMAL}", self.times)
            if self.centred:
                asm.emit("vsub.vx", f"v{NORMAL}", f"v{NORMAL}", numbers.total)
        else:
            asm.sew(8, 2)
            asm.emit("vwmulsu.vx", f"v{HALVES}", f"v{x}", self.times)
            asm.sew(16, 4)
            if self.centred:
                asm.emit("vsub.vx", f"v{HALVES}", f"v{HALVES}", numbers.total)
            asm.emit("vwmul.vx", f"v{NORMAL}", f"v{HALVES}", self.up)
        if self.centred:
            asm.sew(8, 2)
            asm.emit("vle8.v", f"v{x}", f"({self.gammas})")
            asm.emit("addi", self.gammas, self.gammas, count)
        asm.sew(32, 8)
        asm.emit("vmulh.vx", f"v{NORMAL}", f"v{NORMAL}", by.multiplier)
        asm.sew(16, 4)
        asm.emit("vnclip.wx", f"v{NORMAL}", f"v{NORMAL}", by.shift)
        if self.centred:
            asm.emit("vsext.vf2", f"v{HALVES}", f"v{x}")
            asm.emit("vwmacc.vv", f"v{SUM}", f"v{NORMAL}", f"v{HALVES}")
        else:
            asm.emit("vwmul.vv", f"v{SUM}", f"v{NORMAL}", f"v{GAMMA}")
        if loads:
            asm.sew(8, 2)
            asm.emit("vle8.v", f"v{x}", f"({self.x})")
            asm.add(self.x, count)
        asm.sew(32, 8)
        asm.emit("vsmul.vx", f"v{SUM}", f"v{SUM}", self.multiplier)
        asm.sew(16, 4)
        asm.emit("vnclip.wx", f"v{SUM}", f"v{SUM}", self.shift)
        asm.emit("vsadd.vx", f"v{SUM}", f"v{SUM}", self.zero)
        asm.sew(8, 2)
        asm.emit("vnclip.wi", f"v{SUM}", f"v{SUM}", 0)
        asm.emit("vse8.v", f"v{SUM}", f"({self.y})")
        asm.add(self.y, count)

    def _wide_row(self) -> None:
        """A row of more than 128, kept in DTCM."""
        asm, numbers = self.asm, self.numbers[0]
        asm.set(self.start, self.row)
        asm.vl(1, 32, 1)
        asm.emit("vmv.s.x", f"v{NORMAL}", "zero")
        asm.emit("vmv.s.x", f"v{NORMAL + 1}", "zero")
        for at in range(0, self.width, ROW):
            count = min(ROW, self.width - at)
            asm.vl(count, 8, 8, self.length)
            asm.emit("vle8.v", "v0", f"({self.x})")
            asm.add(self.x, count)
            asm.emit("vse8.v", "v0", f"({self.start})")
            asm.add(self.start, count)
            asm.emit("vwredsum.vs", f"v{NORMAL + 1}", "v0", f"v{NORMAL + 1}")
            self._squares(0, count, tail="tu")
            asm.vl(min(count, HALF), 16, 8, self.length)
            asm.emit("vwredsumu.vs", f"v{NORMAL}", f"v{SUM}", f"v{NORMAL}")
        asm.vl(1, 32, 1)
        asm.emit("vmv.x.s", self.squares, f"v{NORMAL}")
        asm.vl(1, 16, 1)
        if self.centred:
            asm.emit("vmv.x.s", numbers.total, f"v{NORMAL + 1}")
        for stage in self._root(numbers):
            reciprocal.write(asm, stage)
        if self.centred:
            asm.emit("slli", numbers.total, numbers.total, self.scale)
        asm.set(self.start, self.row)
        asm.set(self.gammas, self.gamma)
        if self.centred:
            asm.set(self.betas, self.beta)
        for _, count in self._pieces():
            asm.vl(count, 8, 2, self.length)
            asm.emit("vle8.v", "v0", f"({self.start})")
            asm.add(self.start, count)
            self._piece(numbers, 0, count, loads=False)
