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
        shape, block, part, steps = self.shape, self.part.block, self.part, self._steps
        line, right = steps * TILE, shape.n // 4 * TILE
        down = (block.rows - 1) * line
        found = _walk(0, part, down + (steps - 1) * TILE + HALF, (0, block.rows * line))
        found["m0"] += 2 * shape.m * shape.k
        found |= {"m4": line - HALF, "m5": TILE - down - HALF}
        wide = block.columns * TILE
        found |= _walk(2, part, (steps - 1) * right + wide - HALF, (wide, 0))
        found["m2"] += 2 * shape.k * shape.n
        found["m6"] = right - wide + HALF
        line, wide = right // 2, block.columns * RESULT
        found |= _walk(1, part, (block.rows - 1) * line + wide - RESULT, (wide, block.rows * line))
        found["m1"] += 2 * shape.m * shape.n
        found["m7"] = line - wide + RESULT
        if shape.biased:
            found |= _walk(3, part, 0, (HALF, 0))
        return found

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
        yield "vlda.3d wl11, [p3], d3"
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
                move = "m4" if row < block.rows - 1 else "d0" if last else "m5"
                yield f"vlda{'.3d' * (move == 'd0')} %a{step}_{row}.h, [p1], {move}"
            for column in range(block.columns):
                yield f"vldb %b{step}_{column}.l, [p2], #{HALF}"
                move = f"#{HALF}" if column < block.columns - 1 else "d2" if last else "m6"
                yield f"vldb{'.3d' * (move == 'd2')} %b{step}_{column}.h, [p2], {move}"
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
                    kind, move = ".3d", "d1"
                yield f"vst{kind}.conv.bf16.fp32 {places[row, column]}, [p4], {move}"


def _walk(number: int, part: Part, end: int, steps: tuple[int, int]) -> dict[str, int]:
    """A pointer's way from block to block, across and down by `steps`; then back to the first one.

    `end` is how far a block's last access lies after its first one.
    """
    across, down = steps
    back = -(part.across - 1) * across
    return {
        f"dn{number}": part.across - 1,
        f"dj{number}": across - end,
        f"dn{number + 4}": part.down - 1,
        f"dj{number + 4}": back + down - end,
        f"m{number}": back - (part.down - 1) * down - end,
        f"dc{number}": 0,
        f"dc{number + 4}": 0,
    }
