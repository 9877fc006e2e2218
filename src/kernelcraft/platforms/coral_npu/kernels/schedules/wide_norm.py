"""LayerNorm and RMSNorm of rows wider than 128: one row after the other, kept in DTCM."""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import reciprocal, requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import copy
from kernelcraft.platforms.coral_npu.kernels.schedules.reciprocal import Reciprocal

PIECE: Final = 2 * LINE
"""Elements that are normalised at once, as int32 in eight registers."""
HALF: Final = 4 * LINE
"""Elements whose squares, int16, fill eight registers."""
ROW: Final = 2 * HALF
"""Elements of a row that fit in eight registers; t = width * x - S fits in int16 then."""
SUM: Final = 16
"""Registers of what is requantised."""
NORMAL: Final = 24
"""Registers of the normalised elements, and of all that comes before them."""
X: Final = 0
"""Registers of a row of x, or of a piece of it."""
SCALE: Final = 10
"""width * x - S is multiplied by 2^SCALE before it is by the reciprocal."""
HALVES: Final = 28
"""The upper half of these, for int16 that are widened into the whole."""
GAMMA: Final = 20
"""Registers of gamma as int16 where the sums do not begin with beta."""


class WideNorm:
    """Writes the kernel of a cell; `centred` for LayerNorm, with beta."""

    def __init__(self, cell: Cell, *, centred: bool) -> None:
        self.asm = Assembly(f"{cell.name}: one row after the other")
        self.centred = centred
        self.rows, self.width = cell.dims["rows"], cell.dims["width"]
        self.at = {each.tensor.name: each.address for each in cell.memory_map.inputs}
        self.output = cell.memory_map.output.address
        self.constants = {name: int(value) for name, value in cell.constants.items()}
        self.gamma = self.asm.reserve("gamma", 2 * self.width)
        self.beta = self.asm.reserve("beta", 4 * self.width) if centred else ""
        self.row = self.asm.reserve("row", self.width)
        take = self.asm.take(21)
        self.x, self.y, self.gammas, self.betas, self.root, self.most, self.scratch = take[:7]
        self.length, self.multiplier, self.zero, self.shift, self.times = take[7:12]
        self.squares, self.start = take[12:14]
        self.by = Reciprocal(take[17], take[18], take[15], take[16])
        self.total = take[19]
        self.spare = take[20]

    def text(self) -> str:
        """The whole kernel."""
        asm = self.asm
        requantise.begin(asm)
        self._keep()
        self._constants()
        with asm.loop(self.rows, "row"):
            self._row()
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
            asm.emit("vle8.v", f"v{X}", f"({self.x})")
            asm.emit("vsext.vf2", "v8", f"v{X}")
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
        asm.set(self.times, self.width << SCALE)
        asm.emit_all(reciprocal.shared(1 << 10, self.by, SCALE))

    def _pieces(self) -> list[tuple[int, int]]:
        return [(at, min(PIECE, self.width - at)) for at in range(0, self.width, PIECE)]

    def _squares(self, width: int) -> None:
        """The squares of a row of up to 128, summed in pairs, which needs 16 bits without sign."""
        asm = self.asm
        for index, at in enumerate(range(0, width, HALF)):
            count = min(HALF, width - at)
            asm.emit("li", self.length, count)
            asm.emit("vsetvli", "zero", self.length, "e8", "m4", "tu", "ma")
            half = f"v{X + at // LINE}"
            asm.emit("vwmacc.vv" if index else "vwmul.vv", f"v{SUM}", half, half)

    def _root(self) -> list[list[Instruction]]:
        """R, the root rounded down, and its reciprocal. A stage ends where its result takes long.

        Float rounds down from D to the root, so its whole part is R or R - 1: D loses less than
        2^7 of 2^31, the root less than 0.002 by that.
        """
        root, scratch, squares = self.root, self.most, self.squares
        centred: list[Instruction] = [
            ("sext.h", self.total, self.total),  # the RTL's vmv.x.s does not
            ("mul", self.spare, self.total, self.total),
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
        before, after = reciprocal.divide(self.by, root)
        return [square, [*whole, *before], after]

    def _piece(self, count: int) -> None:
        """requantise(n * gamma + beta) with n = 1024 * (width * x - S) / R."""
        asm, by = self.asm, self.by
        if self.centred:
            asm.vl(count, 32, 8, self.length)
            asm.emit("vle32.v", f"v{SUM}", f"({self.betas})")
            asm.emit("addi", self.betas, self.betas, 4 * count)
        else:
            asm.vl(count, 16, 4, self.length)
            asm.emit("vle16.v", f"v{GAMMA}", f"({self.gammas})")
            asm.emit("addi", self.gammas, self.gammas, 2 * count)
        asm.sew(32, 8)
        asm.emit("vsext.vf4", f"v{NORMAL}", f"v{X}")
        asm.emit("vmul.vx", f"v{NORMAL}", f"v{NORMAL}", self.times)
        if self.centred:
            asm.emit("vsub.vx", f"v{NORMAL}", f"v{NORMAL}", self.total)
            asm.sew(8, 2)
            asm.emit("vle8.v", f"v{X}", f"({self.gammas})")
            asm.emit("addi", self.gammas, self.gammas, count)
        asm.sew(32, 8)
        asm.emit("vmulh.vx", f"v{NORMAL}", f"v{NORMAL}", by.multiplier)
        asm.sew(16, 4)
        asm.emit("vnclip.wx", f"v{NORMAL}", f"v{NORMAL}", by.shift)
        if self.centred:
            asm.emit("vsext.vf2", f"v{HALVES}", f"v{X}")
            asm.emit("vwmacc.vv", f"v{SUM}", f"v{NORMAL}", f"v{HALVES}")
        else:
            asm.emit("vwmul.vv", f"v{SUM}", f"v{NORMAL}", f"v{GAMMA}")
        asm.sew(32, 8)
        asm.emit("vsmul.vx", f"v{SUM}", f"v{SUM}", self.multiplier)
        asm.sew(16, 4)
        asm.emit("vnclip.wx", f"v{SUM}", f"v{SUM}", self.shift)
        asm.emit("vsadd.vx", f"v{SUM}", f"v{SUM}", self.zero)
        asm.sew(8, 2)
        asm.emit("vnclip.wi", f"v{SUM}", f"v{SUM}", 0)
        asm.emit("vse8.v", f"v{SUM}", f"({self.y})")
        asm.add(self.y, count)

    def _row(self) -> None:
        """A row of more than 128, kept in DTCM."""
        asm = self.asm
        asm.set(self.start, self.row)
        asm.vl(1, 32, 1)
        asm.emit("vmv.s.x", f"v{NORMAL}", "zero")
        asm.emit("vmv.s.x", f"v{NORMAL + 1}", "zero")
        for at in range(0, self.width, ROW):
            count = min(ROW, self.width - at)
            asm.vl(count, 8, 8, self.length)
            asm.emit("vle8.v", f"v{X}", f"({self.x})")
            asm.add(self.x, count)
            asm.emit("vse8.v", f"v{X}", f"({self.start})")
            asm.add(self.start, count)
            asm.emit("vwredsum.vs", f"v{NORMAL + 1}", f"v{X}", f"v{NORMAL + 1}")
            self._squares(count)
            asm.vl(min(count, HALF), 16, 8, self.length)
            asm.emit("vwredsumu.vs", f"v{NORMAL}", f"v{SUM}", f"v{NORMAL}")
        asm.vl(1, 32, 1)
        asm.emit("vmv.x.s", self.squares, f"v{NORMAL}")
        asm.vl(1, 16, 1)
        if self.centred:
            asm.emit("vmv.x.s", self.total, f"v{NORMAL + 1}")
        for stage in self._root():
            asm.emit_all(stage)
        if self.centred:
            asm.emit("slli", self.total, self.total, SCALE)
        asm.set(self.start, self.row)
        asm.set(self.gammas, self.gamma)
        if self.centred:
            asm.set(self.betas, self.beta)
        for _, count in self._pieces():
            asm.vl(count, 8, 2, self.length)
            asm.emit("vle8.v", f"v{X}", f"({self.start})")
            asm.add(self.start, count)
            self._piece(count)
