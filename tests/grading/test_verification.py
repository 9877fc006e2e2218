"""The verdict: pure, reproducible, in stages that each say in one sentence what is wrong."""

from dataclasses import replace

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.input_set import PUBLIC_SEED, input_set
from kernelcraft.grading.lockfile import GENEROUS, tau, taus
from kernelcraft.grading.second_run import (
    FRESH,
    MODEL,
    REFERENCE,
    REFERENCE_BELOW,
    Confirmation,
    Outcome,
    Outcomes,
    compare,
    confirm,
)
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.grading.verification import derive, draws, fresh_seed, grade, slowest
from kernelcraft.platforms.plena.kernels.snippets import number
from kernelcraft.platforms.plena.machine.second_opinion import LONGEST
from kernelcraft.records.verdict import BENCHMARK_VERSION, Rules, Verdict
from tests.small_kernels import silu

CELL = load_cell("plena/silu/C1")
KEYS = {
    "cell",
    "correct",
    "cycles",
    "baseline_cycles",
    "speedup",
    "bound_cycles",
    "sol_score",
    "message",
    "seeds",
    "instructions",
    "rules",
    "failure",
    "tau",
    "normalised_error",
    "platform_version",
    "fidelity",
    "benchmark_version",
    "code_hash",
}


@pytest.mark.parametrize("rules", ["strict", "paper"])
def test_a_right_kernel(rules: Rules) -> None:
    verdict = grade(CELL, silu(4), rules, seed=7)
    assert verdict.correct
    assert verdict.failure is None
    assert (verdict.cycles, verdict.instructions) == (81, 48)
    assert verdict.benchmark_version == BENCHMARK_VERSION
    assert set(Verdict.model_fields) >= KEYS


def test_the_verdict_is_a_function_of_cell_text_rules_and_seed() -> None:
    first, again = (grade(CELL, silu(4), seed=7, second_run=False) for _ in range(2))
    other = grade(CELL, silu(4), seed=8, second_run=False)
    assert first == again
    assert first.seeds != other.seeds
    assert first.normalised_error != other.normalised_error


def test_strict_grading_draws_five_seeds_of_each_distribution() -> None:
    planned = draws(CELL, "strict", seed=3)
    assert len({each.seed for each in planned}) == 5
    assert [each.distribution for each in planned[:3]] == ["normal", "shifted", "wide"]
    assert len(planned) == 15 + len(CELL.task.edges)
    assert len(draws(CELL, "paper", seed=3)) == 1


def test_seeds_of_verdicts_are_never_the_public_one() -> None:
    seeds = [derive(fresh_seed(), stream) for stream in range(100)]
    assert len(set(seeds)) == 100
    assert min(seeds) >= 2**63 > PUBLIC_SEED


SENTENCES = {
    "": "holds no instruction",
    "\x7fELF\x02\x01\x00": "expected a plain text",
    "V_ADD_W gp1, gp1, gp1": "line 1: unknown instruction 'V_ADD_W'",
    "V_EXP_V gp1": "line 1: V_EXP_V: expected 2 or 3 operands",
    "S_ADDI_INT gp1, gp0, 262144": "line 1: S_ADDI_INT: imm18: 262144 is outside 0..262143",
    "C_LOOP_START gp1, 4": "line 1",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_a_text_that_is_no_program(text: str) -> None:
    verdict = grade(CELL, text, seed=1)
    assert (verdict.correct, verdict.failure) == (False, "syntax")
    assert SENTENCES[text] in verdict.message
    assert verdict.cycles is None


def test_forty_megabytes_of_text() -> None:
    verdict = grade(CELL, "V_EXP_V gp1, gp1\n" * 2_400_000, seed=1)
    assert verdict.failure == "syntax"
    assert "2,400,000 lines; at most 200,000" in verdict.message


FAULTS = {
    "S_LUI_INT gp1, 4000\nV_EXP_V gp1, gp1": "line 2: V_EXP_V gp1, gp1: vector SRAM address",
    "S_ADDI_INT gp1, gp0, 3\nV_EXP_V gp1, gp1": "line 2: V_EXP_V gp1, gp1",
    "S_LUI_INT gp1, 4000\nH_PREFETCH_V gp0, gp1, a0, 1, 0": "HBM",
    "S_LUI_INT gp1, 4000\nS_LD_FP f1, gp1, 0": "FP SRAM address",
    "S_LUI_INT gp1, 4000\nS_ST_INT gp1, gp1, 0": "INT SRAM address",
    "S_LUI_INT gp1, 4000\nM_MM 0, gp1, gp0": "matrix SRAM",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_names_line_instruction_and_memory(text: str) -> None:
    verdict = grade(CELL, text, seed=1)
    assert (verdict.correct, verdict.failure) == (False, "fault")
    assert FAULTS[text].casefold() in verdict.message.casefold()
    assert verdict.message.startswith("line 2: ")


def test_a_long_baseline_is_graded_on_one_seed() -> None:
    cells = find_cells(platform="plena")
    counts = {len(draws(cell, "strict", seed=1)) - len(cell.task.edges) for cell in cells}
    assert counts <= {3, 15}
    assert 15 in counts


def test_the_edges_of_a_task_come_last() -> None:
    planned = draws(load_cell("plena/rms_norm/C1"), "strict", seed=3)
    assert "faint" not in {each.distribution for each in planned[:15]}
    assert [each.distribution for each in planned[15:]] == ["faint"]


def test_every_distribution_has_a_tolerance_of_its_own() -> None:
    """Keys that are stored coarsely cost more where scores are large."""
    cell = load_cell("plena/mha/C1")
    found = taus(cell)
    assert found["wide"] > 1.5 * found["normal"]
    assert found["normal"] != found["shifted"]
    verdict = grade(cell, kernels.baseline(cell), seed=5, second_run=False)
    assert verdict.tau in taus(cell).values()


@pytest.mark.parametrize(("factor", "sets"), [(1.0, 15), (0.9967, 30)])
def test_a_kernel_near_its_tolerance_is_tried_on_as_many_input_sets_again(
    factor: float, sets: int
) -> None:
    """Products a third of a percent too small need 0.8 τ, the right ones 0.4."""
    cell = load_cell("plena/gemm/C1")
    verdict = grade(cell, kernels.baseline(cell) + scaled(cell, factor), seed=7, second_run=False)
    assert verdict.correct
    assert f"correct on {sets} input sets" in verdict.message
    assert verdict.normalised_error is not None
    assert verdict.tau is not None
    assert (verdict.normalised_error > 0.75 * verdict.tau) == (sets == 30)


def scaled(cell: Cell, factor: float) -> str:
    """PLENA assembly that multiplies the output."""
    output = cell.memory_map.output
    rows = output.detail("rows") * output.detail("columns") // 64
    return f"""
{number("f5", factor)}
S_ADDI_INT gp1, gp0, {output.address}
C_LOOP_START gp2, {rows}
V_MUL_VF gp1, gp1, f5, 0
S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp2
"""


def test_a_kernel_is_ranked_by_its_slowest_input_set() -> None:
    right = examination(11)
    slower = replace(right, run=replace(right.run, cycles=right.run.cycles + 1))
    unfinished = replace(right, comparison=None, run=replace(right.run, cycles=1 << 40))
    assert slowest([right, slower, right, unfinished]) is slower
    assert slowest([unfinished]) is None


def test_the_second_run_confirms_what_the_first_gave() -> None:
    second = confirm(CELL, silu(4), 11, GENEROUS, examination(11))
    assert second == Confirmation((FRESH, REFERENCE, MODEL), None)
    assert grade(CELL, silu(4), seed=1).confirmed_by == second.by


def test_a_long_run_is_confirmed_by_the_model_and_a_longer_one_by_nobody_else() -> None:
    idle = "C_LOOP_START gp8, {}\nC_LOOP_END gp8\n"
    long = grade(CELL, idle.format(REFERENCE_BELOW) + silu(4), seed=1)
    assert long.confirmed_by == (FRESH, MODEL)
    longer = grade(CELL, idle.format(LONGEST) + silu(4), seed=1)
    assert longer.confirmed_by == (FRESH,)
    assert longer.correct
    assert longer.message.endswith("; the run was too long for a second opinion")


def test_a_second_run_that_does_not_end_is_no_confirmation() -> None:
    second = confirm(CELL, silu(4), 11, GENEROUS, examination(11), seconds=0.0)
    assert second.refused is not None
    assert second.refused.failure == "crash"
    assert second.refused.message.startswith("the second run was not finished: it took longer")


def test_only_one_wrong_element_of_the_output_is_a_disagreement() -> None:
    right = examination(11)
    other = right.output.copy()
    other[-1, -1] += 1
    refused = confirm(CELL, silu(4), 11, GENEROUS, replace(right, output=other)).refused
    assert refused is not None
    assert refused.failure == "disagreement"


def test_a_model_that_disagrees_quarantines_the_cell() -> None:
    right = Outcome.of(81, np.zeros(3))
    second = compare(right, Outcomes(right, right, model="another hash"))
    assert second.by == (FRESH, REFERENCE)
    assert second.refused is not None
    assert second.refused.message == (
        "the same kernel and inputs gave another output in the independent model: "
        "the cell is quarantined until we know which of them is wrong"
    )


def test_other_cycles_or_another_output_are_a_disagreement() -> None:
    right = examination(11)
    slower = replace(right, run=replace(right.run, cycles=right.run.cycles + 1))
    refused = confirm(CELL, silu(4), 11, GENEROUS, slower).refused
    assert refused is not None
    assert refused.failure == "disagreement"
    assert "took 81 cycles in a fresh process, 82 before" in refused.message
    doubled = replace(right, output=right.output * 2)
    refused = confirm(CELL, silu(4), 11, GENEROUS, doubled).refused
    assert refused is not None
    assert "another output in a fresh process" in refused.message


def examination(seed: int) -> Examination:
    given = input_set(CELL, "normal", seed, poison=True)
    program = CELL.platform.assemble(silu(4))
    return examine(CELL, program, given, strict_rule(tau(CELL, "normal")), GENEROUS, honest=True)


@pytest.mark.parametrize(("bound", "failure"), [(None, None), (81, None), (82, "quarantined")])
def test_faster_than_the_machine_is_quarantined(
    bound: int | None, failure: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "bound", lambda cell: bound)
    verdict = grade(CELL, silu(4), seed=1, second_run=False)
    assert (verdict.failure, verdict.cycles) == (failure, 81)
    sentence = "81 cycles are fewer than the bound of 82: bound or simulator wrong, quarantined for"
    assert verdict.message.startswith(sentence if failure else "correct on 1")
