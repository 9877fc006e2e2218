"""Cells of whole numbers: every element must be equal, in both sets of rules; one right kernel and
many wrong ones."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.cells.cell import find_cells, load_cell, make_cell
from kernelcraft.cells.platforms import platform
from kernelcraft.grading import lockfile
from kernelcraft.grading.evaluation import evaluate, view
from kernelcraft.grading.inputs import distributions
from kernelcraft.grading.tolerance import Exact, Tolerance, strict_rule
from kernelcraft.grading.verification import grade
from kernelcraft.records.verdict import Rules
from tests.small_kernels import relu

CELL = load_cell("coral_npu/relu/C1")
N, ZERO = CELL.dims["n"], int(CELL.constants["zero_point"])
RIGHT = relu(N, ZERO)
ENDLESS = "the run used up its budget of"


def test_the_rule() -> None:
    reference = np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]])
    right = Exact().compare(output=reference.copy(), reference=reference)
    assert (right.ok, right.match_rate, right.largest) == (True, 1.0, 0.0)
    assert right.sentence() == "the output is right: every element equals the reference"
    output = np.array([[1.0, 2.0, 5.0], [0.0, -1.0, 1.0]])
    wrong = Exact().compare(output=output, reference=reference)
    assert wrong.faults == ("3 of 6 elements differ from the reference, by 2 at most",)
    assert [str(each) for each in wrong.worst_rows] == ["row [1]: 2", "row [0]: 1"]
    assert str(wrong.wrong[0]) == "[0, 2] expected 3, found 5"
    one = Exact().compare(output=reference + np.eye(2, 3), reference=reference)
    assert one.faults[0].startswith("2 of 6 elements differ")


def test_what_has_no_tolerance() -> None:
    assert strict_rule(None) == Exact()
    assert strict_rule(0.01) == Tolerance(0.01)
    assert lockfile.taus(CELL) == {}
    assert lockfile.tau(CELL, "normal") is None
    whole = {cell.platform.name for cell in find_cells() if cell.exact}
    assert whole == {"boom", "coral_npu"}
    assert not any(cell.exact for name in ("plena", "amd_npu") for cell in find_cells(name))


@pytest.mark.parametrize("rules", ["strict", "paper"])
def test_a_right_kernel(rules: Rules) -> None:
    verdict = grade(CELL, RIGHT, rules, seed=7, second_run=False)
    assert (verdict.correct, verdict.failure, verdict.tau) == (True, None, None)
    assert verdict.normalised_error == 0.0
    assert verdict.cycles
    sets = 15 + len(distributions(CELL.task)) - 3 if rules == "strict" else 1
    assert f"correct on {sets} input set" in verdict.message


def test_a_second_run_confirms_it() -> None:
    verdict = grade(CELL, RIGHT, seed=8)
    assert verdict.confirmed_by == ("a fresh process", "the reference machine")
    assert grade(CELL, RIGHT, seed=8, second_run=False).cycles == verdict.cycles


WRONG = [
    ("the last register's worth is skipped", relu(N, ZERO).replace(f"li a2, {N}", "li a2, 496"),
     "wrong", "16 of 512 elements of the output are wrong; the first, [496] at 0x200011f0, was"),
    ("the last element is skipped", relu(N, ZERO).replace(f"li a2, {N}", "li a2, 511"),
     "wrong", "1 of 512 elements of the output is wrong; the first, [511] at 0x200011ff, was"),
    ("off by one in the value", relu(N, ZERO + 1), "wrong", "elements differ from the reference"),
    ("off by one in the address", RIGHT.replace("0x20001000", "0x20001001"),
     "fault", "vse8.v v8, (a1): vector store to 0x20001200, where nothing can be written"),
    ("one iteration too many", relu(N + 128, ZERO),
     "fault", "vse8.v v8, (a1): vector store to 0x20001200, where nothing can be written"),
    ("the input is used as the output", RIGHT.replace("vse8.v v8, (a1)", "vse8.v v8, (a0)"),
     "fault", "vector store to 0x20000000, where nothing can be written"),
    ("the input is changed and restored",
     relu(N, ZERO, after="li a0, 0x20000000\nlb a1, 0(a0)\nsb a1, 0(a0)\nmpause"),
     "fault", "store to 0x20000000, where nothing can be written"),
    ("never ends", relu(N, ZERO, after="j .\nmpause"), "limit", ENDLESS),
    ("does nothing", "mpause", "wrong", "512 of 512 elements of the output are wrong; the first"),
    ("no mpause", relu(N, ZERO, after="nop"), "syntax", "no mpause is in the program"),
    ("runs past its end", relu(N, ZERO, after="j over\nmpause\nover: nop"),
     "fault", "this word is no instruction"),
    ("hangs with vl = 0", relu(N, ZERO, loop="j 1b"), "fault", "vl is 0: the core hangs here"),
    ("no vsetvli", RIGHT.replace("vsetvli t0, a2, e8, m8, ta, ma", "li t0, 128"),
     "fault", "vtype is illegal"),
    ("stops with an error", relu(N, ZERO, after="ebreak\nmpause"), "fault", "stopped itself"),
    ("relies on vxrm", RIGHT.replace("1:", "csrr a4, vxrm\nadd a3, a3, a4\n1:"),
     "wrong", "differ from the reference, by"),
    ("relies on a register", RIGHT.replace(f"li a3, {ZERO}", "nop"), "wrong", "differ from"),
    ("ends as soon as it may, and leaves a trap handler",
     "la t0, h\ncsrw mtvec, t0\nlw a0, 0(zero)\nli a1, 0x40000\nlw a0, 0(a1)\nh: mpause",
     "wrong", "512 of 512"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "failure", "message"),
    [case[1:] for case in WRONG],
    ids=[case[0] for case in WRONG],
)
def test_wrong_kernels(text: str, failure: str, message: str) -> None:
    verdict = grade(CELL, text, seed=3, second_run=False)
    assert (verdict.correct, verdict.failure) == (False, failure)
    assert message in verdict.message
    assert verdict.speedup is None


def test_the_paper_rules_compare_exactly_too() -> None:
    verdict = grade(CELL, relu(N, ZERO + 1), "paper", seed=1)
    assert (verdict.failure, verdict.tau) == ("wrong", None)


def test_what_an_agent_is_shown() -> None:
    found = evaluate(CELL, relu(N, ZERO + 1))
    assert (found.failure, found.tau, found.largest) == ("wrong", None, 1.0)
    assert found.worst_rows == ()  # the whole output is one row
    assert str(found.wrong_elements[0]) == f"[0] expected {ZERO}, found {ZERO + 1} at 0x20001000"


def test_an_output_of_one_axis_is_shown_in_rows_of_16() -> None:
    found = view(CELL, RIGHT, 3)
    assert [row.index for row in found.rows] == [(0,), (16,), (32,)]
    assert found.total == N // 16
    assert all(
        len(row.found) == 16 and np.array_equal(row.found, row.expected) for row in found.rows
    )


def test_a_cell_that_nobody_locked() -> None:
    """Sizes that no lock file and no compiled baseline has are graded; the speedup is unknown."""
    odd = make_cell(platform("coral_npu"), CELL.task, "odd", {"n": 77})
    verdict = grade(odd, relu(77, ZERO), seed=2, second_run=False)
    assert verdict.correct
    if lockfile.lock(odd) is None:
        assert (verdict.baseline_cycles, verdict.speedup) == (None, None)


@pytest.mark.parametrize("cell", find_cells(platform="coral_npu"), ids=lambda cell: cell.name)
def test_every_cell_can_be_staged(cell: object) -> None:
    found = load_cell(str(getattr(cell, "name", "")))
    assert found.output.element == "int8"
    assert found.memory_map.output.address % 4096 == 0
    assert all(value.is_integer() for value in found.constants.values())
