"""A convolution with a window of one pixel, 4 input channels and 8 output channels.

There is little to multiply, so what limits is memory: 15 cycles for 16 bytes of the image, 7 for
16 bytes of the result, and arithmetic beside them. Everything that is needed again stays in
registers, and the image goes from external memory straight to where it is used.

- A vector is two pixels with 8 output channels each. For every input channel a gather puts the two
  pixels' bytes next to the weights. A loaded register has four pixels: for the last two it is
  slid.
- Two products are summed in int16, which holds them with weights from -127 to 127, and then added
  to the bias in int32.
- Multipliers and shifts belong to the cell, so they lie in DTCM from the start. They, the biases
  and the weights are repeated in registers, once for each of the two pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

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

INPUTS: Final = 4
"""Input channels."""
CHANNELS: Final = 8
"""Output channels: half of a vector."""
PIXELS: Final = 2
"""Of a vector; a register of the image has twice as many."""
UNROLLED: Final = 4
"""Iterations in the loop's body: two for each of the registers of the image."""
MULTIPLIER, BIAS, SUMS, SHIFT = 4, 8, 12, 16
WEIGHTS: Final = (0, 1, 2, 3)
PRODUCTS: Final = (18, 20)
INDICES: Final = (22, 23, 24, 25)
GATHERED: Final = (26, 27)
IMAGE: Final = (29, 30)
SLID: Final = 31
LOADED: Final = 26
"""Registers of the weights as they are loaded."""


def serves(cell: Cell) -> bool:
    """Whether the cell has the sizes for it; all registers of the image are full."""
    side, c_in, c_out, k = (cell.dims[name] for name in ("H", "c_in", "c_out", "k"))
    fits = k == 1 and c_out == CHANNELS and c_in == INPUTS
    return fits and side**2 % (PIXELS * UNROLLED) == 0


def write(cell: Cell, title: str, *, rectified: bool) -> str:
    """The kernel of a cell that `serves` accepts; a rectified one ends with a ReLU."""
    asm = Assembly(title)
    requantise.begin(asm)
    with asm.registers(4) as (x, y, least, scratch):
        pointwise = _Pointwise(cell, asm, rectified, x, y, least)
        asm.phase("what stays in registers")
        pointwise.begin(scratch)
        asm.phase("two pixels an iteration")
        order = "pointwise_relu" if rectified else "pointwise"
        times = cell.dims["H"] ** 2 // (PIXELS * UNROLLED)
        SoftwarePipeline(order, UNROLLED, times, pointwise.steps).write(asm, "pixels")
    return str(asm)


@dataclass
class _Pointwise:
    """The steps of a cell; x registers with the next bytes of the image and of the result."""

    cell: Cell
    asm: Assembly
    rectified: bool
    x: str
    y: str
    least: str

    @property
    def zero_point(self) -> int:
        return int(self.cell.constants["zero_point"])

    def begin(self, scratch: str) -> None:
        """Load what stays, and the first register of the image."""
        asm = self.asm
        x, w, bias, *_ = (each.address for each in self.cell.memory_map.inputs)
        asm.vl(LINE, 8, 1)
        asm.set(scratch, w)
        weights = INPUTS * CHANNELS // LINE
        asm.emit(f"vl{weights}re8.v", f"v{LOADED}", f"({scratch})")
        asm.set(self.x, x)
        asm.emit("vle8.v", f"v{IMAGE[0]}", f"({self.x})")
        asm.emit("addi", self.x, self.x, LINE)
        asm.set(scratch, bias)
        asm.emit("vl2re32.v", f"v{BIAS}", f"({scratch})")
        self._indices()
        for index in range(INPUTS):
            source, half = LOADED + index // PIXELS, PRODUCTS[index % PIXELS]
            asm.emit("vrgather.vv", f"v{WEIGHTS[index]}", f"v{source}", f"v{half}")
        multipliers, shifts = (
            requantise.table(self.cell, each) for each in ("multiplier", "shift")
        )
        asm.set(scratch, asm.words("multiplier", multipliers))
        asm.emit("vl2re32.v", f"v{MULTIPLIER}", f"({scratch})")
        halves = [shifts[at] + (shifts[at + 1] << 16) for at in range(0, CHANNELS, 2)]
        asm.set(scratch, asm.words("shift", halves))
        asm.emit("vl1re16.v", f"v{SHIFT}", f"({scratch})")
        asm.emit("vmv2r.v", f"v{BIAS + 2}", f"v{BIAS}")
        asm.emit("vmv2r.v", f"v{MULTIPLIER + 2}", f"v{MULTIPLIER}")
        asm.emit("vmv1r.v", f"v{SHIFT + 1}", f"v{SHIFT}")
        asm.set(self.y, self.cell.memory_map.output.address)
        if self.rectified:
            asm.set(self.least, self.zero_point)

    def _indices(self) -> None:
        """Where the bytes of two pixels are, by input channel; for now in the registers of the
        products the lanes of the weights of even and odd input channels."""
        asm, (even, odd) = self.asm, (f"v{each}" for each in PRODUCTS)
        asm.emit("vid.v", odd)
        asm.emit("vand.vi", even, odd, CHANNELS - 1)
        first = f"v{INDICES[0]}"
        asm.emit("vsrl.vi", first, odd, 3)
        asm.emit("vadd.vi", odd, even, CHANNELS)
        asm.emit("vsll.vi", first, first, 2)
        for channel in range(1, INPUTS):
            asm.emit("vadd.vi", f"v{INDICES[channel]}", first, channel)

    def steps(self, index: int, last: bool) -> Mapping[str, Step]:
        """Of an iteration: gathers g, products m, sums a, requantisation r, what is loaded (x) and
        stored (s); registers of the image take turns."""
        return dict(self._steps(index, last))

    def _steps(self, index: int, last: bool) -> Iterator[tuple[str, Step]]:
        which, part = divmod(index, 2)
        image, coming = IMAGE[which], IMAGE[1 - which]
        if not part and not (last and which):
            yield "x", step(("vle8.v", f"v{coming}", f"({self.x})"))
            yield "x+", step(("addi", self.x, self.x, LINE))
        if part:
            slid = ("vslidedown.vi", f"v{SLID}", f"v{image}", PIXELS * INPUTS)
            yield "slide", step(slid, shape=BYTES)
        yield from self._products(SLID if part else image)
        yield from self._requantised()
        yield "s", step(("vse8.v", f"v{SUMS}", f"({self.y})"))
        yield "s+", step(("addi", self.y, self.y, LINE))

    def _products(self, image: int) -> Iterator[tuple[str, Step]]:
        for channel in range(INPUTS):
            pair, second = divmod(channel, 2)
            pixels, products = f"v{GATHERED[second]}", f"v{PRODUCTS[pair]}"
            gather = ("vrgather.vv", pixels, f"v{image}", f"v{INDICES[channel]}")
            yield f"g{channel}", step(gather, shape=BYTES)
            multiply = "vwmacc.vv" if second else "vwmul.vv"
            product = (multiply, products, f"v{WEIGHTS[channel]}", pixels)
            yield f"m{channel}", step(product, shape=BYTES)
            if second:
                added = ("vwadd.wv", f"v{SUMS}", f"v{SUMS if pair else BIAS}", products)
                yield f"a{pair}", step(added, shape=HALVES)

    def _requantised(self) -> Iterator[tuple[str, Step]]:
        sums = f"v{SUMS}"
        yield "r0", step(("vsmul.vv", sums, sums, f"v{MULTIPLIER}"), shape=WORDS)
        yield "r1", step(("vnclip.wv", sums, sums, f"v{SHIFT}"), shape=HALVES)
        yield "r2", step(("vsadd.vi", sums, sums, self.zero_point), shape=HALVES)
        yield "r3", step(("vnclip.wi", sums, sums, 0), shape=BYTES)
        if self.rectified:
            yield "r4", step(("vmax.vx", sums, sums, self.least), shape=BYTES)
