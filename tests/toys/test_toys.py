"""The toy platforms are whole: texts, words and manual pages come from the same table."""

from __future__ import annotations

from random import Random

import pytest

from kernelcraft.isa.assembler import assemble
from kernelcraft.isa.disassembler import decode, disassemble
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import instruction_page
from kernelcraft.sim.random_programs import any_value, free_text
from tests.toys import accumulator, vliw

ISAS = pytest.mark.parametrize("isa", [accumulator.isa, vliw.isa], ids=lambda isa: isa.name)


@ISAS
def test_words_and_texts_come_back(isa: Isa) -> None:
    for seed in range(50):
        random = Random(seed)
        text = free_text(random, isa, 30, lambda r, instruction, operand: any_value(r, operand))
        program = assemble(isa, text)
        words = program.words()
        assert decode(isa, words).tolist() == program.ops.tolist()
        assert assemble(isa, disassemble(isa, words)).words() == words


@ISAS
def test_every_instruction_has_a_page(isa: Isa) -> None:
    for instruction in isa.table:
        page = instruction_page(isa, instruction)
        assert instruction.syntax in page.text
        assert instruction.doc in page.text
