"""Scalar arithmetic in slot x, and moves of scalar registers in all slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.instructions.table import Operands, Timed, aie2, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine import AmdNpu

ALU = Timed("alu", 1)
MOVE = Timed("mv", 1)
WORD = 0xFFFFFFFF


def signed(value: int) -> int:
    """A 32-bit pattern as a signed number."""
    return value - ((value & 0x80000000) << 1)


def _binary(mnemonic: str, meaning: str, operation: Callable[[int, int], int]) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        m.r[o["rd"]] = operation(m.r[o["ra"]], m.r[o["rb"]])

    form(f"{mnemonic} rd, ra, rb", f"{meaning}.", ALU, action)


def _unary(mnemonic: str, meaning: str, operation: Callable[[int], int]) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        m.r[o["rd"]] = operation(m.r[o["ra"]])

    form(f"{mnemonic} rd, ra", f"{meaning}.", ALU, action)


def _carried(m: AmdNpu, rd: int, total: int) -> None:
    """The lower 32 bits of a sum into a register, the next bit into the carry."""
    m.r[rd] = total & WORD
    m.set_special("srCarry", total >> 32 & 1)


def _inverse(value: int) -> int:
    return value ^ WORD


@aie2.instruction("add rd, ra, rb", unit="alu", latency=1)
def add(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Add: r[rd] = r[ra] + r[rb] mod 2^32; srCarry = bit 32 of the sum."""
    _carried(m, rd, m.r[ra] + m.r[rb])


@aie2.instruction("add rd, ra, #i7", unit="alu", latency=1)
def add_immediate(m: AmdNpu, rd: int, ra: int, i7: int) -> None:
    """Add a number: r[rd] = r[ra] + i7 mod 2^32; srCarry = bit 32 of the unsigned sum."""
    _carried(m, rd, m.r[ra] + (i7 & WORD))


@aie2.instruction("sub rd, ra, rb", unit="alu", latency=1)
def sub(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Subtract: r[rd] = r[ra] - r[rb] mod 2^32; srCarry = 1 if nothing was borrowed."""
    _carried(m, rd, m.r[ra] + _inverse(m.r[rb]) + 1)


@aie2.instruction("adc rd, ra, rb", unit="alu", latency=1)
def adc(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Add with carry: r[rd] = r[ra] + r[rb] + srCarry mod 2^32, and the new carry."""
    _carried(m, rd, m.r[ra] + m.r[rb] + m.special("srCarry"))


@aie2.instruction("sbc rd, ra, rb", unit="alu", latency=1)
def sbc(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Subtract with borrow: r[rd] = r[ra] - r[rb] - 1 + srCarry mod 2^32, and the new carry."""
    _carried(m, rd, m.r[ra] + _inverse(m.r[rb]) + m.special("srCarry"))


@aie2.instruction("mul rd, ra, rb", unit="alu", latency=2)
def mul(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Multiply: r[rd] = r[ra] * r[rb] mod 2^32, one bundle later than other results."""
    m.r[rd] = m.r[ra] * m.r[rb] & WORD


_binary("and", "Bitwise and: r[rd] = r[ra] & r[rb]", lambda a, b: a & b)
_binary("or", "Bitwise or: r[rd] = r[ra] | r[rb]", lambda a, b: a | b)
_binary("xor", "Bitwise exclusive or: r[rd] = r[ra] ^ r[rb]", lambda a, b: a ^ b)
_binary(
    "lt", "r[rd] = 1 if r[ra] < r[rb], signed, else 0", lambda a, b: (signed(a) < signed(b)) + 0
)
_binary("ltu", "r[rd] = 1 if r[ra] < r[rb], unsigned, else 0", lambda a, b: (a < b) + 0)
_binary(
    "ge", "r[rd] = 1 if r[ra] >= r[rb], signed, else 0", lambda a, b: (signed(a) >= signed(b)) + 0
)
_binary("geu", "r[rd] = 1 if r[ra] >= r[rb], unsigned, else 0", lambda a, b: (a >= b) + 0)
_binary("eq", "r[rd] = 1 if r[ra] = r[rb], else 0", lambda a, b: (a == b) + 0)
_binary("ne", "r[rd] = 1 if r[ra] differs from r[rb], else 0", lambda a, b: (a != b) + 0)
_unary("eqz", "r[rd] = 1 if r[ra] = 0, else 0", lambda a: (a == 0) + 0)
_unary("nez", "r[rd] = 1 if r[ra] is not 0, else 0", lambda a: (a != 0) + 0)


@aie2.instruction("mova early, #i11", unit="lda", latency=1)
def mova(m: AmdNpu, early: int, i11: int) -> None:
    """Set a register to a number, in slot lda: early = i11, truncated to its width."""
    m.set_scalar(early, i11)


@aie2.instruction("movx counted, #i11", unit="alu", latency=1)
def movx(m: AmdNpu, counted: int, i11: int) -> None:
    """Set a register to a number, in slot x: counted = i11."""
    m.set_scalar(counted, i11)


@aie2.instruction("movx crd, ra", unit="alu", latency=1)
def movx_control(m: AmdNpu, crd: int, ra: int) -> None:
    """Set a control register from r[ra], in slot x."""
    m.set_scalar(crd, m.r[ra])


@aie2.instruction("mov sd, #i10", unit="mv", latency=1)
def mov_immediate(m: AmdNpu, sd: int, i10: int) -> None:
    """Set any scalar register to a number: sd = i10, truncated to its width."""
    m.set_scalar(sd, i10)


@aie2.instruction("mov sd, sa", unit="mv", latency=1)
def mov(m: AmdNpu, sd: int, sa: int) -> None:
    """Copy a scalar register: sd = sa, truncated to the width of sd."""
    m.set_scalar(sd, m.scalar(sa))


@aie2.instruction("movxm sd, #i32", unit="lng", latency=1)
def movxm(m: AmdNpu, sd: int, i32: int) -> None:
    """Set any scalar register to a number or the address of a label: sd = i32, truncated."""
    m.set_scalar(sd, i32)


@aie2.instruction("add.nc sd, ra, #i6", unit="mv", latency=1)
def add_no_carry(m: AmdNpu, sd: int, ra: int, i6: int) -> None:
    """Add a number without touching the carry: sd = r[ra] + i6, truncated."""
    m.set_scalar(sd, m.r[ra] + i6)
