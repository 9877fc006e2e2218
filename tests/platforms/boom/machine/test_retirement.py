"""What the model of the core is told of each instruction."""

from __future__ import annotations

import pytest

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.platforms.boom.machine.retirement import (
    Registers,
    divided,
    kind_of,
    meant,
    registers,
)

KINDS = [
    ("add", Kind.ALU),
    ("c.mv", Kind.ALU),
    ("lui", Kind.ALU),
    ("auipc", Kind.AUIPC),
    ("beq", Kind.BRANCH),
    ("c.bnez", Kind.BRANCH),
    ("jal", Kind.JAL),
    ("c.j", Kind.JAL),
    ("jalr", Kind.JALR),
    ("c.jr", Kind.JALR),
    ("mulw", Kind.MUL),
    ("divw", Kind.DIV),
    ("rem", Kind.DIV),
    ("divuw", Kind.UDIV),
    ("remu", Kind.UDIV),
    ("c.ldsp", Kind.LOAD),
    ("c.fld", Kind.FLOAD),
    ("sb", Kind.STORE),
    ("c.fsdsp", Kind.FSTORE),
    ("fmadd.d", Kind.FPU),
    ("fsgnj.s", Kind.FPU),
    ("fcvt.d.s", Kind.FPU),
    ("fdiv.s", Kind.FDIV),
    ("fsqrt.d", Kind.FSQRT),
    ("fcvt.l.d", Kind.FTOI),
    ("fmv.x.w", Kind.FTOI),
    ("fcvt.s.lu", Kind.ITOF),
    ("fmv.d.x", Kind.ITOF),
    ("feq.d", Kind.FCMP),
    ("fclass.s", Kind.FCMP),
    ("csrrwi", Kind.CSR),
    ("fence", Kind.FENCE),
    ("fence.i", Kind.FENCEI),
    ("amoadd.w", Kind.AMO),
    ("lr.d", Kind.LR),
    ("sc.w", Kind.SC),
    ("ecall", Kind.SYSTEM),
    ("c.ebreak", Kind.SYSTEM),
]


@pytest.mark.parametrize(("mnemonic", "kind"), KINDS, ids=[name for name, _ in KINDS])
def test_kinds(mnemonic: str, kind: Kind) -> None:
    assert kind_of(boom.instructions[mnemonic]) is kind


REGISTERS = [
    ("add", {"rd": 1, "rs1": 2, "rs2": 3}, Registers(1, 2, 3, 0)),
    ("lui", {"rd": 5, "imm20": 9}, Registers(5, 0, 0, 0)),
    ("sd", {"rs2": 6, "rs1": 7, "imm": 0}, Registers(0, 7, 6, 0)),
    ("fsd", {"fs2": 0, "rs1": 7, "imm": 0}, Registers(0, 7, 32, 0)),
    ("fmadd.d", {"fd": 1, "fs1": 2, "fs2": 3, "fs3": 4, "rm": 7}, Registers(33, 34, 35, 36)),
    ("fmv.x.d", {"rd": 4, "fs1": 31}, Registers(4, 63, 0, 0)),
    ("c.ldsp", {"rdn": 10, "stack9": 8}, Registers(10, 2, 0, 0)),
    ("c.mv", {"rdn": 10, "rs2n": 11}, Registers(10, 0, 11, 0)),
    ("c.jalr", {"rs1n": 5}, Registers(1, 5, 0, 0)),
    ("c.beqz", {"rs1s": 8, "near": 16}, Registers(0, 8, 0, 0)),
    ("csrrwi", {"rd": 3, "csr": 1, "uimm": 5}, Registers(3, 0, 0, 0)),
]


@pytest.mark.parametrize(
    ("mnemonic", "operands", "expected"), REGISTERS, ids=[row[0] for row in REGISTERS]
)
def test_registers(mnemonic: str, operands: dict[str, int], expected: Registers) -> None:
    assert registers(boom.instructions[mnemonic], operands) == expected


@pytest.mark.parametrize("instruction", boom.table, ids=lambda each: each.mnemonic)
def test_every_instruction_has_a_kind(instruction: Instruction) -> None:
    assert kind_of(instruction) in Kind
    assert meant(instruction) in boom.instructions


@pytest.mark.parametrize(
    ("mnemonic", "given", "expected"),
    [("div", -5, -5), ("divw", 0xFFFF_FFFE, -2), ("divuw", -2, 0xFFFF_FFFE)],
)
def test_what_is_divided(mnemonic: str, given: int, expected: int) -> None:
    assert divided(boom.instructions[mnemonic], given) == expected
