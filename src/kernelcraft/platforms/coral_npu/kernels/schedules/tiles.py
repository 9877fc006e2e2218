"""The products of a tile of a convolution with windows of 3 x 3, two input channels at a time.

Sums of a tile stay in six groups of four registers; weights come as vectors of int8 and are widened,
activations are scalars: a word holds two channels of a pixel as int16. What bounds it is the one
load/store unit, and the reorder buffer that every vector load holds up while it waits. So a tile has
two dimensions, as every word serves nine windows, and loads of words are spread evenly.

A word is loaded when its last product is done; its upper half, the next channel, replaces the lower
one in between. Taps outside of the image are left out: the zero point is taken off what is in DTCM.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Instruction

K: Final = 3
SIDE: Final = 8
"""Of the image."""
CHANNELS: Final = 2
"""Of a word, and of the code for one tile."""
WORD: Final = 4
SUMS: Final = 8
"""The first register of the sums."""
LATENCY: Final = 6
"""Products from the load of a word to its first use."""
GAPS: Final = (4, 3, 2, 1, 0)
"""Products from one load of a word to another one, the first that is possible."""
WIDE, NARROW = LINE, LINE // 2
"""Lanes of a product."""
Pixel = tuple[int, int]
"""Row and column of what a tile sees; the first are above and to the left of it."""


@dataclass(frozen=True)
class Block:
    """`rows` x `columns` pixels of the image, from a row and a column on."""

    row: int
    rows: int
    column: int
    columns: int

    @cached_property
    def seen(self) -> Sequence[Pixel]:
        """The pixels that are inside of the image."""
        return [
            (row, column)
            for row in range(self.rows + K - 1)
            for column in range(self.columns + K - 1)
            if 0 <= self.row + row - 1 < SIDE and 0 <= self.column + column - 1 < SIDE
        ]

    def offset(self, pixel: Pixel, size: int) -> int:
        """Bytes from `anchor` to a pixel that is seen, for pixels of that size."""
        row, column = pixel
        return ((row - 2) * SIDE + column - 1) * size

    @property
    def anchor(self) -> int:
        """The pixel of the image that offsets count from: its second row."""
        return (self.row + 1) * SIDE + self.column


@dataclass(frozen=True)
class Product:
    """`sums` += the scalar of a pixel times `weights`, in a step of a channel."""

    step: int
    channel: int
    lanes: int
    sums: int
    weights: int
    pixel: Pixel


@dataclass(frozen=True)
class Vector:
    """An instruction for later weights after a product; with 16 lanes if that matters."""

    after: int
    instructions: Sequence[Instruction]
    widens: bool = False


class Form(ABC):
    """What lanes are, and so what is multiplied with what; `w` has the address of the weights."""

    rows: int
    """Of a tile."""
    steps: int
    """Of the code for two channels."""

    @abstractmethod
    def products(self, block: Block) -> Iterator[Product]:
        """All of them, step by step."""

    @abstractmethod
    def coming(self, block: Block, w: str) -> Iterator[Vector]:
        """What is done for the weights of later steps."""

    @abstractmethod
    def load(self, w: str) -> Iterator[Instruction]:
        """Loads of the weights of the first steps; 16 lanes are set."""

    @abstractmethod
    def widen(self) -> Iterator[Instruction]:
        """The first ones as int16; 16 lanes of 16 bits are set."""


@dataclass(frozen=True)
class Tile:
    """The code of a block: x registers of its words, and of the addresses of weights, of the two
    channels that are multiplied, and of those whose words come next."""

    form: Form
    block: Block
    size: int
    words: Mapping[Pixel, str]
    w: str
    now: str
    ahead: str

    @cached_property
    def products(self) -> Sequence[Product]:
        return list(self.form.products(self.block))

    @cached_property
    def _uses(self) -> Mapping[tuple[Pixel, int], tuple[int, int]]:
        """The first and the last product of a channel of each pixel."""
        found: dict[tuple[Pixel, int], tuple[int, int]] = {}
        for at, each in enumerate(self.products):
            key = (each.pixel, each.channel)
            found[key] = (found.get(key, (at, at))[0], at)
        return found

    @cached_property
    def _loads(self) -> Mapping[Pixel, int]:
        """After which product a word is loaded; beyond the last one in the next iteration."""
        length = len(self.products)
        windows = {
            pixel: (self._uses[pixel, 1][1], self._uses[pixel, 0][0] + length - LATENCY)
            for pixel in self.block.seen
        }
        found: dict[Pixel, int] = {}
        for pixel, (first, last) in sorted(windows.items(), key=lambda each: each[1][::-1]):
            found[pixel] = next(
                at
                for gap in GAPS
                for at in range(first, max(first, last) + 1)
                if all(_apart(at, other, length) >= gap for other in found.values())
            )
        return found

    @cached_property
    def _halves(self) -> Mapping[Pixel, int]:
        """After which product the upper half of a word replaces the lower one."""
        taken = {at % len(self.products) for at in self._loads.values()}
        found: dict[Pixel, int] = {}
        for pixel in sorted(self.block.seen, key=lambda each: self._uses[each, 1][0]):
            first, last = self._uses[pixel, 0][1], self._uses[pixel, 1][0] - 1
            free = [at for at in range(first, last + 1) if at not in taken]
            found[pixel] = free[0] if free else first
            taken.add(found[pixel])
        return found

    def begin(self) -> Iterator[Instruction]:
        """Loads of the words that the first iteration does not load itself."""
        for pixel in self.block.seen:
            if self._loads[pixel] < len(self.products):
                yield self._load(pixel, self.now)

    def _load(self, pixel: Pixel, channels: str) -> Instruction:
        return ("lw", self.words[pixel], f"{self.block.offset(pixel, self.size)}({channels})")

    def body(self) -> Iterator[Instruction]:
        """The products of two channels, the loads of the next two among them."""
        scalars: dict[int, list[Instruction]] = {}
        length = len(self.products)
        for pixel, at in self._halves.items():
            word = self.words[pixel]
            scalars.setdefault(at, []).append(("srai", word, word, 16))
        for pixel, at in self._loads.items():
            load = self._load(pixel, self.ahead if at < length else self.now)
            scalars.setdefault(at % length, []).append(load)
        vectors: dict[int, list[Vector]] = {}
        for each in self.form.coming(self.block, self.w):
            vectors.setdefault(each.after, []).append(each)
        lanes = WIDE
        for at, product in enumerate(self.products):
            if product.lanes != lanes:
                lanes = product.lanes
                yield set_lanes(lanes)
            scalar = self.words[product.pixel]
            yield ("vwmacc.vx", f"v{product.sums}", scalar, f"v{product.weights}")
            yield from scalars.get(at, ())
            for vector in vectors.get(at, ()):
                if vector.widens and lanes != WIDE:
                    lanes = WIDE
                    yield set_lanes(lanes)
                yield from vector.instructions
        if lanes != WIDE:
            yield set_lanes(WIDE)
        yield ("mv", self.now, self.ahead)
        yield ("addi", self.ahead, self.ahead, WORD)


def set_lanes(lanes: int) -> Instruction:
    """vl = 8 or 16 elements of 16 bits."""
    return ("vsetivli", "zero", lanes, "e16", f"m{lanes // 8}", "ta", "ma")


def _apart(one: int, other: int, length: int) -> int:
    """Products between two of a loop."""
    way = (one - other) % length
    return min(way, length - way)


def firsts(products: Sequence[Product]) -> Mapping[int, Sequence[int]]:
    """The places of each step's products."""
    found: dict[int, list[int]] = {}
    for at, each in enumerate(products):
        found.setdefault(each.step, []).append(at)
    return found


@dataclass(frozen=True)
class Sixteen(Form):
    """Lanes are 16 output channels, a tile has two rows. A step is a tap: its weights were loaded
    two steps before and widened in the step before. From one tap to the next it is `tap` bytes, to
    the next channel `channel` bytes."""

    tap: int
    channel: int

    rows = 2
    steps = CHANNELS * K * K
    widened = (0, 2)
    loaded = (4, 5)
    load_after = 0
    widen_after = 3

    def products(self, block: Block) -> Iterator[Product]:
        seen = set(block.seen)
        for step in range(self.steps):
            channel, tap = divmod(step, K * K)
            for row in range(block.rows):
                for column in range(block.columns):
                    pixel = (row + tap // K, column + tap % K)
                    if pixel in seen:
                        sums = SUMS + 4 * (row * block.columns + column)
                        weights = self.widened[step % 2]
                        yield Product(step, channel, WIDE, sums, weights, pixel)

    def coming(self, block: Block, w: str) -> Iterator[Vector]:
        for step, places in firsts(list(self.products(block))).items():
            this, after = step % 2, 1 - step % 2
            widen: Instruction = ("vsext.vf2", f"v{self.widened[after]}", f"v{self.loaded[after]}")
            yield Vector(places[min(self.widen_after, len(places) - 1)], [widen])
            load: Instruction = ("vle8.v", f"v{self.loaded[this]}", f"({w})")
            yield Vector(
                places[min(self.load_after, len(places) - 1)], [load, *self._on(step + 2, w)]
            )

    def _on(self, step: int, w: str) -> Iterator[Instruction]:
        """From the weights of a step to those of the next one."""
        way = self.tap
        if step % (K * K) == K * K - 1:
            way = self.channel - (K * K - 1) * self.tap
        while way:
            part = max(-2048, min(way, 2047))
            yield ("addi", w, w, part)
            way -= part

    def load(self, w: str) -> Iterator[Instruction]:
        for step in range(2):
            yield ("vl1re8.v", f"v{self.loaded[step]}", f"({w})")
            yield from self._on(step, w)

    def widen(self) -> Iterator[Instruction]:
        yield ("vsext.vf2", f"v{self.widened[0]}", f"v{self.loaded[0]}")


@dataclass(frozen=True)
class Eight(Form):
    """Lanes are 8 output channels of two neighbouring rows, a tile has four rows. Of the rows that
    such a pair sees the middle ones are multiplied for both, with [w1 w0] and [w2 w1] of the three
    rows of the window; the outer ones for one each.

    A step is a column of the window; its weights are loaded and widened in the step before. Steps
    begin with the number of lanes that the one before ended with.
    """

    rows = 4
    steps = CHANNELS * K
    buffers = (0, 4)
    loads_after = ((1, 5), (6, 11))

    def products(self, block: Block) -> Iterator[Product]:
        for step in range(self.steps):
            found = list(self._step(block, step))
            wide = [each for each in found if each.lanes == WIDE]
            narrow = [each for each in found if each.lanes == NARROW]
            yield from (*narrow, *wide) if step % 2 else (*wide, *narrow)

    def _step(self, block: Block, step: int) -> Iterator[Product]:
        channel, tap = divmod(step, K)
        buffer = self.buffers[step % 2]
        kinds = ((NARROW, 0, 1), (WIDE, 0, 0), (WIDE, 0, 2), (NARROW, 2, 2))
        for row in range(block.rows + K - 1):
            for column in range(block.columns):
                pixel = (row, column + tap)
                if pixel not in block.seen:
                    continue
                for pair in range(block.rows // 2):
                    if 0 <= row - 2 * pair < len(kinds):
                        lanes, half, weights = kinds[row - 2 * pair]
                        sums = SUMS + 4 * (pair * block.columns + column) + half
                        yield Product(step, channel, lanes, sums, buffer + weights, pixel)

    def coming(self, block: Block, w: str) -> Iterator[Vector]:
        products = list(self.products(block))
        for step, places in firsts(products).items():
            buffer = self.buffers[1 - step % 2]
            wide = [at for at in places if products[at].lanes == WIDE]
            for half, after in enumerate(self.loads_after[step % 2]):
                at = min(places[min(after, len(places) - 1)], wide[-1])
                yield Vector(at, list(self._load(buffer + 2 * half, w)))
            yield Vector(wide[-1], list(self._widen(buffer)), widens=True)

    def _load(self, register: int, w: str) -> Iterator[Instruction]:
        yield ("vl1re8.v", f"v{register + 1}", f"({w})")
        yield ("addi", w, w, LINE)

    def _widen(self, buffer: int) -> Iterator[Instruction]:
        for register in (buffer, buffer + 2):
            yield ("vsext.vf2", f"v{register}", f"v{register + 1}")

    def load(self, w: str) -> Iterator[Instruction]:
        for half in range(2):
            yield from self._load(self.buffers[0] + 2 * half, w)

    def widen(self) -> Iterator[Instruction]:
        yield from self._widen(self.buffers[0])
