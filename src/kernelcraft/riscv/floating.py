"""F: single-precision floating point; registers hold bit patterns, flags collect in fflags."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.machine import RiscV, signed, wrapped
from kernelcraft.riscv.operands import DYNAMIC
from kernelcraft.riscv.softfloat import (
    f32_add,
    f32_choose,
    f32_class,
    f32_compare,
    f32_div,
    f32_fma,
    f32_from_int,
    f32_mul,
    f32_sqrt,
    f32_to_int,
)

rv32f = Extension("F")

NEGATED = 1 << 31


def _mode(m: RiscV, rm: int) -> int:
    """The rounding mode of an instruction; one that there is not traps."""
    mode = rm + (m.csr[SLOT["frm"]] - rm) * (rm == DYNAMIC)
    m.legal_if(mode <= 4, "{value} is no rounding mode", mode)
    return mode


def _flagged(m: RiscV, result: int) -> int:
    """Collect the flags of a result; gives its 32 bits."""
    m.csr[SLOT["fflags"]] = m.csr[SLOT["fflags"]] | result >> 32
    return result & 0xFFFF_FFFF


def _binary(name: str, five: str, unit: str, operation: Callable[[int, int, int], int]) -> None:
    def body(m: RiscV, fd: int, fs1: int, fs2: int, rm: int) -> None:
        m.f[fd] = _flagged(m, operation(m.f[fs1], m.f[fs2], _mode(m, rm)))

    sign = {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}[name]
    body.__doc__ = f"f[fd] = f[fs1] {sign} f[fs2]."
    rv32f.instruction(f"{name}.s fd, fs1, fs2[, rm]", f"{five}00 fs2 fs1 rm fd 1010011", unit=unit)(
        body
    )


_binary("fadd", "00000", "fpu", f32_add)
_binary("fsub", "00001", "fpu", lambda a, b, rm: f32_add(a, b ^ NEGATED, rm))
_binary("fmul", "00010", "fpu", f32_mul)
_binary("fdiv", "00011", "fdiv", f32_div)


@rv32f.instruction("fsqrt.s fd, fs1[, rm]", "0101100 00000 fs1 rm fd 1010011", unit="fdiv")
def fsqrt_s(m: RiscV, fd: int, fs1: int, rm: int) -> None:
    """f[fd] = the square root of f[fs1]."""
    m.f[fd] = _flagged(m, f32_sqrt(m.f[fs1], _mode(m, rm)))


def _fused(name: str, opcode: str, product: int, addend: int, text: str) -> None:
    """`product`, `addend`: the sign bits that are turned over."""

    def body(m: RiscV, fd: int, fs1: int, fs2: int, fs3: int, rm: int) -> None:
        a, b, c = m.f[fs1] ^ product, m.f[fs2], m.f[fs3] ^ addend
        m.f[fd] = _flagged(m, f32_fma(a, b, c, _mode(m, rm)))

    body.__doc__ = f"f[fd] = {text}, rounded once."
    rv32f.instruction(
        f"{name}.s fd, fs1, fs2, fs3[, rm]", f"fs3 00 fs2 fs1 rm fd {opcode}", unit="fpu"
    )(body)


_fused("fmadd", "1000011", 0, 0, "f[fs1] * f[fs2] + f[fs3]")
_fused("fmsub", "1000111", 0, NEGATED, "f[fs1] * f[fs2] - f[fs3]")
_fused("fnmsub", "1001011", NEGATED, 0, "-f[fs1] * f[fs2] + f[fs3]")
_fused("fnmadd", "1001111", NEGATED, NEGATED, "-f[fs1] * f[fs2] - f[fs3]")


def _sign(name: str, three: str, sign: Callable[[int, int], int], text: str) -> None:
    def body(m: RiscV, fd: int, fs1: int, fs2: int) -> None:
        a, b = m.f[fs1], m.f[fs2]
        m.f[fd] = a & ~NEGATED | sign(a, b) & NEGATED

    body.__doc__ = f"f[fd] = f[fs1] with {text}."
    rv32f.instruction(f"{name}.s fd, fs1, fs2", f"0010000 fs2 fs1 {three} fd 1010011", unit="fpu")(
        body
    )


_sign("fsgnj", "000", lambda a, b: b, "the sign of f[fs2]")
_sign("fsgnjn", "001", lambda a, b: ~b, "the opposite sign of f[fs2]")
_sign("fsgnjx", "010", lambda a, b: a ^ b, "its sign turned over if f[fs2] is negative")


def _chosen(name: str, three: str, larger: int, text: str) -> None:
    def body(m: RiscV, fd: int, fs1: int, fs2: int) -> None:
        m.f[fd] = _flagged(m, f32_choose(m.f[fs1], m.f[fs2], larger))

    body.__doc__ = f"f[fd] = the {text} of two; the number if one is NaN; -0 is below +0."
    rv32f.instruction(f"{name}.s fd, fs1, fs2", f"0010100 fs2 fs1 {three} fd 1010011", unit="fpu")(
        body
    )


_chosen("fmin", "000", 0, "smaller")
_chosen("fmax", "001", 1, "larger")


def _compared(name: str, three: str, kind: int, sign: str) -> None:
    def body(m: RiscV, rd: int, fs1: int, fs2: int) -> None:
        m.x[rd] = _flagged(m, f32_compare(m.f[fs1], m.f[fs2], kind))

    body.__doc__ = f"x[rd] = 1 if f[fs1] {sign} f[fs2], else 0; 0 for NaN."
    rv32f.instruction(f"{name}.s rd, fs1, fs2", f"1010000 fs2 fs1 {three} rd 1010011", unit="fpu")(
        body
    )


_compared("fle", "000", 2, "<=")
_compared("flt", "001", 1, "<")
_compared("feq", "010", 0, "=")


def _to_integer(name: str, code: str, is_signed: int) -> None:
    def body(m: RiscV, rd: int, fs1: int, rm: int) -> None:
        m.x[rd] = _flagged(m, f32_to_int(m.f[fs1], is_signed, _mode(m, rm)))

    kind = "signed" if is_signed else "unsigned"
    body.__doc__ = f"x[rd] = f[fs1] as a {kind} integer; the nearest one there is."
    rv32f.instruction(f"{name} rd, fs1[, rm]", f"1100000 {code} fs1 rm rd 1010011", unit="fpu")(
        body
    )


def _from_integer(name: str, code: str, read: Callable[[int], int], kind: str) -> None:
    def body(m: RiscV, fd: int, rs1: int, rm: int) -> None:
        m.f[fd] = _flagged(m, f32_from_int(read(m.x[rs1]), _mode(m, rm)))

    body.__doc__ = f"f[fd] = x[rs1], a {kind} integer."
    rv32f.instruction(f"{name} fd, rs1[, rm]", f"1101000 {code} rs1 rm fd 1010011", unit="fpu")(
        body
    )


_to_integer("fcvt.w.s", "00000", 1)
_to_integer("fcvt.wu.s", "00001", 0)
_from_integer("fcvt.s.w", "00000", signed, "signed")
_from_integer("fcvt.s.wu", "00001", lambda value: value, "unsigned")


@rv32f.instruction("fmv.x.w rd, fs1", "1110000 00000 fs1 000 rd 1010011", unit="fpu")
def fmv_x_w(m: RiscV, rd: int, fs1: int) -> None:
    """x[rd] = the bits of f[fs1]."""
    m.x[rd] = m.f[fs1]


@rv32f.instruction("fmv.w.x fd, rs1", "1111000 00000 rs1 000 fd 1010011", unit="fpu")
def fmv_w_x(m: RiscV, fd: int, rs1: int) -> None:
    """f[fd] = the bits of x[rs1]."""
    m.f[fd] = m.x[rs1]


@rv32f.instruction("fclass.s rd, fs1", "1110000 00000 fs1 001 rd 1010011", unit="fpu")
def fclass_s(m: RiscV, rd: int, fs1: int) -> None:
    """x[rd] = a bit for the kind of f[fs1].

    Bits 0..9: -inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +inf, signalling and quiet
    NaN.
    """
    m.x[rd] = f32_class(m.f[fs1])


@rv32f.instruction("flw fd, imm(rs1)", "imm rs1 010 fd 0000111", unit="load")
def flw(m: RiscV, fd: int, rs1: int, imm: int) -> None:
    """Load 32 bits from x[rs1] + imm."""
    m.f[fd] = m.load(wrapped(m.x[rs1] + imm), 4)


@rv32f.instruction("fsw fs2, imm(rs1)", "imm[11:5] fs2 rs1 010 imm[4:0] 0100111", unit="store")
def fsw(m: RiscV, fs2: int, rs1: int, imm: int) -> None:
    """Store the bits of f[fs2] at x[rs1] + imm."""
    m.store(wrapped(m.x[rs1] + imm), 4, m.f[fs2])
