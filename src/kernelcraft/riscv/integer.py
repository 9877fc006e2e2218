"""RV32I and RV64I: integer arithmetic, jumps, loads and stores, fences; M and Zbb elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.bases import Base, both
from kernelcraft.riscv.hart import LOW, Hart, signed

rv32i, rv64i = Extension("RV32I"), Extension("RV64I")
BASES = (Base(rv32i, 32), Base(rv64i, 64))
Operation = Callable[[Hart, int, int], int]


def _register(mnemonic: str, code: str, operation: Operation, meaning: str) -> None:
    def body(m: Hart, rd: int, rs1: int, rs2: int) -> None:
        m.x[rd] = operation(m, m.x[rs1], m.x[rs2])

    body.__doc__ = f"{meaning.replace('{b}', 'x[rs2]')}."
    seven, three = code.split()
    bits = f"{seven} rs2 rs1 {three} rd 0110011"
    both(BASES, f"{mnemonic} rd, rs1, rs2", bits, unit="alu")(body)


def _immediate(mnemonic: str, three: str, operation: Operation, meaning: str) -> None:
    def body(m: Hart, rd: int, rs1: int, imm: int) -> None:
        m.x[rd] = operation(m, m.x[rs1], m.wrapped(imm))

    body.__doc__ = f"{meaning.replace('{b}', 'imm')}."
    bits = f"imm rs1 {three} rd 0010011"
    both(BASES, f"{mnemonic} rd, rs1, imm", bits, unit="alu")(body)


def _shift(mnemonic: str, code: str, operation: Operation, meaning: str) -> None:
    """The number of bits has 5 bits in RV32, 6 in RV64."""

    def body(m: Hart, rd: int, rs1: int, shamt: int) -> None:
        m.x[rd] = operation(m, m.x[rs1], shamt)

    body.__doc__ = f"{meaning.replace('{b}', 'shamt')}."
    six, three = code.split()
    for base in BASES:
        zero = "0" if base.xlen == 32 else ""
        bits = f"{six}{zero} shamt rs1 {three} rd 0010011"
        both([base], f"{mnemonic} rd, rs1, shamt", bits, unit="alu")(body)


def _slt(m: Hart, a: int, b: int) -> int:
    return (m.signed(a) < m.signed(b)) + 0


def _sltu(m: Hart, a: int, b: int) -> int:
    return m.below(a, b) + 0


def _sll(m: Hart, a: int, b: int) -> int:
    return a << (b & m.xlen - 1)


def _srl(m: Hart, a: int, b: int) -> int:
    return m.shifted_right(a, b & m.xlen - 1)


def _sra(m: Hart, a: int, b: int) -> int:
    return m.signed(a) >> (b & m.xlen - 1)


_register("add", "0000000 000", lambda m, a, b: a + b, "Add: x[rd] = x[rs1] + {b} mod 2^{xlen}")
_register(
    "sub", "0100000 000", lambda m, a, b: a - b, "Subtract: x[rd] = x[rs1] - {b} mod 2^{xlen}"
)
_register("sll", "0000000 001", _sll, "Shift left by the lower {count} bits of {b}")
_register("slt", "0000000 010", _slt, "x[rd] = 1 if x[rs1] < {b} as signed numbers, else 0")
_register("sltu", "0000000 011", _sltu, "1 if x[rs1] < {b} unsigned, else 0")
_register("xor", "0000000 100", lambda m, a, b: a ^ b, "Exclusive or: x[rd] = x[rs1] ^ {b}")
_register("srl", "0000000 101", _srl, "Shift right, filling with zeros")
_register("sra", "0100000 101", _sra, "Shift right, filling with the sign")
_register("or", "0000000 110", lambda m, a, b: a | b, "Or: x[rd] = x[rs1] | {b}")
_register("and", "0000000 111", lambda m, a, b: a & b, "And: x[rd] = x[rs1] & {b}")

_immediate("addi", "000", lambda m, a, b: a + b, "Add: x[rd] = x[rs1] + {b} mod 2^{xlen}")
_immediate("slti", "010", _slt, "x[rd] = 1 if x[rs1] < {b} as signed numbers, else 0")
_immediate("sltiu", "011", _sltu, "1 if x[rs1] < {b} mod 2^{xlen}, else 0")
_immediate("xori", "100", lambda m, a, b: a ^ b, "Exclusive or: x[rd] = x[rs1] ^ {b}")
_immediate("ori", "110", lambda m, a, b: a | b, "Or: x[rd] = x[rs1] | {b}")
_immediate("andi", "111", lambda m, a, b: a & b, "And: x[rd] = x[rs1] & {b}")

_shift("slli", "000000 001", lambda m, a, b: a << b, "Shift left by {b}")
_shift(
    "srli",
    "000000 101",
    lambda m, a, b: m.shifted_right(a, b),
    "Shift right by {b}, filling with zeros",
)
_shift(
    "srai",
    "010000 101",
    lambda m, a, b: m.signed(a) >> b,
    "Shift right by {b}, filling with the sign",
)


@both(BASES, "lui rd, imm20", "imm20 rd 0110111", unit="alu")
def lui(m: Hart, rd: int, imm20: int) -> None:
    """Load the upper 20 bits: x[rd] = imm20 * 4096{extended}."""
    m.x[rd] = signed(imm20 << 12 & LOW) if m.xlen == 64 else imm20 << 12


@both(BASES, "auipc rd, imm20", "imm20 rd 0010111", unit="alu")
def auipc(m: Hart, rd: int, imm20: int) -> None:
    """Address of this instruction plus imm20 * 4096{extended}."""
    m.x[rd] = m.address + (signed(imm20 << 12) if m.xlen == 64 else imm20 << 12)


@both(BASES, "jal rd, jump", "jump[20] jump[10:1] jump[11] jump[19:12] rd 1101111", unit="branch")
def jal(m: Hart, rd: int, jump: int) -> None:
    """Jump to a label; x[rd] = the address of the next instruction."""
    here = m.address
    m.go(m.wrapped(here + jump))
    m.x[rd] = here + m.length


@both(BASES, "jalr rd, imm(rs1)", "imm rs1 000 rd 1100111", unit="branch")
def jalr(m: Hart, rd: int, rs1: int, imm: int) -> None:
    """Jump to x[rs1] + imm with the lowest bit cleared; x[rd] = the address of the next one."""
    here = m.address
    m.go(m.wrapped(m.x[rs1] + imm) & ~1)
    m.x[rd] = here + m.length


def _branch(mnemonic: str, three: str, taken: Callable[[Hart, int, int], bool], sign: str) -> None:
    def body(m: Hart, rs1: int, rs2: int, branch: int) -> None:
        if taken(m, m.x[rs1], m.x[rs2]):
            m.go(m.wrapped(m.address + branch))

    body.__doc__ = f"Go on at a label if x[rs1] {sign}."
    bits = f"branch[12] branch[10:5] rs2 rs1 {three} branch[4:1] branch[11] 1100011"
    both(BASES, f"{mnemonic} rs1, rs2, branch", bits, unit="branch")(body)


_branch("beq", "000", lambda m, a, b: a == b, "= x[rs2]")
_branch("bne", "001", lambda m, a, b: a != b, "is not x[rs2]")
_branch("blt", "100", lambda m, a, b: m.signed(a) < m.signed(b), "< x[rs2] as signed numbers")
_branch("bge", "101", lambda m, a, b: m.signed(a) >= m.signed(b), ">= x[rs2] as signed numbers")
_branch("bltu", "110", lambda m, a, b: m.below(a, b), "< x[rs2] as unsigned numbers")
_branch("bgeu", "111", lambda m, a, b: m.below(a, b) == 0, ">= x[rs2] as unsigned numbers")


def _load(base: Base, mnemonic: str, three: str, size: int, *, sign: bool) -> None:
    def body(m: Hart, rd: int, rs1: int, imm: int) -> None:
        value = m.load(m.wrapped(m.x[rs1] + imm), size)
        m.x[rd] = signed(value, 8 * size) if sign else value

    whole = 8 * size == base.xlen
    kind = "" if whole else ", sign-extended" if sign else ", zero-extended"
    body.__doc__ = f"Load {8 * size} bits from x[rs1] + imm{kind}{_where(base, size)}."
    bits = f"imm rs1 {three} rd 0000011"
    base.extension.instruction(f"{mnemonic} rd, imm(rs1)", bits, unit="load")(body)


def _store(base: Base, mnemonic: str, three: str, size: int) -> None:
    def body(m: Hart, rs2: int, rs1: int, imm: int) -> None:
        m.store(m.wrapped(m.x[rs1] + imm), size, m.x[rs2])

    what = f"Store the lowest {8 * size} bits of x[rs2] at x[rs1] + imm"
    body.__doc__ = f"{what}{_where(base, size)}."
    bits = f"imm[11:5] rs2 rs1 {three} imm[4:0] 0100011"
    base.extension.instruction(f"{mnemonic} rs2, imm(rs1)", bits, unit="store")(body)


def _where(base: Base, size: int) -> str:
    """The cores with RV32 here take any address, that with RV64 wants multiples."""
    if base.xlen == 32:
        return "; any alignment"
    return f", a multiple of {size}" if size > 1 else ""


for _base in BASES:
    _load(_base, "lb", "000", 1, sign=True)
    _load(_base, "lh", "001", 2, sign=True)
    _load(_base, "lw", "010", 4, sign=_base.xlen == 64)
    _load(_base, "lbu", "100", 1, sign=False)
    _load(_base, "lhu", "101", 2, sign=False)
    if _base.xlen == 64:
        _load(_base, "lwu", "110", 4, sign=False)
        _load(_base, "ld", "011", 8, sign=False)
    _store(_base, "sb", "000", 1)
    _store(_base, "sh", "001", 2)
    _store(_base, "sw", "010", 4)
    if _base.xlen == 64:
        _store(_base, "sd", "011", 8)


@both(BASES, "fence pred, succ", "0000 pred succ 0*5 000 0*5 0001111", unit="system")
def fence(m: Hart, pred: int, succ: int) -> None:
    """Order memory accesses; accesses are in order here already."""


# The lower 32 bits of registers of 64.


def word_operation(
    extension: Extension, mnemonic: str, code: str, unit: str, operation: Operation, text: str
) -> None:
    """An operation on the lower halves of two registers, which gives a sign-extended half."""

    def body(m: Hart, rd: int, rs1: int, rs2: int) -> None:
        m.x[rd] = signed(operation(m, m.x[rs1] & LOW, m.x[rs2] & LOW) & LOW)

    body.__doc__ = f"{text}: 32 bits of each operand, the result sign-extended."
    seven, three = code.split()
    bits = f"{seven} rs2 rs1 {three} rd 0111011"
    extension.instruction(f"{mnemonic} rd, rs1, rs2", bits, unit=unit)(body)


def _word_shift(mnemonic: str, code: str, operation: Operation, text: str) -> None:
    def body(m: Hart, rd: int, rs1: int, shamt5: int) -> None:
        m.x[rd] = signed(operation(m, m.x[rs1] & LOW, shamt5) & LOW)

    body.__doc__ = f"{text} by shamt5: 32 bits, the result sign-extended."
    seven, three = code.split()
    bits = f"{seven} shamt5 rs1 {three} rd 0011011"
    rv64i.instruction(f"{mnemonic} rd, rs1, shamt5", bits, unit="alu")(body)


for _name, _code, _operation, _text in (
    ("addw", "0000000 000", lambda m, a, b: a + b, "Add"),
    ("subw", "0100000 000", lambda m, a, b: a - b, "Subtract"),
    ("sllw", "0000000 001", lambda m, a, b: a << (b & 31), "Shift left by x[rs2] mod 32"),
    ("srlw", "0000000 101", lambda m, a, b: a >> (b & 31), "Shift right by x[rs2] mod 32, zeros"),
    ("sraw", "0100000 101", lambda m, a, b: signed(a) >> (b & 31), "As srlw, with the sign"),
):
    word_operation(rv64i, _name, _code, "alu", _operation, _text)

_word_shift("slliw", "0000000 001", lambda m, a, b: a << b, "Shift left")
_word_shift("srliw", "0000000 101", lambda m, a, b: a >> b, "Shift right with zeros")
_word_shift("sraiw", "0100000 101", lambda m, a, b: signed(a) >> b, "Shift right with the sign")


@rv64i.instruction("addiw rd, rs1, imm", "imm rs1 000 rd 0011011", unit="alu")
def addiw(m: Hart, rd: int, rs1: int, imm: int) -> None:
    """Add: the lower 32 bits of x[rs1] + imm, sign-extended; with imm = 0 this is sext.w."""
    m.x[rd] = signed(m.x[rs1] + imm & LOW)
