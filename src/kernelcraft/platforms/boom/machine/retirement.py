"""What the model of the core is told of an instruction that retires: its kind and its registers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.riscv.compressed import MEANINGS
from kernelcraft.riscv.hart import LOW, signed

FLOATS: Final = 32  # registers from here on are floats; 0 is none
UNITS: Final = {  # the kind of all instructions of a unit but those of MNEMONICS
    "alu": Kind.ALU,
    "branch": Kind.BRANCH,
    "mul": Kind.MUL,
    "div": Kind.DIV,
    "load": Kind.LOAD,
    "store": Kind.STORE,
    "csr": Kind.CSR,
    "system": Kind.SYSTEM,
    "fpu": Kind.FPU,
    "fdiv": Kind.FDIV,
    "atomic": Kind.AMO,
}
MNEMONICS: Final = {
    "auipc": Kind.AUIPC,
    "jal": Kind.JAL,
    "jalr": Kind.JALR,
    **dict.fromkeys(("divu", "divuw", "remu", "remuw"), Kind.UDIV),
    **dict.fromkeys(("flw", "fld"), Kind.FLOAD),
    **dict.fromkeys(("fsw", "fsd"), Kind.FSTORE),
    **dict.fromkeys(("fsqrt.s", "fsqrt.d"), Kind.FSQRT),
    **dict.fromkeys(
        (f"{name}.{width}" for name in ("feq", "flt", "fle", "fclass") for width in "sd"),
        Kind.FCMP,
    ),
    **dict.fromkeys(("lr.w", "lr.d"), Kind.LR),
    **dict.fromkeys(("sc.w", "sc.d"), Kind.SC),
    "fence": Kind.FENCE,
    "fence.i": Kind.FENCEI,
}
HALVES: Final = {"divw": True, "remw": True, "divuw": False, "remuw": False}  # whether signed


@dataclass(frozen=True)
class Registers:
    """The registers of one operation: x 1..31, f 32..63, 0 for none or x0."""

    rd: int
    rs1: int
    rs2: int
    rs3: int


@cache
def meant(instruction: Instruction) -> str:
    """The mnemonic of the instruction of 32 bits that it is."""
    meaning = MEANINGS.get(instruction.mnemonic)
    return meaning.mnemonic if meaning else instruction.mnemonic


@cache
def kind_of(instruction: Instruction) -> Kind:
    """Its timing class."""
    mnemonic = meant(instruction)
    kind = MNEMONICS.get(mnemonic) or UNITS[instruction.unit]
    names = {operand.name for operand in instruction.operands}
    if kind is Kind.FPU and "rd" in names:
        return Kind.FTOI
    return Kind.ITOF if kind is Kind.FPU and "rs1" in names else kind


def expanded(instruction: Instruction, operands: Mapping[str, int]) -> Mapping[str, int]:
    """The operands as those of the instruction of 32 bits."""
    meaning = MEANINGS.get(instruction.mnemonic)
    return meaning.expanded(operands) if meaning else operands


def registers(instruction: Instruction, operands: Mapping[str, int]) -> Registers:
    """What an operation reads and writes."""
    values = expanded(instruction, operands)

    def one(integer: str, real: str) -> int:
        return FLOATS + values[real] if real in values else values.get(integer, 0)

    return Registers(one("rd", "fd"), one("rs1", "fs1"), one("rs2", "fs2"), one("rs3", "fs3"))


def divided(instruction: Instruction, value: int) -> int:
    """An operand of a division as it is divided."""
    signs = HALVES.get(meant(instruction))
    if signs is None:
        return value
    return signed(value & LOW) if signs else value & LOW
