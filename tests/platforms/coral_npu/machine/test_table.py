"""The whole table at once: words and texts come back, every instruction has a page."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kernelcraft.isa.disassembler import decode, disassemble
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.manual import instruction_page
from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.sim.random_programs import any_value, line

EACH = pytest.mark.parametrize("instruction", coral.table, ids=lambda i: i.mnemonic)


@EACH
def test_text_and_words_come_back(instruction: Instruction) -> None:
    random = Random(instruction.opcode)
    rows = [{o.name: any_value(random, o) for o in instruction.operands} for _ in range(20)]
    program = assemble("\n".join(line(instruction, row) for row in rows))
    assert program.image is not None
    words = np.frombuffer(program.image.segments[0].data, "<u4").tolist()
    again = disassemble(coral, words)
    image = assemble(again).image
    assert image is not None
    assert np.frombuffer(image.segments[0].data, "<u4").tolist() == words
    if instruction.mnemonic != ".word":
        expected = [[instruction.opcode, *row.values()] for row in rows]
        np.testing.assert_array_equal(decode(coral, words)[:, : len(expected[0])], expected)


@EACH
def test_every_instruction_has_a_page(instruction: Instruction) -> None:
    page = instruction_page(coral, instruction)
    assert instruction.syntax in page.text
    assert instruction.doc.split("\n")[0] in page.text


def test_errata_are_on_the_pages() -> None:
    with_errata = {each.mnemonic for each in coral.table if "Erratum: vl = 0" in _page(each)}
    assert with_errata >= {"vle8.v", "vsuxseg2ei8.v", "vadd.vv", "vredsum.vs", "vdiv.vx"}
    assert not with_errata & {"vmv.x.s", "vcpop.m", "vs1r.v", "vl1re8.v", "vsetvli", "add"}
    assert "Erratum: vill" in _page(coral.instructions["vs1r.v"])
    assert "Erratum" not in _page(coral.instructions["vmv1r.v"])
    assert "Erratum: stale operand" in _page(coral.instructions["fmadd.s"])


def _page(instruction: Instruction) -> str:
    return instruction_page(coral, instruction).text
