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

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import requantise
from kernelcraft.kernels.coral_npu.schedules.product import copy

ROOM: Final = 32 * 1024 - 256
"""Bytes of DTCM for the image and the weights."""
LANES: Final = 16
"""Output channels of a strip: a register of int8."""
SUMS: Final = 16
"""The first of 16 registers with sums."""
WIDENED: Final = (0, 2)
COMING: Final = (4, 5)
"""Registers for the weights of even and odd steps, as int16 and as they come."""
BIAS: Final = 8
MULTIPLIER: Final = 12
SHIFT: Final = 6
WORD: Final = 4
"""Channels in one scalar load."""
REACH: Final = 2047
"""The largest number that addi adds."""


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
        zero_point = int(cell.constants["zero_point"])
        return cls(
            *(cell.dims[name] for name in ("H", "c_in", "c_out", "k")),
            int(cell.constants["input_zero_point"]),
            zero_point,
            zero_point if rectified else None,
        )

    @property
    def before(self) -> int:
        """Pixels of the frame above the image and to the left."""
        return (self.k - 1) // 2

    @property
    def pitch(self) -> int:
        """Bytes of a row of the framed image."""
        return (self.side + self.k - 1) * self.c_in

    @property
    def framed(self) -> int:
        """Bytes of the framed image."""
        return (self.side + self.k - 1) * self.pitch

    @property
    def weights(self) -> int:
        """Bytes of the weights."""
        return self.k * self.k * self.c_in * self.c_out

    @property
    def column(self) -> int:
        """Bytes from the weights of a tap to those of the tap to the right."""
        return self.c_in * self.c_out


def write(cell: Cell, title: str, *, rectified: bool = False) -> str:
    """The kernel of a cell."""
    conv = Convolution.of(cell, rectified=rectified)
    asm = Assembly(title)
    beyond = conv.pitch + 2 * conv.column + LINE  # that the pipeline reads after the last step
    kept = conv.framed + conv.weights + 2 * beyond <= ROOM
    x, w, bias, multiplier, shift = (each.address for each in cell.memory_map.inputs)
    image = asm.filled("image", conv.framed + beyond, conv.input_zero_point)
    requantise.begin(asm)
    asm.phase("the image into its frame")
    _frame(asm, conv, x, image)
    weights: int | str = w
    if kept:
        asm.phase("the weights to DTCM")
        weights = asm.reserve("weights", conv.weights + beyond)
        with asm.registers(2) as (source, target):
            asm.set(source, w)
            asm.set(target, weights)
            copy(asm, source, target, conv.weights)
    for first in range(0, conv.c_out, LANES):
        lanes = min(LANES, conv.c_out - first)
        asm.phase(f"output channels {first} to {first + lanes - 1}")
        strip = _Strip(asm, conv, first, lanes)
        strip.scales(bias + 4 * first, multiplier + 4 * first, shift + 4 * first)
        strip.image(image, weights, cell.memory_map.output.address + first)
    return str(asm)


def _frame(asm: Assembly, conv: Convolution, x: int, image: str) -> None:
    row = conv.side * conv.c_in
    with asm.registers(2) as (source, target):
        asm.set(source, x)
        asm.set(target, image)
        if conv.k == 1:
            copy(asm, source, target, conv.side * row)
            return
        asm.add(target, conv.before * (conv.pitch + conv.c_in))
        with asm.loop(conv.side, "row"):
            copy(asm, source, target, row)
            asm.add(target, conv.pitch - row)


@contextmanager
def blocks(
    asm: Assembly, more: int, size: int, pointers: Sequence[tuple[str, int]]
) -> Iterator[None]:
    """Every block of a row of size + more pixels; the last may begin within the one before.

    `pointers` are x registers with the addresses of the block, and how many bytes a pixel has
    there; in the end they have those of the last block.
    """
    if not more:
        yield
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
        return requantise.Scales(MULTIPLIER, SHIFT, self.lmul)

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
                with blocks(asm, more, self.pixels, ((block, conv.c_in), (y, conv.c_out))):
                    self._block(block, start, y)
                asm.add(block, conv.pitch - more * conv.c_in)
                asm.add(y, self.pixels * conv.c_out)

    def _block(self, block: str, start: str, y: str) -> None:
        """The pixels from `block` on."""
        asm, conv = self.asm, self.conv
        asm.vl(self.lanes, 16, self.lmul // 2)
        with asm.registers(self.seen + self.pixels + 4) as names:
            w, row, ahead, wrap = names[:4]
            words, values = names[4 : 4 + self.seen], names[4 + self.seen :]
            steps = _Steps(self, w, row, ahead, wrap, words, values)
            asm.emit("mv", w, start)
            steps.begin(block)
            for group in self.sums:
                asm.emit(f"vmv{self.lmul}r.v", f"v{group}", f"v{BIAS}")
            with asm.loop(conv.k, "window_row"):
                steps.window_row()
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


@dataclass
class _Steps:
    """The pipeline of steps: one tap of one channel for all pixels of a block.

    `w` is where the weights after the next come from, `row` the pixels of the next row of the
    window, `ahead` the channels that are loaded next, `wrap` the way to the next channel's weights.
    """

    strip: _Strip
    w: str
    row: str
    ahead: str
    wrap: str
    words: list[str]
    values: list[str]

    @property
    def _back(self) -> int:
        """From the weights of a channel's last tap of a row to the next channel's first."""
        conv = self.strip.conv
        return conv.c_out - (conv.k - 1) * conv.column

    def begin(self, block: str) -> None:
        """Words and weights for the first steps."""
        asm, conv = self.strip.asm, self.strip.conv
        asm.emit("mv", self.row, block)
        for pixel, word in enumerate(self.words):
            asm.emit("lw", word, f"{pixel * conv.c_in}({self.row})")
        for step in range(2):
            asm.emit("vle8.v", f"v{COMING[step]}", f"({self.w})")
            self._advance(conv.c_out if conv.k == 1 else conv.column)
        asm.emit("vsext.vf2", f"v{WIDENED[0]}", f"v{COMING[0]}")

    def window_row(self) -> None:
        """All channels of a row of the window."""
        asm, conv = self.strip.asm, self.strip.conv
        groups, rest = divmod(conv.c_in, WORD)
        asm.emit("mv", self.ahead, self.row)
        asm.add(self.row, conv.pitch)
        if groups > 1 or (groups and rest):
            asm.emit("li", self.wrap, self._back)
            with asm.registers(1) as (counter,):
                asm.emit("li", counter, groups)
                with asm.until_equal(counter, "zero", "channels"):
                    asm.emit("addi", counter, counter, -1)
                    asm.emit("addi", self.ahead, self.ahead, WORD)
                    if not rest:
                        self._turn(counter)
                    self._channels(WORD, self.wrap)
        elif groups:
            asm.emit("mv", self.ahead, self.row)
            self._channels(WORD, conv.c_out)
        if rest:
            asm.emit("mv", self.ahead, self.row)
            self._channels(rest, conv.c_out)
        if conv.k * rest % 2:
            self._realign()

    def _turn(self, counter: str) -> None:
        """With the last channels of a row come the first of the next one."""
        asm = self.strip.asm
        more = asm.label("more")
        asm.emit("bnez", counter, more)
        asm.emit("mv", self.ahead, self.row)
        asm.emit("li", self.wrap, self.strip.conv.c_out)
        asm.place(more)

    def _channels(self, count: int, wrap: str | int) -> None:
        """The channels of a word; `wrap` leads on from the last one."""
        asm, conv, pixels = self.strip.asm, self.strip.conv, self.strip.pixels
        for channel in range(count):
            last = channel == count - 1
            free: list[int] = []
            for tap in range(conv.k):
                step = channel * conv.k + tap
                for pixel in range(pixels):
                    seen = pixel + tap
                    value = self.values[seen % pixels]
                    if tap == 0 or pixel == pixels - 1:
                        self._extract(channel, value, self.words[seen])
                        free.append(seen)
                    weights = f"v{WIDENED[step % 2]}"
                    asm.emit("vwmacc.vx", f"v{self.strip.sums[pixel]}", value, weights)
                    if last and free and pixel % 2:
                        self._load_word(free.pop(0))
                self._next_weights(step, tap, wrap if last else self._back)
            for seen in free if last else ():
                self._load_word(seen)

    def _load_word(self, seen: int) -> None:
        offset = seen * self.strip.conv.c_in
        self.strip.asm.emit("lw", self.words[seen], f"{offset}({self.ahead})")

    def _extract(self, channel: int, value: str, word: str) -> None:
        """value = a byte of the word with its sign."""
        asm = self.strip.asm
        left = 8 * (WORD - 1 - channel)
        if channel == 0:
            asm.emit("sext.b", value, word)
            return
        if left:
            asm.emit("slli", value, word, left)
        asm.emit("srai", value, value if left else word, 8 * (WORD - 1))

    def _next_weights(self, step: int, tap: int, wrap: str | int) -> None:
        """Widen the weights of the next step, load those of the one after."""
        asm, conv = self.strip.asm, self.strip.conv
        after = (step + 1) % 2
        asm.emit("vsext.vf2", f"v{WIDENED[after]}", f"v{COMING[after]}")
        asm.emit("vle8.v", f"v{COMING[step % 2]}", f"({self.w})")
        ends_row = (tap + 2) % conv.k == conv.k - 1
        self._advance(wrap if ends_row else conv.column)

    def _advance(self, way: str | int) -> None:
        asm = self.strip.asm
        if isinstance(way, str):
            asm.emit("add", self.w, self.w, way)
            return
        while way:
            part = max(-REACH, min(way, REACH))
            asm.emit("addi", self.w, self.w, part)
            way -= part

    def _realign(self) -> None:
        """After an odd number of steps, weights lie where the other parity has them."""
        asm, wide = self.strip.asm, self.strip.lmul // 2
        asm.emit(f"vmv{wide}r.v", f"v{WIDENED[0]}", f"v{WIDENED[1]}")
        asm.emit("vmv1r.v", f"v{COMING[1]}", f"v{COMING[0]}")
