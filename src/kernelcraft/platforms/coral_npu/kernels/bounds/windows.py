"""What a depthwise convolution reads again, in the ways in which its window can go over an image.

Lanes are channels: then a product needs a register of weights and one of pixels. Either the sums of
a tile of outputs stay in registers while pixels and weights come one after the other, or the window
slides along some rows, and what it meets stays until it has passed. Or lanes are pixels of a row,
and weights are scalars: then channels and pixels change places, before and after. All sizes of
tiles and bands are tried. *Assumed*: no other way reads less, and no sums are written out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.bounds.ways import SWAPPED, lanewise
from kernelcraft.platforms.coral_npu.kernels.bounds.work import LINE, VECTORS, Demand, Step

SUM, PRODUCTS, PIXEL = 4, 2, 1
"""Registers of a sum of 16 lanes, of a pair of products, and of pixels that come one by one."""
SCALES: Final = 8
"""Registers of biases and multipliers of 16 channels; shifts may be a mask, and count nothing."""


@dataclass(frozen=True)
class Axis:
    """An axis of the image, cut into pieces of `piece` outputs; windows of `k`."""

    size: int
    k: int
    piece: int

    def _seen(self) -> Iterator[range]:
        """The pixels that each piece meets."""
        before = (self.k - 1) // 2
        for first in range(0, self.size, self.piece):
            last = min(first + self.piece, self.size) - 1
            yield range(max(first - before, 0), min(last + self.k - before, self.size))

    @property
    def pieces(self) -> int:
        return -(-self.size // self.piece)

    @property
    def read(self) -> int:
        """Pixels, each as often as a piece meets it."""
        return sum(map(len, self._seen()))

    @property
    def once(self) -> int:
        """Pixels that only one piece meets."""
        seen = list(self._seen())
        return sum(sum(at in each for each in seen) == 1 for at in range(self.size))


@dataclass(frozen=True)
class Windows:
    """The convolution's sizes, and how many products it has."""

    size: int
    channels: int
    k: int
    products: int

    @property
    def vectors(self) -> float:
        """Registers of the image, and of the output."""
        return self.size**2 * self.channels / LINE

    @property
    def neighbours(self) -> int:
        """Pixels of a vector of few channels."""
        return max(LINE // self.channels, 1)

    @property
    def strips(self) -> float:
        """Vectors of channels."""
        return max(self.channels / LINE, 1.0)

    @property
    def _operands(self) -> float:
        """Registers of weights and scales of a strip."""
        return self.k**2 + SCALES / self.neighbours

    def ways(self) -> Iterator[Demand]:
        """All of them, with all rates of products lane by lane."""
        for products in lanewise(self.products, "taps"):
            for again in (*self._tiles(), *self._bands(), self._rows()):
                yield products + again

    def _tiles(self) -> Iterator[Demand]:
        """For all tiles whose sums fit; what of weights and scales has no room is read for each."""
        for rows in range(1, VECTORS // SUM + 1):
            for columns in range(1, VECTORS // SUM // rows + 1):
                free = VECTORS - SUM * rows * columns - PRODUCTS - PIXEL
                if free >= 0:
                    down = Axis(self.size, self.k, rows)
                    across = Axis(self.size, self.k, columns * self.neighbours)
                    tiles = self.strips * (down.pieces * across.pieces - 1)
                    yield self._again(down.read * across.read, down.once * across.once, free, tiles)

    def _bands(self) -> Iterator[Demand]:
        """For all numbers of rows along which the window slides, and of sums at once."""
        for rows in range(1, VECTORS + 1):
            met = (self.k - 1) * (rows + self.k - 1)
            for sums in range(1, rows + 1):
                free = VECTORS - SUM * sums - PRODUCTS - max(met, PIXEL)
                if free >= 0:
                    down = Axis(self.size, self.k, rows)
                    times = max(self.vectors / sums - self.strips, 0.0)
                    yield self._again(down.read * self.size, down.once * self.size, free, times)

    def _again(self, read: int, once: int, free: int, times: float) -> Demand:
        """Pixels that are read, the first time from external memory, and those that are met once;
        what weights and scales have no room in `free` registers is read again so many times."""
        pixels, share = self.size**2, self.channels / LINE
        missing = max(self._operands - free, 0.0)
        return Demand(
            own_read=(read - pixels) * share + missing * times,
            own_written=(pixels - once) * share,
        )

    def _rows(self) -> Demand:
        """Rows as lanes: columns of a window by slides; between the change of places and the
        products of one channel after the other, image and output lie in the own memory."""
        moved = (2 * SWAPPED + self.k - 1) * self.vectors
        kept = max(2 * self.vectors - VECTORS, 0.0)
        step = Step(moved, 0, "channels as rows and back, and columns of windows")
        return replace(Demand((step,)), own_read=kept, own_written=kept)
