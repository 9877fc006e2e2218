"""RV32M: multiplication and division."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.machine import RiscV, signed

rv32m = Extension("M")


def _operation(
    mnemonic: str, three: str, unit: str, operation: Callable[[int, int], int], text: str
) -> None:
    def body(m: RiscV, rd: int, rs1: int, rs2: int) -> None:
        m.x[rd] = operation(m.x[rs1], m.x[rs2])

    body.__doc__ = text
    bits = f"0000001 rs2 rs1 {three} rd 0110011"
    rv32m.instruction(f"{mnemonic} rd, rs1, rs2", bits, unit=unit)(body)


def truncated(a: int, b: int) -> int:
    """a / b rounded towards zero; b must not be 0."""
    quotient = a // b
    return quotient + ((quotient < 0) & (quotient * b != a))


def _div(a: int, b: int) -> int:
    if b == 0:
        return -1
    return truncated(signed(a), signed(b))


def _divu(a: int, b: int) -> int:
    if b == 0:
        return -1
    return a // b


def _rem(a: int, b: int) -> int:
    if b == 0:
        return a
    return signed(a) - signed(b) * truncated(signed(a), signed(b))


def _remu(a: int, b: int) -> int:
    if b == 0:
        return a
    return a % b


_HIGH = "Bits 63..32 of the product"
_operation("mul", "000", "mul", lambda a, b: signed(a) * signed(b), "x[rd] = x[rs1] * x[rs2].")
_operation("mulh", "001", "mul", lambda a, b: signed(a) * signed(b) >> 32, f"{_HIGH}, signed.")
_operation(
    "mulhsu", "010", "mul", lambda a, b: signed(a) * b >> 32, f"{_HIGH}, signed by unsigned."
)
# An unsigned product needs 64 bits of its own: its upper half is the signed one, corrected.
_operation(
    "mulhu",
    "011",
    "mul",
    lambda a, b: (signed(a) * b >> 32) + (a >> 31) * b,
    f"{_HIGH}, unsigned.",
)
_operation("div", "100", "div", _div, "Quotient, signed, rounded to zero; -1 for a divisor 0.")
_operation("divu", "101", "div", _divu, "Quotient, unsigned; 2^32 - 1 for a divisor 0.")
_operation("rem", "110", "div", _rem, "Remainder with the sign of x[rs1]; x[rs1] for a divisor 0.")
_operation("remu", "111", "div", _remu, "Remainder, unsigned; x[rs1] for a divisor 0.")
