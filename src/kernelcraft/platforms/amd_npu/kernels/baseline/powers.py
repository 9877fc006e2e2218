"""e to the u, or to the -u, of 16 lanes by the offered tables of pairs, for Softmax and sigmoids.

The power is a product of two entries: floor(8 u) has the whole part's address, floor(2048 u) the
fraction's in bits 3 to 10; look-ups ignore the bits below. Taken off from addresses they stand for
-u, a 256th lower at most. u must be within what the tables have.
"""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    kept,
    look_up,
    looked_up,
    splat,
    spread,
)
from kernelcraft.platforms.amd_npu.machine.tables import LEAST

STEP = 8  # bytes that the addresses of two pairs are apart
LAST = 255 * STEP  # of the fractions, and the mask of an address in them
ZERO = -LEAST * STEP  # e to the 0
CONSTANTS = {"inside": "bml4", "wholes": "bml5", "fractions": "bml6"}
POWERS = {
    **looked_up("w", "f"),
    **dict.fromkeys(("whole", "fraction", "masked", "at_whole", "at_fraction", "other"), "x"),
}
"""The kinds of the values of `power`."""


def set_up(*, negative: bool) -> str:
    """The accumulators and shifts that `power` needs."""
    whole, fraction = (ZERO - 1, LAST) if negative else (ZERO, 0)
    return (
        "mov s0, #3\nmov s1, #11\n"
        + kept(CONSTANTS["inside"], splat("x9", LAST))
        + kept(CONSTANTS["wholes"], spread("x9", "exp_whole", whole))
        + kept(CONSTANTS["fractions"], spread("x9", "exp_fraction", fraction))
    )


def power(u: str, to: str, *, negative: bool, plus: str | None = None) -> str:
    """`to` = e to the u or -u, and what the accumulator `plus` holds; u has 256 bits."""
    add = "vsub.32" if negative else "vadd.32"
    first = f"vmac.f {to}, {plus}," if plus else f"vmul.f {to},"
    return f"""
vfloor.s32.bf16 %fraction, {u}, s1
vfloor.s32.bf16 %whole, {u}, s0
vband %masked, %fraction, %inside
{add} %at_whole, %wholes, %whole
{add} %at_fraction, %fractions, %masked
{look_up("w", "at_whole", 32)}
{look_up("f", "at_fraction", 32)}
vshift %other, %f3, %f3, r26
{first} %w3, %f3, r1
vmac.f {to}, {to}, %w3, %other, r1
"""
