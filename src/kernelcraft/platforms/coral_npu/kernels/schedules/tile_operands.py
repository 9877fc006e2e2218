"""What the tiles of a convolution need in DTCM: the image, weights, biases and scales."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.convolution import Convolution
from kernelcraft.platforms.coral_npu.kernels.schedules.tiles import (
    CHANNELS,
    NARROW,
    SIDE,
    WIDE,
    K,
)

PIECE: Final = 4 * LINE
"""Bytes that are read at once."""
UNIT: Final = 2 * LINE
"""Bytes of the weights of a channel and a column of the window, for 8 output channels."""
LINES: Final = (1, 20, 23)
"""Registers of three lines of weights, by column of the window."""
MULTIPLIERS, SHIFTS, SCALES = 4 * LINE, 8 * LINE, 16 * LINE
"""Where the scales of a strip lie, after its biases, and bytes from one strip to the next."""


@dataclass
class Operands:
    """Their symbols, and the code that brings them there."""

    cell: Cell
    asm: Assembly
    conv: Convolution

    @cached_property
    def eight(self) -> bool:
        """Whether lanes are 8 output channels of two rows."""
        return self.conv.c_out == NARROW

    @cached_property
    def strips(self) -> int:
        """Of as many output channels as there are lanes."""
        return max(self.conv.c_out // WIDE, 1)

    @property
    def size(self) -> int:
        """Bytes of a pixel in DTCM."""
        return 2 * self.conv.c_in

    @cached_property
    def image(self) -> str:
        """All pixels as int16, a row of zeros below, and what words after the last ones read."""
        return self.asm.reserve("image", (SIDE + 1) * SIDE * self.size + LINE)

    @cached_property
    def weights(self) -> str:
        """And what loads after the last ones read."""
        conv = self.conv
        size = K * UNIT * conv.c_in if self.eight else conv.weights
        return self.asm.reserve("weights", size + 3 * conv.column + LINE)

    @cached_property
    def scales(self) -> str:
        """Of each strip room for biases, then multipliers as int32 and shifts as int16, for 16
        lanes."""
        found: list[int] = []
        multipliers, shifts = (
            np.array(requantise.table(self.cell, name), "<i4").reshape(self.strips, -1)
            for name in ("multiplier", "shift")
        )
        for multiplier, shift in zip(multipliers, shifts, strict=True):
            found += [0] * (MULTIPLIERS // 4)
            found += np.resize(multiplier, WIDE).tolist()
            halves = np.resize(shift, (SCALES - SHIFTS) // 2).astype("<i2")
            found += halves.view("<i4").tolist()
        return self.asm.words("scales", found)

    def copy_weights(self) -> None:
        """The weights, and the biases that hold the zero point."""
        if self.eight:
            self._weights_of_eight()
        else:
            self._weights_of_sixteen()

    def copy_image(self) -> None:
        """The image, less its zero point."""
        asm, conv = self.asm, self.conv
        with asm.registers(4) as (source, target, zero_point, length):
            asm.set(source, self.cell.memory_map.input("x").address)
            asm.set(target, self.image)
            asm.set(zero_point, conv.input_zero_point)
            asm.vl(PIECE, 8, 4, length)
            with asm.loop(SIDE * SIDE * conv.c_in // PIECE, "pixels"):
                asm.emit("vle8.v", "v0", f"({source})")
                asm.emit("addi", source, source, PIECE)
                asm.emit("vwsub.vx", "v8", "v0", zero_point)
                asm.emit("vs8r.v", "v8", f"({target})")
                asm.emit("addi", target, target, 2 * PIECE)

    def _weights_of_sixteen(self) -> None:
        """As they are; their sums in the lanes of `PIECE` bytes."""
        asm, conv = self.asm, self.conv
        with asm.registers(3) as (source, target, scratch):
            asm.set(source, self.cell.memory_map.input("w").address)
            asm.set(target, self.weights)
            asm.vl(PIECE, 16, 8, scratch)
            asm.emit("vmv.v.i", "v16", 0)
            asm.sew(8, 4)
            with asm.loop(conv.weights // PIECE, "weights"):
                asm.emit("vle8.v", "v0", f"({source})")
                asm.emit("addi", source, source, PIECE)
                asm.emit("vwadd.wv", "v16", "v16", "v0")
                asm.emit("vs4r.v", "v0", f"({target})")
                asm.emit("addi", target, target, PIECE)
            asm.vl(2 * WIDE, 16, 4, scratch)
            asm.emit("vadd.vv", "v16", "v16", "v20")
            if conv.c_out == WIDE:
                asm.vl(WIDE, 16, 2)
                asm.emit("vadd.vv", "v16", "v16", "v18")
            self._biased(source, target, scratch)

    def _biased(self, source: str, target: str, scratch: str) -> None:
        """The biases and the zero point times sums of weights in v16 and after it."""
        asm, conv = self.asm, self.conv
        asm.set(source, self.cell.memory_map.input("bias").address)
        asm.set(target, self.scales)
        asm.set(scratch, conv.input_zero_point)
        lanes = min(conv.c_out, WIDE)
        asm.vl(lanes, 16, lanes // 8)
        for strip in range(self.strips):
            asm.emit("vle32.v", "v8", f"({source})")
            for half in range(1 + self.eight):  # one of even channels, one of odd ones
                asm.emit("vwmacc.vx", "v8", scratch, f"v{16 + 2 * strip + half}")
            asm.emit("vse32.v", "v8", f"({target})")
            asm.emit("addi", source, source, 4 * lanes)
            asm.emit("addi", target, target, SCALES)

    def _weights_of_eight(self) -> None:
        """Lines have two channels each: of each channel and column of the window [w1 w0 w2 w1]."""
        asm, conv = self.asm, self.conv
        with asm.registers(6) as (*sources, first, second, scratch):
            for row, source in enumerate(sources):
                asm.set(source, self.cell.memory_map.input("w").address + row * K * conv.column)
            asm.set(first, self.weights)
            asm.emit("addi", second, first, K * UNIT)
            asm.emit("li", scratch, 0xFF00)
            asm.vl(1, 16, 1)
            asm.emit("vmv.s.x", "v0", scratch)
            asm.vl(WIDE, 16, 2)
            asm.emit("vmv.v.i", "v16", 0)
            asm.sew(8, 1)
            for line in self._three_rows(sources, 0):
                asm.emit_all(line)
            with asm.loop(conv.c_in // CHANNELS, "channels"):
                for tap in range(K):
                    paired = list(self._paired(LINES[tap]))
                    for row, line in enumerate(self._three_rows(sources, (tap + 1) % K)):
                        asm.emit_all(line)
                        asm.emit_all(paired[row::K])
                    for register, pointer in ((4, first), (6, second)):
                        asm.emit("vs2r.v", f"v{register}", f"({pointer})")
                        asm.emit("addi", pointer, pointer, UNIT + (tap == K - 1) * K * UNIT)
            self._biased(sources[0], first, scratch)

    def _three_rows(self, sources: Sequence[str], tap: int) -> Iterator[Sequence[Instruction]]:
        """Loads of the lines of a column of the window; the pointers move on. The last of all read
        beyond the weights."""
        column = self.conv.column
        way = column if tap < K - 1 else LINE - (K - 1) * column
        for row, source in enumerate(sources):
            load: Instruction = ("vle8.v", f"v{LINES[tap] + row}", f"({source})")
            yield (load, ("addi", source, source, way))

    def _paired(self, lines: int) -> Iterator[Instruction]:
        """Of the lines of three rows v4 = [w1 w0], v5 = [w2 w1] of the first channel, v6 and v7 the
        same of the second one; and the sums. Every third one belongs to the same line of code
        after one load, in this order."""
        upper, middle, lower = (f"v{lines + row}" for row in range(K))
        yield ("vmv1r.v", "v4", middle)
        yield ("vslidedown.vi", "v8", middle, NARROW)
        yield ("vwadd.wv", "v16", "v16", upper)
        yield ("vmv1r.v", "v5", lower)
        yield ("vslidedown.vi", "v9", lower, NARROW)
        yield ("vwadd.wv", "v16", "v16", middle)
        yield ("vslideup.vi", "v4", upper, NARROW)
        yield ("vmerge.vvm", "v6", "v8", upper, "v0")
        yield ("vwadd.wv", "v16", "v16", lower)
        yield ("vslideup.vi", "v5", middle, NARROW)
        yield ("vmerge.vvm", "v7", "v9", middle, "v0")
