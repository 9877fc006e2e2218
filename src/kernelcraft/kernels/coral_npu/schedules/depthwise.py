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

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import requantise
from kernelcraft.kernels.coral_npu.schedules.convolution import blocks
from kernelcraft.kernels.coral_npu.schedules.product import copy
from kernelcraft.kernels.coral_npu.schedules.streaming import Stream

ROOM: Final = 28 * 1024
"""Bytes of DTCM for the framed image."""
LANES: Final = 16
GROUPS: Final = (16, 20, 24, 28)
"""Registers of the sums of up to four vectors of pixels."""
PAIRS: Final = (8, 10, 12, 14)
"""Registers of the sums of two products."""
POOL: Final = range(8)
SCALES: Final = requantise.Scales(multiplier=0, shift=4, lmul=4)
"""When all products are made the pool is free."""


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

    def image(self, block: str, taps: str, scales: str, y: str) -> None:
        """All pixels, block after block; the x registers have their addresses."""
        asm, conv = self.asm, self.conv
        pixels = conv.neighbours * conv.vectors
        with asm.loop(conv.side, "row"):
            more = conv.side - pixels
            with blocks(asm, more, pixels, ((block, conv.pixel), (y, conv.channels))):
                self._block(block, taps, scales, y)
            asm.add(block, conv.pitch - more * conv.pixel)
            asm.add(y, pixels * conv.channels)

    def _block(self, block: str, taps: str, scales: str, y: str) -> None:
        asm, conv = self.asm, self.conv
        groups = GROUPS[: conv.vectors]
        with asm.registers(conv.k + 4) as (at, other, m, s, *rows):
            asm.emit("mv", rows[0], block)
            for above, below in zip(rows, rows[1:], strict=False):
                asm.emit("addi", below, above, conv.pitch)
            asm.vl(self.width, 8, 1)
            products = _Products(asm, conv, taps, rows, [at, other])
            asm.emit("addi", m, scales, BIAS)
            asm.emit("addi", s, scales, SHIFT)
            late = ("vle32.v", SCALES.multiplier, scales), ("vle16.v", SCALES.shift, s)
            products.write(groups, m, *late)
            asm.sew(32, 4)
            requantise.narrow(asm, groups, SCALES, conv.zero_point, at)
            self._store(groups, y, at, m)

    def _store(self, groups: tuple[int, ...], y: str, to: str, scratch: str) -> None:
        asm, conv = self.asm, self.conv
        if self.width == LANES == conv.neighbours * conv.channels:
            for index, group in enumerate(groups[1:], start=1):
                asm.emit("vmv1r.v", f"v{groups[0] + index}", f"v{group}")
            asm.vl(LANES * len(groups), 8, 4, scratch)
            asm.emit("vse8.v", f"v{groups[0]}", f"({y})")
            return
        asm.emit("mv", to, y)
        for group in groups:
            asm.emit("vse8.v", f"v{group}", f"({to})")
            asm.emit("addi", to, to, conv.neighbours * conv.channels)


MULTIPLIER, BIAS, SHIFT = 0, 4 * LANES, 8 * LANES
"""Where the operands of a strip lie in its scales."""


@dataclass(frozen=True)
class Operand:
    """16 bytes: weights, or pixels of a row of the window; `offset` bytes from its start."""

    row: int | None
    offset: int


@dataclass
class _Products:
    """The sums of a block over the taps of the window."""

    asm: Assembly
    conv: Depthwise
    taps: str
    rows: list[str]
    at: list[str]
    _address: str = field(init=False)
    _stream: Stream[Operand] = field(init=False)

    def write(self, groups: tuple[int, ...], bias: str, *scales: tuple[str, int, str]) -> None:
        """Sums with the bias at that address; scales are loaded as soon as there is room."""
        asm = self.asm
        order = self._order()
        vectors = range(len(groups))
        self._stream = Stream(
            [self._operands(tap, vector) for tap in order for vector in vectors], POOL
        )
        self._prepare()
        for pair in (order[at : at + 2] for at in range(0, len(order), 2)):
            for mnemonic, _ in zip(("vwmul.vv", "vwmacc.vv"), pair, strict=False):
                for vector in vectors:
                    self._product(mnemonic, PAIRS[vector])
            sums = groups[-1] if pair[0] == order[0] else None
            if sums is not None:
                asm.emit("vle32.v", f"v{sums}", f"({bias})")
            if pair[-1] == order[-1]:
                for mnemonic, register, address in scales:
                    asm.emit(mnemonic, f"v{register}", f"({address})")
            asm.sew(16, 2)
            for vector, group in enumerate(groups):
                before = group if sums is None else sums
                asm.emit("vwadd.wv", f"v{group}", f"v{before}", f"v{PAIRS[vector]}")
                self._ahead()
            if pair[-1] != order[-1]:
                asm.sew(8, 1)

    def _order(self) -> list[tuple[int, int]]:
        """Taps: row after row, in a row those first that see the same pixels."""
        near = self.conv.neighbours
        columns = sorted(range(self.conv.k), key=lambda column: (column % near, column))
        return [(row, column) for row in range(self.conv.k) for column in columns]

    def _operands(self, tap: tuple[int, int], vector: int) -> tuple[Operand, Operand]:
        row, column = tap
        weights = Operand(None, (row * self.conv.k + column) * self.conv.tap)
        pixel = vector * self.conv.neighbours + column
        return weights, Operand(row, pixel * self.conv.pixel)

    def _product(self, mnemonic: str, target: int) -> None:
        for load in self._stream.missing():
            self._load(*load)
        weights, pixels = self._stream.take()
        self.asm.emit(mnemonic, f"v{target}", f"v{pixels}", f"v{weights}")
        self._ahead()

    def _ahead(self) -> None:
        load = self._stream.ahead()
        if load is not None:
            self._load(*load)

    def _load(self, operand: Operand, register: int) -> None:
        self.asm.emit("vle8.v", f"v{register}", f"({self._address})")
        self._prepare()

    def _prepare(self) -> None:
        """The address of the next load, early: a load waits two cycles for a new one."""
        operand = self._stream.next
        if operand is None:
            return
        base = self.taps if operand.row is None else self.rows[operand.row]
        self._address = base
        if operand.offset:
            self.at = self.at[1:] + self.at[:1]
            self._address = self.at[0]
            self.asm.emit("addi", self._address, base, operand.offset)
