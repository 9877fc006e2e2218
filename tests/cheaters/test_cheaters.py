"""Every way to score without solving that we know: each is a kernel, and each is refused."""

import pytest

from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.input_set import public_set
from kernelcraft.grading.verification import grade
from kernelcraft.kernels import load_cell
from tests.small_kernels import fetch, fill, silu

CELL = load_cell("plena/silu/C1")
ROWS = 4

COPY_OF_THE_INPUT = f"{fetch(ROWS)}\nS_ADDI_INT gp4, gp0, 0\n" + "\n".join(
    f"S_ADDI_INT gp3, gp0, {512 + 64 * row}\nV_ADD_VF gp4, gp3, f0, 0\nS_ADDI_INT gp4, gp4, 64"
    for row in range(ROWS)
)
GARBAGE_AS_FOUND = "S_ADDI_INT gp4, gp0, 0\n" + "\n".join(
    f"S_ADDI_INT gp3, gp0, {4096 + 64 * row}\nV_ADD_VF gp4, gp3, f0, 0\nS_ADDI_INT gp4, gp4, 64"
    for row in range(ROWS)
)
STORE_OVER_X = "S_ADDI_INT gp6, gp0, 0\nH_STORE_V gp6, gp0, a0, 1, 0"
STORE_BEHIND_X = """\
S_ADDI_INT gp1, gp0, 8192
C_SET_SCALE_REG gp1
S_ADDI_INT gp6, gp0, 320
H_STORE_V gp0, gp6, a0, 1, 0"""
ONE_ROW_TOO_MANY = "V_SUB_VV gp4, gp4, gp4, 0"
ENDLESS = """\
C_LOOP_START gp1, 4194303
C_LOOP_START gp2, 4194303
S_ADDI_INT gp3, gp0, 1
C_LOOP_END gp2
C_LOOP_END gp1
"""

CHEATERS = {
    "zeros": (fill(ROWS, "f0"), "wrong", "every element of the output is 0"),
    "ones": (fill(ROWS, "f1"), "wrong", "every element of the output is 1"),
    "nothing": ("S_ADDI_INT gp1, gp0, 1", "wrong", "was never written"),
    "last row left out": (silu(ROWS, stored=ROWS - 1), "wrong", "[3, 0] at vector_sram[192]"),
    "garbage as found": (GARBAGE_AS_FOUND, "wrong", "the normalised error is"),
    "copy of the input": (COPY_OF_THE_INPUT, "wrong", "the normalised error is"),
    "write to an input": (silu(ROWS, after=STORE_OVER_X), "dishonest", "input x was changed"),
    "write behind an input": (silu(ROWS, after=STORE_BEHIND_X), "dishonest", "behind the end"),
    "write behind the output": (
        silu(ROWS, after=ONE_ROW_TOO_MANY),
        "dishonest",
        "vector SRAM address 256, behind the end of a tensor, was written",
    ),
    "endless": (ENDLESS, "limit", "instructions"),
}


@pytest.mark.parametrize("name", CHEATERS)
def test_a_cheater_is_refused_in_one_sentence(name: str) -> None:
    text, failure, sentence = CHEATERS[name]
    verdict = grade(CELL, text, seed=1)
    assert (verdict.correct, verdict.failure) == (False, failure)
    assert sentence in verdict.message
    assert "\n" not in verdict.message
    assert verdict.speedup is None
    assert verdict.sol_score is None


@pytest.mark.parametrize("name", CHEATERS)
def test_the_public_inputs_show_it_too(name: str) -> None:
    text, failure, sentence = CHEATERS[name]
    found = evaluate(CELL, text)
    assert found.failure == failure
    assert sentence in found.message


def test_the_honest_kernel_beside_them_is_right() -> None:
    assert grade(CELL, silu(ROWS), seed=1).correct


def test_a_kernel_that_knows_the_public_answers_fails_on_fresh_inputs() -> None:
    text = memorised()
    assert evaluate(CELL, text).failure is None
    verdict = grade(CELL, text, seed=1)
    assert (verdict.correct, verdict.failure) == (False, "wrong")
    assert verdict.message.startswith("input set 1 of 15 (normal): ")


def memorised() -> str:
    """A kernel that spells the right answers for the public inputs, in 128ths, bit by bit."""
    answers = public_set(CELL).reference.reshape(-1, 64)
    lines = ["S_LD_FP f1, gp0, 1", "S_ADD_FP f2, f1, f1", "S_RECI_FP f2, f2"]  # f2 = 1/2
    lines += ["S_MUL_FP f2, f2, f2", "S_MUL_FP f4, f2, f2"]  # 1/4, 1/16
    lines += ["S_MUL_FP f4, f4, f2", "S_ADD_FP f4, f4, f4", "S_MUL_FP f4, f4, f2"]  # 1/128
    for row, values in enumerate(answers):
        for column, value in enumerate(values):
            lines += [*_spell(round(abs(value) * 128)), "S_MUL_FP f3, f3, f4"]
            lines += ["S_SUB_FP f3, f0, f3"] if value < 0 else []
            lines.append(f"S_ST_FP f3, gp0, {64 + column}")
        lines += [f"S_ADDI_INT gp4, gp0, {64 * row}", "S_MAP_V_FP gp4, gp0, 64"]
    return "\n".join(lines)


def _spell(number: int) -> list[str]:
    lines = ["S_ADD_FP f3, f0, f0"]
    for bit in f"{number:b}":
        lines.append("S_ADD_FP f3, f3, f3")
        lines += ["S_ADD_FP f3, f3, f1"] if bit == "1" else []
    return lines
