"""The whole PLENA table at once: published opcodes, encodings and texts that come back, manual."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kernelcraft.isa.assembler import assemble
from kernelcraft.isa.disassembler import decode, disassemble
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.manual import instruction_page
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.sim.random_programs import any_value, line
from tests.platforms.plena.machine.small import lanes, run

# In the order of the published opcodes, 1 to 48.
PUBLISHED = """\
M_MM M_TMM M_BMM M_BTMM M_BMM_WO M_MM_WO M_MV M_TMV M_BMV M_BTMV M_MV_WO M_BMV_WO
V_ADD_VV V_ADD_VF V_SUB_VV V_SUB_VF V_MUL_VV V_MUL_VF V_EXP_V V_RECI_V V_RED_SUM V_RED_MAX
S_ADD_FP S_SUB_FP S_MAX_FP S_MUL_FP S_EXP_FP S_RECI_FP S_SQRT_FP S_LD_FP S_ST_FP S_MAP_V_FP
S_ADD_INT S_ADDI_INT S_SUB_INT S_MUL_INT S_LUI_INT S_LD_INT S_ST_INT
H_PREFETCH_M H_PREFETCH_V H_STORE_V
C_SET_ADDR_REG C_SET_SCALE_REG C_SET_STRIDE_REG C_SET_V_MASK_REG C_LOOP_START C_LOOP_END
"""
EACH = pytest.mark.parametrize("instruction", plena.table, ids=lambda i: i.mnemonic)

# Cycles with DC_EN = 1 and DC_EN = 0 of everything that does not take one cycle in both.
CYCLES = {
    **dict.fromkeys(("M_MM", "M_TMM", "M_BMM", "M_BTMM", "M_MV", "M_TMV"), (64, 64)),
    **dict.fromkeys(("V_ADD_VV", "V_ADD_VF", "V_SUB_VV", "V_SUB_VF"), (1, 2)),
    **dict.fromkeys(("V_MUL_VV", "V_MUL_VF"), (1, 5)),
    "V_EXP_V": (1, 6),
    "V_RECI_V": (2, 7),
    "V_RED_MAX": (4, 4),
    "V_RED_SUM": (8, 20),
    **dict.fromkeys(("S_EXP_FP", "S_RECI_FP", "S_SQRT_FP"), (1, 2)),
    "S_MAP_V_FP": (128, 128),
    "H_PREFETCH_M": (209, 209),  # a first contiguous transfer, its scales in the same bytes
    "H_PREFETCH_V": (46, 46),
    "H_STORE_V": (3, 3),  # the scale block is among the bytes just written
}
SYSTOLIC = ("M_MM", "M_TMM", "M_BMM", "M_BTMM", "M_BMV", "M_BTMV")


def test_the_opcodes_are_the_published_ones() -> None:
    found = {i.mnemonic: i.encoding.value & 63 for i in plena.table}
    assert found == {mnemonic: code for code, mnemonic in enumerate(PUBLISHED.split(), start=1)}


@EACH
def test_encoding_and_text_come_back(instruction: Instruction) -> None:
    random = Random(instruction.opcode)
    rows = [{o.name: any_value(random, o) for o in instruction.operands} for _ in range(200)]
    text = "".join(f"{line(instruction, row)}\n" for row in rows)
    program = assemble(plena, text)
    expected = [[instruction.opcode, *row.values()] for row in rows]
    np.testing.assert_array_equal(program.ops[:, : len(expected[0])], expected)
    words = program.words()
    np.testing.assert_array_equal(decode(plena, words), program.ops)
    assert disassemble(plena, words) == text
    assert all(0 < word < 2**32 for word in words)


WORDS = [
    ("M_MM 0, gp3, gp2", 0x01 | 3 << 10 | 2 << 14),
    ("M_MM_WO gp1, gp0, 72", 0x06 | 1 << 6 | 72 << 14),
    ("M_BMM_WO gp1, 64", 0x05 | 1 << 6 | 64 << 14),
    ("V_ADD_VV gp1, gp2, gp3", 0x0D | 1 << 6 | 2 << 10 | 3 << 14),
    ("V_SUB_VF gp1, gp2, f3, 1, 1", 0x10 | 1 << 6 | 2 << 10 | 3 << 14 | 1 << 18 | 1 << 22),
    ("V_EXP_V gp1, gp2, 1", 0x13 | 1 << 6 | 2 << 10 | 1 << 18),
    ("S_LUI_INT gp15, 4194303", 0x25 | 15 << 6 | 4194303 << 10),
    ("S_LD_FP f7, gp1, 262143", 0x1E | 7 << 6 | 1 << 10 | 262143 << 14),
    ("H_PREFETCH_M gp1, gp2, a3, 1, 1", 0x28 | 1 << 6 | 2 << 10 | 3 << 14 | 1 << 18 | 1 << 22),
    ("C_SET_ADDR_REG a3, gp0, gp2", 0x2B | 3 << 6 | 2 << 14),
    ("C_LOOP_START gp1, 5", 0x2F | 1 << 6 | 5 << 10),
]


@pytest.mark.parametrize(("text", "word"), WORDS)
def test_words(text: str, word: int) -> None:
    assert assemble(plena, text).words() == [word]


@EACH
def test_manual_page(instruction: Instruction) -> None:
    page = instruction_page(plena, instruction)
    assert instruction.mnemonic in page.title
    for expected in (instruction.syntax, instruction.doc.split("\n")[0], "cycle"):
        assert expected in page.text
    for erratum in instruction.errata:
        assert erratum.name in page.text


@EACH
@pytest.mark.parametrize("dc_en", [1, 0])
def test_cycles(instruction: Instruction, dc_en: int) -> None:
    mnemonic = instruction.mnemonic
    ones = {operand.name: 1 for operand in instruction.operands}
    text = line(instruction, {**ones, "rstride": 0, "imm18": 0})
    if mnemonic == "C_LOOP_END":
        text = f"C_LOOP_START gp1, 1\n{text}"
    done = run(text, None, lanes(64, dc_en=dc_en))
    assert done.fault is None
    assert done.profile.cycles[-1].sum() == CYCLES.get(mnemonic, (1, 1))[1 - dc_en]
    assert list(done.profile.by_unit())[0] == instruction.unit
    reason = "dram" if instruction.unit == "dma" else "execute"
    assert done.profile.by_reason()[reason] == done.cycles


@pytest.mark.parametrize("mnemonic", SYSTOLIC)
def test_systolic_overhead(mnemonic: str) -> None:
    slow, fast = (
        run(f"{mnemonic} 0, gp0, gp0", None, lanes(64, systolic_overhead=n)) for n in (9, 0)
    )
    assert slow.cycles == fast.cycles + 9


WRITES_F = [
    i
    for i in plena.table
    if i.operands and i.operands[0].name == "fd" and i.mnemonic not in ("S_LD_FP", "S_ST_FP")
]


@pytest.mark.parametrize("instruction", WRITES_F, ids=lambda i: i.mnemonic)
def test_a_result_for_f0_is_dropped_in_no_time(instruction: Instruction) -> None:
    values = {o.name: 0 for o in instruction.operands}
    done = run(line(instruction, values), {"fp0": 5, "row0": 5})
    assert (done.cycles, done.state["f"][0]) == (0, 0)


def test_a_load_to_f0_takes_its_time() -> None:
    done = run("S_LD_FP f0, gp0, 0", {"fp0": 5})
    assert (done.cycles, done.state["f"][0]) == (1, 0)
