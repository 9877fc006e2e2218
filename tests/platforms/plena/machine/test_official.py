"""What the official assembler and emulator make of a text, where they differ from the manual."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.plena.machine.configuration import Errata, PlenaConfiguration
from kernelcraft.platforms.plena.machine.interpreter import INTERPRETER
from kernelcraft.platforms.plena.machine.official import words
from kernelcraft.platforms.plena.machine.platform import PlenaPlatform
from kernelcraft.platforms.plena.machine.second_opinion import second_opinion
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import differences
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from tests.platforms.plena.machine.small import SMALL, look, machine

OFFICIAL = replace(SMALL, errata=Errata.OFFICIAL)
NAN = float("nan")


def run(text: str, given: dict[str, object], configuration: PlenaConfiguration) -> Run:
    """On both machines, which agree, and on the second opinion, which agrees if the run ended."""
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    program = PlenaPlatform(configuration).assemble(text)
    before = machine(given, configuration)  # type: ignore[arg-type]
    found, state = native.run(program, before.copy(), Limits()), before.copy()
    expected = run_reference(program, state, Limits())
    assert list(differences(expected, found)) == []
    if expected.fault is None:
        other = second_opinion(program, before, expected.instructions)
        assert other is not None
        for memory in ("vector_sram", "hbm"):
            np.testing.assert_array_equal(other[memory], expected.state[memory])
    return expected


def both(text: str, place: str, given: dict[str, object]) -> tuple[float, float]:
    """The first number at a place, documented and official."""
    found = [run(text, given, each).state for each in (SMALL, OFFICIAL)]
    documented, official = (float(look(state, place).ravel()[0]) for state in found)
    return documented, official


# Text, what is in the machine, a place, and what is there afterwards: documented, official.
DIFFERENT = [
    ("S_ADDI_INT gp0, gp0, 7\nS_ADDI_INT gp1, gp0, 1", {}, "gp1", 1, 8),
    ("S_LD_FP f0, gp0, 3\nS_ADD_FP f1, f0, f0", {"fp3": 2.0}, "f1", 0, 4),
    ("S_ADD_FP f0, f1, f1\nS_ADD_FP f2, f0, f1", {"f1": 2.0}, "f2", 2, 2),
    ("V_RED_SUM f1, gp0, 1", {"v_mask": 1, "row0": 1.0}, "f1", 16, 64),
    ("V_RED_MAX f1, gp0, 1", {"v_mask": 1, "row0": [0.0] * 63 + [5.0]}, "f1", 0, 5),
    ("V_EXP_V gp1, gp0, 1", {"v_mask": 2, "row0": 0.0, "gp1": 64}, "row1", 0, 1),
    ("V_RECI_V gp1, gp0, 1", {"v_mask": 2, "row0": 4.0, "gp1": 64}, "row1", 4, 0.25),
    ("V_RED_MAX f1, gp0, 0", {"f1": 3.0, "row0": [NAN] + [9.0] * 63}, "f1", NAN, 3),
    ("S_MAX_FP f1, f1, f2", {"f1": NAN, "f2": -1.0}, "f1", NAN, -1),
    ("M_MV_WO gp1, 64", {"row0": 5.0, "row1": 5.0}, "row1", 0, 5),
    ("M_BMV_WO gp1, 1024", {"row1": 5.0, "row16": 5.0}, "row16", 0, 5),
    ("M_BMM_WO gp1, 1024", {"row1": 5.0}, "row1", 5, 0),
]  # fmt: skip


@pytest.mark.parametrize(("text", "given", "place", "documented", "official"), DIFFERENT)
def test_values(
    text: str, given: dict[str, object], place: str, documented: float, official: float
) -> None:
    np.testing.assert_equal(both(text, place, given), (documented, official))


def test_a_store_rounds_a_half_away_from_zero() -> None:
    row = [1.0 + 2.5 / 8, *[1.0] * 63]  # between the codes 2 and 3
    assert both("H_STORE_V gp0, gp0, a0, 0, 0", "hbm0", {"row0": row, "scale": 256}) == (0x3A, 0x3B)


def test_faults() -> None:
    assert run("M_BMV 0, gp0, gp0", {}, SMALL).fault is None
    assert "aborts on M_BMV" in str(run("M_BMV 0, gp0, gp0", {}, OFFICIAL).fault)
    aborted = run("M_BMM_WO gp0, 256", {}, OFFICIAL).fault
    assert "vector SRAM address 16 is not a multiple" in str(aborted)
    long = "\n".join(
        ["C_LOOP_START gp1, 2", *["S_ADDI_INT gp2, gp2, 1"] * 10_001, "C_LOOP_END gp1"]
    )
    assert run(long, {}, SMALL).fault is None
    assert "more than 10000 instructions" in str(run(long, {}, OFFICIAL).fault)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("V_ADD_VV gp1, gp1, gp1", "it needs a number in fourth place"),
        ("V_RED_MAX f1, gp1", "it needs a decimal number"),
        ("V_EXP_V gp1, gp1", "it needs a decimal number"),
        ("V_SUB_VF gp1, gp1, f1, 0", "it needs a number in fifth place"),
    ],
)
def test_text_that_the_official_assembler_refuses(text: str, message: str) -> None:
    PlenaPlatform(SMALL).assemble(text)
    with pytest.raises(AssemblyError) as refused:
        PlenaPlatform(OFFICIAL).assemble("S_ADDI_INT gp1, gp0, 1\n" + text)
    assert str(refused.value).startswith("line 2: the official assembler refuses this")
    assert str(refused.value).endswith(message)


def test_what_is_lost_gets_a_warning() -> None:
    found = PlenaPlatform(OFFICIAL).assemble("V_RED_SUM f1, gp1, 0\nV_RED_SUM f1, gp1, 1")
    (warning,) = map(str, found.warnings)
    made = "the official assembler and emulator make V_RED_SUM f1, gp1, 0 of this"
    assert warning == f"line 2: {made}"


# Judge: the words of the official assembler, commit c0fc271, for these lines.
WORDS = {
    "S_ADDI_INT gp1, gp0, 64": 0x00100062,
    "M_BMM_WO gp1, 1024": 0x00100045,
    "M_MV_WO gp1, gp0, 4": 0x0000104B,
    "V_RED_MAX f1, gp1, 1": 0x00004456,
    "V_RED_SUM f1, gp1, 1": 0x00000455,
    "H_PREFETCH_V gp1, gp1, a0, 1, 0, 0": 0x00040469,
    "V_SUB_VF gp1, gp2, f3, 1, 1": 0x0044C850,
    "C_LOOP_START gp15, 4194303": 0xFFFFFFEF,
    "M_BTMM 0, gp1, gp2": 0x00008404,
    "S_LUI_INT gp3, 5 ; five pages": 0x000014E5,
}


def test_words_of_the_official_assembler() -> None:
    assert words("; a comment\n" + "\n".join(WORDS)) == list(WORDS.values())


def test_surplus_operands_are_read_with_a_warning() -> None:
    text = "H_PREFETCH_V gp1, gp1, a0, 1, 0, 0 // as a template has it\nM_MV_WO gp1, gp0, 4"
    plain = "H_PREFETCH_V gp1, gp1, a0, 1, 0\nM_MV_WO gp1, 4"
    platform = PlenaPlatform(SMALL)
    found = platform.assemble(text)
    np.testing.assert_array_equal(found.ops, platform.assemble(plain).ops)
    assert [str(each) for each in found.warnings] == [
        "line 1: H_PREFETCH_V: the operand 0 is surplus",
        "line 2: M_MV_WO: the operand gp0 is surplus",
    ]
