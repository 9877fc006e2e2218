"""How pointers walk along the factors and the product of matrices in tiles, block after block.

p1 goes along the left factor, p2 along the right one, p3 along the bias, p4 along the product.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kernelcraft.platforms.amd_npu.kernels.pipelines.reservation_table import NoRoom
from kernelcraft.platforms.amd_npu.kernels.pipelines.tile_step import Block
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE

HALF = 32
MOVES = ("m5", "m6", "m7")


@dataclass(frozen=True)
class Walk:
    """How pointers walk through `across` blocks in a row, and then to the next row of blocks.

    `right_line` and `line` are the bytes of a row of tiles of the right factor and the product; the
    bytes from one row of blocks to the next one are `left_next`, `right_next` and `next`.
    """

    block: Block
    steps: int
    across: int
    left_next: int
    right_line: int
    right_next: int
    line: int
    next: int

    def left(self) -> dict[str, int]:
        """Along the steps, again for each block across."""
        line = self.steps * TILE
        down = (self.block.rows - 1) * line + HALF
        back = (self.steps - 1) * TILE + down
        return {
            "m4": line - HALF,
            "dn0": self.steps - 1,
            "dj0": TILE - down,
            "dn4": self.across - 1,
            "dj4": -back,
            "m0": self.left_next - back,
            **dict.fromkeys(("dc0", "dc4"), 0),
        }

    def right(self) -> dict[str, int]:
        """Down the steps, from block to block."""
        wide = self.block.columns * TILE
        back = (self.steps - 1) * self.right_line
        return {
            "dn2": self.steps - 1,
            "dj2": self.right_line - wide + HALF,
            "dn6": self.across - 1,
            "dj6": HALF - back,
            "m2": self.right_next - (self.across * wide - HALF) - back,
            **dict.fromkeys(("dc2", "dc6"), 0),
        }

    def product(self) -> dict[str, int]:
        """From result to result, from block to block."""
        row, column = self.block.places()[-1]
        wide = self.block.columns * RESULT
        back = row * self.line + column * RESULT
        walk = {
            "dn1": self.across - 1,
            "dj1": wide - back,
            "m1": self.next - (self.across - 1) * wide - back,
            "dc1": 0,
        }
        return walk | {name: move for move, name in self._far().items()}

    @cached_property
    def _moves(self) -> list[int]:
        """Bytes from each result of a block to the next one in the order of the products."""
        places = [row * self.line + column * RESULT for row, column in self.block.places()]
        return [two - one for one, two in zip(places, places[1:], strict=False)]

    def _far(self) -> dict[int, str]:
        """The moves for which an immediate does not do, with registers; raises NoRoom."""
        places = self.block.places()
        far = dict.fromkeys(
            move
            for move, one, two in zip(self._moves, places, places[1:], strict=False)
            if one[0] != two[0]
        )
        if len(far) > len(MOVES):
            raise NoRoom(f"{self.block}: too few registers for the moves between its results")
        return dict(zip(far, MOVES, strict=False))

    def stores(self) -> list[str]:
        """How a block's results are stored, in the order of the products."""
        far = self._far()
        text = [f"vst.conv.bf16.fp32 {{}}, [p4], {far.get(m, f'#{m}')}" for m in self._moves]
        return [*text, "vst.2d.conv.bf16.fp32 {}, [p4], d1"]


def bias(across: int) -> dict[str, int]:
    """Along the bias, 16 elements for each block across, and back."""
    return {"dn3": across - 1, "dj3": HALF, "m3": -(across - 1) * HALF, "dc3": 0}
