"""Zbb: basic bit manipulation."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.machine import RiscV, signed

zbb = Extension("Zbb")


def _binary(mnemonic: str, code: str, operation: Callable[[int, int], int], text: str) -> None:
    def body(m: RiscV, rd: int, rs1: int, rs2: int) -> None:
        m.x[rd] = operation(m.x[rs1], m.x[rs2])

    body.__doc__ = text
    seven, three = code.split()
    bits = f"{seven} rs2 rs1 {three} rd 0110011"
    zbb.instruction(f"{mnemonic} rd, rs1, rs2", bits, unit="alu")(body)


def _unary(mnemonic: str, code: str, operation: Callable[[int], int], text: str) -> None:
    def body(m: RiscV, rd: int, rs1: int) -> None:
        m.x[rd] = operation(m.x[rs1])

    body.__doc__ = text
    twelve, three, opcode = code.split()
    zbb.instruction(f"{mnemonic} rd, rs1", f"{twelve} rs1 {three} rd {opcode}", unit="alu")(body)


def _smaller(a: int, b: int) -> int:
    return b + (a - b) * (a < b)


def _larger(a: int, b: int) -> int:
    return a + (b - a) * (a < b)


def _ones(a: int) -> int:
    pairs = a - (a >> 1 & 0x5555_5555)
    fours = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333)
    eights = fours + (fours >> 4) & 0x0F0F_0F0F
    return eights * 0x0101_0101 >> 24 & 63


def _smeared(a: int) -> int:
    """All bits from the highest one down."""
    for distance in (1, 2, 4, 8, 16):
        a = a | a >> distance
    return a


def _left(a: int, b: int) -> int:
    count = b & 31
    return a << count | a >> (32 - count)


def _right(a: int, b: int) -> int:
    return _left(a, 32 - (b & 31))


def _bytes_turned(a: int) -> int:
    return a << 24 | (a & 0xFF00) << 8 | a >> 8 & 0xFF00 | a >> 24


def _any_bit_of_bytes(a: int) -> int:
    for distance in (1, 2, 4):
        a = a | a >> distance & (0xFF >> distance) * 0x0101_0101
    return (a & 0x0101_0101) * 255


_binary("andn", "0100000 111", lambda a, b: a & ~b, "x[rd] = x[rs1] & ~x[rs2].")
_binary("orn", "0100000 110", lambda a, b: a | ~b, "x[rd] = x[rs1] | ~x[rs2].")
_binary("xnor", "0100000 100", lambda a, b: ~(a ^ b), "x[rd] = ~(x[rs1] ^ x[rs2]).")
_binary("min", "0000101 100", lambda a, b: _smaller(signed(a), signed(b)), "Smaller, signed.")
_binary("minu", "0000101 101", _smaller, "Smaller, unsigned.")
_binary("max", "0000101 110", lambda a, b: _larger(signed(a), signed(b)), "Larger, signed.")
_binary("maxu", "0000101 111", _larger, "Larger, unsigned.")
_binary("rol", "0110000 001", _left, "Rotate left by the lower 5 bits of x[rs2].")
_binary("ror", "0110000 101", _right, "Rotate right by the lower 5 bits of x[rs2].")

_unary("clz", "011000000000 001 0010011", lambda a: 32 - _ones(_smeared(a)), "Leading zeros.")
_unary("ctz", "011000000001 001 0010011", lambda a: _ones(~a & (a - 1)), "Trailing zeros.")
_unary("cpop", "011000000010 001 0010011", _ones, "Number of ones.")
_unary("sext.b", "011000000100 001 0010011", lambda a: signed(a & 255, 8), "Sign of bit 7.")
_unary("sext.h", "011000000101 001 0010011", lambda a: signed(a & 65535, 16), "Sign of bit 15.")
_unary("zext.h", "000010000000 100 0110011", lambda a: a & 65535, "Lower 16 bits.")
_unary("orc.b", "001010000111 101 0010011", _any_bit_of_bytes, "Each byte 255 unless it is 0.")
_unary("rev8", "011010011000 101 0010011", _bytes_turned, "Bytes in reverse order.")


@zbb.instruction("rori rd, rs1, shamt", "0110000 shamt rs1 101 rd 0010011", unit="alu")
def rori(m: RiscV, rd: int, rs1: int, shamt: int) -> None:
    """Rotate right by shamt."""
    m.x[rd] = _right(m.x[rs1], shamt)
