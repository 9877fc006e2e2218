"""The sums of a depthwise convolution's block over the taps of its window, in two ways.

Both add two products in int16, which holds that many of weights from -127 to 127, before they go to
the sums in int32: 8 registers' worth of work for 32 products.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.requantise import Scales
from kernelcraft.platforms.coral_npu.kernels.schedules.streaming import Stream

FEW: Final = 9
"""Taps whose weights can stay in registers."""


class Sizes(Protocol):
    """What the taps have to know of a convolution; see `depthwise.Depthwise`."""

    @property
    def k(self) -> int: ...

    @property
    def tap(self) -> int: ...

    @property
    def pixel(self) -> int: ...

    @property
    def neighbours(self) -> int: ...


@dataclass(frozen=True)
class Operand:
    """16 bytes: weights, or pixels of a row of the window; `offset` bytes from its start."""

    row: int | None
    offset: int


@dataclass
class Taps(ABC):
    """The code of the products; `taps`, `rows` and `at` are x registers: the address of the
    weights, those of the rows of the window, and two for addresses of operands.

    `groups` are the registers of the sums, one group for each vector of pixels; before the first
    product the last group holds the bias.
    """

    asm: Assembly
    conv: Sizes
    taps: str
    rows: Sequence[str]
    at: list[str]
    groups: Sequence[int]
    _address: str = field(init=False)
    _stream: Stream[Operand] = field(init=False)

    scales = Scales(multiplier=0, shift=4, lmul=4)
    """Registers that are free when all products are made."""

    @abstractmethod
    def keep(self) -> None:
        """What is done once for all blocks; vl lanes of 8 bits are set."""

    @abstractmethod
    def write(self, multiplier: str, shift: str) -> None:
        """The products; in the end multipliers and shifts from those addresses are in `scales`."""

    def _weights(self, row: int, column: int) -> Operand:
        return Operand(None, (row * self.conv.k + column) * self.conv.tap)

    def _take(self) -> list[int]:
        """The registers of the next product's operands, which are loaded by then."""
        for load in self._stream.missing():
            self._load(*load)
        return self._stream.take()

    def _ahead(self) -> None:
        """A load for later products, if there is a register for it."""
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


class Streamed(Taps):
    """Weights and pixels stream through a pool of registers; a tap after the other.

    Loads limit: with a window of 5, 65 of them serve 100 products of registers. They come after
    every other instruction: each keeps its place in the reorder buffer for 6 cycles, and longer
    when another one is just before it.
    """

    pool = range(8)
    pairs = (8, 10, 12, 14)

    def keep(self) -> None:
        """Nothing."""

    def write(self, multiplier: str, shift: str) -> None:
        """Each pair of taps for all vectors."""
        asm, order, vectors = self.asm, self._order(), range(len(self.groups))
        uses = [self._operands(*tap, vector) for tap in order for vector in vectors]
        self._stream = Stream(uses, self.pool)
        self._prepare()
        for pair in (order[at : at + 2] for at in range(0, len(order), 2)):
            for mnemonic, _ in zip(("vwmul.vv", "vwmacc.vv"), pair, strict=False):
                for vector in vectors:
                    weights, pixels = self._take()
                    asm.emit(mnemonic, f"v{self.pairs[vector]}", f"v{pixels}", f"v{weights}")
                    if vector % 2 == 0:
                        self._ahead()
            if pair[-1] == order[-1]:
                asm.emit("vle32.v", f"v{self.scales.multiplier}", f"({multiplier})")
                asm.emit("vle16.v", f"v{self.scales.shift}", f"({shift})")
            asm.sew(16, 2)
            for vector, group in enumerate(self.groups):
                before = self.groups[-1] if pair[0] == order[0] else group
                asm.emit("vwadd.wv", f"v{group}", f"v{before}", f"v{self.pairs[vector]}")
                if vector % 2 == 0:
                    self._ahead()
            if pair[-1] != order[-1]:
                asm.sew(8, 1)

    def _order(self) -> list[tuple[int, int]]:
        """Taps: row after row, in a row those first that see the same pixels."""
        near = self.conv.neighbours
        columns = sorted(range(self.conv.k), key=lambda column: (column % near, column))
        return [(row, column) for row in range(self.conv.k) for column in columns]

    def _operands(self, row: int, column: int, vector: int) -> tuple[Operand, Operand]:
        pixel = vector * self.conv.neighbours + column
        return self._weights(row, column), Operand(row, pixel * self.conv.pixel)


class Resident(Taps):
    """The weights stay in registers; pixels come one after the other, and each is used for all
    vectors that see it before the next one is.

    In a row of the window a vector's first two taps are a pair, the last one stands alone.
    """

    pool = (14, 15, 9)
    pairs = (12, 10)
    scales = Scales(multiplier=12, shift=10, lmul=4)

    def keep(self) -> None:
        """The weights."""
        for tap in range(self.conv.k**2):
            self.asm.emit("addi", self.at[0], self.taps, tap * self.conv.tap)
            self.asm.emit("vle8.v", f"v{tap}", f"({self.at[0]})")

    def write(self, multiplier: str, shift: str) -> None:
        """Each row of the window from left to right."""
        asm, k, near = self.asm, self.conv.k, self.conv.neighbours
        seen = sorted({near * v + b for v in range(len(self.groups)) for b in range(k)})
        visits = [(row, pixel) for row in range(k) for pixel in seen]
        products = [self._products(pixel) for _, pixel in visits]
        self._stream = Stream(
            [
                (Operand(row, pixel * self.conv.pixel),)
                for (row, pixel), (closing, opening) in zip(visits, products, strict=True)
                for _ in closing + opening
            ],
            self.pool,
        )
        self._prepare()
        begun: set[int] = set()
        for (row, _), (closing, opening) in zip(visits, products, strict=True):
            for vector, column in closing:
                alone = column == k - 1
                self._product("vwmul.vv" if alone else "vwmacc.vv", vector, row, column)
            if closing:
                asm.sew(16, 2)
                for vector, _ in closing:
                    group = self.groups[vector]
                    before = group if vector in begun else self.groups[-1]
                    begun.add(vector)
                    pair = self.pairs[vector % 2]
                    asm.emit("vwadd.wv", f"v{group}", f"v{before}", f"v{pair}")
                    self._ahead()
                asm.sew(8, 1)
            for vector, column in opening:
                self._product("vwmul.vv", vector, row, column)
        asm.emit("vle32.v", f"v{self.scales.multiplier}", f"({multiplier})")
        asm.emit("vle16.v", f"v{self.scales.shift}", f"({shift})")

    def _products(self, pixel: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Vectors and taps of a row that see a pixel: those that end a sum of products, and those
        that begin a pair."""
        closing: list[tuple[int, int]] = []
        opening: list[tuple[int, int]] = []
        for vector in range(len(self.groups)):
            column = pixel - self.conv.neighbours * vector
            if 0 <= column < self.conv.k:
                begins = column % 2 == 0 and column + 1 < self.conv.k
                (opening if begins else closing).append((vector, column))
        return closing, opening

    def _product(self, mnemonic: str, vector: int, row: int, column: int) -> None:
        (pixels,) = self._take()
        weights = row * self.conv.k + column
        pair = self.pairs[vector % 2]
        self.asm.emit(mnemonic, f"v{pair}", f"v{pixels}", f"v{weights}")
        self._ahead()
