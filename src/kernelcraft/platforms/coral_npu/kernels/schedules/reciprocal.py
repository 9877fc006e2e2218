"""Division by multiplication: the multiplier of a divisor, by the scalar floating-point unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import Instruction

NUMERATOR: Final = "fa0"
INVERSE: Final = "fa1"


@dataclass(frozen=True)
class Reciprocal:
    """x registers: multiplier m and shift l - 32 of a divisor, and `top`, which holds -2^31.

    v · numerator / divisor is then v · m / 2^l but for an error of 3 · 2^-30 of it: vmulh gives
    the upper half of the product, and vnclip rounds off the shift, to nearest with ties up. Both
    together are exact, because a floor of a floor is one.
    """

    multiplier: str
    shift: str
    scratch: str
    top: str


def shared(numerator: int, to: Reciprocal, scale: int = 0) -> list[Instruction]:
    """Sets what all divisions share, for the numerator numerator / 2^scale."""
    found: list[Instruction] = [
        ("li", to.top, -(1 << 31)),
        ("li", to.scratch, numerator),
        ("fcvt.s.w", NUMERATOR, to.scratch),
    ]
    if scale:
        found += [
            ("li", to.scratch, 1 << scale),
            ("fcvt.s.w", INVERSE, to.scratch),
            ("fdiv.s", NUMERATOR, NUMERATOR, INVERSE),
        ]
    return [
        *found,
        ("li", to.scratch, 1),
        ("fcvt.s.w", INVERSE, to.scratch),
        ("fdiv.s", INVERSE, INVERSE, NUMERATOR),
    ]


def divide(to: Reciprocal, divisor: str) -> tuple[list[Instruction], list[Instruction]]:
    """m = numerator · 2^l / divisor, above it and by less than 3.1, from 2^30 to 2^31 + 2.

    Gives two parts: what begins a division of 19 cycles, and what needs its result.

    The divisor is exact in float, as it is below 2^24, and g = numerator / divisor is a float of 24
    bits: they are the upper bits of m0 = g · 2^l in [2^30, 2^31), at most 64 away from the
    quotient. What is missing is (numerator · 2^l - m0 · divisor) / divisor, whose first term is 0
    modulo 2^32 where l >= 32, and the whole fits in 31 bits: 64 · divisor <= 2^30. Its quotient in
    float is less than 2^-15 off and truncated to within 1, so that 2 more is above the true one.
    """
    m, shift, scratch = to.multiplier, to.shift, to.scratch
    before: list[Instruction] = [
        ("fcvt.s.w", "fa2", divisor),
        ("fdiv.s", "fa2", NUMERATOR, "fa2"),
    ]
    return before, [
        ("fmv.x.w", scratch, "fa2"),
        ("fmul.s", "fa3", "fa2", INVERSE),
        ("slli", m, scratch, 8),
        ("or", m, m, to.top),
        ("srli", m, m, 1),
        ("srli", shift, scratch, 23),
        ("mul", scratch, m, divisor),
        ("neg", scratch, scratch),
        ("fcvt.s.w", "fa2", scratch),
        ("fmul.s", "fa2", "fa2", "fa3"),
        ("fcvt.w.s", scratch, "fa2", "rtz"),
        ("add", m, m, scratch),
        ("addi", m, m, 2),
        ("addi", shift, shift, -125),
        ("neg", shift, shift),
    ]
