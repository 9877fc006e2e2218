"""Keys and values in HBM: how they get there, and as right factors of attention's products."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.schedules.dense import Weight
from kernelcraft.platforms.plena.kernels.schedules.matrices import Matrix, Unit
from kernelcraft.platforms.plena.kernels.schedules.schedule import FETCH, ROW, Schedule


@dataclass(frozen=True)
class Cache:
    """Keys or values: `pitch` elements from row to row, `step` from 64 columns to the next."""

    tensor: Placement
    rows: int
    pitch: int
    step: int
    start: int = 0

    @classmethod
    def given(cls, tensor: Placement) -> Cache:
        """An input."""
        return cls(tensor, tensor.tensor.shape[0], tensor.detail("columns"), ROW)

    @classmethod
    def pair(cls, s: Schedule, rows: int, columns: int) -> tuple[Cache, Cache]:
        """Free HBM for both, 64 columns of keys beside 64 of values: [columns/64][rows][2][64]."""
        padded = -(-rows // ROW) * ROW
        tensor = s.reserve_tensor("cache", columns // ROW * padded, 2 * ROW)
        keys, values = (cls(tensor, rows, 2 * ROW, padded * 2 * ROW, start) for start in (0, ROW))
        return keys, values

    @property
    def blocks(self) -> int:
        """Tiles of 64 rows."""
        return -(-self.rows // ROW)

    def element(self, row: int, block: int) -> int:
        """Where 64 columns of a row begin."""
        return self.start + block * self.step + row * self.pitch

    def fill_up(self, s: Schedule) -> None:
        """Zeros in the rows of the last tiles that are after the last row."""
        rows = range(self.rows, self.blocks * ROW, FETCH)
        if not rows:
            return
        zeros, columns = s.reserve(FETCH), self.tensor.detail("rows") // (self.blocks * ROW)
        s.do("M_BMV_WO", zeros, 0)
        for block in range(columns):
            for row in rows:
                s.store(zeros, self.tensor, self.element(row, block), self.pitch)

    def fetch(self, s: Schedule, slot: int, row: int, block: int) -> None:
        """Bring 64 rows of 64 columns to matrix SRAM."""
        s.fetch_tile(slot, self.tensor, self.element(row * ROW, block), self.pitch)


@dataclass(frozen=True)
class Projections:
    """The weights of keys and of values as one right factor, a block of either by turns."""

    weights: tuple[Weight, Weight]
    transposed: bool = False

    @property
    def blocks(self) -> int:
        """Blocks of 64 columns of both."""
        return 2 * self.weights[0].blocks

    def fetch(self, s: Schedule, slot: int, down: int, across: int) -> None:
        """A tile of one of them."""
        self.weights[across % 2].fetch(s, slot, down, across // 2)


@dataclass(frozen=True)
class Store:
    """Takes x times `Projections` and stores keys beside values: the second of two stores finds
    the block of scales of the first still waiting to be written.

    `again`: rows are complete at once, so that all blocks of keys have the same place.
    """

    rows: Matrix
    again: bool
    caches: tuple[Cache, Cache]
    fresh: bool = True

    def place(self, row: int, block: int) -> int:
        """Values follow keys."""
        return self.rows.row(row, block % 2 if self.again else block)

    def done(self, s: Schedule, unit: Unit) -> None:
        """Four rows of keys and of values, between the products of the next block where there are
        many."""
        block, of_values = divmod(unit.block, 2)
        if not of_values:
            return
        store = s.store if unit.count == FETCH else s.store_later
        for row in range(unit.row, unit.row + unit.count, FETCH):
            for cache, number in zip(self.caches, (unit.block - 1, unit.block), strict=True):
                element = cache.element(row, block)
                store(self.place(row, number), cache.tensor, element, cache.pitch)


@dataclass(frozen=True)
class Keys:
    """The transposed keys of a head, whose columns begin at a block, as a right factor."""

    cache: Cache
    first: int
    transposed: bool = True

    @property
    def blocks(self) -> int:
        """Tiles of 64 keys."""
        return self.cache.blocks

    def fetch(self, s: Schedule, slot: int, down: int, across: int) -> None:
        """64 keys, 64 of their columns."""
        self.cache.fetch(s, slot, across, self.first + down)


@dataclass(frozen=True)
class Values:
    """The values of a head, whose columns begin at a block, as a right factor."""

    cache: Cache
    first: int
    blocks: int
    transposed: bool = False

    def fetch(self, s: Schedule, slot: int, down: int, across: int) -> None:
        """64 values, 64 of their columns."""
        self.cache.fetch(s, slot, down, self.first + across)
