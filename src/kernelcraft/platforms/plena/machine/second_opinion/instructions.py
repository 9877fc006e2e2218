"""What PLENA's instructions do, written again from the manual, one function for each.

Operands stand in the order of the manual's syntax; sums of products go by ascending k in float32.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelcraft.platforms.plena.machine.second_opinion.formats import Floats, bf16, encoded
from kernelcraft.platforms.plena.machine.second_opinion.model import WORD, Loop, Model

Step = Callable[..., None]
STEPS: dict[str, Step] = {}
STORE_ROWS = 4


def _is(mnemonic: str) -> Callable[[Step], Step]:
    def enter(step: Step) -> Step:
        STEPS[mnemonic] = step
        return step

    return enter


def _products(x: Floats, w: Floats) -> Floats:
    """x @ w over the last axis of x, each sum in float32 from k = 0 upwards."""
    terms = x[..., :, :, None] * w
    sums: Floats = np.add.accumulate(terms, axis=-2, dtype=np.float32)[..., -1, :]
    return sums


# Matrix.


@_is("M_MM")
def _m_mm(m: Model, rs1: int, rs2: int) -> None:
    column = m.within(m.gp[rs1])[1]
    w = m.tile(m.gp[rs1])[:, column : column + m.blen]
    m.m_acc += _products(m.row(rs2, m.blen).reshape(m.blen, m.mlen), w)


@_is("M_TMM")
def _m_tmm(m: Model, rs1: int, rs2: int) -> None:
    first = m.within(m.gp[rs2])[0]
    w = m.tile(m.gp[rs2])[first : first + m.blen]
    m.m_acc += _products(m.row(rs1, m.blen).reshape(m.blen, m.mlen), w.T)


@_is("M_MV")
def _m_mv(m: Model, rs1: int, rs2: int) -> None:
    column = m.within(m.gp[rs1])[1]
    w = m.tile(m.gp[rs1])[:, column : column + m.blen]
    m.v_acc += _products(m.row(rs2).reshape(1, m.mlen), w)


@_is("M_TMV")
def _m_tmv(m: Model, rs1: int, rs2: int) -> None:
    m.v_acc += _products(m.row(rs2).reshape(1, m.mlen), m.tile(m.gp[rs1])[: m.blen].T)


def _interleaved(m: Model, rs1: int, rs2: int, rows: int) -> Floats:
    """Head b of a row holds elements b, b + heads, ...; the weight is HLEN rows of the tile."""
    head = m.within(m.gp[rs1])[1]
    x = m.row(rs2, rows).reshape(rows, m.hlen, -1).transpose(2, 0, 1)
    return _products(x, m.tile(m.gp[rs1])[head : head + m.hlen])


def _side_by_side(m: Model, rs1: int, rs2: int, rows: int) -> Floats:
    """Head b of a row holds HLEN elements from b * HLEN; the weight is HLEN columns, transposed."""
    head = m.within(m.gp[rs1])[1]
    x = m.row(rs2, rows).reshape(rows, -1, m.hlen).transpose(1, 0, 2)
    return _products(x, m.tile(m.gp[rs1])[:, head : head + m.hlen].T)


@_is("M_BMM")
def _m_bmm(m: Model, rs1: int, rs2: int) -> None:
    m.hm_acc += _interleaved(m, rs1, rs2, m.mlen)


@_is("M_BTMM")
def _m_btmm(m: Model, rs1: int, rs2: int) -> None:
    m.hm_acc += _side_by_side(m, rs1, rs2, m.mlen)


@_is("M_BMV")
def _m_bmv(m: Model, rs1: int, rs2: int) -> None:
    m.hv_acc += _interleaved(m, rs1, rs2, 1)


@_is("M_BTMV")
def _m_btmv(m: Model, rs1: int, rs2: int) -> None:
    m.hv_acc += _side_by_side(m, rs1, rs2, 1)


@_is("M_MM_WO")
def _m_mm_wo(m: Model, rd: int, rs1: int, imm18: int) -> None:
    apart = m.mlen * (m.gp[rs1] if rs1 else 1)
    for index, row in enumerate(bf16(m.m_acc)):
        start = m.gp[rd] + imm18 + index * apart
        m.vector[start : start + m.blen] = row
    m.m_acc[:] = 0


def _written_out(m: Model, accumulator: Floats, rd: int, imm18: int) -> None:
    start = m.gp[rd] + imm18
    m.vector[start : start + accumulator.size] = bf16(accumulator).ravel()
    accumulator[:] = 0


@_is("M_MV_WO")
def _m_mv_wo(m: Model, rd: int, imm18: int) -> None:
    _written_out(m, m.v_acc, rd, imm18)


@_is("M_BMM_WO")
def _m_bmm_wo(m: Model, rd: int, imm18: int) -> None:
    _written_out(m, m.hm_acc, rd, imm18)


@_is("M_BMV_WO")
def _m_bmv_wo(m: Model, rd: int, imm18: int) -> None:
    _written_out(m, m.hv_acc, rd, imm18)


# Vector.


@_is("V_ADD_VV")
def _v_add_vv(m: Model, rd: int, rs1: int, rs2: int, rmask: int) -> None:
    m.put(rd, m.row(rs1), m.row(rs1) + m.row(rs2), rmask)


@_is("V_SUB_VV")
def _v_sub_vv(m: Model, rd: int, rs1: int, rs2: int, rmask: int) -> None:
    m.put(rd, m.row(rs1), m.row(rs1) - m.row(rs2), rmask)


@_is("V_MUL_VV")
def _v_mul_vv(m: Model, rd: int, rs1: int, rs2: int, rmask: int) -> None:
    m.put(rd, m.row(rs1), m.row(rs1) * m.row(rs2), rmask)


@_is("V_ADD_VF")
def _v_add_vf(m: Model, rd: int, rs1: int, fs2: int, rmask: int) -> None:
    m.put(rd, m.row(rs1), m.row(rs1) + m.f[fs2], rmask)


@_is("V_SUB_VF")
def _v_sub_vf(m: Model, rd: int, rs1: int, fs2: int, rmask: int, rorder: int) -> None:
    row, scalar = m.row(rs1), m.f[fs2]
    m.put(rd, row, scalar - row if rorder else row - scalar, rmask)


@_is("V_MUL_VF")
def _v_mul_vf(m: Model, rd: int, rs1: int, fs2: int, rmask: int) -> None:
    m.put(rd, m.row(rs1), m.row(rs1) * m.f[fs2], rmask)


@_is("V_EXP_V")
def _v_exp_v(m: Model, rd: int, rs1: int, rmask: int) -> None:
    power = np.exp(m.row(rs1).astype(np.float64)).astype(np.float32)
    m.put(rd, m.row(rs1), power, rmask)


@_is("V_RECI_V")
def _v_reci_v(m: Model, rd: int, rs1: int, rmask: int) -> None:
    m.put(rd, m.row(rs1), np.float32(1) / m.row(rs1), rmask)


@_is("V_RED_SUM")
def _v_red_sum(m: Model, fd: int, rs1: int, rmask: int) -> None:
    level = np.where(m.enabled(rmask), m.row(rs1), np.float32(0))
    while len(level) > 1:
        level = level[: len(level) // 2] + level[len(level) // 2 :]
    m.set_f(fd, m.f[fd] + level[0])


@_is("V_RED_MAX")
def _v_red_max(m: Model, fd: int, rs1: int, rmask: int) -> None:
    taking_part = m.row(rs1)[m.enabled(rmask)]
    if len(taking_part):
        top = _larger(*(np.float32(np.float16(v)) for v in taking_part))
        m.set_f(fd, _maximum(m, m.f[fd], top))


def _maximum(m: Model, one: np.float32, other: np.float32) -> np.float32:
    """The larger of two; officially a NaN is ignored."""
    numbers = [value for value in (one, other) if not np.isnan(value)]
    return _larger(*numbers) if m.official and numbers else _larger(one, other)


# Scalar.


def _larger(*values: np.float32) -> np.float32:
    """The largest; any NaN is, and +0 is above -0."""
    if any(np.isnan(value) for value in values):
        return np.float32("nan")
    top = max(values)
    return np.float32(0) if top == 0 and not all(map(np.signbit, _equal(values, top))) else top


def _equal(values: tuple[np.float32, ...], top: np.float32) -> list[np.float32]:
    return [value for value in values if value == top]


@_is("S_ADD_FP")
def _s_add_fp(m: Model, fd: int, fs1: int, fs2: int) -> None:
    m.set_f(fd, m.f[fs1] + m.f[fs2])


@_is("S_SUB_FP")
def _s_sub_fp(m: Model, fd: int, fs1: int, fs2: int) -> None:
    m.set_f(fd, m.f[fs1] - m.f[fs2])


@_is("S_MUL_FP")
def _s_mul_fp(m: Model, fd: int, fs1: int, fs2: int) -> None:
    m.set_f(fd, m.f[fs1] * m.f[fs2])


@_is("S_MAX_FP")
def _s_max_fp(m: Model, fd: int, fs1: int, fs2: int) -> None:
    m.set_f(fd, _maximum(m, m.f[fs1], m.f[fs2]))


@_is("S_EXP_FP")
def _s_exp_fp(m: Model, fd: int, fs1: int) -> None:
    m.set_f(fd, np.float32(np.exp(np.float64(m.f[fs1]))))


@_is("S_RECI_FP")
def _s_reci_fp(m: Model, fd: int, fs1: int) -> None:
    m.set_f(fd, np.float32(1) / m.f[fs1])


@_is("S_SQRT_FP")
def _s_sqrt_fp(m: Model, fd: int, fs1: int) -> None:
    m.set_f(fd, np.sqrt(m.f[fs1]))


@_is("S_LD_FP")
def _s_ld_fp(m: Model, fd: int, rs1: int, imm18: int) -> None:
    if fd or m.official:
        m.f[fd] = m.fp[m.gp[rs1] + imm18]


@_is("S_ST_FP")
def _s_st_fp(m: Model, fd: int, rs1: int, imm18: int) -> None:
    m.fp[m.gp[rs1] + imm18] = m.f[fd]


@_is("S_MAP_V_FP")
def _s_map_v_fp(m: Model, rd: int, rs1: int, imm18: int) -> None:
    start = m.gp[rs1] + imm18
    m.row(rd)[:] = bf16(m.fp[start : start + m.mlen])


@_is("S_ADD_INT")
def _s_add_int(m: Model, rd: int, rs1: int, rs2: int) -> None:
    m.set_gp(rd, m.gp[rs1] + m.gp[rs2])


@_is("S_SUB_INT")
def _s_sub_int(m: Model, rd: int, rs1: int, rs2: int) -> None:
    m.set_gp(rd, m.gp[rs1] - m.gp[rs2])


@_is("S_MUL_INT")
def _s_mul_int(m: Model, rd: int, rs1: int, rs2: int) -> None:
    m.set_gp(rd, m.gp[rs1] * m.gp[rs2])


@_is("S_ADDI_INT")
def _s_addi_int(m: Model, rd: int, rs1: int, imm18: int) -> None:
    m.set_gp(rd, m.gp[rs1] + imm18)


@_is("S_LUI_INT")
def _s_lui_int(m: Model, rd: int, imm22: int) -> None:
    m.set_gp(rd, imm22 * 4096)


@_is("S_LD_INT")
def _s_ld_int(m: Model, rd: int, rs1: int, imm18: int) -> None:
    m.set_gp(rd, m.ints[m.gp[rs1] + imm18])


@_is("S_ST_INT")
def _s_st_int(m: Model, rd: int, rs1: int, imm18: int) -> None:
    m.ints[m.gp[rs1] + imm18] = m.gp[rd]


# Transfers.


@_is("H_PREFETCH_M")
def _h_prefetch_m(m: Model, rd: int, rs1: int, as2: int, rstride: int, precision: int) -> None:
    m.tile(m.gp[rd])[:] = m.fetched(rs1, as2, rstride, m.mlen)


@_is("H_PREFETCH_V")
def _h_prefetch_v(m: Model, rd: int, rs1: int, as2: int, rstride: int, precision: int) -> None:
    m.row(rd, STORE_ROWS)[:] = bf16(m.fetched(rs1, as2, rstride, STORE_ROWS)).ravel()


@_is("H_STORE_V")
def _h_store_v(m: Model, rd: int, rs1: int, as2: int, rstride: int, precision: int) -> None:
    first, scales, step = m.transfer(rs1, as2, rstride)
    for index, row in enumerate(m.row(rd, STORE_ROWS).reshape(STORE_ROWS, m.mlen)):
        elements, factors = encoded(row, away=m.official)
        at, scale = first + index * step, scales + index * step // 8
        m.hbm[at : at + len(elements)] = elements
        m.hbm[scale : scale + len(factors)] = factors


# Control.


@_is("C_SET_ADDR_REG")
def _c_set_addr_reg(m: Model, ad: int, rs1: int, rs2: int) -> None:
    m.a[ad] = m.gp[rs1] * WORD + m.gp[rs2]


@_is("C_SET_SCALE_REG")
def _c_set_scale_reg(m: Model, rd: int) -> None:
    m.scale = m.gp[rd]


@_is("C_SET_STRIDE_REG")
def _c_set_stride_reg(m: Model, rd: int) -> None:
    m.stride = m.gp[rd]


@_is("C_SET_V_MASK_REG")
def _c_set_v_mask_reg(m: Model, rd: int) -> None:
    m.mask = m.gp[rd]


@_is("C_LOOP_START")
def _c_loop_start(m: Model, rd: int, count: int) -> None:
    m.set_gp(rd, count)
    m.loops.append(Loop(m.next, rd))


@_is("C_LOOP_END")
def _c_loop_end(m: Model, rd: int) -> None:
    if m.gp[rd] > 1:
        m.set_gp(rd, m.gp[rd] - 1)
        m.next = m.loops[-1].start
    else:
        m.set_gp(rd, 0)
        m.loops.pop()
