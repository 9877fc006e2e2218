"""The stated orderings hold, the page says what is found, and the tables are the simulator's."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from kernelcraft.agents import names, proposers
from kernelcraft.scores.paired import paired_means
from kernelcraft.studies.lab.contest import BLIND, RANDOM, SPACES, STRATEGIES, arenas, run
from kernelcraft.studies.lab.control import Course
from kernelcraft.studies.lab.orderings import ORDERINGS
from kernelcraft.studies.lab.page import page
from kernelcraft.studies.lab.results import results, verdict
from kernelcraft.studies.lab.spaces import Enumerated, digest, settings
from kernelcraft.studies.lab.trials import PAGE, SEEDS
from tests.cli.conftest import Command, kernelcraft

__all__ = ["kernelcraft"]

ROOT = Path(__file__).parents[3]


def test_the_quick_lab_holds(kernelcraft: Command) -> None:
    shown = kernelcraft("lab", "--quick")
    assert shown.code == 0, shown.out
    last = shown.out.splitlines()[-1]
    count = len(ORDERINGS)
    assert last == f"the lab holds: {count} of {count} orderings over 30 seeds; the tables hold"


def test_the_page_is_what_the_quick_lab_finds() -> None:
    shown = (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
    assert shown == page(results(SEEDS)), "kernelcraft lab --quick --write-docs rewrites it"


def test_search_is_meant_without_a_name(kernelcraft: Command) -> None:
    assert "--quick" in kernelcraft("lab", "search", "--help").out
    assert kernelcraft("lab", "--quikc").code == 2


def test_every_search_strategy_is_in_the_contest() -> None:
    assert set(STRATEGIES) - {BLIND} == {name for name in names() if proposers(name)}
    for landscape in ("rugged", "deceptive", *SPACES):
        stated = {each.better for each in ORDERINGS if each.landscape == landscape}
        assert stated >= set(STRATEGIES) - {BLIND}  # each is held against random search


def test_there_is_a_space_for_every_accelerator() -> None:
    assert [cell.partition("/")[0] for cell in SPACES] == ["amd_npu", "coral_npu", "plena"]
    assert [arena.name for arena in arenas()] == ["rugged", "deceptive", *SPACES]


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_same_seed_is_the_same_course(name: str) -> None:
    landscape = Enumerated(SPACES[-1])
    courses = [run(name, landscape, 40, seed) for seed in (1, 1, 2)]
    assert courses[0] == courses[1] != courses[2]
    assert len(courses[0].regrets) == 40


@pytest.mark.parametrize("cell", SPACES)
def test_a_space_has_its_optimum_and_wrong_kernels_have_no_regret(cell: str) -> None:
    landscape = Enumerated(cell)
    points = [landscape.point(genes) for genes in settings(landscape.sizes)]
    assert len(points) == len(landscape.table.points) == landscape.space.count
    right = [point for point in points if point.right]
    assert min(point.regret for point in right) == 0.0
    assert max(point.regret for point in right) == landscape.worst
    assert all(point.regret == math.inf for point in points if not point.right)
    assert all(point.behaviour for point in right)


def test_a_table_that_was_changed_by_hand_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = SPACES[0]
    table = Enumerated(cell).table
    better = ((1,) * len(table.points[0] or ()), *table.points[1:])
    assert digest(better) != table.digest
    changed = table.model_copy(update={"points": better})
    file = tmp_path / "space.json"
    file.write_text(changed.model_dump_json())
    monkeypatch.setattr("kernelcraft.studies.lab.spaces.path", lambda cell: file)
    with pytest.raises(ValueError, match="was changed by hand"):
        Enumerated(cell)


@pytest.mark.parametrize(
    ("differences", "said"),
    [
        ([0.1 + 0.01 * seed for seed in range(10)], "better"),
        ([-0.1 - 0.01 * seed for seed in range(10)], "worse"),
        ([0.1 * (-1) ** seed + 0.01 * seed for seed in range(10)], "no difference"),
        ([0.5] * 10, "better"),  # no spread, so no interval: the test decides
        ([0.0] * 10, "no difference"),
        ([0.0] * 9 + [9.0], "no difference"),
    ],
)
def test_a_verdict_needs_many_seeds(differences: list[float], said: str) -> None:
    assert verdict(paired_means(differences, [str(seed) for seed in range(10)])) == said


def test_random_search_is_the_control_and_no_agent() -> None:
    assert RANDOM not in STRATEGIES
    assert Course.of([], 3, 1.0).regrets == (1.0, 1.0, 1.0)
