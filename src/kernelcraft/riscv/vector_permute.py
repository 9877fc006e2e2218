"""Zve32x: reductions, masks, slides, gathers and moves."""

from __future__ import annotations

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv import vlegal
from kernelcraft.riscv.machine import RiscV, signed
from kernelcraft.riscv.vpermute import (
    REDUCTIONS,
    vcompress,
    vcopy,
    vdeposit,
    vfetch,
    viota,
    vmask,
    vmsfirst,
    vrgather,
    vrgather_x,
    vslide1down,
    vslide1up,
    vslidedown,
    vslideup,
)
from kernelcraft.riscv.vpermute import vcpop as count_ones
from kernelcraft.riscv.vpermute import vfirst as find_first
from kernelcraft.riscv.vpermute import vid as indices

vector_permute = Extension("vector permutation")


def _reduction(name: str, six: str, three: str, text: str) -> None:
    wide = name.startswith("vw")

    def body(m: RiscV, vd: int, vs2: int, vs1: int, vm: int) -> None:
        vlegal.ready(m)
        vlegal.from_zero(m)
        if wide:
            m.legal_if(m.sew <= 16, vlegal.WIDE)
        m.legal_if(vlegal.aligned(vs2, m.lmul), vlegal.ALIGN)
        REDUCTIONS[name](m.v.array, vd, vs2, vs1, m.vl, m.sew, vm)
        m.vector_done()

    bits = " in 2*SEW bits" if wide else ""
    body.__doc__ = f"vd[0] = {text} of vs1[0] and all active vs2[i]{bits}."
    vector_permute.instruction(
        f"{name}.vs vd, vs2, vs1[, vm]", f"{six} vm vs2 vs1 {three} vd 1010111", unit="vpermute"
    )(body)


_reduction("vredsum", "000000", "010", "sum")
_reduction("vredand", "000001", "010", "bitwise and")
_reduction("vredor", "000010", "010", "bitwise or")
_reduction("vredxor", "000011", "010", "bitwise exclusive or")
_reduction("vredminu", "000100", "010", "unsigned minimum")
_reduction("vredmin", "000101", "010", "signed minimum")
_reduction("vredmaxu", "000110", "010", "unsigned maximum")
_reduction("vredmax", "000111", "010", "signed maximum")
_reduction("vwredsumu", "110000", "000", "unsigned sum")
_reduction("vwredsum", "110001", "000", "signed sum")


def _mask(name: str, six: str, truth: int, text: str) -> None:
    """`truth`: bit 2a + b is the result for bits a of vs2 and b of vs1."""

    def body(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
        vlegal.ready(m)
        vmask(m.v.array, vd, vs2, vs1, m.vstart, m.vl, truth)
        m.vector_done()

    body.__doc__ = f"Bit by bit: vd = {text}."
    vector_permute.instruction(
        f"{name}.mm vd, vs2, vs1", f"{six} 1 vs2 vs1 010 vd 1010111", unit="valu"
    )(body)


_mask("vmandn", "011000", 0b0100, "vs2 & ~vs1")
_mask("vmand", "011001", 0b1000, "vs2 & vs1")
_mask("vmor", "011010", 0b1110, "vs2 | vs1")
_mask("vmxor", "011011", 0b0110, "vs2 ^ vs1")
_mask("vmorn", "011100", 0b1101, "vs2 | ~vs1")
_mask("vmnand", "011101", 0b0111, "~(vs2 & vs1)")
_mask("vmnor", "011110", 0b0001, "~(vs2 | vs1)")
_mask("vmxnor", "011111", 0b1001, "~(vs2 ^ vs1)")


@vector_permute.instruction(
    "vcpop.m rd, vs2[, vm]", "010000 vm vs2 10000 010 rd 1010111", unit="vpermute"
)
def vcpop(m: RiscV, rd: int, vs2: int, vm: int) -> None:
    """x[rd] = how many active bits of vs2 are 1."""
    vlegal.ready(m, "to scalar")
    vlegal.from_zero(m)
    m.x[rd] = count_ones(m.v.array, vs2, m.vl, vm)


@vector_permute.instruction(
    "vfirst.m rd, vs2[, vm]", "010000 vm vs2 10001 010 rd 1010111", unit="vpermute"
)
def vfirst(m: RiscV, rd: int, vs2: int, vm: int) -> None:
    """x[rd] = the first active bit of vs2 that is 1, or -1."""
    vlegal.ready(m, "to scalar")
    vlegal.from_zero(m)
    m.x[rd] = find_first(m.v.array, vs2, m.vl, vm)


def _first(name: str, code: str, before: int, at: int, text: str) -> None:
    def body(m: RiscV, vd: int, vs2: int, vm: int) -> None:
        vlegal.ready(m)
        vlegal.from_zero(m)
        vlegal.unmasked_or_not_v0(m, vd, vm)
        m.legal_if(vd != vs2, vlegal.OVERLAP)
        vmsfirst(m.v.array, vd, vs2, m.vl, vm, before, at)

    body.__doc__ = f"vd = {text} of vs2."
    vector_permute.instruction(
        f"{name}.m vd, vs2[, vm]", f"010100 vm vs2 {code} 010 vd 1010111", unit="vpermute"
    )(body)


_first("vmsbf", "00001", 1, 0, "ones before the first one")
_first("vmsof", "00010", 0, 1, "only the first one")
_first("vmsif", "00011", 1, 1, "ones up to and including the first one")


@vector_permute.instruction(
    "viota.m vd, vs2[, vm]", "010100 vm vs2 10000 010 vd 1010111", unit="vpermute"
)
def viota_m(m: RiscV, vd: int, vs2: int, vm: int) -> None:
    """vd[i] = how many active bits of vs2 before bit i are 1."""
    vlegal.ready(m)
    vlegal.from_zero(m)
    m.legal_if(vlegal.aligned(vd, m.lmul), vlegal.ALIGN)
    m.legal_if(vlegal.touch(vd, vlegal.registers(m.lmul), vs2, 1) ^ True, vlegal.OVERLAP)
    vlegal.unmasked_or_not_v0(m, vd, vm)
    viota(m.v.array, vd, vs2, m.vl, m.sew, vm)


@vector_permute.instruction("vid.v vd[, vm]", "010100 vm 00000 10001 010 vd 1010111", unit="valu")
def vid(m: RiscV, vd: int, vm: int) -> None:
    """vd[i] = i."""
    vlegal.ready(m)
    m.legal_if(vlegal.aligned(vd, m.lmul), vlegal.ALIGN)
    vlegal.unmasked_or_not_v0(m, vd, vm)
    indices(m.v.array, vd, m.vstart, m.vl, m.sew, vm)
    m.vector_done()


def _slide_begins(m: RiscV, vd: int, vs2: int, vm: int, *, up: bool) -> None:
    vlegal.ready(m)
    m.legal_if(vlegal.aligned(vd | vs2, m.lmul), vlegal.ALIGN)
    vlegal.unmasked_or_not_v0(m, vd, vm)
    if up:
        m.legal_if(vd != vs2, vlegal.OVERLAP)


def _slide(m: RiscV, vd: int, vs2: int, offset: int, vm: int, *, up: bool) -> None:
    _slide_begins(m, vd, vs2, vm, up=up)
    if up:
        vslideup(m.v.array, vd, vs2, offset, m.vstart, m.vl, m.sew, vm)
    else:
        vslidedown(m.v.array, vd, vs2, offset, m.vstart, m.vl, m.vlmax, m.sew, vm)
    m.vector_done()


def _slides(name: str, six: str, text: str, *, up: bool) -> None:
    def by_register(m: RiscV, vd: int, vs2: int, rs1: int, vm: int) -> None:
        _slide(m, vd, vs2, m.x[rs1], vm, up=up)

    def by_immediate(m: RiscV, vd: int, vs2: int, uimm5: int, vm: int) -> None:
        _slide(m, vd, vs2, uimm5, vm, up=up)

    by_register.__doc__ = text.format("x[rs1]")
    by_immediate.__doc__ = text.format("uimm5")
    bits = f"{six} vm vs2 {{}} {{}} vd 1010111"
    vector_permute.instruction(
        f"{name}.vx vd, vs2, rs1[, vm]", bits.format("rs1", "100"), unit="vpermute"
    )(by_register)
    vector_permute.instruction(
        f"{name}.vi vd, vs2, uimm5[, vm]", bits.format("uimm5", "011"), unit="vpermute"
    )(by_immediate)


_slides("vslideup", "001110", "vd[i] = vs2[i - {}]; elements below stay as they are.", up=True)
_slides("vslidedown", "001111", "vd[i] = vs2[i + {}], or 0 beyond the group.", up=False)


@vector_permute.instruction(
    "vslide1up.vx vd, vs2, rs1[, vm]", "001110 vm vs2 rs1 110 vd 1010111", unit="vpermute"
)
def vslide1up_vx(m: RiscV, vd: int, vs2: int, rs1: int, vm: int) -> None:
    """vd[0] = x[rs1], vd[i] = vs2[i - 1]."""
    _slide_begins(m, vd, vs2, vm, up=True)
    vslide1up(m.v.array, vd, vs2, m.x[rs1], m.vstart, m.vl, m.sew, vm)
    m.vector_done()


@vector_permute.instruction(
    "vslide1down.vx vd, vs2, rs1[, vm]", "001111 vm vs2 rs1 110 vd 1010111", unit="vpermute"
)
def vslide1down_vx(m: RiscV, vd: int, vs2: int, rs1: int, vm: int) -> None:
    """vd[i] = vs2[i + 1], vd[vl - 1] = x[rs1]."""
    _slide_begins(m, vd, vs2, vm, up=False)
    vslide1down(m.v.array, vd, vs2, m.x[rs1], m.vstart, m.vl, m.sew, vm)
    m.vector_done()


@vector_permute.instruction(
    "vrgather.vv vd, vs2, vs1[, vm]", "001100 vm vs2 vs1 000 vd 1010111", unit="vpermute"
)
def vrgather_vv(m: RiscV, vd: int, vs2: int, vs1: int, vm: int) -> None:
    """vd[i] = vs2[vs1[i]], or 0 for an index beyond the group."""
    vlegal.ready(m)
    m.legal_if(vlegal.aligned(vd | vs2 | vs1, m.lmul), vlegal.ALIGN)
    m.legal_if((vd != vs2) & (vd != vs1), vlegal.OVERLAP)
    vlegal.unmasked_or_not_v0(m, vd, vm)
    vrgather(m.v.array, vd, vs2, vs1, m.vstart, m.vl, m.vlmax, m.sew, m.sew, vm)
    m.vector_done()


@vector_permute.instruction(
    "vrgatherei16.vv vd, vs2, vs1[, vm]", "001110 vm vs2 vs1 000 vd 1010111", unit="vpermute"
)
def vrgatherei16_vv(m: RiscV, vd: int, vs2: int, vs1: int, vm: int) -> None:
    """vd[i] = vs2[vs1[i]] with indices of 16 bits, or 0 for an index beyond the group."""
    vlegal.ready(m)
    group = m.lmul * 16 // m.sew
    m.legal_if((group >= 1) & (group <= 64), vlegal.RANGE)
    m.legal_if(vlegal.aligned(vd | vs2, m.lmul) & vlegal.aligned(vs1, group), vlegal.ALIGN)
    clear = vlegal.touch(vd, vlegal.registers(m.lmul), vs1, vlegal.registers(group)) ^ True
    m.legal_if((vd != vs2) & clear, vlegal.OVERLAP)
    vlegal.unmasked_or_not_v0(m, vd, vm)
    vrgather(m.v.array, vd, vs2, vs1, m.vstart, m.vl, m.vlmax, m.sew, 16, vm)
    m.vector_done()


def _gather_one(m: RiscV, vd: int, vs2: int, index: int, vm: int) -> None:
    _slide_begins(m, vd, vs2, vm, up=True)
    vrgather_x(m.v.array, vd, vs2, index, m.vstart, m.vl, m.vlmax, m.sew, vm)
    m.vector_done()


@vector_permute.instruction(
    "vrgather.vx vd, vs2, rs1[, vm]", "001100 vm vs2 rs1 100 vd 1010111", unit="vpermute"
)
def vrgather_vx(m: RiscV, vd: int, vs2: int, rs1: int, vm: int) -> None:
    """vd[i] = vs2[x[rs1]], or 0 for an index beyond the group."""
    _gather_one(m, vd, vs2, m.x[rs1], vm)


@vector_permute.instruction(
    "vrgather.vi vd, vs2, uimm5[, vm]", "001100 vm vs2 uimm5 011 vd 1010111", unit="vpermute"
)
def vrgather_vi(m: RiscV, vd: int, vs2: int, uimm5: int, vm: int) -> None:
    """vd[i] = vs2[uimm5], or 0 for an index beyond the group."""
    _gather_one(m, vd, vs2, uimm5, vm)


@vector_permute.instruction(
    "vcompress.vm vd, vs2, vs1", "010111 1 vs2 vs1 010 vd 1010111", unit="vpermute"
)
def vcompress_vm(m: RiscV, vd: int, vs2: int, vs1: int) -> None:
    """The elements of vs2 whose bit in vs1 is 1, side by side from vd[0] on."""
    vlegal.ready(m)
    vlegal.from_zero(m)
    m.legal_if(vlegal.aligned(vd | vs2, m.lmul), vlegal.ALIGN)
    clear = vlegal.touch(vd, vlegal.registers(m.lmul), vs1, 1) ^ True
    m.legal_if((vd != vs2) & clear, vlegal.OVERLAP)
    vcompress(m.v.array, vd, vs2, vs1, m.vl, m.sew)


@vector_permute.instruction("vmv.x.s rd, vs2", "010000 1 vs2 00000 010 rd 1010111", unit="vpermute")
def vmv_x_s(m: RiscV, rd: int, vs2: int) -> None:
    """x[rd] = vs2[0], sign-extended; works with vl = 0 too."""
    vlegal.ready(m, "to scalar")
    m.x[rd] = m.extended(vfetch(m.v.array, vs2, m.sew))
    m.vector_done()


@vector_permute.instruction("vmv.s.x vd, rs1", "010000 1 00000 rs1 110 vd 1010111", unit="valu")
def vmv_s_x(m: RiscV, vd: int, rs1: int) -> None:
    """vd[0] = x[rs1], unless vl = 0; the other elements stay."""
    vlegal.ready(m)
    if m.vstart < m.vl:
        vdeposit(m.v.array, vd, m.sew, signed(m.x[rs1]))
    m.vector_done()


def _whole(count: int, code: str) -> None:
    def body(m: RiscV, vd: int, vs2: int) -> None:
        vlegal.ready(m, "whole")
        m.legal_if((vd | vs2) & (count - 1) == 0, vlegal.ALIGN)
        vcopy(m.v.array, vd, vs2, m.vstart * m.sew >> 3, 16 * count)
        m.vector_done()

    noun = "register" if count == 1 else "registers"
    body.__doc__ = f"Copy {count} whole {noun}, whatever vl is."
    vector_permute.instruction(
        f"vmv{count}r.v vd, vs2", f"100111 1 vs2 {code} 011 vd 1010111", unit="valu"
    )(body)


for _count in (1, 2, 4, 8):
    _whole(_count, f"{_count - 1:05b}")
