"""The convolution of int8: the int32 sums of neighbouring pixels stay in registers.

As in `schedules.product`, what can be in flight limits a kernel, so the product is made of
vwmacc.vx of int16 into groups of 4 registers: a vector of weights (16 output channels) times the
scalar of a pixel's channel. Four neighbours of a row are summed at once, or eight where there are
at most 8 output channels, so that every vector of weights is loaded and widened for several
products, and every scalar serves the k taps of its row.

- Steps are ordered by row of the window, channel, column of the window: k steps share the scalars
  of P + k - 1 pixels. Words of four channels are loaded while those before are used for the last
  time; the shifts that take them apart run beside the vector unit.
- Weights come two steps ahead: while a step multiplies, the weights of the next one are widened and
  those of the one after are loaded. This holds across the rows of the window; only a new block of
  pixels begins with an empty pipeline.
- The image lies in DTCM in a frame of zero points, which is there from the start as data: no tap
  needs a decision. The weights lie in DTCM if there is room.
- The bias, the multipliers and the shifts of 16 channels stay in registers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import copy
from kernelcraft.platforms.coral_npu.kernels.schedules.pipeline import Pipeline, weights_of

ROOM: Final = 32 * 1024 - 256
"""Bytes of DTCM for the image and the weights."""
LANES: Final = 16
"""Output channels of a strip: a register of int8."""
SUMS: Final = 16
"""The first of 16 registers with sums."""
BIAS: Final = 8
MULTIPLIER: Final = 12
SHIFT: Final = {2: 14, 4: 6}
"""Registers of what all pixels share; of the shifts by the LMUL of the sums."""
WIDE: Final = 64
"""Bytes that become int16 at once."""


@dataclass(frozen=True)
class Convolution:
    """y[i, j, o] = requantise(sum over the window of x · w + bias[o]), not less than `least`."""

    side: int
    c_in: int
    c_out: int
    k: int
    input_zero_point: int
    zero_point: int
    least: int | None = None

    @classmethod
    def of(cls, cell: Cell, *, rectified: bool) -> Convolution:
        """The convolution of a cell; a rectified one ends with a ReLU."""
        dims, zero_point = cell.dims, int(cell.constants["zero_point"])
        return cls(
            side=dims["H"],
            c_in=dims["c_in"],
            c_out=dims["c_out"],
            k=dims["k"],
            input_zero_point=int(cell.constants["input_zero_point"]),
            zero_point=zero_point,
            least=zero_point if rectified else None,
        )

    @property
    def before(self) -> int:
        """Pixels of the frame above the image and to the left."""
        return (self.k - 1) // 2

    @property
    def framed(self) -> int:
        """Pixels of a row of the framed image."""
        return self.side + self.k - 1

    @property
    def weights(self) -> int:
        """Bytes of the weights."""
        return self.k * self.k * self.c_in * self.c_out

    @property
    def column(self) -> int:
        """Bytes from the weights of a tap to those of the tap to the right."""
        return self.c_in * self.c_out

    def reach(self, width: int) -> int:
        """Bytes after image and weights that the pipeline reads after the last step."""
        return self.framed * self.c_in * width + 2 * self.column + LINE

    def room(self, width: int) -> int:
        """Bytes of DTCM for the weights, and the image with channels of that many bytes."""
        return self.framed**2 * self.c_in * width + self.weights + 2 * self.reach(width)


def write(cell: Cell, title: str, *, rectified: bool = False) -> str:
    """The kernel of a cell."""
    conv = Convolution.of(cell, rectified=rectified)
    asm = Assembly(title)
    x, w, bias, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    width = 2 if conv.room(2) <= ROOM else 1
    count = conv.framed**2 * conv.c_in
    image = asm.filled("image", count, conv.input_zero_point, width)
    asm.reserve("behind_image", conv.reach(width))
    requantise.begin(asm)
    asm.phase("the image into its frame")
    _frame(asm, conv, x, image, width)
    weights: int | str = w
    if conv.room(width) <= ROOM:
        asm.phase("the weights to DTCM")
        weights = asm.reserve("weights", conv.weights + conv.reach(width))
        with asm.registers(2) as (source, target):
            asm.set(source, w)
            asm.set(target, weights)
            copy(asm, source, target, conv.weights)
    for first in range(0, conv.c_out, LANES):
        lanes = min(LANES, conv.c_out - first)
        asm.phase(f"output channels {first} to {first + lanes - 1}")
        strip = _Strip(asm, conv, first, lanes, width)
        strip.scales(bias + 4 * first, multiplier + 4 * first, shift + 4 * first)
        strip.image(image, weights, cell.memory_map.output.address + first)
    return str(asm)


def _frame(asm: Assembly, conv: Convolution, x: int, image: str, width: int) -> None:
    row, pixel = conv.side * conv.c_in, conv.c_in * width
    move = copy if width == 1 else _widen
    with asm.registers(3) as (source, target, scratch):
        asm.set(source, x)
        asm.set(target, image)
        if conv.k == 1:
            move(asm, source, target, conv.side * row)
            return
        asm.add(target, conv.before * (conv.framed + 1) * pixel, scratch)
        with asm.loop(conv.side, "row"):
            move(asm, source, target, row)
            asm.add(target, (conv.k - 1) * pixel)


def _widen(asm: Assembly, source: str, target: str, count: int) -> None:
    """Copy bytes to DTCM as int16; both x registers end after them."""
    blocks_, rest = divmod(count, WIDE)
    with asm.registers(1) as (scratch,):
        for size, times in ((WIDE, blocks_), (rest, 1)):
            if size * times == 0:
                continue
            asm.vl(size, 16, 8, scratch)
            with asm.loop(times, "widen"):
                asm.emit("vle8.v", "v8", f"({source})")
                asm.emit("vsext.vf2", "v16", "v8")
                asm.emit("vse16.v", "v16", f"({target})")
                asm.emit("addi", source, source, size)
                asm.emit("addi", target, target, 2 * size)


@contextmanager
def blocks(
    asm: Assembly, more: int, size: int, pointers: Sequence[tuple[str, int]]
) -> Iterator[None]:
    """Every block of a row of size + more pixels; the last may begin within the one before.

    `pointers` are x registers with the addresses of the block, and how many bytes a pixel has
    there; in the end they have those of the last block.
    """
    if more % size == 0:
        with asm.loop(more // size + 1, "block"):
            yield
            for pointer, pixel in pointers if more else ():
                asm.add(pointer, size * pixel)
        for pointer, pixel in pointers if more else ():
            asm.add(pointer, -size * pixel)
        return
    first, done = asm.label("block"), asm.label("row_done")
    with asm.registers(1) as (left,):
        asm.emit("li", left, more)
        asm.place(first, aligned=True)
        yield
        asm.emit("beqz", left, done)
        with asm.registers(2) as (step, way):
            asm.emit("li", step, size)
            asm.emit("min", step, step, left)
            asm.emit("sub", left, left, step)
            for pointer, pixel in pointers:
                asm.emit("li", way, pixel)
                asm.emit("mul", way, way, step)
                asm.emit("add", pointer, pointer, way)
        asm.emit("j", first)
        asm.place(done)


@dataclass
class _Strip:
    """The code for up to 16 output channels."""

    asm: Assembly
    conv: Convolution
    first: int
    lanes: int
    width: int

    @cached_property
    def lmul(self) -> int:
        """Registers of the sums of a pixel."""
        return 2 if self.lanes <= LANES // 2 else 4

    @cached_property
    def pixels(self) -> int:
        """Neighbours that are summed at once."""
        most = 6 if self.lmul == 2 and self.conv.k > 3 else LANES // self.lmul
        return min(most, self.conv.side)

    @cached_property
    def seen(self) -> int:
        """Pixels that a row of the window meets."""
        return self.pixels + self.conv.k - 1

    @cached_property
    def sums(self) -> list[int]:
        """The groups of sums, one for each pixel."""
        return [SUMS + self.lmul * pixel for pixel in range(self.pixels)]

    @cached_property
    def scale(self) -> requantise.Scales:
        return requantise.Scales(MULTIPLIER, SHIFT[self.lmul], self.lmul)

    def scales(self, bias: int, multiplier: int, shift: int) -> None:
        """The operands that all pixels share."""
        asm = self.asm
        with asm.registers(2) as (a, b):
            asm.set(a, multiplier)
            asm.set(b, shift)
            asm.vl(self.lanes, 32, self.lmul)
            requantise.load(asm, self.scale, a, b, MULTIPLIER)
            asm.set(a, bias)
            asm.emit("vle32.v", f"v{BIAS}", f"({a})")

    def image(self, image: int | str, weights: int | str, output: int) -> None:
        """All pixels, block after block."""
        asm, conv = self.asm, self.conv
        with asm.registers(3) as (block, start, y):
            asm.set(block, image)
            asm.set(start, weights)
            if self.first and isinstance(weights, str):
                asm.add(start, self.first)
            elif self.first:
                asm.set(start, int(weights) + self.first)
            asm.set(y, output)
            with asm.loop(conv.side, "row"):
                more = conv.side - self.pixels
                pixel = conv.c_in * self.width
                with blocks(asm, more, self.pixels, ((block, pixel), (y, conv.c_out))):
                    self._block(block, start, y)
                asm.add(block, (conv.framed - more) * pixel)
                asm.add(y, self.pixels * conv.c_out)

    def _block(self, block: str, start: str, y: str) -> None:
        """The pixels from `block` on."""
        asm, conv = self.asm, self.conv
        asm.vl(self.lanes, 16, self.lmul // 2)
        with asm.registers(self.seen + self.pixels + 3) as (w, row, ahead, *names):
            words, values = names[: self.seen], names[self.seen :]
            coming = weights_of(asm, conv, w, self.lanes, self.width, self.pixels)
            asm.emit("mv", w, start)
            asm.emit("mv", row, block)
            pipeline = Pipeline(asm, conv, self.width, self.sums, coming, row, ahead, words, values)
            for group in self.sums:
                asm.emit(f"vmv{self.lmul}r.v", f"v{group}", f"v{BIAS}")
            pipeline.begin()
            with asm.loop(conv.k, "window_row"):
                pipeline.window_row()
        with asm.registers(2) as (scratch, to):
            asm.vl(self.lanes, 32, self.lmul)
            requantise.narrow(asm, self.sums, self.scale, conv.zero_point, scratch)
            self._store(y, scratch, to)

    def _store(self, y: str, scratch: str, to: str) -> None:
        """The pixels' bytes, in one piece where they are registers or halves of registers."""
        asm, conv = self.asm, self.conv
        packed = self._packed()
        if packed:
            asm.vl(self.pixels * self.lanes, 8, 4, scratch)
        if conv.least is not None:
            asm.emit("li", scratch, conv.least)
            for group in [SUMS] if packed else self.sums:
                asm.emit("vmax.vx", f"v{group}", f"v{group}", scratch)
        if packed:
            asm.emit("vse8.v", f"v{SUMS}", f"({y})")
            return
        asm.emit("mv", to, y)
        for pixel, group in enumerate(self.sums):
            asm.emit("vse8.v", f"v{group}", f"({to})")
            if pixel + 1 < self.pixels:
                asm.emit("addi", to, to, conv.c_out)

    def _packed(self) -> bool:
        """Move the bytes of all pixels into the registers from SUMS on, if that is quick."""
        asm = self.asm
        if self.conv.c_out != self.lanes or self.lanes not in (LANES, LANES // 2):
            return False
        whole = self.lanes == LANES
        if not whole:
            asm.vl(LANES, 8, 1)
        for index, group in enumerate(self.sums if whole else self.sums[::2]):
            if index:
                asm.emit("vmv1r.v", f"v{SUMS + index}", f"v{group}")
            if not whole and group + self.lmul in self.sums:
                asm.emit("vslideup.vi", f"v{SUMS + index}", f"v{group + self.lmul}", self.lanes)
        return True
