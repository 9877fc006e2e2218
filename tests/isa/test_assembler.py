"""What a reader of a wrong text is told, word for word, and what a right one becomes."""

import pytest

from kernelcraft.isa.assembler import AssemblyError, AssemblyFault, TextLimits, assemble
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import Register
from tests.isa.tables import plain, tiny

RIGHT = [
    ("V_ADD_VF gp1, gp2, f3, 1, 2", [0, 1, 2, 3, 1, 2]),
    ("V_ADD_VF gp1, gp2, f3, 1", [0, 1, 2, 3, 1, 0]),
    ("V_ADD_VF gp1, gp2, f3", [0, 1, 2, 3, 0, 0]),
    ("\tV_ADD_VF\tgp1,gp2 ,f3  ; a remark", [0, 1, 2, 3, 0, 0]),
    ("LW gp15, -5(gp3) // a remark", [1, 15, 3, -5, 0, 0]),
    ("LW gp15, -2048 ( gp3 )\r", [1, 15, 3, -2048, 0, 0]),
    ("M_MM 0, gp4, gp5", [2, 4, 5, 0, 0, 0]),
    ("LUI gp0, 4194303", [3, 0, 4194303, 0, 0, 0]),
    ("here: BNZ gp1, here", [4, 1, 0, 0, 0, 0]),
    ("BNZ gp1, @0", [4, 1, 0, 0, 0, 0]),
    ("HALT", [5, 0, 0, 0, 0, 0]),
]

WRONG = [
    ("V_ADD_VX gp1, gp2, f3", "unknown instruction 'V_ADD_VX'; did you mean 'V_ADD_VF'?"),
    ("v_add_vf gp1, gp2, f3", "unknown instruction 'v_add_vf'; did you mean 'V_ADD_VF'?"),
    ("frobnicate", "unknown instruction 'frobnicate'"),
    ("# hello", "expected an instruction, got '#'; a comment begins with ';' or '//'"),
    (".text", "expected an instruction, got '.text'; tiny has no directives"),
    (
        "V_ADD_VF gp1, gp2, gp3",
        "V_ADD_VF: fs: expected a register f0..f7, got 'gp3'; did you mean 'f3'?",
    ),
    (
        "LW f9, 0(GP3)",
        "LW: rd: expected a register gp0..gp15, got 'f9'; did you mean 'gp9'?\n"
        "line 1: LW: rs1: expected a register gp0..gp15, got 'GP3'; did you mean 'gp3'?",
    ),
    ("LUI gp16, 1", "LUI: rd: expected a register gp0..gp15, got 'gp16'"),
    ("LUI gp01, 1", "LUI: rd: expected a register gp0..gp15, got 'gp01'; did you mean 'gp1'?"),
    ("LUI 3, 1", "LUI: rd: expected a register gp0..gp15, got '3'; did you mean 'gp3'?"),
    ("LUI gp1, 4194304", "LUI: big: 4194304 is outside 0..4194303"),
    ("LUI gp1, -1", "LUI: big: -1 is outside 0..4194303"),
    ("LW gp1, 2048(gp2)", "LW: imm: 2048 is outside -2048..2047"),
    (
        "LUI gp1, 0x10",
        "LUI: big: expected a number 0..4194303 in decimal, got '0x10'; did you mean '16'?",
    ),
    ("LUI gp1, +5", "LUI: big: expected a number 0..4194303, got '+5'; did you mean '5'?"),
    (
        "LUI gp1, 1.5",
        "LUI: big: expected a number 0..4194303, got '1.5'; only whole numbers can be written here",
    ),
    ("LUI gp1, gp2", "LUI: big: expected a number 0..4194303, got 'gp2', which is no number"),
    (
        "LUI gp1, weights",
        "LUI: big: expected a number 0..4194303, got 'weights'; "
        "a label cannot stand here, write the number",
    ),
    ("LUI gp1,", "LUI: big: expected a number 0..4194303, got nothing"),
    ("LUI gp1, 3,", "LUI: expected an operand after the last comma (LUI rd, big), got nothing"),
    ("LUI gp1", "LUI: expected 2 operands (LUI rd, big), got 1"),
    ("LUI", "LUI: expected 2 operands (LUI rd, big), got 0"),
    ("LUI , 3", "LUI: rd: expected a register gp0..gp15, got nothing"),
    ("HALT gp1", "HALT: expected no operands (HALT), got 1"),
    (
        "V_ADD_VF gp1",
        "V_ADD_VF: expected 3 to 5 operands (V_ADD_VF rd, rs1, fs[, rmask[, order]]), got 1",
    ),
    ("LUI gp1 7", "LUI: expected a comma between operands (LUI rd, big), got 'gp1 7'"),
    ("M_MM 1, gp1, gp2", "M_MM: expected a 0 in this place (M_MM 0, rs1, rs2), got '1'"),
    ("LW gp1, gp2", "LW: expected the form imm(rs1) (LW rd, imm(rs1)), got 'gp2'"),
    ("LW gp1, 4(gp2", "LW: expected the form imm(rs1) (LW rd, imm(rs1)), got '4(gp2'"),
    ("loop: BNZ gp1, lop", "BNZ: target: unknown label 'lop'; did you mean 'loop'?"),
    ("BNZ gp1, lop", "BNZ: target: unknown label 'lop'; the text defines no label"),
    ("BNZ gp1, 3", "BNZ: target: expected a label or @0..@63, got '3'; did you mean '@3'?"),
    ("BNZ gp1, @2", "BNZ: target: @2 is beyond the end of the text, @1"),
    ("a: HALT\na: HALT", "the label 'a' is already on line 1"),
    (
        "HALT\n" * 64 + "x: BNZ gp1, x",
        "BNZ: target: 'x' is bundle 64, but only 0..63 can be reached",
    ),
    ("HALT \x00 x", "expected a plain text, got the character '\\x00'"),
    ("LUI gp1, \U0001f600", "LUI: big: expected a number 0..4194303, got '\\U0001f600'"),
    ("x" * 90, "unknown instruction '" + "x" * 37 + "...'"),
]

AS_A_WHOLE = [
    ("", "the text holds no instruction"),
    ("\n ; only this\n\n", "the text holds no instruction"),
    ("HALT\n" * 200_001, "the text has 200,001 lines; at most 200,000 are read"),
    ("é" * 8_000_001, "the text has 16,000,002 bytes; at most 16,000,000 are read"),
]


@pytest.mark.parametrize(("text", "row"), RIGHT)
def test_right(text: str, row: list[int]) -> None:
    assert assemble(tiny, text).ops.tolist() == [row]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_wrong(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(tiny, text)
    lines = text.count("\n") + 1
    assert str(caught.value) == f"line {lines}: {message}"


@pytest.mark.parametrize(("text", "message"), AS_A_WHOLE)
def test_wrong_as_a_whole(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(tiny, text)
    assert caught.value.faults == (AssemblyFault(0, message),)
    assert str(caught.value) == message


WITHOUT_LABELS = [
    ("loop:", "expected an instruction, got 'loop:'; plain has no labels"),
    (
        "SET loop, loop",
        "SET: rd: expected a register gp0..gp15, got 'loop'\n"
        "line 1: SET: imm: expected a number 1..255, got 'loop'; "
        "there are no labels or symbols, write the number",
    ),
]


@pytest.mark.parametrize(("text", "message"), WITHOUT_LABELS)
def test_an_isa_without_labels_says_so(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(plain, text)
    assert str(caught.value) == f"line 1: {message}"


def test_the_longest_text_is_read() -> None:
    assert len(assemble(tiny, "HALT\n" * 200_000)) == 200_000


def test_limits_can_be_set() -> None:
    with pytest.raises(AssemblyError, match="the text has 2 lines; at most 1 are read"):
        assemble(tiny, "HALT\nHALT", TextLimits(lines=1))


def test_all_faults_come_at_once_and_beyond_fifty_they_are_counted() -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(tiny, "BNZ gp1, no\n" * 30 + "HALT\n" + "LUI gp99, 1\n" * 90)
    faults = caught.value.faults
    assert [fault.line for fault in faults] == [*range(1, 31), *range(32, 52)]
    assert str(caught.value).splitlines()[-1] == "... and 70 more"


def test_an_endless_line_is_not_echoed() -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(tiny, "LUI gp1" + "," * 1_000_000)
    assert str(caught.value) == (
        "line 1: expected at most 1,000 characters, got 1,000,007: "
        "'LUI gp1,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,...'"
    )


def test_a_label_is_the_next_instruction_and_the_last_one_the_end() -> None:
    program = assemble(tiny, "a:\n\nb: HALT\n BNZ gp1, b\n BNZ gp2, a\n BNZ gp3, end\nend:")
    assert program.ops[1:, 2].tolist() == [0, 0, 4]
    assert program.lines.tolist() == [3, 4, 5, 6]


def test_a_label_on_a_wrong_line_is_still_defined() -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(tiny, "a: HALTE\nBNZ gp1, a")
    assert str(caught.value) == "line 1: unknown instruction 'HALTE'; did you mean 'HALT'?"


def test_encoding() -> None:
    program = assemble(tiny, "LW gp15, -5(gp3)\nBNZ gp1, @1")
    assert program.words() == [0b1111111_000000_11011_0011_1111_000010, 0b000001_0001_000101]
    assert program.listing() == (
        "     0  fe06cfc2  line 1       LW gp15, -5(gp3)\n"
        "     1  00000445  line 2       BNZ gp1, @1\n"
    )


def test_a_table_that_has_grown_since_is_read_as_it_is_now() -> None:
    registers = [Register(name, 4, "a number", file="gp", count=16) for name in ("rd", "rs1")]
    isa = Isa("grows", word_bits=32, operands=registers, units={"scalar": "integers"})

    @isa.instruction("CLEAR rd", "0*27 rd 1", unit="scalar", latency=1)
    def clear(m: object, rd: int) -> None:
        """Zero."""

    assert assemble(isa, "CLEAR gp3").ops.tolist() == [[0, 3]]

    @isa.instruction("MOVE rd, rs1", "0*22 rs1 rd 10", unit="scalar", latency=1)
    def move(m: object, rd: int, rs1: int) -> None:
        """A copy."""

    assert assemble(isa, "CLEAR gp3\nMOVE gp4, gp3").ops.tolist() == [[0, 3, 0], [1, 4, 3]]
