"""The depthwise convolution of int8: channels are the lanes, four registers of pixels at once.

Loads limit the kernel: every tap of a pixel has its own weights and its own pixel of the image, 16
bytes each for 16 products. Four neighbours share the weights, and neighbouring taps share pixels:
with a window of 3, 27 loads serve 36 products of registers. They stream through a pool of 8
registers (`schedules.streaming`), one load at a time between the products.

- Two taps are summed in int16, which holds two products of weights from -127 to 127, and then added
  to the sums in int32: 8 registers' worth of work for 32 products.
- Where 16 bytes hold several pixels, as many neighbours are one vector; the weights are repeated.
- The image lies in DTCM in a frame of zero points, which is there from the start as data. Where it
  does not fit with all its channels, 16 channels at a time are copied there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.convolution import blocks
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import copy
from kernelcraft.platforms.coral_npu.kernels.schedules.taps import FEW, Resident, Streamed

ROOM: Final = 28 * 1024
"""Bytes of DTCM for the framed image."""
LANES: Final = 16
MULTIPLIER, BIAS, SHIFT = 0, 4 * LANES, 8 * LANES
"""Where the operands of a strip lie in its scales."""
GROUPS: Final = (16, 20, 24, 28)
"""Registers of the sums of up to four vectors of pixels."""


@dataclass(frozen=True)
class Depthwise:
    """Sizes of a depthwise convolution, and how it is cut into vectors."""

    side: int
    channels: int
    k: int
    input_zero_point: int
    zero_point: int

    @property
    def before(self) -> int:
        """Pixels of the frame above the image and to the left."""
        return (self.k - 1) // 2

    @property
    def framed(self) -> int:
        """Pixels of a row of the framed image."""
        return self.side + self.k - 1

    @cached_property
    def whole(self) -> bool:
        """Whether all channels of the image are in DTCM at once."""
        return self.channels <= LANES or self.framed**2 * self.channels <= ROOM

    @property
    def pixel(self) -> int:
        """Bytes from a pixel to the next in DTCM."""
        return self.channels if self.whole else LANES

    @property
    def pitch(self) -> int:
        """Bytes of a row of the framed image in DTCM."""
        return self.framed * self.pixel

    @property
    def neighbours(self) -> int:
        """Pixels of a vector."""
        return max(1, min(LANES // self.channels, self.side))

    @property
    def vectors(self) -> int:
        """Vectors that are summed at once."""
        return min(len(GROUPS), self.side // self.neighbours)

    @property
    def block(self) -> int:
        """Pixels that are summed at once."""
        return self.neighbours * self.vectors

    @property
    def repeated(self) -> bool:
        """Whether weights are repeated for the pixels of a vector."""
        return self.neighbours > 1

    @property
    def tap(self) -> int:
        """Bytes from the weights of a tap to the next in DTCM."""
        return LINE if self.repeated else self.channels


def write(cell: Cell, title: str) -> str:
    """The kernel of a cell."""
    side, channels, k = (cell.dims[name] for name in ("H", "c", "k"))
    zero_points = (int(cell.constants[name]) for name in ("input_zero_point", "zero_point"))
    conv = Depthwise(side, channels, k, *zero_points)
    asm = Assembly(title)
    x, w, bias, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    image = asm.filled("image", conv.framed * conv.pitch + LINE, conv.input_zero_point)
    weights = asm.reserve("weights", k * k * conv.tap + LINE)
    scales = asm.reserve("scales", 10 * LANES)
    requantise.begin(asm)
    asm.phase("weights to DTCM")
    _weights(asm, conv, w, weights)
    if conv.whole:
        asm.phase("the image into its frame")
        _frame(asm, conv, x, image)
    for first in range(0, channels, LANES):
        lanes = min(LANES, channels - first)
        asm.phase(f"channels {first} to {first + lanes - 1}")
        strip = _Strip(asm, conv, lanes)
        if not conv.whole:
            strip.frame(x + first, image)
        strip.scales(scales, multiplier + 4 * first, shift + 4 * first, bias + 4 * first)
        with asm.registers(4) as (block, taps, constants, y):
            asm.set(block, image)
            asm.set(taps, weights)
            asm.set(constants, scales)
            if conv.whole:
                asm.add(block, first)
            asm.add(taps, first)
            asm.set(y, cell.memory_map.output.address + first)
            strip.image(block, taps, constants, y)
    return str(asm)


def _weights(asm: Assembly, conv: Depthwise, source: int, target: str) -> None:
    taps = conv.k**2
    with asm.registers(3) as (a, b, to):
        asm.set(a, source)
        asm.set(b, target)
        if not conv.repeated:
            copy(asm, a, b, taps * conv.channels)
            return
        asm.vl(conv.channels, 8, 1)
        with asm.loop(taps, "tap"):
            asm.emit("vle8.v", "v0", f"({a})")
            asm.emit("addi", a, a, conv.channels)
            for pixel in range(conv.neighbours):
                asm.emit("addi", to, b, pixel * conv.channels)
                asm.emit("vse8.v", "v0", f"({to})")
            asm.emit("addi", b, b, LINE)


def _frame(asm: Assembly, conv: Depthwise, source: int, target: str) -> None:
    row = conv.side * conv.channels
    with asm.registers(3) as (a, b, scratch):
        asm.set(a, source)
        asm.set(b, target)
        if conv.k == 1:
            copy(asm, a, b, conv.side * row)
            return
        asm.add(b, conv.before * (conv.pitch + conv.pixel), scratch)
        with asm.loop(conv.side, "row"):
            copy(asm, a, b, row)
            asm.add(b, conv.pitch - row)


@dataclass
class _Strip:
    """The code for up to 16 channels."""

    asm: Assembly
    conv: Depthwise
    lanes: int

    @property
    def width(self) -> int:
        """Lanes of a vector: the channels of its pixels."""
        return self.lanes * self.conv.neighbours

    def frame(self, source: int, target: str) -> None:
        """The strip's channels of the image into their frame."""
        asm, conv = self.asm, self.conv
        with asm.registers(3) as (a, b, scratch):
            asm.set(a, source)
            asm.set(b, target)
            asm.add(b, conv.before * (conv.pitch + conv.pixel), scratch)
            asm.vl(self.lanes, 8, 1)
            with asm.loop(conv.side, "row"):
                with asm.loop(conv.side, "pixel"):
                    asm.emit("vle8.v", "v0", f"({a})")
                    asm.emit("addi", a, a, conv.channels)
                    asm.emit("vse8.v", "v0", f"({b})")
                    asm.emit("addi", b, b, conv.pixel)
                asm.add(b, (conv.k - 1) * conv.pixel)

    def scales(self, target: str, multiplier: int, shift: int, bias: int) -> None:
        """Multipliers, biases (int32) and shifts (int16) of a vector's lanes to DTCM."""
        asm, conv = self.asm, self.conv
        with asm.registers(3) as (source, to, at):
            asm.set(to, target)
            asm.vl(self.lanes, 32, 4)
            for register, address in ((16, multiplier), (20, bias), (24, shift)):
                asm.set(source, address)
                asm.emit("vle32.v", f"v{register}", f"({source})")
            asm.sew(16, 2)
            asm.emit("vnsrl.wi", "v24", "v24", 0)
            for width, register, offset in ((32, 16, MULTIPLIER), (32, 20, BIAS), (16, 24, SHIFT)):
                for pixel in range(conv.neighbours):
                    asm.emit("addi", at, to, offset + pixel * self.lanes * width // 8)
                    asm.emit(f"vse{width}.v", f"v{register}", f"({at})")

    def image(self, block: str, weights: str, scales: str, y: str) -> None:
        """All pixels, block after block; the x registers have their addresses."""
        asm, conv = self.asm, self.conv
        with asm.registers(conv.k + 4) as (at, other, bias, shift, *rows):
            kind = Resident if conv.k**2 <= FEW else Streamed
            taps = kind(asm, conv, weights, rows, [at, other], GROUPS[: conv.vectors])
            asm.emit("addi", bias, scales, BIAS)
            asm.emit("addi", shift, scales, SHIFT)
            asm.vl(self.width, 8, 1)
            taps.keep()
            asm.emit("vle32.v", f"v{taps.groups[-1]}", f"({bias})")
            more = conv.side - conv.block
            with asm.loop(conv.side, "row"):
                with blocks(asm, more, conv.block, ((block, conv.pixel), (y, conv.channels))):
                    asm.emit("mv", rows[0], block)
                    for above, below in zip(rows, rows[1:], strict=False):
                        asm.emit("addi", below, above, conv.pitch)
                    asm.vl(self.width, 8, 1)
                    taps.write(scales, shift)
                    asm.sew(32, 4)
                    requantise.narrow(asm, taps.groups, taps.scales, conv.zero_point, at)
                    self._store(taps.groups, y, bias, at)
                asm.add(block, conv.pitch - more * conv.pixel)
                asm.add(y, conv.block * conv.channels)

    def _store(self, groups: Sequence[int], y: str, bias: str, scratch: str) -> None:
        """The bytes of a block; the bias of the next one comes as soon as there is room."""
        asm, conv = self.asm, self.conv
        if self.width == LANES == conv.neighbours * conv.channels:
            for index, group in enumerate(groups[1:], start=1):
                asm.emit("vmv1r.v", f"v{groups[0] + index}", f"v{group}")
            if len(groups) > 1:
                asm.emit("vle32.v", f"v{groups[-1]}", f"({bias})")
            asm.vl(LANES * len(groups), 8, 4, scratch)
            asm.emit("vse8.v", f"v{groups[0]}", f"({y})")
            if len(groups) > 1:
                return
            asm.vl(self.width, 8, 1)
        else:
            asm.emit("mv", scratch, y)
            for group in groups:
                asm.emit("vse8.v", f"v{group}", f"({scratch})")
                asm.emit("addi", scratch, scratch, conv.neighbours * conv.channels)
        asm.emit("vle32.v", f"v{groups[-1]}", f"({bias})")
