"""Scalar instructions: fp16 arithmetic on f registers, 32-bit integers on gp registers."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.platforms.plena.machine.formats import (
    fp16_add,
    fp16_exp,
    fp16_max,
    fp16_max_number,
    fp16_mul,
    fp16_reciprocal,
    fp16_sqrt,
    fp16_sub,
)
from kernelcraft.platforms.plena.machine.instructions.table import F0, GP0, NAN, plena
from kernelcraft.platforms.plena.machine.rows import row_from_fp16
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.platforms.plena.machine.timing import MAP, to_scalar


def _fp_binary(
    mnemonic: str,
    code: str,
    operation: Callable[[int, int], int],
    text: str,
) -> None:
    def body(m: Plena, fd: int, fs1: int, fs2: int) -> None:
        m.set_result(fd, operation(m.f[fs1], m.f[fs2]))

    body.__doc__ = text
    syntax, bits = f"{mnemonic} fd, fs1, fs2", f"0*14 fs2 fs1 fd {code}"
    latency = to_scalar(1, 1)
    plena.instruction(syntax, bits, unit="scalar_fp", latency=latency, errata=[F0])(body)


def _fp_unary(mnemonic: str, code: str, operation: Callable[[int], int], text: str) -> None:
    def body(m: Plena, fd: int, fs1: int) -> None:
        m.set_result(fd, operation(m.f[fs1]))

    body.__doc__ = text
    syntax, bits = f"{mnemonic} fd, fs1", f"0*18 fs1 fd {code}"
    latency = to_scalar(1, 2)
    plena.instruction(syntax, bits, unit="scalar_fp", latency=latency, errata=[F0])(body)


def _int_binary(mnemonic: str, code: str, operation: Callable[[int, int], int], text: str) -> None:
    def body(m: Plena, rd: int, rs1: int, rs2: int) -> None:
        m.gp[rd] = operation(m.gp[rs1], m.gp[rs2])

    body.__doc__ = text
    syntax, bits = f"{mnemonic} rd, rs1, rs2", f"0*14 rs2 rs1 rd {code}"
    plena.instruction(syntax, bits, unit="scalar_int", latency=1, errata=[GP0])(body)


_fp_binary("S_ADD_FP", "010111", fp16_add, "Add: f[fd] = f[fs1] + f[fs2], rounded to fp16.")
_fp_binary("S_SUB_FP", "011000", fp16_sub, "Subtract: f[fd] = f[fs1] - f[fs2], rounded to fp16.")


@plena.instruction(
    "S_MAX_FP fd, fs1, fs2",
    "0*14 fs2 fs1 fd 011001",
    unit="scalar_fp",
    latency=to_scalar(1, 1),
    errata=[F0, NAN],
)
def s_max_fp(m: Plena, fd: int, fs1: int, fs2: int) -> None:
    """Larger of two: f[fd] = max(f[fs1], f[fs2])."""
    if m.errata == 0:
        m.set_result(fd, fp16_max(m.f[fs1], m.f[fs2]))
    else:
        m.set_result(fd, fp16_max_number(m.f[fs1], m.f[fs2]))


_fp_binary("S_MUL_FP", "011010", fp16_mul, "Multiply: f[fd] = f[fs1] * f[fs2], rounded to fp16.")

_fp_unary("S_EXP_FP", "011011", fp16_exp, "Exponential: f[fd] = e ** f[fs1], rounded to fp16.")
_fp_unary("S_RECI_FP", "011100", fp16_reciprocal, "Reciprocal: f[fd] = 1 / f[fs1], in fp16.")
_fp_unary("S_SQRT_FP", "011101", fp16_sqrt, "Square root: f[fd] = sqrt(f[fs1]), rounded to fp16.")

_int_binary("S_ADD_INT", "100001", lambda a, b: a + b, "Add: gp[rd] = gp[rs1] + gp[rs2] mod 2^32.")
_int_binary(
    "S_SUB_INT", "100011", lambda a, b: a - b, "Subtract: gp[rd] = gp[rs1] - gp[rs2] mod 2^32."
)
_int_binary(
    "S_MUL_INT", "100100", lambda a, b: a * b, "Multiply: gp[rd] = gp[rs1] * gp[rs2] mod 2^32."
)


@plena.instruction(
    "S_LD_FP fd, rs1, imm18",
    "imm18 rs1 fd 011110",
    unit="scalar_fp",
    latency=1,  # also with target f0, unlike arithmetic: the official emulator drops only that
    errata=[F0],
)
def s_ld_fp(m: Plena, fd: int, rs1: int, imm18: int) -> None:
    """Load a scalar: f[fd] = FP_SRAM[gp[rs1] + imm18]."""
    m.f[fd] = m.fp_sram[m.gp[rs1] + imm18]


@plena.instruction("S_ST_FP fd, rs1, imm18", "imm18 rs1 fd 011111", unit="scalar_fp", latency=1)
def s_st_fp(m: Plena, fd: int, rs1: int, imm18: int) -> None:
    """Store a scalar: FP_SRAM[gp[rs1] + imm18] = f[fd]."""
    m.fp_sram[m.gp[rs1] + imm18] = m.f[fd]


@plena.instruction(
    "S_MAP_V_FP rd, rs1, imm18", "imm18 rs1 rd 100000", unit="scalar_fp", latency=MAP
)
def s_map_v_fp(m: Plena, rd: int, rs1: int, imm18: int) -> None:
    """Copy VLEN scalars into a row: VS[gp[rd]] = FP_SRAM[gp[rs1] + imm18 ...], rounded to bf16."""
    source = m.fp_sram.reads(m.gp[rs1] + imm18, m.mlen)
    target = m.output_row(m.gp[rd])
    row_from_fp16(m.vector_sram.array, m.fp_sram.array, target, source, m.mlen)


@plena.instruction(
    "S_ADDI_INT rd, rs1, imm18", "imm18 rs1 rd 100010", unit="scalar_int", latency=1, errata=[GP0]
)
def s_addi_int(m: Plena, rd: int, rs1: int, imm18: int) -> None:
    """Add an unsigned constant: gp[rd] = gp[rs1] + imm18 mod 2^32; with gp0 it loads a constant."""
    m.gp[rd] = m.gp[rs1] + imm18


@plena.instruction(
    "S_LUI_INT rd, imm22", "imm22 rd 100101", unit="scalar_int", latency=1, errata=[GP0]
)
def s_lui_int(m: Plena, rd: int, imm22: int) -> None:
    """Load the upper part of a constant: gp[rd] = imm22 * 4096 mod 2^32; add the lower 12 bits."""
    m.gp[rd] = imm22 << 12


@plena.instruction(
    "S_LD_INT rd, rs1, imm18", "imm18 rs1 rd 100110", unit="scalar_int", latency=1, errata=[GP0]
)
def s_ld_int(m: Plena, rd: int, rs1: int, imm18: int) -> None:
    """Load an integer: gp[rd] = INT_SRAM[gp[rs1] + imm18]."""
    m.gp[rd] = m.int_sram[m.gp[rs1] + imm18]


@plena.instruction("S_ST_INT rd, rs1, imm18", "imm18 rs1 rd 100111", unit="scalar_int", latency=1)
def s_st_int(m: Plena, rd: int, rs1: int, imm18: int) -> None:
    """Store an integer: INT_SRAM[gp[rs1] + imm18] = gp[rd]."""
    m.int_sram[m.gp[rs1] + imm18] = m.gp[rd]
