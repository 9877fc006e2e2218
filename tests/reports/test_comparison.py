"""Two agents are compared on common cells only, and it is said what does not compare."""

from __future__ import annotations

import pytest

from kernelcraft.records.episode import Episode
from kernelcraft.reports import views
from kernelcraft.reports.comparison import Comparison, Contrast, compare
from kernelcraft.reports.groups import Group, facts
from tests.reports.made_up import ORIGINS, episode


def compared(first: list[Episode], second: list[Episode]) -> Comparison:
    new, old = Group("new", first[0].rules, tuple(first)), tuple(second)
    return compare(new, Group("old", old[0].rules, old), facts([*first, *second]))


def contrasts(first: list[Episode], second: list[Episode]) -> dict[str, Contrast]:
    return {each.score: each for each in compared(first, second).contrasts}


CELLS = [f"p/task{task:02}/C{c}" for task in range(12) for c in (1, 2)]


def test_speedups_are_compared_as_ratios() -> None:
    fast = [episode(cell, 250 + place) for place, cell in enumerate(CELLS)]
    slow = [episode(cell, 500) for cell in CELLS]
    found = contrasts(fast, slow)["speedup, both solved"]
    assert (found.n, found.tasks, found.p) == (24, 12, 2 / 2**12)
    assert found.first / found.second == pytest.approx(found.difference)
    assert found.second == pytest.approx(2.0)
    assert found.low is not None
    assert found.high is not None
    assert 1.8 < found.low < found.difference < found.high < 2.0


def test_failures_count_in_their_own_lines() -> None:
    first = [episode("p/a/C1", 500), episode("p/b/C1", 9, failure="fault")]
    second = [episode("p/a/C1", 500), episode("p/b/C1", 250)]
    found = contrasts(first, second)
    assert (found["solved"].first, found["solved"].second) == (0.5, 1.0)
    assert found["solved"].difference == -0.5
    assert (found["speedup, both solved"].n, found["speedup, both solved"].difference) == (1, 1.0)
    assert found["speedup, failures as 1"].difference == pytest.approx(0.5)
    assert found["solved"].low is None  # two tasks


def test_epochs_are_averaged_by_cell() -> None:
    first = [episode("p/a/C1", 500, epoch=1), episode("p/a/C1", 9, failure="fault", epoch=2)]
    found = contrasts(first, [episode("p/a/C1", 1000)])
    assert (found["solved"].difference, found["solved"].n) == (-0.5, 1)
    assert found["speedup, both solved"].first == pytest.approx(2.0)
    assert found["speedup, failures as 1"].first == pytest.approx(2.0**0.5)


def test_only_common_cells_count() -> None:
    found = compared([episode("p/a/C1", 500), episode("p/b/C1", 500)], [episode("p/a/C1", 250)])
    assert {each.n for each in found.contrasts} == {1}
    assert found.notes == ("cells of new alone, left out of the comparison: 1",)
    with pytest.raises(ValueError, match="no cell in common"):
        compared([episode("p/a/C1", 500)], [episode("p/b/C1", 500)])


def test_rules_and_versions() -> None:
    with pytest.raises(ValueError, match="old under the paper rules"):
        compared([episode("p/a/C1", 5)], [episode("p/a/C1", 5, rules="paper")])
    newer = ORIGINS.model_copy(update={"platform": "2"})
    found = compared([episode("p/a/C1", 5, origins=newer)], [episode("p/a/C1", 5)])
    assert "different versions of the platform" in found.notes[0]


def test_cells_without_headroom_are_compared_by_success_only() -> None:
    cells = ["p/a/C1", "p/b/C1"]
    full = [episode(cell, 1000, bound=990) for cell in cells]
    assert list(contrasts(full, full)) == ["solved", "faster than the baseline"]


def test_the_table() -> None:
    first = [episode(cell, 500) for cell in CELLS]
    second = [episode(cell, 500 + place) for place, cell in enumerate(CELLS)]
    rows = views.comparison(compared(first, second)).rows
    assert rows[0][:4] == ("solved", "100.0%", "100.0%", "+0.0%")
    assert rows[0][5:] == ("1.0000", "24", "12")
    assert rows[2][1] == "2.000x"
    assert rows[2][4].endswith("x")
