"""x/2 + |x| d(|x|) of 16 lanes every three bundles, where d rises from 0 to 1/2 and stays there.

d is a spline of two bends: with u = min(|x|, bend), another bend in each half of a vector, and both
halves of a product at once, d = start + Σ slope u - Σ u v(u). v is u with an integer taken from its
bits, 0 where they are less: about u over a power of two (J. N. Mitchell, 1962: the bits of a float
are nearly its logarithm). Nothing is rounded before d. It is below a thousandth at 0, so that small
x are right relative to themselves, and rounds to 1/2 exactly where both u stand at their bends, so
that large x are exact; below minus the last bend the result is 0.

|x| is stored in a ring in memory and loaded again for the last product: registers do not suffice.
"""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np
import numpy.typing as npt

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines.constants import (
    rows_of_bf16,
    rows_of_bits,
    rows_of_float32,
    section,
)
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.machine.assembly import STACK
from kernelcraft.platforms.amd_npu.machine.memory_map import STACK_END

LANES = 16
ATTEMPTS = 8  # at a loop whose iterations end sooner
RING = (STACK_END - STACK) // 32  # vectors: the stack, whose bank has no tensor
MEMORY = Memory(
    apart=("p1", "p2", "p5", "p6"),
    banks={"p1": "x", "p5": "x", "p6": "x", "p2": "y", "p3": "0", "p4": "0", "p7": "0"},
    follows={"p4": "p3"},
)
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Spline:
    """A function by what is in the lower and the upper half: bends and slopes are bfloat16."""

    bends: tuple[float, float]
    slopes: tuple[float, float]
    steps: tuple[int, int]  # taken from the bits of u

    @property
    def start(self) -> float:
        """d at 0, so that it is 1/2 in the end."""
        u = np.array(self.bends, np.float32)
        curve = u * np.array(self.slopes) - u * _moved(u, np.array(self.steps))
        return float(0.5 - curve.sum())


def _moved(u: Floats, steps: npt.NDArray[np.int64]) -> Floats:
    """The bfloat16 numbers whose bits are `steps` less."""
    bits = (u.astype(ml_dtypes.bfloat16).view(np.uint16) - steps).astype(np.uint16)
    moved: Floats = bits.view(ml_dtypes.bfloat16).astype(np.float32)
    return moved


START = f"""
lda p1, [p0, #0]
lda p5, [p0, #0]
movxm p7, #constants
vldb wl0, [p7, #-128]
vldb wh0, [p7, #-128]
vldb wl1, [p7, #-96]
vldb wh1, [p7, #-64]
vldb wl2, [p7, #-32]
vlda wh2, [p7, #0]
vlda amhl8, [p7, #128]
vlda amhh8, [p7, #128]
vldb wl3, [p7, #32]
vlda wh3, [p7, #64]
movx r0, #12
movx crRnd, r0
movx r1, #60
movxm p3, #{STACK}
movxm p4, #{STACK}
lda p6, [p0, #0]
lda p2, [p0, #4]
vldb wh11, [p7, #96]
"""
TURNS = "".join(
    f"movxm m{index}, #{-32 * (RING - 1)}\nmova dn{index}, #{RING - 1}\n"
    f"mova dj{index}, #32\nmova dc{index}, #0\n"
    for index in (1, 2)
)
"""What lets p3 and p4 begin again where the ring ends."""
ITERATION = """
vlda %t.l, [p1], #32
vldb %t.h, [p5], #32
vband %t, %t, x0
vst{turn} %t.l, [p3], {past}
vmin_ge.bf16 %u, r16, %t, x1
vmaxdiff_lt.s16 %v, r17, %u, x2
vmsc.f %curved, bmh8, %u, %v, r1
vmac.f %bent, %curved, %u, x3, r1
vconv.bf16.fp32 %d.l, %bent
vldb %d.h, [p6], #32
vldb{turn} wl11, [p4], {next}
vmul.f %y, %d, x11, r1
vst.conv.bf16.fp32 %y, [p2], #32
"""
AROUND = ITERATION.format(turn=".2d", past="d1", next="d2")
ONCE = ITERATION.format(turn="", past="#32", next="#32")
VALUES = {"t": "x", "u": "x", "v": "x", "d": "x", "curved": "bm", "bent": "bm", "y": "bm"}


def kernel(cell: Cell, spline: Spline) -> str:
    """The function of every element of a cell's only input."""
    writer = core_writer(MEMORY, ["wl11", "wh11"])
    iterations = cell.dims["rows"] * cell.dims["width"] // LANES
    turning = iterations > RING
    writer.straight(START + TURNS * turning)
    writer.loop(AROUND if turning else ONCE, iterations, VALUES, attempts=ATTEMPTS)
    writer.finish()
    rows = (
        *rows_of_bits(0x7FFF),
        *rows_of_bf16(*spline.bends),
        *rows_of_bits(*spline.steps),
        *rows_of_bf16(*spline.slopes, 0.5),
        *rows_of_float32(spline.start),
    )
    return writer.kernel() + section("constants", rows, label_after=4)
