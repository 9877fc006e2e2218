"""Several instructions a line: slots, hexadecimal numbers, brackets that stand for themselves."""

import pytest

from kernelcraft.isa.assembler import AssemblyError, assemble
from kernelcraft.isa.disassembler import decode, disassemble
from kernelcraft.isa.errors import DecodeError
from tests.isa.tables import wide

TEXT = """
start: add r1, r2, r3 ; ld r4, [r5, #-0x10]   // any order
       movi r6, #7
       jump start ; nop
"""


def test_a_line_is_a_bundle_in_slot_order() -> None:
    program = assemble(wide, TEXT)
    assert [wide.table[opcode].mnemonic for opcode in program.ops[:, 0]] == [
        *("ld", "add"),
        "movi",
        *("jump", "nop"),
    ]
    assert program.ends.tolist() == [0, 1, 1, 0, 1]
    assert program.lines.tolist() == [2, 2, 3, 4, 4]
    assert program.words()[1] == (1 << 39 | 7 << 3 | 6) << 16
    assert disassemble(wide, program.words()) == (
        "ld r4, [r5, #-16] ; add r1, r2, r3\nmovi r6, #7\njump @0\n"
    )


def test_a_target_is_the_first_operation_of_its_bundle() -> None:
    program = assemble(wide, "nop\nnop ; movi r1, #1\nhere: nop ; jump here\njump end\nend:")
    assert program.ops[program.ops[:, 0] == 2, 1].tolist() == [3, 6]
    assert decode(wide, program.words())[-1].tolist() == [2, 4, 0, 0]


def test_an_empty_word_is_the_idle_instruction() -> None:
    assert decode(wide, [0]).tolist() == [[4, 0, 0, 0]]
    assert disassemble(wide, [0]) == "nop\n"


WRONG = [
    (
        "add r1, r2, r3 ; add r1, r2, r3",
        "add and add both need the slot 'alu'; a bundle holds one instruction in each slot",
    ),
    (
        "movi r1, #1 ; jump @0",
        "movi and jump both need the slot 'move'; a bundle holds one instruction in each slot",
    ),
    ("add r1, r2, r3 ;", "expected an instruction before and after each ';'"),
    (
        "add r1, r2, r9 ; addi r1, r2",
        "add: rb: expected a register r0..r7, got 'r9'\n"
        "line 1: unknown instruction 'addi'; did you mean 'add'?",
    ),
    ("movi r1, 5", "movi: expected the form #imm (movi rd, #imm), got '5'"),
    ("movi r1, #0x8000", "movi: imm: 0x8000 is outside -32768..32767"),
    ("ld r1, [r2]", "ld: expected the form [ra, #imm] (ld rd, [ra, #imm]), got '[r2]'"),
    (
        "add r1, r2, r3 ; jump strat",
        "jump: target: unknown label 'strat'; the text defines no label",
    ),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_wrong(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(wide, text)
    assert str(caught.value) == f"line 1: {message}"


def test_a_word_of_nothing() -> None:
    with pytest.raises(DecodeError, match="word 1: wide has no instruction 0x4000"):
        decode(wide, [0, 1 << 14])
    with pytest.raises(DecodeError, match="word 0: 0x1.* is outside 80 bits"):
        decode(wide, [1 << 80])
    with pytest.raises(DecodeError, match="jump: @9 is beyond the end, @1"):
        decode(wide, [(1 << 38 | 9) << 16])
