"""Machines with proposals by name, and the cells they are for."""

import numpy as np
import pytest

from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import UnknownName, find_cells, load_cell
from kernelcraft.cells.designs import proposals_of, texts
from kernelcraft.cells.words import machine_words
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.isa.disassembler import decode

ARGMAX = """\
C_SET_ADDR_REG a0, gp0, gp0
S_ADDI_INT gp1, gp0, 32768
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp9, gp0, 64
S_ADDI_INT gp10, gp0, 128
S_ADDI_INT gp11, gp0, 192
C_LOOP_START gp7, 128
H_PREFETCH_V gp1, gp2, a0, 0, 0
S_ADDI_INT gp2, gp2, 256
S_LD_FP f1, gp0, 1
V_RED_MAX_IDX gp4, f1, gp1, gp0
V_RED_MAX_IDX gp4, f1, gp9, gp9
V_RED_MAX_IDX gp4, f1, gp10, gp10
V_RED_MAX_IDX gp4, f1, gp11, gp11
S_ST_INT gp4, gp3, 0
S_ADDI_INT gp3, gp3, 1
C_LOOP_END gp7
"""


def test_a_cell_on_a_machine_with_proposals_is_solved() -> None:
    cell = load_cell("plena+expert/argmax/C1")
    found = evaluate(cell, ARGMAX)
    assert found.failure is None
    assert found.match_rate == 1.0


def test_the_base_set_does_not_assemble_it() -> None:
    found = evaluate(load_cell("plena/argmax/C1"), ARGMAX)
    assert found.failure == "syntax"


def test_design_cells_are_in_no_list() -> None:
    assert not [each for each in find_cells("plena") if each.task.category == "sampling"]
    assert len(find_cells("plena")) == 100


def test_every_cell_of_the_platform_is_there_with_proposals_too() -> None:
    cell = load_cell("plena+expert/softmax/C1")
    assert "V_RED_MAX_IDX" in cell.platform.isa.forms
    assert cell.name == "plena+expert/softmax/C1"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("plena+expret/argmax/C1", "there are no proposals called 'expret'; did you mean"),
        ("boom+expert/vvadd/C1", "boom takes no proposals"),
        ("plena+expert/argmax/C9", "there is no configuration 'C9'"),
        ("plena/argmix/C1", "there is no task 'argmix'"),
    ],
)
def test_names_that_are_none(name: str, sentence: str) -> None:
    with pytest.raises(UnknownName, match=sentence):
        load_cell(name)


@pytest.mark.parametrize("extension", ["agent", "expert", "ours"])
def test_words_of_programs_come_back_as_text(extension: str) -> None:
    platform = platforms.platform(f"plena+{extension}")
    program = platform.assemble(kernels.expert(load_cell(f"plena+{extension}/sampler/C1")))
    assert np.array_equal(decode(platform.isa, program.words()), program.ops)
    used = {platform.isa.table[opcode].mnemonic for opcode in program.ops[:, 0]}
    assert len(machine_words(platform.name, program.source, {})) == len(program.ops)
    assert used >= {each.mnemonic for each in proposals_of("plena", texts("plena")[extension])}
