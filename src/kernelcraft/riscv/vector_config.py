"""Zve32x: setting the vector length and type."""

from __future__ import annotations

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.machine import RiscV

vector_config = Extension("vector configuration")
ELEN = 32
VILL = 1 << 31


def _configure(m: RiscV, rd: int, avl: int, vtype: int) -> None:
    """vl = min(avl, VLMAX); an illegal type sets vill and vl = 0."""
    width = vtype >> 3 & 7
    sew = 8 << width
    lmul = (8 << (vtype & 3)) if vtype & 4 == 0 else (1 << (vtype & 7)) >> 5
    m.csr[SLOT["vstart"]] = 0
    if (vtype >> 8 == 0) & (sew <= ELEN) & (4 * lmul >= sew):
        vlmax = 2 * lmul >> width
        vl = avl + (vlmax - avl) * (vlmax < avl)
        m.sew, m.lmul = sew, lmul
        m.csr[SLOT["vtype"]] = vtype
    else:
        vl = 0
        m.sew, m.lmul = 0, 0
        m.csr[SLOT["vtype"]] = VILL
    m.csr[SLOT["vl"]] = vl
    m.x[rd] = vl


def _requested(m: RiscV, rd: int, rs1: int) -> int:
    """The length asked for: rs1 = x0 means all, or the present one with rd = x0 too."""
    if rs1 != 0:
        return m.x[rs1]
    if rd != 0:
        return 1 << 32
    return m.vl


@vector_config.instruction("vsetvli rd, rs1, vtype", "0 vtype rs1 111 rd 1010111", unit="vset")
def vsetvli(m: RiscV, rd: int, rs1: int, vtype: int) -> None:
    """Set the vector type, x[rd] = vl = min(x[rs1], VLMAX).

    With rs1 = x0: VLMAX, or with rd = x0 too the present vl. VLMAX = LMUL * 128 / SEW.
    """
    _configure(m, rd, _requested(m, rd, rs1), vtype)


@vector_config.instruction(
    "vsetivli rd, uimm, vtype10", "11 vtype10 uimm 111 rd 1010111", unit="vset"
)
def vsetivli(m: RiscV, rd: int, uimm: int, vtype10: int) -> None:
    """Set the vector type, x[rd] = vl = min(uimm, VLMAX)."""
    _configure(m, rd, uimm, vtype10)


@vector_config.instruction("vsetvl rd, rs1, rs2", "1000000 rs2 rs1 111 rd 1010111", unit="vset")
def vsetvl(m: RiscV, rd: int, rs1: int, rs2: int) -> None:
    """As vsetvli with the vector type in x[rs2]."""
    _configure(m, rd, _requested(m, rd, rs1), m.x[rs2])
