"""RV32I: integer arithmetic, jumps, loads and stores, fences; M and Zbb are in their own files."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.machine import RiscV, signed, wrapped

rv32i = Extension("RV32I")


def _register(mnemonic: str, code: str, operation: Callable[[int, int], int], meaning: str) -> None:
    def body(m: RiscV, rd: int, rs1: int, rs2: int) -> None:
        m.x[rd] = operation(m.x[rs1], m.x[rs2])

    body.__doc__ = f"{meaning.format(b='x[rs2]')}."
    seven, three = code.split()
    bits = f"{seven} rs2 rs1 {three} rd 0110011"
    rv32i.instruction(f"{mnemonic} rd, rs1, rs2", bits, unit="alu")(body)


def _immediate(
    mnemonic: str, three: str, operation: Callable[[int, int], int], meaning: str
) -> None:
    def body(m: RiscV, rd: int, rs1: int, imm: int) -> None:
        m.x[rd] = operation(m.x[rs1], wrapped(imm))

    body.__doc__ = f"{meaning.format(b='imm')}."
    bits = f"imm rs1 {three} rd 0010011"
    rv32i.instruction(f"{mnemonic} rd, rs1, imm", bits, unit="alu")(body)


def _shift(mnemonic: str, code: str, operation: Callable[[int, int], int], meaning: str) -> None:
    def body(m: RiscV, rd: int, rs1: int, shamt: int) -> None:
        m.x[rd] = operation(m.x[rs1], shamt)

    body.__doc__ = f"{meaning.format(b='shamt')}."
    seven, three = code.split()
    bits = f"{seven} shamt rs1 {three} rd 0010011"
    rv32i.instruction(f"{mnemonic} rd, rs1, shamt", bits, unit="alu")(body)


def _slt(a: int, b: int) -> int:
    return (signed(a) < signed(b)) + 0


def _sra(a: int, b: int) -> int:
    return signed(a) >> (b & 31)


_register("add", "0000000 000", lambda a, b: a + b, "Add: x[rd] = x[rs1] + {b} mod 2^32")
_register("sub", "0100000 000", lambda a, b: a - b, "Subtract: x[rd] = x[rs1] - {b} mod 2^32")
_register("sll", "0000000 001", lambda a, b: a << (b & 31), "Shift left by the lower 5 bits of {b}")
_register("slt", "0000000 010", _slt, "x[rd] = 1 if x[rs1] < {b} as signed numbers, else 0")
_register("sltu", "0000000 011", lambda a, b: (a < b) + 0, "1 if x[rs1] < {b} unsigned, else 0")
_register("xor", "0000000 100", lambda a, b: a ^ b, "Exclusive or: x[rd] = x[rs1] ^ {b}")
_register("srl", "0000000 101", lambda a, b: a >> (b & 31), "Shift right, filling with zeros")
_register("sra", "0100000 101", _sra, "Shift right, filling with the sign")
_register("or", "0000000 110", lambda a, b: a | b, "Or: x[rd] = x[rs1] | {b}")
_register("and", "0000000 111", lambda a, b: a & b, "And: x[rd] = x[rs1] & {b}")

_immediate("addi", "000", lambda a, b: a + b, "Add: x[rd] = x[rs1] + {b} mod 2^32")
_immediate("slti", "010", _slt, "x[rd] = 1 if x[rs1] < {b} as signed numbers, else 0")
_immediate("sltiu", "011", lambda a, b: (a < b) + 0, "1 if x[rs1] < {b} mod 2^32, else 0")
_immediate("xori", "100", lambda a, b: a ^ b, "Exclusive or: x[rd] = x[rs1] ^ {b}")
_immediate("ori", "110", lambda a, b: a | b, "Or: x[rd] = x[rs1] | {b}")
_immediate("andi", "111", lambda a, b: a & b, "And: x[rd] = x[rs1] & {b}")

_shift("slli", "0000000 001", lambda a, b: a << b, "Shift left by {b}")
_shift("srli", "0000000 101", lambda a, b: a >> b, "Shift right by {b}, filling with zeros")
_shift("srai", "0100000 101", _sra, "Shift right by {b}, filling with the sign")


@rv32i.instruction("lui rd, imm20", "imm20 rd 0110111", unit="alu")
def lui(m: RiscV, rd: int, imm20: int) -> None:
    """Load the upper 20 bits: x[rd] = imm20 * 4096."""
    m.x[rd] = imm20 << 12


@rv32i.instruction("auipc rd, imm20", "imm20 rd 0010111", unit="alu")
def auipc(m: RiscV, rd: int, imm20: int) -> None:
    """Address of this instruction plus imm20 * 4096."""
    m.x[rd] = m.address + (imm20 << 12)


@rv32i.instruction(
    "jal rd, jump", "jump[20] jump[10:1] jump[11] jump[19:12] rd 1101111", unit="branch"
)
def jal(m: RiscV, rd: int, jump: int) -> None:
    """Jump to a label; x[rd] = the address of the next instruction."""
    here = m.address
    m.go(wrapped(here + jump))
    m.x[rd] = here + 4


@rv32i.instruction("jalr rd, imm(rs1)", "imm rs1 000 rd 1100111", unit="branch")
def jalr(m: RiscV, rd: int, rs1: int, imm: int) -> None:
    """Jump to x[rs1] + imm with the lowest bit cleared; x[rd] = the address of the next one."""
    here = m.address
    m.go(wrapped(m.x[rs1] + imm) & ~1)
    m.x[rd] = here + 4


def _branch(mnemonic: str, three: str, taken: Callable[[int, int], bool], sign: str) -> None:
    def body(m: RiscV, rs1: int, rs2: int, branch: int) -> None:
        if taken(m.x[rs1], m.x[rs2]):
            m.go(wrapped(m.address + branch))

    body.__doc__ = f"Go on at a label if x[rs1] {sign}."
    bits = f"branch[12] branch[10:5] rs2 rs1 {three} branch[4:1] branch[11] 1100011"
    rv32i.instruction(f"{mnemonic} rs1, rs2, branch", bits, unit="branch")(body)


_branch("beq", "000", lambda a, b: a == b, "= x[rs2]")
_branch("bne", "001", lambda a, b: a != b, "is not x[rs2]")
_branch("blt", "100", lambda a, b: signed(a) < signed(b), "< x[rs2] as signed numbers")
_branch("bge", "101", lambda a, b: signed(a) >= signed(b), ">= x[rs2] as signed numbers")
_branch("bltu", "110", lambda a, b: a < b, "< x[rs2] as unsigned numbers")
_branch("bgeu", "111", lambda a, b: a >= b, ">= x[rs2] as unsigned numbers")


def _load(mnemonic: str, three: str, size: int, *, sign: bool) -> None:
    def body(m: RiscV, rd: int, rs1: int, imm: int) -> None:
        value = m.load(wrapped(m.x[rs1] + imm), size)
        m.x[rd] = signed(value, 8 * size) if sign else value

    bits = {1: "8 bits", 2: "16 bits", 4: "32 bits"}[size]
    kind = "" if size == 4 else ", sign-extended" if sign else ", zero-extended"
    body.__doc__ = f"Load {bits} from x[rs1] + imm{kind}; any alignment."
    rv32i.instruction(f"{mnemonic} rd, imm(rs1)", f"imm rs1 {three} rd 0000011", unit="load")(body)


def _store(mnemonic: str, three: str, size: int) -> None:
    def body(m: RiscV, rs2: int, rs1: int, imm: int) -> None:
        m.store(wrapped(m.x[rs1] + imm), size, m.x[rs2])

    body.__doc__ = f"Store the lowest {8 * size} bits of x[rs2] at x[rs1] + imm; any alignment."
    bits = f"imm[11:5] rs2 rs1 {three} imm[4:0] 0100011"
    rv32i.instruction(f"{mnemonic} rs2, imm(rs1)", bits, unit="store")(body)


_load("lb", "000", 1, sign=True)
_load("lh", "001", 2, sign=True)
_load("lw", "010", 4, sign=False)
_load("lbu", "100", 1, sign=False)
_load("lhu", "101", 2, sign=False)
_store("sb", "000", 1)
_store("sh", "001", 2)
_store("sw", "010", 4)


@rv32i.instruction("fence pred, succ", "0000 pred succ 0*5 000 0*5 0001111", unit="system")
def fence(m: RiscV, pred: int, succ: int) -> None:
    """Order memory accesses; accesses are in order here already."""
