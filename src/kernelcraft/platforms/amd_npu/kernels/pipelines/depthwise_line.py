"""Depthwise convolutions of any window, an iteration for each row of it: p1 goes along them all.

All rows of pixels see as many rows of the image, where p6 stands at rows of zeros for those that
the window does not have. Every iteration stores the block: the next one overwrites partial sums.
"""

from __future__ import annotations

from typing import ClassVar

from kernelcraft.platforms.amd_npu.kernels.pipelines.depthwise_row import (
    COUNT,
    COUNTED,
    VECTOR,
    Row,
    vectors,
)

FIRST = """
mov r27, r16
add %less, r16, #-1
sel.nez r16, %less, r17, r27
eqz %first, r16
add %config, %first, #60
"""
"""r16 is 0 in the first of r17 + 1 iterations, where sums begin at 0."""


class Line(Row):
    """A block of pixels, and the rows of the image that their window sees."""

    config: ClassVar[str] = "%config"
    last_pixel: ClassVar[str] = "vlda.2d {}, [{}], d1"
    last_tap: ClassVar[str] = "vldb.2d {}, [p6], d2"

    @property
    def iterations(self) -> int:
        """Rows of the image that a row of pixels sees."""
        return min(self.k, self.across)

    @property
    def pointers(self) -> int:
        return 1

    def steps(self) -> dict[str, int]:
        back = -(len(self.columns) - 1) * self.pixel
        line = self.across * self.pixel
        again = VECTOR - self.iterations * self.taps
        across = (self.wide - 1) * self.pixel
        return {
            "r10": -self.before * self.iterations - 1,
            "r12": back - (self.iterations - 2) * line,
            "r13": back - (self.iterations - 1) * line,
            "r14": again,
            "r15": again - self.taps,
            "dj1": back + line,
            "dj3": -across,
            "m3": line - across,
        }

    def constants(self) -> dict[str, int]:
        counters = {f"dc{number}": 0 for number in (1, 2, 3)}
        counts = {f"dn{number}": self.iterations - 1 for number in (1, 2, 3)}
        moved = self.iterations * (
            self.across - self.iterations
        )  # iterations in whose rows p1 goes down
        moves = {
            "m0": self.pixel,
            "dj2": VECTOR,
            "r11": moved,
            "r16": 1,
            "r17": self.iterations - 1,
        }
        return {"r1": 60, **moves, **counts, **counters}

    def iteration(self) -> tuple[str, dict[str, str]]:
        found = [*self._beside("p1", set()), *self._stores("vst.2d.conv.bf16.fp32 {}, [p7], d3")]
        counted = dict.fromkeys((*COUNTED, "less", "first", "config"), "r")
        return COUNT + FIRST + "\n".join(found), {**vectors(found), **counted}
