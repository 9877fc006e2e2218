"""M of RV32 and RV64: multiplication and division."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.hart import Hart, signed
from kernelcraft.riscv.integer import word_operation
from kernelcraft.sim.routine import routine

rv32m, rv64m = Extension("M"), Extension("M")
ALL = (1 << 64) - 1


def _operation(
    extension: Extension,
    mnemonic: str,
    three: str,
    unit: str,
    operation: Callable[[int, int], int],
    text: str,
) -> None:
    def body(m: Hart, rd: int, rs1: int, rs2: int) -> None:
        m.x[rd] = operation(m.x[rs1], m.x[rs2])

    body.__doc__ = text
    bits = f"0000001 rs2 rs1 {three} rd 0110011"
    extension.instruction(f"{mnemonic} rd, rs1, rs2", bits, unit=unit)(body)


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


@routine("int64_t high_signed(int64_t a, int64_t b)")
def high_signed(a: int, b: int) -> int:
    """Bits 127..64 of the product of two signed numbers."""
    return a * b >> 64


@routine("int64_t high_mixed(int64_t a, int64_t b)")
def high_mixed(a: int, b: int) -> int:
    """As `high_signed`, where b is unsigned."""
    return a * (b & ALL) >> 64


@routine("int64_t high_unsigned(int64_t a, int64_t b)")
def high_unsigned(a: int, b: int) -> int:
    """As `high_signed` of two unsigned numbers."""
    return (a & ALL) * (b & ALL) >> 64


@routine("int64_t quotient_signed(int64_t a, int64_t b)")
def quotient_signed(a: int, b: int) -> int:
    """a / b rounded towards zero; -1 for b = 0; -2^63 / -1 wraps around."""
    return truncated(a, b) if b else -1


@routine("int64_t quotient_unsigned(int64_t a, int64_t b)")
def quotient_unsigned(a: int, b: int) -> int:
    """a / b of unsigned numbers; all ones for b = 0."""
    return (a & ALL) // (b & ALL) if b else -1


@routine("int64_t remainder_signed(int64_t a, int64_t b)")
def remainder_signed(a: int, b: int) -> int:
    """What the rounded quotient leaves, with the sign of a; a for b = 0."""
    return a - b * truncated(a, b) if b else a


@routine("int64_t remainder_unsigned(int64_t a, int64_t b)")
def remainder_unsigned(a: int, b: int) -> int:
    """As `remainder_signed` of unsigned numbers."""
    return (a & ALL) % (b & ALL) if b else a


# An unsigned product of 64 bits needs more than the traced values have: its upper half is the
# signed one, corrected.
_HALVES: dict[str, Callable[[int, int], int]] = {
    "mulh": lambda a, b: signed(a) * signed(b) >> 32,
    "mulhsu": lambda a, b: signed(a) * b >> 32,
    "mulhu": lambda a, b: (signed(a) * b >> 32) + (a >> 31) * b,
    "div": _div,
    "divu": _divu,
    "rem": _rem,
    "remu": _remu,
}
_WHOLE: dict[str, Callable[[int, int], int]] = {
    "mulh": high_signed,
    "mulhsu": high_mixed,
    "mulhu": high_unsigned,
    "div": quotient_signed,
    "divu": quotient_unsigned,
    "rem": remainder_signed,
    "remu": remainder_unsigned,
}

for _extension, _xlen, _meaning in ((rv32m, 32, _HALVES), (rv64m, 64, _WHOLE)):
    _high = f"Bits {2 * _xlen - 1}..{_xlen} of the product"
    _product = _extension, "mul", "000", "mul"
    if _xlen == 32:
        _operation(*_product, lambda a, b: signed(a) * signed(b), "x[rd] = x[rs1] * x[rs2].")
    else:
        _operation(*_product, lambda a, b: a * b, "x[rd] = x[rs1] * x[rs2], the lower 64 bits.")
    for _name, _three, _unit, _text in (
        ("mulh", "001", "mul", f"{_high}, signed."),
        ("mulhsu", "010", "mul", f"{_high}, signed by unsigned."),
        ("mulhu", "011", "mul", f"{_high}, unsigned."),
        ("div", "100", "div", "Quotient, signed, rounded to zero; -1 for a divisor 0."),
        ("divu", "101", "div", f"Quotient, unsigned; 2^{_xlen} - 1 for a divisor 0."),
        ("rem", "110", "div", "Remainder with the sign of x[rs1]; x[rs1] for a divisor 0."),
        ("remu", "111", "div", "Remainder, unsigned; x[rs1] for a divisor 0."),
    ):
        _operation(_extension, _name, _three, _unit, _meaning[_name], _text)

for _name, _three, _word, _text in (
    ("mulw", "000", lambda m, a, b: a * b, "Product"),
    ("divw", "100", lambda m, a, b: _div(a, b), "Quotient, signed, rounded to zero"),
    ("divuw", "101", lambda m, a, b: _divu(a, b), "Quotient, unsigned"),
    ("remw", "110", lambda m, a, b: _rem(a, b), "Remainder with the sign of x[rs1]"),
    ("remuw", "111", lambda m, a, b: _remu(a, b), "Remainder, unsigned"),
):
    word_operation(
        rv64m, _name, f"0000001 {_three}", "mul" if _name == "mulw" else "div", _word, _text
    )
