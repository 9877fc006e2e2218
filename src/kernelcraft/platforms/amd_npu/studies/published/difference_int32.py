"""16 x 1,024 differences of numbers of 32 bits."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer

NUMBERS = 16 * 1024
LANES = 16
BODY = """
vlda %a.l, [p0], #32
vlda %a.h, [p0], #32
vldb %b.l, [p1], #32
vldb %b.h, [p1], #32
vsub.32 %c, %a, %b
vst %c.l, [p2], #32
vst %c.h, [p2], #32
"""


def kernel() -> str:
    """Two bundles an iteration."""
    banks = {"p0": "1", "p1": "2", "p2": "3"}
    writer = core_writer(Memory(tuple(banks), banks))
    writer.loop(BODY, NUMBERS // LANES, dict.fromkeys("abc", "x"))
    writer.finish()
    return writer.text()
