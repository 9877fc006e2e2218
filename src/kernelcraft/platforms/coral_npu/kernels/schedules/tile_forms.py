"""What the lanes of a tile's products are: 16 output channels, or 8 of two rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules.tiles import (
    CHANNELS,
    NARROW,
    SUMS,
    WIDE,
    Block,
    Form,
    K,
    Product,
    Vector,
)


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
        for step, places in _places(list(self.products(block))).items():
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
        for step, places in _places(products).items():
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


def _places(products: Sequence[Product]) -> Mapping[int, Sequence[int]]:
    """Where the products of each step are."""
    found: dict[int, list[int]] = {}
    for at, each in enumerate(products):
        found.setdefault(each.step, []).append(at)
    return found
