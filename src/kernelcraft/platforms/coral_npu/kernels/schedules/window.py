"""The depthwise convolution of 16 channels with windows of 3 x 3: all weights stay in registers.

A vector is a pixel with its channels. The load/store unit is busy most of the time, and every
access of it lets about six uops pass beside: so each pixel takes as few accesses as there can be
with 32 registers, and they are spread over the arithmetic of the pixel and its neighbours.

- A pixel is loaded once from external memory (15 cycles), for the lowest row of the windows, and
  kept in DTCM (5), from where it comes for the next two rows (5 each). With the store of the result
  (7) that is 37 cycles. One load of both rows would take a cycle less, but it would also let six
  fewer uops pass, which take three.
- Registers of a column of the windows are free as soon as the pixel to the right has no use for
  them, so two columns' worth are enough.
- Two taps are summed in int16, which holds two products of weights from -127 to 127, and two such
  pairs with one setting of the width are added to the sums in int32.
- Multipliers and shifts belong to the cell. All shifts are the least one but for lanes that have
  one more, which a mask marks: that takes one register where shifts would take two. Sums are
  shifted by all but the last bit when they become int16, without rounding, which does not change
  what is rounded after it; marked lanes by 1 more; and the last vnclip shifts by 1 and rounds,
  after twice the zero point was added. int16 holds that for sums within `largest`, so a bias beyond
  `largest_bias` is replaced by it: the output is at an end of its range either way.
- Outside of the image all pixels are the same: in columns to the left and to the right a scalar
  takes their place, above and below there are rows of them in DTCM.

The code for a row is written out, and its end overlaps with the beginning of the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import (
    BYTES,
    HALVES,
    WORDS,
    Step,
    step,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.software_pipeline import SoftwarePipeline

K: Final = 3
SIDES: Final = range(4, 25, 2)
"""Of images whose rows fit the code memory twice; columns take turns in two sets of registers."""
LAST_TAP, SUMS, BIAS, MULTIPLIER = 1, 4, 8, 12
LOWEST: Final = (2, 3)
"""Registers of the windows' lowest row, for even and odd columns."""
PRODUCTS: Final = (18, 16)
PRODUCTS_AT_MOST: Final = K**2 * 127 * 128
"""The sum of a window without its bias, which has either sign."""
UPPER: Final = (20, 22)
"""Pairs of registers of the windows' other rows, for even and odd columns."""
WEIGHTS: Final = 24
"""The first of 8 registers with weights; the ninth is `LAST_TAP`."""
TAPS: Final = ((2, 0), (0, 0), (1, 1), (0, 1), (1, 0), (2, 2), (2, 1), (1, 2), (0, 2))
"""Row and column of the taps, in the order in which they are summed."""
LEFT: Final = 5
"""Taps until those of the left column are done, whose registers the next column is loaded to."""


def shifts(cell: Cell) -> Sequence[int]:
    """The shifts of the channels."""
    return requantise.table(cell, "shift")


def largest(cell: Cell) -> int:
    """Sums from minus that to that fit int16 after all but the last bit of the least shift.

    What vsmul makes of a sum is no larger than it.
    """
    return (1 << 14 + min(shifts(cell))) - 1


def largest_bias(cell: Cell) -> int:
    """With this bias and any pixels a sum is within `largest`."""
    return largest(cell) - PRODUCTS_AT_MOST


def scaled(cell: Cell) -> bool:
    """Whether the shifts of a cell are such that all lanes can be requantised alike."""
    least, most = min(shifts(cell)), max(shifts(cell))
    saturated = (largest_bias(cell) - PRODUCTS_AT_MOST) // 2 >> most
    return most - least <= 1 and saturated > 2 * 256


def serves(cell: Cell) -> bool:
    """Whether the cell has the sizes for it."""
    side, channels, k = (cell.dims[name] for name in ("H", "c", "k"))
    return k == K and channels == LINE and side in SIDES and scaled(cell)


def write(cell: Cell, title: str) -> str:
    """The kernel of a cell that `serves` accepts."""
    asm = Assembly(title)
    requantise.begin(asm)
    with asm.registers(9) as names:
        window = Window(cell, asm, *names)
        asm.phase("what stays in registers")
        window.begin()
        asm.phase("the first row to DTCM")
        window.first_row()
        asm.phase("all rows")
        window.rewind()
        SoftwarePipeline("window", window.side, window.side, window.steps).write(asm, "row")
    return str(asm)


@dataclass
class Window:
    """The steps of a cell, and x registers: the next pixels of the image, of the two rows in DTCM,
    the place of what comes next there, and of the result; what stands for 0; from the last column
    in DTCM to the first one of the next row; the image's end, and what follows it."""

    cell: Cell
    asm: Assembly
    x: str
    upper: str
    kept: str
    y: str
    outside: str
    back: str
    end: str
    beyond: str
    scratch: str

    taps: ClassVar = TAPS

    @property
    def side(self) -> int:
        return self.cell.dims["H"]

    @property
    def columns(self) -> int:
        """Vectors of a row."""
        return self.side

    @property
    def column(self) -> int:
        """Bytes from a column to the next one in DTCM."""
        return (self.side + 2) * LINE

    @property
    def input_zero_point(self) -> int:
        return int(self.cell.constants["input_zero_point"])

    @property
    def zero_point(self) -> int:
        return int(self.cell.constants["zero_point"])

    @cached_property
    def image(self) -> str:
        """The image in DTCM, with a row of zero points above and one below."""
        return self.asm.filled("image", (self.columns + 1) * self.column, self.input_zero_point)

    @cached_property
    def row(self) -> str:
        """A row of zero points."""
        return self.asm.filled("outside", self.columns * LINE + LINE, self.input_zero_point)

    def begin(self) -> None:
        """Load what stays."""
        asm = self.asm
        x, w, bias, *_ = (each.address for each in self.cell.memory_map.inputs)
        asm.vl(LINE, 8, 1)
        asm.set(self.x, w)
        asm.emit("vl8re8.v", f"v{WEIGHTS}", f"({self.x})")
        asm.emit("addi", self.x, self.x, 8 * LINE)
        asm.emit("vle8.v", f"v{LAST_TAP}", f"({self.x})")
        asm.set(self.x, bias)
        asm.emit("vl4re32.v", f"v{BIAS}", f"({self.x})")
        self.limit()
        asm.set(self.x, asm.words("multiplier", requantise.table(self.cell, "multiplier")))
        asm.emit("vl4re32.v", f"v{MULTIPLIER}", f"({self.x})")
        self.mask(shifts(self.cell))
        asm.set(self.x, x)
        asm.set(self.outside, self.input_zero_point)

    def limit(self) -> None:
        """Replace biases beyond the largest one by it; vl elements of 8 bits are set."""
        asm, most = self.asm, largest_bias(self.cell)
        asm.sew(32, 4)
        for mnemonic, end in (("vmin.vx", most), ("vmax.vx", -most)):
            asm.set(self.scratch, end)
            asm.emit(mnemonic, f"v{BIAS}", f"v{BIAS}", self.scratch)
        asm.sew(8, 1)

    def mask(self, lanes: Sequence[int]) -> None:
        """v0 for the shifts of all lanes."""
        asm = self.asm
        asm.set(self.scratch, sum(1 << at for at, s in enumerate(lanes) if s > min(lanes)))
        asm.sew(16, 2)
        asm.emit("vmv.s.x", "v0", self.scratch)
        asm.sew(8, 1)

    def first_row(self) -> None:
        """Two pixels at a time."""
        asm = self.asm
        asm.set(self.kept, self.image)
        asm.emit("addi", self.kept, self.kept, LINE)
        together = LOWEST[: 2 - self.columns % 2]
        with asm.loop(self.columns // len(together), "pixels"):
            for register in together:
                asm.emit("vle8.v", f"v{register}", f"({self.x})")
                asm.emit("addi", self.x, self.x, LINE)
            for register in together:
                asm.emit("vse8.v", f"v{register}", f"({self.kept})")
                asm.add(self.kept, self.column)

    def rewind(self) -> None:
        """To the first column: its registers are loaded, and all pointers are past it."""
        asm = self.asm
        x, *_ = (each.address for each in self.cell.memory_map.inputs)
        asm.set(self.upper, self.image)
        asm.emit("addi", self.kept, self.upper, 2 * LINE)
        asm.set(self.back, LINE - (self.columns - 1) * self.column)
        asm.set(self.end, x + self.side * self.columns * LINE)
        asm.set(self.beyond, self.row)
        asm.emit("sub", self.beyond, self.beyond, self.end)
        asm.set(self.y, self.cell.memory_map.output.address)
        for _, each in self.loaded(0, last=False):
            asm.emit_all(each.instructions)

    def steps(self, index: int, last: bool) -> Mapping[str, Step]:
        """Of a pixel: products p, sums a, requantisation r, the store of the result s; and of the
        column that the next pixel sees first: its lowest pixel is loaded (x) and kept (k), the
        others are loaded (u, v)."""
        return dict(self._steps(index, last))

    def _steps(self, index: int, last: bool) -> Iterator[tuple[str, Step]]:
        yield from self.summed(index, TAPS[:LEFT])
        if not last:
            yield from self.loaded((index + 1) % self.side, last=False)
        elif index + 1 < self.side:
            yield from self.loaded(index + 1, last=True)
        yield from self.summed(index, TAPS[LEFT:])
        yield from self.requantised()
        yield "s", step(("vse8.v", f"v{SUMS}", f"({self.y})"))
        yield "s+", step(("addi", self.y, self.y, LINE))

    def loaded(self, column: int, *, last: bool) -> Iterator[tuple[str, Step]]:
        """The loads of a column, and of its lowest pixel the store to DTCM."""
        upper, lowest = self.met(column)
        yield "u", step(("vle8.v", f"v{upper}", f"({self.upper})"))
        yield "u+", step(("addi", self.upper, self.upper, LINE))
        yield "v", step(("vle8.v", f"v{upper + 1}", f"({self.upper})"))
        yield "v+", self._next(self.upper, column, LINE)
        if last:
            yield "x", step(("vmv.v.x", lowest, self.outside), shape=BYTES)
            return
        yield "x", step(("vle8.v", lowest, f"({self.x})"))
        moved: list[tuple[str, *tuple[str | int, ...]]] = [("addi", self.x, self.x, LINE)]
        if column == self.columns - 1:
            moved += [  # after the image, to the row of zero points
                ("sltu", self.scratch, self.x, self.end),
                ("addi", self.scratch, self.scratch, -1),
                ("and", self.scratch, self.scratch, self.beyond),
                ("add", self.x, self.x, self.scratch),
            ]
        yield "x+", step(*moved)
        yield "k", step(("vse8.v", lowest, f"({self.kept})"))
        yield "k+", self._next(self.kept, column)

    def met(self, column: int) -> tuple[int, str]:
        """Where a column is loaded to: a pair of registers, and that of its lowest pixel."""
        return UPPER[column % 2], f"v{LOWEST[column % 2]}"

    def _next(self, pointer: str, column: int, offset: int = 0) -> Step:
        """To the next column, from `offset` bytes after the place in this one."""
        if column < self.columns - 1:
            return step(("addi", pointer, pointer, self.column - offset))
        jump: tuple[str, *tuple[str | int, ...]] = ("add", pointer, pointer, self.back)
        return step(jump, ("addi", pointer, pointer, -offset)) if offset else step(jump)

    def pixel(self, index: int, row: int, column: int) -> int | None:
        """The register of what a tap meets; None outside of the image."""
        seen = index + column - 1
        if not 0 <= seen < self.side:
            return None
        return UPPER[seen % 2] + row if row < 2 else LOWEST[seen % 2]

    def summed(self, index: int, taps: Sequence[tuple[int, int]]) -> Iterator[tuple[str, Step]]:
        """Products p and sums a of some taps."""
        for at, (row, column) in enumerate(taps, self.taps.index(taps[0])):
            pair, second = divmod(at, 2)
            products, tap = f"v{PRODUCTS[pair % 2]}", K * row + column
            weight = f"v{WEIGHTS + tap if tap < 8 else LAST_TAP}"
            product = self._product(
                products, weight, self.pixel(index, row, column), second=second > 0
            )
            yield f"p{at}", step(product, shape=BYTES)
            if second or at == len(self.taps) - 1:
                added = ("vwadd.wv", f"v{SUMS}", f"v{SUMS if pair else BIAS}", products)
                yield f"a{pair}", step(added, shape=HALVES)

    def _product(
        self, products: str, weight: str, pixel: int | None, *, second: bool
    ) -> tuple[str, *tuple[str | int, ...]]:
        """The first product of a pair, or the second one added to it."""
        if pixel is not None:
            return ("vwmacc.vv" if second else "vwmul.vv", products, weight, f"v{pixel}")
        if second:
            return ("vwmacc.vx", products, self.outside, weight)
        return ("vwmul.vx", products, weight, self.outside)

    def requantised(self) -> Iterator[tuple[str, Step]]:
        """Steps r, from the sums to bytes."""
        sums, least = f"v{SUMS}", min(shifts(self.cell))
        yield "r0", step(("vsmul.vv", sums, sums, f"v{MULTIPLIER}"), shape=WORDS)
        yield "r1", step(("vnsra.wi", sums, sums, least - 1), shape=HALVES)
        if max(shifts(self.cell)) > least:
            yield "r2", step(("vsra.vi", sums, sums, 1, "v0.t"), shape=HALVES)
        yield "r3", step(("vsadd.vi", sums, sums, 2 * self.zero_point), shape=HALVES)
        yield "r4", step(("vnclip.wi", sums, sums, 1), shape=BYTES)
