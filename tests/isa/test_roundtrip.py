"""Random texts end in an `AssemblyError`, random programs come back unchanged."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelcraft.isa.assembler import AssemblyError, assemble
from kernelcraft.isa.disassembler import decode, disassemble
from kernelcraft.isa.errors import DecodeError
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import BranchTarget
from kernelcraft.isa.program import Program
from tests.isa.tables import plain, tiny, wide

MNEMONICS = [*tiny.instructions, *wide.instructions]
PIECES = [*MNEMONICS, "gp1", "gp16", "f3", "r2", "0", "-7", "99999999", "0x1f", "a", "a:", "@1"]
MARKS = [",", " ", "\n", "(", ")", "[", "]", "#", ";", "//", "\t", "\r", "@", ":", "é", "\x85"]
LIKELY_TEXT = st.lists(st.sampled_from(PIECES + MARKS)).map(" ".join)
ISAS = pytest.mark.parametrize("isa", [tiny, wide, plain], ids=lambda isa: isa.name)


def assembled(isa: Isa, text: str) -> Program | AssemblyError:
    try:
        return assemble(isa, text)
    except AssemblyError as error:
        return error


@ISAS
@settings(deadline=None)
@given(text=st.one_of(st.text(), LIKELY_TEXT))
def test_a_random_text_is_a_program_or_faults(isa: Isa, text: str) -> None:
    result = assembled(isa, text)
    if isinstance(result, Program):
        words = result.words()
        assert assemble(isa, disassemble(isa, words)).words() == words
    else:
        assert result.faults
        assert all(fault.message.isprintable() for fault in result.faults)


@st.composite
def instructions(draw: st.DrawFn, table: list[Instruction], length: int) -> str:
    """The text of one random right instruction in a program of `length` bundles."""
    instruction = draw(st.sampled_from(table))
    text = instruction.mnemonic
    for piece in instruction.template.pieces:
        if isinstance(piece, str):
            text += piece
            continue
        last = length if isinstance(piece, BranchTarget) else piece.values[-1]
        text += piece.write(draw(st.integers(piece.values[0], last)))
    return text


@st.composite
def programs(draw: st.DrawFn, isa: Isa) -> str:
    """A random right text, as the disassembler would write it."""
    length = draw(st.integers(1, 20))
    lines = []
    for _ in range(length):
        slots = isa.bundle.slots if isa.bundle else ()
        tables = [[each for each in isa.table if each.unit == slot.name] for slot in slots]
        chosen = draw(st.sets(st.sampled_from(range(len(tables))), min_size=1)) if tables else {0}
        parts = [
            draw(instructions((tables or [isa.table])[index], length)) for index in sorted(chosen)
        ]
        lines.append(f" {isa.syntax.separator} ".join(parts) + "\n")
    return "".join(lines)


@settings(deadline=None)
@given(text=programs(tiny))
def test_disassembling_undoes_assembling(text: str) -> None:
    program = assemble(tiny, text)
    assert decode(tiny, program.words()).tolist() == program.ops.tolist()
    assert disassemble(tiny, program.words()) == text


@settings(deadline=None)
@given(text=programs(wide))
def test_disassembling_undoes_assembling_bundles(text: str) -> None:
    program = assemble(wide, text)
    again = assemble(wide, disassemble(wide, program.words()))
    assert again.words() == program.words()
    assert decode(wide, program.words()).tolist() == again.ops.tolist()


@ISAS
@settings(deadline=None)
@given(data=st.data())
def test_a_random_word_is_an_instruction_or_refused(isa: Isa, data: st.DataObject) -> None:
    word = data.draw(st.integers(0, 2**isa.word_bits - 1))
    with suppress(DecodeError):
        assert assemble(isa, disassemble(isa, [word])).words() == [word]
