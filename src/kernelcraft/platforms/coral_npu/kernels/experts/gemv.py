"""GEMV: y = requantise(A·x)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import copy
from kernelcraft.platforms.coral_npu.kernels.schedules.own_tables import tables

GROUP: Final = 4
"""Rows whose sums fill a register."""
KEPT: Final = range(16, 32)
"""Registers that hold x."""
TOGETHER: Final = 2
"""Pairs of chunks that are added up with one setting of vl."""
COMING: Final = (0, 2)
"""Registers that pairs of chunks of A are loaded to, in turn."""
FROM_MEMORY: Final = 15
"""The register for what of x is not kept."""
MANY: Final = 16
"""Pairs of a row for which there is code memory for the last rows, with no loads after them."""
PRODUCTS: Final = (4, 6)
TOTALS: Final = (8, 10)
GATHERED: Final = 12
ZERO: Final = 14
BLOCK: Final = 8 * LINE // 4
"""Sums that are requantised at once."""


def kernel(cell: Cell) -> str:
    """A is read once, 16 bytes at a time: 15 cycles each in external memory, in which 7 other
    instructions can be in flight. That is enough for all the rest, so the load/store unit is the
    limit: x stays in registers, two products are added in int16 (weights are at least -127, so
    they fit), a widening reduction adds them to the row's sum and a slide puts that beside the
    sums of the rows before.
    """
    return _Gemv(cell).text()


@dataclass(frozen=True)
class _Pointers:
    """x registers: the next bytes of A, where the next sums go, what of x is not kept."""

    a: str
    sums: str
    x: str


class _Gemv:
    def __init__(self, cell: Cell) -> None:
        self.asm = Assembly(f"{cell.name}: A is read once, x stays in registers")
        self.rows, self.inner = cell.dims["M"], cell.dims["N"]
        self.chunks = -(-self.inner // LINE)
        self.pairs = -(-self.chunks // 2)
        self.at = {each.tensor.name: each.address for each in cell.memory_map.inputs}
        self.output = cell.memory_map.output.address
        self.zero_point = int(cell.constants["zero_point"])
        self.x = self.asm.reserve("x", self.chunks * LINE)
        self.sums = self.asm.reserve("sums", -(-self.rows // BLOCK) * BLOCK * 4)
        self.scales = tables(self.asm, cell, ("multiplier", "shift"))

    def text(self) -> str:
        """The whole kernel."""
        asm = self.asm
        requantise.begin(asm)
        self._keep_x()
        asm.phase("sums = A . x")
        with asm.registers(3) as names:
            pointers = _Pointers(*names)
            asm.set(pointers.a, self.at["A"])
            asm.set(pointers.sums, self.sums)
            groups, rest = divmod(self.rows, GROUP)
            if not rest and self.pairs <= MANY:
                groups, rest = groups - 1, GROUP
            steps = (groups * GROUP + rest) * self.pairs
            for step in range(min(TOGETHER, steps)):
                self._load(pointers, step % self.pairs, COMING[step])
            if groups:
                with asm.loop(groups, "group"):
                    self._group(pointers, GROUP)
            if rest:
                self._group(pointers, rest, last=True)
        self._requantise()
        return str(asm)

    def _keep_x(self) -> None:
        """x goes to DTCM, where zeros follow it, and from there to registers, as far as it fits."""
        asm = self.asm
        asm.phase("x to registers, zeros behind it")
        with asm.registers(2) as (source, target):
            asm.set(source, self.at["x"])
            asm.set(target, self.x)
            copy(asm, source, target, self.inner)
            asm.set(target, self.x)
            for register, _ in zip(KEPT, range(self.chunks), strict=False):
                asm.emit("vl1re8.v", f"v{register}", f"({target})")
                asm.emit("addi", target, target, LINE)
        asm.vl(LINE, 8, 1)
        asm.emit("vmv.v.i", f"v{ZERO}", 0)

    def _load(self, at: _Pointers, pair: int, register: int) -> None:
        """Load a pair of chunks of a row of A to registers; the pointer ends after them."""
        chunks = self._pair(pair)
        self.asm.emit(f"vl{len(chunks)}re8.v", f"v{register}", f"({at.a})")
        last = chunks[-1] == self.chunks - 1
        self.asm.add(at.a, self.inner - chunks[0] * LINE if last else 2 * LINE)

    def _pair(self, pair: int) -> range:
        return range(2 * pair, min(2 * pair + 2, self.chunks))

    def _group(self, at: _Pointers, rows: int, *, last: bool = False) -> None:
        """The sums of some rows, gathered in one register: as pairs of int16, which needs no other
        vl, each with garbage after it that the next one replaces.

        Two pairs of chunks, of one row or of two, are multiplied and added up together, which saves
        settings of vl; each is loaded over by the next one as soon as it is multiplied.
        """
        asm = self.asm
        steps = [(row, pair) for row in range(rows) for pair in range(self.pairs)]
        for first in range(0, len(steps), TOGETHER):
            together = list(enumerate(steps[first : first + TOGETHER]))
            coming = range(min(len(together), len(steps) - first - TOGETHER if last else TOGETHER))
            for index, (_, pair) in together:
                self._products(at, pair, COMING[index], PRODUCTS[index])
                if index == 0 and coming:
                    self._load(at, (pair + TOGETHER) % self.pairs, COMING[0])
            asm.sew(16, 2)
            for index, (row, pair) in together:
                total = f"v{TOTALS[row % 2]}"
                before = total if pair else f"v{ZERO}"
                asm.emit("vwredsum.vs", total, f"v{PRODUCTS[index]}", before)
            if len(coming) > 1:
                self._load(at, (together[1][1][1] + TOGETHER) % self.pairs, COMING[1])
            for _, (row, pair) in together:
                if pair == self.pairs - 1:
                    asm.emit("vslideup.vi", f"v{GATHERED}", f"v{TOTALS[row % 2]}", 2 * row)
            asm.sew(8, 1)
        asm.emit("vs1r.v", f"v{GATHERED}", f"({at.sums})")
        asm.emit("addi", at.sums, at.sums, LINE)

    def _products(self, at: _Pointers, pair: int, register: int, products: int) -> None:
        """Two products in every int16."""
        for index, chunk in enumerate(self._pair(pair)):
            operands = (f"v{products}", f"v{register + index}", f"v{self._x(at, chunk)}")
            self.asm.emit("vwmacc.vv" if index else "vwmul.vv", *operands)

    def _x(self, at: _Pointers, chunk: int) -> int:
        """The register with 16 elements of x."""
        if chunk < len(KEPT):
            return KEPT[chunk]
        asm = self.asm
        if chunk == len(KEPT):
            asm.set(at.x, self.x)
            asm.add(at.x, len(KEPT) * LINE)
        asm.emit("vl1re8.v", f"v{FROM_MEMORY}", f"({at.x})")
        asm.emit("addi", at.x, at.x, LINE)
        return FROM_MEMORY

    def _requantise(self) -> None:
        asm = self.asm
        asm.phase("requantise")
        scales = requantise.Scales(multiplier=8, shift=0, lmul=8)
        with asm.registers(6) as (sums, multiplier, shift, y, left, length):
            asm.set(sums, self.sums)
            asm.set(multiplier, self.scales["multiplier"])
            asm.set(shift, self.scales["shift"])
            asm.set(y, self.output)
            asm.set(left, self.rows)
            with asm.until_equal(left, "zero", "scale"):
                asm.emit("vsetvli", length, left, "e32", "m8", "ta", "ma")
                requantise.load(asm, scales, multiplier, shift, scratch=8)
                asm.emit("vle32.v", "v16", f"({sums})")
                for pointer in (sums, multiplier, shift):
                    asm.emit("addi", pointer, pointer, 4 * BLOCK)
                asm.emit("sub", left, left, length)
                with asm.registers(1) as (scratch,):
                    requantise.narrow(asm, [16], scales, self.zero_point, scratch)
                asm.emit("vse8.v", "v16", f"({y})")
                asm.emit("add", y, y, length)
