"""The whole table at once: words and texts come back, every instruction has a page."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kernelcraft.isa.disassembler import decode, disassemble
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.manual import instruction_page
from kernelcraft.platforms.boom.machine.assembly import assemble
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.riscv.compressed import MEANINGS
from kernelcraft.sim.random_programs import line

EACH = pytest.mark.parametrize("instruction", boom.table, ids=lambda i: i.mnemonic)
KEEP = ".option norvc\n"  # a plain instruction stays one


@EACH
def test_text_and_words_come_back(instruction: Instruction) -> None:
    random = Random(instruction.opcode)
    rows = [{o.name: random.choice(o.allowed) for o in instruction.operands} for _ in range(20)]
    program = assemble(KEEP + "\n".join(line(instruction, row) for row in rows))
    assert {each.size for each in _used(program.written)} == {instruction.size}
    words = program.words()
    assert assemble(KEEP + disassemble(boom, words)).words() == words
    if instruction.mnemonic not in (".word", ".half"):
        expected = [[instruction.opcode, *row.values()] for row in rows]
        np.testing.assert_array_equal(decode(boom, words)[:, : len(expected[0])], expected)


def _used(ops: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> list[Instruction]:
    return [boom.table[opcode] for opcode in ops[:, 0].tolist()]


@EACH
def test_every_instruction_has_a_page(instruction: Instruction) -> None:
    page = instruction_page(boom, instruction)
    assert instruction.syntax in page.text
    assert instruction.doc.split("\n")[0] in page.text


def test_sixteen_bits_mean_an_instruction_of_the_table() -> None:
    short = [each.mnemonic for each in boom.table if each.size == 2 and each.mnemonic != ".half"]
    assert sorted(MEANINGS) == sorted(short)
    for mnemonic, meaning in MEANINGS.items():
        meant = boom.instructions[meaning.mnemonic]
        assert {each.name for each in meant.operands} == set(meaning.operands)
        assert boom.instructions[mnemonic].unit == meant.unit
