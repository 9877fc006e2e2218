"""The optimum of each synthetic landscape is what it is said to be."""

from __future__ import annotations

import itertools

import pytest

from kernelcraft.studies.lab.control import Course, random_search
from kernelcraft.studies.lab.synthetic import TRAP, Deceptive, Rugged


@pytest.mark.parametrize(
    ("on", "regret"),
    [
        (TRAP, 0.0),
        (0, 1 / TRAP),  # where the slope leads
        (1, 2 / TRAP),
        (TRAP - 1, 1.0),  # one gene from the optimum, and the worst of all
    ],
)
def test_a_trap_is_best_when_all_its_genes_are_on(on: int, regret: float) -> None:
    genes = (1,) * on + (0,) * (TRAP - on)
    assert Deceptive().point(genes).regret == pytest.approx(regret)
    assert Deceptive().point(genes).behaviour == (on,)


def test_every_rugged_instance_has_one_optimum_and_others_elsewhere() -> None:
    landscapes = [Rugged(seed) for seed in (0, 1)]
    optima = [
        [
            genes
            for genes in itertools.product((0, 1), repeat=16)
            if landscape.point(genes).regret == 0.0
        ]
        for landscape in landscapes
    ]
    assert [len(found) for found in optima] == [1, 1]
    assert optima[0] != optima[1]


def test_blame_is_what_a_gene_lacks() -> None:
    landscape = Rugged(0)
    best = sum(landscape.point((0,) * 16).blame) / 16 - landscape.point((0,) * 16).regret
    other = landscape.point((1,) * 16)
    assert sum(other.blame) / 16 - other.regret == pytest.approx(best)  # what the optimum lacks


def test_a_course_keeps_the_best_and_stays_where_it_ended() -> None:
    course = Course.of([float("inf"), 0.5, 0.7, 0.2], budget=6, worst=0.9)
    assert course.regrets == (0.9, 0.5, 0.5, 0.2, 0.2, 0.2)
    assert course.regret == 0.2
    assert course.area == pytest.approx(2.5 / 6)


def test_random_search_repeats_itself() -> None:
    assert random_search(Deceptive(), 50, 3) == random_search(Deceptive(), 50, 3)
    assert random_search(Deceptive(), 50, 3) != random_search(Deceptive(), 50, 4)
