"""Which registers a vector instruction may name: groups, overlaps, the mask.

Group sizes are LMULs in eighths of a register. Rules: the vector specification 1.0.
"""

from __future__ import annotations

from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.machine import RiscV

VILL = "vtype is illegal (vill is set); use vsetvli first"
ALIGN = "a register group must begin at a multiple of its size"
MASKED = "a masked result cannot be in v0"
OVERLAP = "the result overlaps a source in a way that is not allowed"
WIDE = "the wide elements would have more than 32 bits, or their group more than 8 registers"
VSTART = "vstart must be 0"
RANGE = "the group of these elements would have less than 1/8 or more than 8 registers"


def registers(lmul: int) -> int:
    """How many registers a group takes."""
    return lmul + 7 >> 3


def aligned(register: int, lmul: int) -> bool:
    """Whether a group can begin at a register."""
    return register & (registers(lmul) - 1) == 0


def touch(a: int, a_count: int, b: int, b_count: int) -> bool:
    """Whether two ranges of registers have one in common."""
    return (a < b + b_count) & (b < a + a_count)


def apart(vd: int, d_lmul: int, vs: int, s_lmul: int) -> bool:
    """No overlap, except a wider result whose highest part is the source."""
    d, s = registers(d_lmul), registers(s_lmul)
    highest = (d > s) & (s_lmul >= 8) & (vd < vs) & (touch(vd, d, vs + s, s) ^ True)
    return (touch(vd, d, vs, s) ^ True) | highest


def ready(m: RiscV, kind: str = "arithmetic") -> None:
    """A legal vector type, and no erratum of the core."""
    m.legal_if(m.sew != 0, VILL)
    m.vector_begins(kind)


def from_zero(m: RiscV) -> None:
    """vstart must be 0."""
    m.legal_if(m.csr[SLOT["vstart"]] == 0, VSTART)


def unmasked_or_not_v0(m: RiscV, vd: int, vm: int) -> None:
    """A masked result must not be in v0."""
    m.legal_if((vm == 1) | (vd != 0), MASKED)


def doubles(m: RiscV) -> None:
    """Elements of twice the width must exist."""
    m.legal_if((m.sew <= 16) & (m.lmul <= 32), WIDE)
