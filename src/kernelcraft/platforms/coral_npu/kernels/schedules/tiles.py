"""The products of a tile of a convolution with windows of 3 x 3, two input channels at a time.

Sums of a tile stay in six groups of four registers; weights come as vectors of int8 and are
widened, activations are scalars: a word holds two channels of a pixel as int16. What bounds it is
the one load/store unit, and the reorder buffer that every vector load holds up while it waits. So a
tile has two dimensions, as every word serves nine windows, and loads of words are spread evenly.

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
