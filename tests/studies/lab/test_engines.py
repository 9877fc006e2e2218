"""Engines search the lab's landscapes for no more than the budget."""

from __future__ import annotations

import math
import random

import pytest

from kernelcraft.studies.lab.contest import RANDOM, Arena
from kernelcraft.studies.lab.engines import Judged, Model, hold, table
from kernelcraft.studies.lab.synthetic import Deceptive
from kernelcraft.studies.lab.with_gepa import GEPA, gepa_search

ARENA = Arena("deceptive", "a trap", 40, lambda seed: Deceptive())


def test_gepa_beats_random_search_within_the_same_budget() -> None:
    found = hold(range(3), {GEPA: gepa_search}, [ARENA])
    assert {len(course.regrets) for each in found.values() for course in each} == {ARENA.budget}
    areas = {name: sum(course.area for course in each) for (_, name), each in found.items()}
    assert areas[GEPA] < areas[RANDOM]
    assert found["deceptive", GEPA][1] == gepa_search(Deceptive(), ARENA.budget, 1)
    head, *lines = table(found)
    assert head == "deceptive: 40 evaluations, 3 seeds"
    assert [line.split()[0] for line in lines] == ["random", "refine", "evolution", "GEPA"]


def test_known_points_cost_nothing_and_beyond_the_budget_nothing_is_told() -> None:
    judged = Judged(Deceptive(), 2)
    worst, best = " ".join("0" * 14), " ".join("1" * 14)
    assert [judged.score(each)[0] for each in (worst, worst)] == [pytest.approx(14 / 15)] * 2
    assert judged.score(best)[0] == 1.0
    assert judged.score("1 " + " ".join("0" * 13))[0] == 0.0
    assert list(judged.course.regrets) == pytest.approx([1 / 14, 0.0])
    assert math.isinf(float(judged.score("0 1 " + " ".join("0" * 12))[1]["regret"]))


def test_a_prompt_without_a_point_is_an_error() -> None:
    with pytest.raises(ValueError, match="shows no point"):
        Model(Deceptive(), random.Random(0))("Hello!")
