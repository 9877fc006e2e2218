"""Scalar arithmetic in slot x, and moves of scalar registers in all slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.instructions.table import Operands, Timed, aie2, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

WX, WM, WA = {"rd": "R_WX"}, {"sd": "R_WM"}, {"early": "R_WA"}  # one result a cycle each
ALU = Timed("alu", 1, ports=WX)
WORD = 0xFFFFFFFF
CONDITION, QUOTIENT = 27, 31
FIRST_PAIR = 16


def signed(value: int) -> int:
    """A 32-bit pattern as a signed number."""
    return value - ((value & 0x80000000) << 1)


def clamped(value: int, most: int) -> int:
    """The value, not below 0 and not above `most`."""
    return (value > 0) * ((value < most) * value + (value >= most) * most)


def _binary(mnemonic: str, code: str, meaning: str, operation: Callable[[int, int], int]) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        m.r[o["rd"]] = operation(m.r[o["ra"]], m.r[o["rb"]])

    form(f"{mnemonic} rd, ra, rb", f"{meaning}.", ALU, action, f"ra rd rb {code} 1")


def _unary(mnemonic: str, code: str, meaning: str, operation: Callable[[int], int]) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        m.r[o["rd"]] = operation(m.r[o["ra"]])

    form(f"{mnemonic} rd, ra", f"{meaning}.", ALU, action, f"ra rd {code} 11100 0")


def _carried(m: AmdNpu, rd: int, total: int) -> None:
    """The lower 32 bits of a sum into a register, the next bit into the carry."""
    m.r[rd] = total & WORD
    m.srCarry = total >> 32 & 1


def _inverse(value: int) -> int:
    return value ^ WORD


def _lshl(a: int, b: int) -> int:
    amount = signed(b)
    left, right = a << clamped(amount, 32), a >> clamped(-amount, 32)
    return (amount >= 0) * left + (amount < 0) * right & WORD


def _ashl(a: int, b: int) -> int:
    amount = signed(b)
    left, right = a << clamped(amount, 32), signed(a) >> clamped(-amount, 32)
    return (amount >= 0) * left + (amount < 0) * right & WORD


def _extended(a: int, bits: int) -> int:
    sign = 1 << (bits - 1)
    return ((a & (2 * sign - 1)) ^ sign) - sign & WORD


def _clz(a: int) -> int:
    count, value = 32 + 0 * a, a
    for bits in (16, 8, 4, 2, 1):
        high = (value >> bits != 0) + 0
        count = count - high * bits
        value = value >> bits * high
    return count - value


def _clb(a: int) -> int:
    return _clz(a ^ WORD * (a >> 31))


@aie2.instruction("add rd, ra, rb", "ra rd rb 0000 1", unit="alu", latency=1, ports=WX)
def add(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Add: r[rd] = r[ra] + r[rb] mod 2^32; srCarry = bit 32 of the sum."""
    _carried(m, rd, m.r[ra] + m.r[rb])


@aie2.instruction("add rd, ra, #i7", "ra rd i7 11 0", unit="alu", latency=1, ports=WX)
def add_immediate(m: AmdNpu, rd: int, ra: int, i7: int) -> None:
    """Add a number: r[rd] = r[ra] + i7 mod 2^32; srCarry = bit 32 of the unsigned sum."""
    _carried(m, rd, m.r[ra] + (i7 & WORD))


@aie2.instruction("sub rd, ra, rb", "ra rd rb 0001 1", unit="alu", latency=1, ports=WX)
def sub(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Subtract: r[rd] = r[ra] - r[rb] mod 2^32; srCarry = 1 if nothing was borrowed."""
    _carried(m, rd, m.r[ra] + _inverse(m.r[rb]) + 1)


@aie2.instruction("adc rd, ra, rb", "ra rd rb 0010 1", unit="alu", latency=1, ports=WX)
def adc(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Add with carry: r[rd] = r[ra] + r[rb] + srCarry mod 2^32, and the new carry."""
    _carried(m, rd, m.r[ra] + m.r[rb] + m.srCarry)


@aie2.instruction("sbc rd, ra, rb", "ra rd rb 0011 1", unit="alu", latency=1, ports=WX)
def sbc(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Subtract with borrow: r[rd] = r[ra] - r[rb] - 1 + srCarry mod 2^32, and the new carry."""
    _carried(m, rd, m.r[ra] + _inverse(m.r[rb]) + m.srCarry)


@aie2.instruction("mul rd, ra, rb", "ra rd rb 1111 1", unit="alu", latency=2, ports=WX)
def mul(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Multiply: r[rd] = r[ra] * r[rb] mod 2^32, one bundle later than other results."""
    m.r[rd] = m.r[ra] * m.r[rb] & WORD


_binary("and", "0100", "Bitwise and: r[rd] = r[ra] & r[rb]", lambda a, b: a & b)
_binary("or", "0101", "Bitwise or: r[rd] = r[ra] | r[rb]", lambda a, b: a | b)
_binary("xor", "0110", "Bitwise exclusive or: r[rd] = r[ra] ^ r[rb]", lambda a, b: a ^ b)
_binary(
    "lt",
    "1010",
    "r[rd] = 1 if r[ra] < r[rb], signed, else 0",
    lambda a, b: (signed(a) < signed(b)) + 0,
)
_binary("ltu", "1100", "r[rd] = 1 if r[ra] < r[rb], unsigned, else 0", lambda a, b: (a < b) + 0)
_binary(
    "ge",
    "1001",
    "r[rd] = 1 if r[ra] >= r[rb], signed, else 0",
    lambda a, b: (signed(a) >= signed(b)) + 0,
)
_binary("geu", "1011", "r[rd] = 1 if r[ra] >= r[rb], unsigned, else 0", lambda a, b: (a >= b) + 0)
_binary("eq", "0111", "r[rd] = 1 if r[ra] = r[rb], else 0", lambda a, b: (a == b) + 0)
_binary("ne", "1000", "r[rd] = 1 if r[ra] differs from r[rb], else 0", lambda a, b: (a != b) + 0)
_binary("lshl", "1101", "Shift left by r[rb], logically right if that is negative", _lshl)
_binary("ashl", "1110", "Shift left by r[rb], arithmetically right if that is negative", _ashl)
_unary("clz", "0001", "Count the zeros above the highest 1, 32 for 0", _clz)
_unary("clb", "0000", "Count the bits at the top that equal bit 31, itself included", _clb)
_unary("extend.s8", "0010", "Extend the lower 8 bits by their sign", lambda a: _extended(a, 8))
_unary("extend.s16", "0011", "Extend the lower 16 bits by their sign", lambda a: _extended(a, 16))
_unary("extend.u8", "0100", "Keep the lower 8 bits", lambda a: a & 0xFF)
_unary("extend.u16", "0101", "Keep the lower 16 bits", lambda a: a & 0xFFFF)
_unary("eqz", "0110", "r[rd] = 1 if r[ra] = 0, else 0", lambda a: (a == 0) + 0)
_unary("nez", "0111", "r[rd] = 1 if r[ra] is not 0, else 0", lambda a: (a != 0) + 0)


@aie2.instruction("mova early, #i11", "i11 00 early 1", unit="lda", latency=1, ports=WA)
def mova(m: AmdNpu, early: int, i11: int) -> None:
    """Set a register to a number, in slot lda: early = i11, truncated to its width."""
    m.set_scalar(early, i11)


@aie2.instruction(
    "movx counted, #i11",
    "i11[10:6] counted i11[5:0] 01 0",
    unit="alu",
    latency=1,
    ports={"counted": "R_WX"},
)
def movx(m: AmdNpu, counted: int, i11: int) -> None:
    """Set a register to a number, in slot x: counted = i11."""
    m.set_scalar(counted, i11)


@aie2.instruction("movx crd, ra", "ra crd 0000 1 00000 0", unit="alu", latency=1)
def movx_control(m: AmdNpu, crd: int, ra: int) -> None:
    """Set a control register from r[ra], in slot x."""
    m.set_scalar(crd, m.r[ra])


@aie2.instruction("mov sd, #i10", "sd i10[9:1] 11 i10[0] 1 00", unit="mv", latency=1, ports=WM)
def mov_immediate(m: AmdNpu, sd: int, i10: int) -> None:
    """Set any scalar register to a number: sd = i10, truncated to its width."""
    m.set_scalar(sd, i10)


@aie2.instruction("mov sd, sa", "sd sa 10 1100 10", unit="mv", latency=1, ports=WM)
def mov(m: AmdNpu, sd: int, sa: int) -> None:
    """Copy a scalar register: sd = sa, truncated to the width of sd."""
    m.set_scalar(sd, m.scalar(sa))


@aie2.instruction("movxm sd, #i32", "i32[31:12] sd i32[11:0] 001", unit="lng", latency=1, ports=WM)
def movxm(m: AmdNpu, sd: int, i32: int) -> None:
    """Set any scalar register to a number or the address of a label: sd = i32, truncated."""
    m.set_scalar(sd, i32)


@aie2.instruction(
    "add.nc sd, ra, #i6", "sd ra i6[5:2] 11 i6[1:0] 11", unit="mv", latency=1, ports=WM
)
def add_no_carry(m: AmdNpu, sd: int, ra: int, i6: int) -> None:
    """Add a number without touching the carry: sd = r[ra] + i6, truncated."""
    m.set_scalar(sd, m.r[ra] + i6)


@aie2.instruction("abs rd, ra", "ra rd 1000 11100 0", unit="alu", latency=1, ports=WX)
def absolute(m: AmdNpu, rd: int, ra: int) -> None:
    """Absolute value: r[rd] = |r[ra]| mod 2^32.

    The vendor's tables say that srCarry may change; it is left as it is here.
    """
    value = signed(m.r[ra])
    m.r[rd] = (value ^ (value >> 31)) - (value >> 31) & WORD


@aie2.instruction("sel.eqz rd, ra, rb, r27", "ra rd rb 0 110 0", unit="alu", latency=1, ports=WX)
def sel_eqz(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Select: r[rd] = r[ra] if r27 is 0, else r[rb]."""
    zero = (m.r[CONDITION] == 0) + 0
    m.r[rd] = zero * m.r[ra] + (1 - zero) * m.r[rb]


@aie2.instruction("sel.nez rd, ra, rb, r27", "ra rd rb 1 110 0", unit="alu", latency=1, ports=WX)
def sel_nez(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """Select: r[rd] = r[ra] if r27 is not 0, else r[rb]."""
    zero = (m.r[CONDITION] == 0) + 0
    m.r[rd] = (1 - zero) * m.r[ra] + zero * m.r[rb]


@aie2.instruction("divs rd, r31, ra, rb", "ra rd rb 1010 0", unit="alu", latency=1, ports=WX)
def divs(m: AmdNpu, rd: int, ra: int, rb: int) -> None:
    """One step of an unsigned division.

    The remainder r[ra] and the quotient r31 are shifted left by one as 64 bits; if the remainder is
    then at least r[rb], that is subtracted and the quotient's lowest bit set. After 32 steps from
    remainder 0 and the dividend in r31, r31 is the quotient and r[rd] the remainder.
    """
    quotient = m.r[QUOTIENT]
    remainder = (m.r[ra] << 1) + (quotient >> 31)
    fits = (remainder >= m.r[rb]) + 0
    m.r[rd] = remainder - fits * m.r[rb] & WORD
    m.r[QUOTIENT] = (quotient << 1) + fits & WORD


def _delayed(stages: int) -> None:
    code = f"{stages - 1:03b}"

    def action(m: AmdNpu, o: Operands) -> None:
        m.r[o["rd"]] = m.scalar(o["sa"])

    form(
        f"mov.d{stages} rd, sa",
        f"Copy a scalar register, {stages} bundles later than mov: r[rd] = sa.",
        Timed("mv", 1 + stages, ports={"rd": "R_WM"}),
        action,
        f"rd {code[:2]} sa {code[2]} 1 1100 10",
    )


for _stages in range(1, 7):
    _delayed(_stages)


@aie2.instruction(
    "mov ld, cntr", "0000 ld 0 0000 0100 1100 10", unit="mv", latency=1, ports={"ld": "R_WM"}
)
def mov_counter(m: AmdNpu, ld: int) -> None:
    """The cycle counter, 64 bits, into a pair of registers, the lower half first."""
    set_pair(m, ld, m.cycles & WORD, m.cycles >> 32, "ld")


def pair(m: AmdNpu, index: int) -> int:
    """The 64 bits of a register pair, as a signed number."""
    return m.r[FIRST_PAIR + 2 * index] | m.r[FIRST_PAIR + 2 * index + 1] << 32


def set_pair(m: AmdNpu, index: int, low: int, high: int, of: str) -> None:
    """Set both registers of a pair, which take one write port together; `of` is the operand."""
    first = FIRST_PAIR + 2 * index
    m.numbered.write(first, low, of)
    m.numbered.write(first + 1, high, of, ports=False)
