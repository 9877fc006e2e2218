"""The depthwise convolution of 8 channels with windows of 3 x 3: a vector is two pixels of a row.

As in `schedules.window`, the weights stay in registers, here once for each of the two pixels, and
each vector of the image comes once from external memory and twice from DTCM.

- A vector that is loaded meets the taps between left and right ones. What the right taps meet are
  its second pixel and the first one of the next vector, which two slides bring together; the left
  taps of the next vector meet the same. Slides cost uops, but the load/store unit is what limits.
- So there is one register for each row of the window for each of the two. Where a row of the image
  ends, a vector of zero points takes the place of the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import BYTES, Step, step
from kernelcraft.platforms.coral_npu.kernels.schedules.software_pipeline import SoftwarePipeline
from kernelcraft.platforms.coral_npu.kernels.schedules.window import (
    BIAS,
    LAST_TAP,
    LOWEST,
    MULTIPLIER,
    PRODUCTS,
    SUMS,
    UPPER,
    WEIGHTS,
    K,
    Window,
    scaled,
    shifts,
)

CHANNELS: Final = 8
SIDES: Final = range(4, 25, 2)
"""Of images whose rows are whole registers, and fit the code memory twice."""
TAPS: Final = ((2, 0), (0, 0), (1, 0), (1, 1), (0, 1), (2, 1), (2, 2), (1, 2), (0, 2))
"""Row and column of the taps, in the order in which they are summed."""
BEFORE: Final = 6
"""Taps until those of the right column, which meet the next vector."""


def serves(cell: Cell) -> bool:
    """Whether the cell has the sizes for it."""
    side, channels, k = (cell.dims[name] for name in ("H", "c", "k"))
    return k == K and channels == CHANNELS and side in SIDES and scaled(cell)


def write(cell: Cell, title: str) -> str:
    """The kernel of a cell that `serves` accepts."""
    asm = Assembly(title)
    requantise.begin(asm)
    with asm.registers(9) as names:
        pairs = _Pairs(cell, asm, *names)
        asm.phase("what stays in registers")
        pairs.begin()
        asm.phase("the first row to DTCM")
        pairs.first_row()
        asm.phase("all rows")
        pairs.rewind()
        rows = SoftwarePipeline("pairs", pairs.columns + 1, pairs.side, pairs.steps)
        rows.write(asm, "row")
    return str(asm)


class _Pairs(Window):
    """Columns are vectors of two pixels."""

    taps: ClassVar = TAPS

    @property
    def columns(self) -> int:
        """Vectors of a row."""
        return self.side // 2

    def begin(self) -> None:
        """Load what stays."""
        asm = self.asm
        x, w, bias, *_ = (each.address for each in self.cell.memory_map.inputs)
        loaded, (even, odd) = PRODUCTS[1], (f"v{SUMS}", f"v{SUMS + 1}")
        asm.vl(K * K * CHANNELS, 8, 8, self.scratch)
        asm.set(self.x, w)
        asm.emit("vle8.v", f"v{loaded}", f"({self.x})")
        asm.vl(LINE, 8, 1)
        asm.emit("vid.v", even)
        asm.emit("vand.vi", even, even, CHANNELS - 1)
        asm.emit("vadd.vi", odd, even, CHANNELS)
        for tap in range(K * K):
            weight = WEIGHTS + tap if tap < K * K - 1 else LAST_TAP
            lanes = odd if tap % 2 else even
            asm.emit("vrgather.vv", f"v{weight}", f"v{loaded + tap // 2}", lanes)
        multiplier = asm.words("multiplier", requantise.table(self.cell, "multiplier"))
        for register, place in ((BIAS, bias), (MULTIPLIER, multiplier)):
            asm.set(self.x, place)
            asm.emit("vl2re32.v", f"v{register}", f"({self.x})")
            asm.emit("vmv2r.v", f"v{register + 2}", f"v{register}")
        self.limit()
        self.mask([*shifts(self.cell)] * 2)
        asm.set(self.x, x)
        asm.set(self.outside, self.input_zero_point)

    def rewind(self) -> None:
        """To the first vector, which is loaded, and what the left taps meet."""
        super().rewind()
        for register in (UPPER[0], UPPER[0] + 1, LOWEST[0]):
            self.asm.emit("vmv.v.x", f"v{register}", self.outside)
        for _, each in self._slid("e"):
            self.asm.emit_all(each.instructions)

    def steps(self, index: int, last: bool) -> Mapping[str, Step]:
        """As of `Window`, for two pixels; the first half of what the next left taps meet comes from
        this vector (d), the second one from the next one (e)."""
        return dict(self._pair(index, last))

    def _pair(self, index: int, last: bool) -> Iterator[tuple[str, Step]]:
        if index < self.columns:
            yield from self.summed(index, TAPS[:BEFORE])
        if not last or index < self.columns:
            yield from self._slid("d")
            yield from self._following(index, last=last)
            yield from self._slid("e")
        if index < self.columns:
            yield from self.summed(index, TAPS[BEFORE:])
            yield from self.requantised()
            yield "s", step(("vse8.v", f"v{SUMS}", f"({self.y})"))
            yield "s+", step(("addi", self.y, self.y, LINE))

    def _following(self, index: int, *, last: bool) -> Iterator[tuple[str, Step]]:
        """The next vector: of this row, the zero points after it, or the first of the next row."""
        if index != self.columns - 1:
            yield from self.loaded((index + 1) % (self.columns + 1), last=last)
            return
        for name, register in (("u", UPPER[1]), ("v", UPPER[1] + 1), ("x", LOWEST[1])):
            yield name, step(("vmv.v.x", f"v{register}", self.outside), shape=BYTES)

    def _slid(self, name: str) -> Iterator[tuple[str, Step]]:
        """One half of what the outer taps meet."""
        mnemonic = "vslidedown.vi" if name == "d" else "vslideup.vi"
        pairs = ((UPPER[0], UPPER[1]), (UPPER[0] + 1, UPPER[1] + 1), LOWEST)
        for row, (outer, inner) in enumerate(pairs):
            instruction = (mnemonic, f"v{outer}", f"v{inner}", CHANNELS)
            yield f"{name}{row}", step(instruction, shape=BYTES)

    def met(self, column: int) -> tuple[int, str]:
        """Where a vector is loaded to."""
        return UPPER[1], f"v{LOWEST[1]}"

    def pixel(self, index: int, row: int, column: int) -> int | None:
        """The register of what a tap meets."""
        return UPPER[column % 2] + row if row < 2 else LOWEST[column % 2]
