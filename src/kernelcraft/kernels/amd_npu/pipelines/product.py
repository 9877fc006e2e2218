"""Products of matrices in tiles: how pointers walk along them, and which block of tiles to take.

p1 goes along the left factor, p2 along the right one, p3 along the bias, p4 along the product.
Blocks follow one another along a row of blocks, rows of blocks one another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kernelcraft.kernels.amd_npu.pipelines.tile_step import Block
from kernelcraft.kernels.amd_npu.pipelines.timeline import NoRoom

TILE, RESULT = 64, 32  # bytes of a factor's tile, and of a product's
HALF = 32
MOVES = ("m5", "m6", "m7")


@dataclass(frozen=True)
class Walk:
    """A block in an M x K by K x N product; `again` is 0 or where the next right factor begins."""

    m: int
    k: int
    n: int
    block: Block
    again: int = 0

    @property
    def steps(self) -> int:
        """Along the sum."""
        return self.k // 8

    @property
    def across(self) -> int:
        """Blocks in a row of blocks."""
        return self.n // 4 // self.block.columns

    @property
    def blocks(self) -> int:
        """In all."""
        return self.m // 4 // self.block.rows * self.across

    def left(self) -> dict[str, int]:
        """Along the steps, again for each block across, then on to the next rows."""
        line = self.steps * TILE  # a row of tiles
        down = (self.block.rows - 1) * line + HALF
        return {
            "m4": line - HALF,
            "dn0": self.steps - 1,
            "dj0": TILE - down,
            "dn4": self.across - 1,
            "dj4": -(self.steps - 1) * TILE - down,
            "m0": TILE - HALF,
            **dict.fromkeys(("dc0", "dc4"), 0),
        }

    def right(self) -> dict[str, int]:
        """Down the steps, from block to block, then back to the first or on to the next factor."""
        line = self.n // 4 * TILE
        wide = self.block.columns * TILE
        back = (self.steps - 1) * line
        return {
            "dn2": self.steps - 1,
            "dj2": line - wide + HALF,
            "dn6": self.across - 1,
            "dj6": HALF - back,
            "m2": self.again - (self.across * wide - HALF) - back,
            **dict.fromkeys(("dc2", "dc6"), 0),
        }

    @cached_property
    def _moves(self) -> list[int]:
        """Bytes from each result of a block to the next one in the order of the products."""
        line = self.n // 4 * RESULT
        places = [row * line + column * RESULT for row, column in self.block.places()]
        return [two - one for one, two in zip(places, places[1:], strict=False)]

    def product(self) -> dict[str, int]:
        """From result to result, from block to block, then on to the next rows."""
        row, column = self.block.places()[-1]
        line = self.n // 4 * RESULT
        back, wide = row * line + column * RESULT, self.block.columns * RESULT
        walk = {
            "dn1": self.across - 1,
            "dj1": wide - back,
            "m1": (self.block.rows - 1) * line + wide - back,
            "dc1": 0,
        }
        return walk | {name: move for move, name in self._far().items()}

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
    """Along the bias, 16 elements for each block, and back."""
    return {"dn3": across - 1, "dj3": HALF, "m3": -(across - 1) * HALF, "dc3": 0}


def assigned(registers: Mapping[str, int]) -> str:
    """Instructions that give registers these values, in different slots."""
    text = ""
    for index, (name, value) in enumerate(registers.items()):
        if name.startswith("r") and -1024 <= value < 1024:
            text += f"movx {name}, #{value}\n"
        elif -512 <= value < 512 and (index % 2 or name.startswith("cr")):
            text += f"mov {name}, #{value}\n"
        elif -1024 <= value < 1024:
            text += f"mova {name}, #{value}\n"
        else:
            text += f"movxm {name}, #{value}\n"
    return text
