"""The tools on a cell whose output must equal the reference: whole numbers, no tolerance."""

from __future__ import annotations

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.grading import lockfile
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.profiling import profile
from kernelcraft.workbench import Workbench, approximate_tokens
from kernelcraft.workbench.prompt import render
from tests.small_kernels import relu

CELL = load_cell("coral_npu/relu/C1")
N, ZERO = CELL.dims["n"], int(CELL.constants["zero_point"])


def bench(code: str) -> Workbench:
    found = Workbench(CELL)
    assert found.write_code(code).success
    return found


def test_an_episode_from_a_typo_to_a_verdict() -> None:
    work = bench(relu(N, ZERO).replace("vmax.vx", "vmaxx.vx"))
    assert "line 8: unknown instruction 'vmaxx.vx'; did you mean 'vmax.vx'?" in str(
        work.check_syntax()
    )
    assert work.run_evaluation().failure == "syntax"
    work.write_code(relu(N, ZERO + 1))
    assert work.run_evaluation().failure == "wrong"
    work.write_code(relu(N, ZERO))
    assert str(work.check_syntax()) == "no errors, 0 warnings, 13 instructions"
    assert work.run_evaluation().correct
    assert work.best is not None
    assert work.best.number == 3
    verdict = work.verdict()
    assert verdict.correct
    assert "3 attempts, 1 correct, the best is #3" in str(work.compare_attempts())


def test_a_right_kernel_is_not_measured_in_taus() -> None:
    result = bench(relu(N, ZERO)).run_evaluation()
    assert "largest difference: 0 (allowed: 0)" in str(result)
    assert "normalised error" not in str(result)
    assert (result.tau, result.largest_difference) == (None, 0.0)


def test_a_wrong_one_is_counted() -> None:
    text = str(bench(relu(N, ZERO + 1)).run_evaluation())
    assert "elements differ from the reference, by 1 at most" in text
    assert f"[0] expected {ZERO}, found {ZERO + 1} at 0x20001000" in text


def test_rows_of_several_axes_are_ranked_by_their_wrong_elements() -> None:
    softmax = load_cell("coral_npu/softmax/C1")
    work = Workbench(softmax)
    work.write_code("mpause")
    text = str(work.run_evaluation())
    assert "worst rows (wrong elements):" in text
    assert "elements of the output are wrong; the first, [0, 0] at 0x20001000, was never" in text
    row = work.view_output(1).rows[0]
    assert row.wrong is not None
    assert row.wrong > 60
    assert str(row).startswith(f"row [0]: {row.wrong} wrong, ")


def test_the_output_is_shown_as_whole_numbers() -> None:
    work = bench(relu(N, ZERO))
    work.run_evaluation()
    shown = str(work.view_output(2))
    assert "row [16]: 0 wrong, " in shown
    assert "." not in shown.replace("..", "")


def test_sizes_leave_out_what_guards_the_end() -> None:
    result = bench(relu(N, ZERO)).get_instruction_size()
    assert (result.instructions, result.by_category["vload"]) == (13, 1)
    assert ".word" not in result.by_mnemonic


def test_a_profile_names_lines_and_loops() -> None:
    result = bench(relu(N, ZERO)).profile()
    assert result.cycles == sum(result.by_unit.values())
    (loop,) = result.loops
    assert (loop.first, loop.last, loop.iterations) == (6, 13, N // 128)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("vsmul.vv", "rounded as vxrm says"),
        ("VSMUL.VV", "rounded as vxrm says"),
        ("stack pointer", "the end of DTCM"),
        ("vl = 0", "hang"),
        ("bnez", "Pseudo-instructions"),
    ],
)
def test_the_manual_is_searched(query: str, found: str) -> None:
    assert found in str(Workbench(CELL).grep_docs(query))


def test_the_prompt_says_all_a_kernel_needs() -> None:
    gemm = load_cell("coral_npu/gemm/C1")
    prompt = render(gemm)
    for words in (
        "0x20000400  w: int8 [32][32], 1,024 bytes",
        "constant zero_point = ",
        "Every element of the output must equal the reference",
        "It ends with mpause",
        "vwmacc.vv",
    ):
        assert words in prompt.system + prompt.task
    norm = load_cell("coral_npu/layer_norm/C1")
    multiplier = f"{norm.constants['multiplier']:.0f}"
    assert len(multiplier) == 10
    assert f"constant multiplier = {multiplier}" in render(norm).task


def test_the_compact_prompt_is_short_and_the_full_one_holds_every_page() -> None:
    compact, full = Workbench(CELL).prompt, Workbench(CELL, detail="full").prompt
    assert compact.task == full.task
    assert compact.tokens < 8000 < 100_000 < full.tokens
    assert "### vluxseg7ei16.v" in full.system
    head = compact.system.partition("## Instructions")[0]
    assert full.system.startswith(head)
    assert approximate_tokens(compact.system.removeprefix(head)) < 6000


def test_a_short_table_is_the_same_in_both() -> None:
    silu = load_cell("plena/silu/C1")
    assert render(silu, "compact") == render(silu, "full")


def test_a_profile_begins_on_a_machine_that_nothing_ran_on() -> None:
    """Also where the baseline is measured for the limits, on the same workspace."""
    lockfile._new.cache_clear()
    assert profile(CELL, relu(N, ZERO)).cycles == evaluate(CELL, relu(N, ZERO)).cycles
