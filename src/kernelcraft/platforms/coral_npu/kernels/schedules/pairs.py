"""The depthwise convolution of 8 channels with windows of 3 x 3: a vector is two pixels of a row.

As in `schedules.window`, the weights stay in registers, here once for each of the two pixels. The
image lies in DTCM, in a frame of zero points.

- Pixels are met at every second place: those of the left taps are the ones of the right taps of
  the vector before. So one set of registers has the left ones, then the right ones, and a second
  set those of the taps between, eight bytes further on.
- Lanes that are shifted by one more are shifted by 1 before, without rounding, which does not
  change what is rounded after it.
- Each row of the windows has one pointer, which goes through the framed image without a jump: from
  the end of a row it goes on to the next one, with an iteration that only loads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import copy
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import (
    BYTES,
    HALVES,
    WORDS,
    Step,
    step,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.software_pipeline import SoftwarePipeline
from kernelcraft.platforms.coral_npu.kernels.schedules.window import (
    BIAS,
    LAST_TAP,
    LEFT,
    LOWEST,
    MULTIPLIER,
    PRODUCTS,
    SUMS,
    TAPS,
    UPPER,
    WEIGHTS,
    K,
    Window,
    shifts,
)

CHANNELS: Final = 8
SIDES: Final = range(4, 25, 2)
"""Of images whose framed rows are whole registers, and whose rows fit the code memory twice."""
RIGHT, BETWEEN = "uvw", "mno"
"""Steps, by rows, that load the pixels of the right taps, and then those between."""


def serves(cell: Cell) -> bool:
    """Whether the cell has the sizes for it."""
    side, channels, k = (cell.dims[name] for name in ("H", "c", "k"))
    if k != K or channels != CHANNELS or side not in SIDES:
        return False
    return min(shifts(cell)) >= 1 and max(shifts(cell)) - min(shifts(cell)) <= 1


def write(cell: Cell, title: str) -> str:
    """The kernel of a cell that `serves` accepts."""
    asm = Assembly(title)
    requantise.begin(asm)
    with asm.registers(9) as names:
        pairs = _Pairs(cell, asm, *names)
        asm.phase("the image into its frame")
        pairs.frame()
        asm.phase("what stays in registers")
        pairs.begin()
        asm.phase("all rows")
        pairs.rewind()
        rows = SoftwarePipeline("pairs", pairs.side // 2 + 1, pairs.side, pairs.steps)
        rows.write(asm, "row")
    return str(asm)


class _Pairs(Window):
    """`upper`, `kept` and `x` are the pointers of the rows."""

    @property
    def pitch(self) -> int:
        """Bytes of a framed row."""
        return (self.side + K - 1) * CHANNELS

    @cached_property
    def framed(self) -> str:
        """The image in DTCM."""
        return self.asm.filled("image", (self.side + K) * self.pitch, self.input_zero_point)

    def frame(self) -> None:
        """Copy the image."""
        asm, row = self.asm, self.side * CHANNELS
        x, *_ = (each.address for each in self.cell.memory_map.inputs)
        asm.set(self.x, x)
        asm.set(self.y, self.framed)
        asm.emit("addi", self.y, self.y, self.pitch + CHANNELS)
        with asm.loop(self.side, "row"):
            copy(asm, self.x, self.y, row)
            asm.emit("addi", self.y, self.y, self.pitch - row)

    def begin(self) -> None:
        """Load what stays."""
        asm = self.asm
        _, w, bias, *_ = (each.address for each in self.cell.memory_map.inputs)
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
        self.mask([*shifts(self.cell)] * 2)

    def rewind(self) -> None:
        """To the first pixels: their registers are loaded."""
        asm = self.asm
        asm.set(self.upper, self.framed)
        asm.emit("addi", self.kept, self.upper, self.pitch)
        asm.emit("addi", self.x, self.kept, self.pitch)
        asm.set(self.y, self.cell.memory_map.output.address)
        for _, each in self._met(ahead=True):
            asm.emit_all(each.instructions)

    def steps(self, index: int, last: bool) -> Mapping[str, Step]:
        """Of two pixels: products p, sums a, requantisation r, the store of the result s; loads of
        the pixels of right taps (u, v, w), then of those between for the next two (m, n, o)."""
        return dict(self._pair(index, last))

    def _pair(self, index: int, last: bool) -> Iterator[tuple[str, Step]]:
        vectors = self.side // 2
        met = {} if last and index == vectors else dict(self._met(ahead=index != vectors - 1))
        if index < vectors:
            yield from self.summed(index, TAPS[:LEFT])
        yield from ((name, each) for name, each in met.items() if name[0] in RIGHT)
        if index < vectors:
            yield from self.summed(index, TAPS[LEFT:])
            yield from self.requantised()
            yield "s", step(("vse8.v", f"v{SUMS}", f"({self.y})"))
            yield "s+", step(("addi", self.y, self.y, LINE))
        yield from ((name, each) for name, each in met.items() if name[0] in BETWEEN)

    def pixel(self, index: int, row: int, column: int) -> int | None:
        """The register of what a tap meets."""
        return UPPER[column % 2] + row if row < 2 else LOWEST[column % 2]

    def requantised(self) -> Iterator[tuple[str, Step]]:
        """Steps r, from the sums to bytes."""
        sums, least = f"v{SUMS}", min(shifts(self.cell))
        yield "r0", step(("vsmul.vv", sums, sums, f"v{MULTIPLIER}"), shape=WORDS)
        if max(shifts(self.cell)) > least:
            yield "r1", step(("vsra.vi", sums, sums, 1, "v0.t"), shape=WORDS)
        yield "r2", step(("vnclip.wi", sums, sums, least), shape=HALVES)
        yield "r3", step(("vsadd.vi", sums, sums, self.zero_point), shape=HALVES)
        yield "r4", step(("vnclip.wi", sums, sums, 0), shape=BYTES)

    def _met(self, *, ahead: bool) -> Iterator[tuple[str, Step]]:
        """The next pixels of the right taps and, if there are more vectors in the row, `ahead`, of
        those between of the next vector."""
        for row, pointer in enumerate((self.upper, self.kept, self.x)):
            for name, column in ((RIGHT[row], 0), (BETWEEN[row], 1)):
                if column == 0 or ahead:
                    register = UPPER[column] + row if row < 2 else LOWEST[column]
                    yield name, step(("vle8.v", f"v{register}", f"({pointer})"))
                yield name + "+", step(("addi", pointer, pointer, CHANNELS))
