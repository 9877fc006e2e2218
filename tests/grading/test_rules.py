"""What grading under each set of rules draws and asks."""

from __future__ import annotations

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.rules import RULES
from kernelcraft.grading.second_run import FRESH, MODEL, REFERENCE
from kernelcraft.grading.verification import draws, grade
from kernelcraft.records.verdict import Rules

CELL = load_cell("plena/softmax/C1")
KERNEL = kernels.baseline(CELL)
EVERY = RULES["train"].opinions


@pytest.mark.parametrize(("rules", "usual"), [("strict", 15), ("train", 3)])
def test_input_sets(rules: Rules, usual: int) -> None:
    drawn = draws(CELL, rules, 1)
    assert len(drawn) == usual + len(CELL.task.edges)
    assert {each.distribution for each in drawn} >= {"normal", "shifted", "wide", *CELL.task.edges}


def test_training_asks_for_an_opinion_once_in_fifty() -> None:
    assert grade(CELL, KERNEL, "train", seed=EVERY).confirmed_by == (FRESH, REFERENCE, MODEL)
    verdict = grade(CELL, KERNEL, "train", seed=EVERY + 1)
    assert verdict.confirmed_by == (FRESH,)
    assert "second opinion" not in verdict.message
    assert sum(RULES["train"].asks(seed) for seed in range(500)) == 500 // EVERY


def test_equal_seeds_give_equal_verdicts_in_training() -> None:
    assert grade(CELL, KERNEL, "train", seed=9) == grade(CELL, KERNEL, "train", seed=9)
