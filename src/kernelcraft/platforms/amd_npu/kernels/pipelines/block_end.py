"""The end of a ConvBlock: scale, bias and ReLU of sums that lie in memory as bfloat16.

A product lane by lane adds up two: the sum times its scale, and 1 times the bias. The upper half of
a float is a bfloat16, and a negative one is a negative whole number: `vst.srs` rounds, saturates
without sign, which is the ReLU, and stores at once. p4 goes through the sums, p3 through the
results. Scales and biases of four channels, for the four pixels of a tile, stay in registers where
there are enough; else p5 goes through a table of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.platforms.amd_npu.kernels.pipelines.assigned import assigned
from kernelcraft.platforms.amd_npu.kernels.tiles import TILE
from kernelcraft.platforms.amd_npu.kernels.window import Image

COLUMNS: Final = 4  # tiles of channels in a vector
TOGETHER: Final = 4  # tiles of an iteration, or as many as there are registers for scales
ONES: Final = ("1", "2", "3")
"""Registers with ones in their upper halves, where the sums are loaded."""
HELD: Final = 8  # tiles of channels whose scales stay
FIRST: Final = 4  # the first of their registers
POINTERS: Final = {"p4": "sums", "p5": "table"}
CONTROL: Final = {"r1": 60, "r2": 1, "r3": 0x3F80}
MODES: Final = "movx crSat, r2\nmov crSRSSign, #0\nmov s0, #16\n"


@dataclass(frozen=True)
class End:
    """Of the results of an image; the sums lie at `sums`, or where the results will."""

    image: Image
    output: int
    sums: int | None

    @property
    def tiles(self) -> int:
        """Of channels."""
        return self.image.c_out // 4

    @property
    def held(self) -> bool:
        """Whether all scales stay in registers."""
        return self.tiles <= HELD

    @property
    def _together(self) -> int:
        return self.tiles if self.held else TOGETHER

    @property
    def iterations(self) -> int:
        """Of the loop."""
        return self.image.rows * self.image.across * self.tiles // self._together

    @property
    def table(self) -> str:
        """Where the table is, if there is one."""
        return "" if self.held else f".bss\n.p2align 5\nscales:\n.space {self.tiles * TILE}\n"

    @property
    def early(self) -> str:
        """What lets p7 point to the sums, and keeps the addresses of scales and biases."""
        at = f"lda p7, [p0, #{4 * self.output}]" if self.sums is None else f"movxm p7, #{self.sums}"
        return f"{at}\nlda p4, [p0, #8]\nlda dj3, [p0, #12]"

    def begun(self) -> str:
        """The scales, constants and pointers."""
        text = "mov p5, dj3\n"
        if not self.held:
            text += "movxm p3, #scales\n"
        for tile in range(self.tiles):
            column = tile % COLUMNS
            if column == 0:
                text += "vlda wl1, [p4], #32\nvldb wh1, [p5], #32\n"
            number, other = (FIRST + tile, 2 + tile % 2) if self.held else (2, 3)
            text += f"vextbcst.64 x{number}, x1, #{column}\n"
            text += f"vextbcst.64 x{other}, x1, #{column + COLUMNS}\n"
            if self.held:
                text += f"vmov wh{number}, wh{other}\n"
            else:
                text += f"vst wl{number}, [p3], #32\nvst wh{other}, [p3], #32\n"
        text += assigned(CONTROL) + MODES
        text += "".join(f"vbcst.16 x{number}, r3\n" for number in ONES)
        if not self.held:
            pieces = self.tiles // TOGETHER
            walk = {"dc0": 0, "dn0": pieces - 1, "dj0": 32, "m0": 32 - self.tiles * TILE}
            text += assigned(walk) + "movxm p5, #scales\n"
        text += f"lda p3, [p0, #{4 * self.output}]\n"
        return text + (
            f"lda p4, [p0, #{4 * self.output}]\n"
            if self.sums is None
            else f"movxm p4, #{self.sums}\n"
        )

    def iteration(self) -> tuple[str, dict[str, str]]:
        """The instructions of an iteration, and its values with their classes."""
        text, values = "", {}
        for index in range(self._together):
            number, scale = ONES[index % len(ONES)], f"x{FIRST + index}"
            text += f"vlda wl{number}, [p4], #32\n"
            if not self.held:
                scale = f"%scale{index}"
                last = index == TOGETHER - 1
                text += f"vldb {scale}.l, [p5], #32\n"
                text += f"vldb{'.2d' * last} {scale}.h, [p5], {'d0' if last else '#32'}\n"
                values[f"scale{index}"] = "x"
            text += f"vmul.f %sum{index}, x{number}, {scale}, r1\n"
            text += f"vst.srs.d16.s32 %sum{index}, s0, [p3], #32\n"
            values[f"sum{index}"] = "bm"
        return text, values
