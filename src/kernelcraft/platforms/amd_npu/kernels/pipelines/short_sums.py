"""Matrix products whose sums are too short for `blocks`, or which are a single tile.

An iteration of a loop is a whole block. p1 walks through the left factor (`d0`, m4 and m5), p2
through the right one (`d2`, m6), p3 along the bias (`d3`), p4 through the product (`d1`, m7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.platforms.amd_npu.kernels.pipelines.tile_step import CONFIG, SUMS, Block
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE, Shape

HALF = 32  # bytes of half a tile


@dataclass(frozen=True)
class Part:
    """`down` by `across` blocks of each product, from that row and column of tiles on."""

    block: Block
    row: int
    down: int
    column: int
    across: int


@dataclass(frozen=True)
class Sums:
    """A part of the products of a shape."""

    shape: Shape
    part: Part

    @property
    def _steps(self) -> int:
        return self.shape.k // 8

    @property
    def iterations(self) -> int:
        """Blocks of all products."""
        return self.part.down * self.part.across * self.shape.batches

    @property
    def work(self) -> int:
        """Cycles that an iteration takes at least."""
        block = self.part.block
        return self._steps * max(block.tiles, 2 * block.rows, 2 * block.columns)

    def offsets(self) -> tuple[int, int, int]:
        """Bytes to the first tiles of the left factor, of the right one, and of the product."""
        left = self.part.row * self._steps * TILE
        first = self.part.row * self.shape.n // 4 + self.part.column
        return left, self.part.column * TILE, first * RESULT

    def registers(self) -> dict[str, int]:
        """The moves of all pointers."""
        shape, block = self.shape, self.part.block
        line, right = self._steps * TILE, shape.n // 4 * TILE
        down = (block.rows - 1) * line
        found = {"m7": right // 2 - block.columns * RESULT + RESULT}
        if block.rows > 1:
            found["m4"] = line - HALF
        if self._steps > 1:
            found |= {"m5": TILE - down - HALF, "m6": right - block.columns * TILE + HALF}
        walks = [self._left, self._right, self._product]
        if shape.biased:
            walks.append(_Walk(3, self.part, 0, (HALF, 0), 0))
        return found | {name: value for walk in walks for name, value in walk.registers.items()}

    @property
    def _left(self) -> _Walk:
        rows, line = self.part.block.rows, self._steps * TILE
        end = (rows - 1) * line + (self._steps - 1) * TILE + HALF
        return _Walk(0, self.part, end, (0, rows * line), self._batch(self.shape.m * self.shape.k))

    @property
    def _right(self) -> _Walk:
        line, wide = self.shape.n // 4 * TILE, self.part.block.columns * TILE
        end = (self._steps - 1) * line + wide - HALF
        return _Walk(2, self.part, end, (wide, 0), self._batch(self.shape.k * self.shape.n))

    @property
    def _product(self) -> _Walk:
        block, line = self.part.block, self.shape.n // 4 * RESULT
        wide = block.columns * RESULT
        end = (block.rows - 1) * line + wide - RESULT
        size = self._batch(self.shape.m * self.shape.n)
        return _Walk(1, self.part, end, (wide, block.rows * line), size)

    def _batch(self, elements: int) -> int | None:
        return 2 * elements if self.shape.batches > 1 else None

    def iteration(self) -> tuple[str, dict[str, str]]:
        """The instructions of an iteration, in program order, and its values with their classes."""
        lines = [*self._begun(), *self._products(), *self._stores()]
        names = {part.partition(".")[0] for line in lines for part in line.split() if "%" in part}
        return "\n".join(lines), {name.strip("%,"): "x" for name in sorted(names)}

    def _begun(self) -> Iterator[str]:
        """The sums as the bias of four columns in each row of a tile."""
        if not self.shape.biased:
            return
        block = self.part.block
        walk = _Walk(3, self.part, 0, (HALF, 0), 0)
        yield f"vlda{walk.kind} wl11, [p3], {walk.move}"
        for column in range(block.columns):
            yield f"vextbcst.64 %spread{column}, x11, #{column}"
        for (_, column), total in zip(block.places(), SUMS, strict=False):
            yield f"vconv.fp32.bf16 {total}, %spread{column}.l"

    def _products(self) -> Iterator[str]:
        block, steps = self.part.block, self._steps
        for step in range(steps):
            last = step == steps - 1
            for row in range(block.rows):
                yield f"vlda %a{step}_{row}.l, [p1], #{HALF}"
                kind, move = "", "m4" if row < block.rows - 1 else "m5"
                if row == block.rows - 1 and last:
                    kind, move = self._left.kind, self._left.move
                yield f"vlda{kind} %a{step}_{row}.h, [p1], {move}"
            for column in range(block.columns):
                yield f"vldb %b{step}_{column}.l, [p2], #{HALF}"
                kind, move = "", f"#{HALF}" if column < block.columns - 1 else "m6"
                if column == block.columns - 1 and last:
                    kind, move = self._right.kind, self._right.move
                yield f"vldb{kind} %b{step}_{column}.h, [p2], {move}"
            begun = step > 0 or self.shape.biased
            for (row, column), total in zip(block.places(), SUMS, strict=False):
                to = f"vmac.f {total}, {total}" if begun else f"vmul.f {total}"
                yield f"{to}, %a{step}_{row}, %b{step}_{column}, {CONFIG}"

    def _stores(self) -> Iterator[str]:
        block = self.part.block
        places = dict(zip(block.places(), SUMS, strict=False))
        for row in range(block.rows):
            for column in range(block.columns):
                move = "m7" if column == block.columns - 1 else f"#{RESULT}"
                kind = ""
                if (row, column) == (block.rows - 1, block.columns - 1):
                    kind, move = self._product.kind, self._product.move
                yield f"vst{kind}.conv.bf16.fp32 {places[row, column]}, [p4], {move}"


@dataclass(frozen=True)
class _Walk:
    """A pointer's way from block to block, across and down by `steps`; then back to the first one.

    `end` is how far a block's last access lies after its first one, `batch` the bytes to the next
    product's first block, if there are several.
    """

    number: int
    part: Part
    end: int
    steps: tuple[int, int]
    batch: int | None

    @property
    def kind(self) -> str:
        """What the mnemonic has for as many counts as there are."""
        counts = (self.part.across > 1) + (self.part.down > 1)
        return ("", ".2d", ".3d")[counts]

    @property
    def move(self) -> str:
        """What the last access of a block moves the pointer by."""
        if self.kind:
            return f"d{self.number}"
        return "#0" if self.batch is None else f"m{self.number}"

    @property
    def registers(self) -> dict[str, int]:
        """Those of the move, and their values."""
        if self.move == "#0":
            return {}
        (across, down), number = self.steps, self.number
        back = -(self.part.across - 1) * across
        found = {f"m{number}": back - (self.part.down - 1) * down - self.end + (self.batch or 0)}
        levels = [(self.part.across, across), (self.part.down, back + down)]
        counted = [(count, step) for count, step in levels if count > 1]
        for level, (count, step) in zip((number, number + 4), counted, strict=False):
            found |= {f"dn{level}": count - 1, f"dj{level}": step - self.end, f"dc{level}": 0}
        return found
