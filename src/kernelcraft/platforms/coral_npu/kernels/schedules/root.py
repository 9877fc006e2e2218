"""What a norm makes of a row's sums: 2^41 over the root, by the scalar floating-point unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import Instruction

POWER: Final = 41
"""m = 2^POWER / (R * 2^k), so that n = t * 2^k * m / 2^31 is 1024 * t / R."""
NUMERATOR: Final = "fa0"
INVERSE: Final = "fa1"


@dataclass(frozen=True)
class Root:
    """x registers: the row's sum of squares and its width, which `root` and k (`up`) are made of,
    and ε; `quotient` is m."""

    squares: str
    width: str
    epsilon: str
    root: str
    up: str
    quotient: str
    scratch: str


def shared(scratch: str) -> list[Instruction]:
    """Sets what all rows share: powers of two as floats."""
    found: list[Instruction] = []
    for register, power in ((NUMERATOR, POWER), (INVERSE, -POWER)):
        found.append(("li", scratch, power + 127 << 23))
        found.append(("fmv.w.x", register, scratch))
    return found


def begin(to: Root, total: str | None) -> list[Instruction]:
    """The root and k, up to the division; every instruction needs the one before it. `total` has
    the row's sum, which is to be taken off.

    Float rounds down from D to the root, so its whole part is R or R - 1.
    """
    squares, root, up, scratch = to.squares, to.root, to.up, to.scratch
    centred: list[Instruction] = []
    if total:
        centred = [
            ("sext.h", total, total),  # the RTL's vmv.x.s does not
            ("mul", scratch, total, total),
            ("sub", squares, squares, scratch),
        ]
    return [
        ("mul", squares, squares, to.width),
        *centred,
        ("add", squares, squares, to.epsilon),
        ("fcvt.s.w", "fa2", squares, "rdn"),
        ("fsqrt.s", "fa2", "fa2", "rdn"),
        ("fcvt.w.s", root, "fa2", "rtz"),
        ("addi", root, root, 1),
        ("mul", scratch, root, root),
        ("sltu", scratch, squares, scratch),
        ("sub", root, root, scratch),
        ("clz", up, root),
        ("addi", up, up, -20),
        ("max", up, up, "zero"),
        ("sll", root, root, up),
        ("fcvt.s.w", "fa2", root),
        ("fdiv.s", "fa2", NUMERATOR, "fa2"),
    ]


def end(to: Root) -> list[Instruction]:
    """m, above the true one and by less than 2.

    The quotient of floats is at most 64 away from 2^41 / (R * 2^k); what is missing is the
    remainder, 32 bits of it, divided again.
    """
    quotient, scratch = to.quotient, to.scratch
    return [
        ("fcvt.w.s", quotient, "fa2"),
        ("mul", scratch, quotient, to.root),
        ("neg", scratch, scratch),
        ("fcvt.s.w", "fa3", scratch),
        ("fmul.s", "fa3", "fa3", "fa2"),
        ("fmul.s", "fa3", "fa3", INVERSE),
        ("fcvt.w.s", scratch, "fa3", "rdn"),
        ("add", quotient, quotient, scratch),
        ("addi", quotient, quotient, 2),
    ]
