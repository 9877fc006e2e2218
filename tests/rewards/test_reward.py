"""The reward of a record: of real verdicts, and of an episode that was broken off."""

from __future__ import annotations

import pytest

from kernelcraft import baseline, expert, grade
from kernelcraft.records.attempt import Attempt
from kernelcraft.rewards import of_verdict

CELL = "plena/relu/C1"


def test_better_kernels_are_worth_more() -> None:
    texts = (expert(CELL), baseline(CELL), "garbage")
    worth = [of_verdict(CELL, grade(CELL, text, seed=3)).value for text in texts]
    assert worth[0] > worth[1] == pytest.approx(0.65)
    assert worth[2] == 0.0
    assert of_verdict(CELL, None).value == 0.0


def test_a_reward_says_what_it_is_made_of() -> None:
    history = (Attempt(1, None, 0, False, None), Attempt(2, None, 0, True, 78))
    found = of_verdict(CELL, grade(CELL, baseline(CELL), seed=3), history, "kevin")
    assert (found.shape, found.rules, found.correct, found.suspicious) == (
        "kevin/1",
        "strict",
        True,
        False,
    )
    assert found.evaluations == 2
    assert found.turns[0] == pytest.approx(0.4 * found.turns[1])


def test_a_quarantined_kernel_is_suspicious_and_worth_nothing() -> None:
    verdict = grade(CELL, baseline(CELL), seed=3)
    hacked = verdict.model_copy(update={"correct": False, "failure": "quarantined"})
    found = of_verdict(CELL, hacked, shape="staged")
    assert (found.value, found.suspicious) == (0.0, True)
