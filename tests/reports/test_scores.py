"""Which scores a report gives, and on which episodes each of them stands."""

from __future__ import annotations

import csv
import io
from typing import Literal

import pytest

from kernelcraft.records.attempt import Attempt
from kernelcraft.records.episode import Episode
from kernelcraft.reports import views
from kernelcraft.reports.files import as_markdown, scores_as_csv
from kernelcraft.reports.groups import passes, trial
from kernelcraft.reports.report import build
from kernelcraft.scores.anytime import Pass
from kernelcraft.scores.survival import Trial
from tests.reports.made_up import episode


def scores(*episodes: Episode) -> dict[tuple[str, str], float]:
    return {(each.score, each.at): each.value for each in build(episodes, ()).scores}


def test_fast_p_counts_over_all_cells() -> None:
    found = scores(
        episode("p/a/C1", 500), episode("p/b/C1", 999), episode("p/c/C1", 9, failure="fault")
    )
    shares = {at: value for (name, at), value in found.items() if name == "fast_p"}
    assert shares == pytest.approx({"0": 2 / 3, "1": 2 / 3, "1.5": 1 / 3, "2": 0.0, "5": 0.0})


def test_levels_are_told_apart() -> None:
    found = scores(episode("p/a/C1", 500), episode("p/b/C1", 9, failure="fault", level=2))
    assert found["success", "all"] == 0.5
    assert (found["success", "level 1"], found["success", "level 2"]) == (1.0, 0.0)
    assert ("success", "level 1") not in scores(episode("p/a/C1", 500))


def _with(operands: Literal["resident", "streamed"], cell: str, cycles: int) -> Episode:
    found = episode(cell, cycles)
    assert found.best is not None
    best = found.best.model_copy(update={"operands": operands})
    return found.model_copy(update={"best": best})


def test_resident_and_streamed_cells_have_means_of_their_own() -> None:
    episodes = _with("resident", "p/a/C1", 250), _with("streamed", "p/a/C2", 500)
    found = scores(*episodes)
    name = "geometric mean speedup"
    assert found[name, "resident operands, correct only"] == pytest.approx(4)
    assert found[name, "streamed operands, correct only"] == pytest.approx(2)
    assert (name, "resident operands, correct only") not in scores(episode("p/a/C1", 250))
    assert "| p/a/C2 (streamed) |" in as_markdown(build(episodes, ()))


def test_best_of_k_needs_k_episodes() -> None:
    repeated = (
        episode("p/a/C1", 500, epoch=1),
        episode("p/a/C1", 250, epoch=2),
        episode("p/b/C1", 9, epoch=1, failure="fault"),
    )
    found = scores(*repeated)
    assert (found["pass@k", "1"], found["pass@k", "2"]) == (0.5, 1.0)
    assert (found["speedup@k", "1"], found["speedup@k", "2"]) == (1.5, 4.0)
    by_place = {(each.score, each.at): each.n for each in build(repeated, ()).scores}
    assert (by_place["pass@k", "1"], by_place["pass@k", "2"]) == (2, 1)
    assert ("pass@k", "5") not in found
    assert not any(name.endswith("@k") for name, _ in scores(*repeated[1:]))


def test_sol_counts_failures_where_there_is_headroom() -> None:
    episodes = (
        episode("p/a/C1", 500, bound=500),
        episode("p/b/C1", 9, bound=500, failure="wrong result"),
        episode("p/c/C1", 995, bound=990),  # nothing to gain
        episode("p/d/C1", 100),  # no bound
    )
    found = build(episodes, ())
    assert scores(*episodes)["SOL", "failures as 0"] == 0.5
    assert scores(*episodes)["SOL", "correct only"] == 1.0
    assert found.summaries[0].speedup.n == 2  # a and d
    assert found.summaries[0].faster.n == 4
    assert found.notes == ("baseline within 2 % of the bound, not ranked by speed: p/c/C1",)
    table = views.headroom(found)
    assert table is not None
    assert table.rows[0] == ("p/a/C1", "1,000", "500", "2.000x", "500", "tuner", "1.000")
    assert [row[-1] for row in table.rows] == ["1.000", "-", "-"]
    assert views.headroom(build([episode("p/d/C1", 100)], ())) is None


HISTORY = (
    Attempt(1, 2, 100, False, None),
    Attempt(2, 2, 100, True, 800),
    Attempt(3, 5, 900, True, 400),  # faster than the best one: refuted by the verdict
    Attempt(4, 6, 950, True, 500),
)


def test_attempts_that_the_verdict_refuted_do_not_count() -> None:
    solved = episode("p/a/C1", 500, history=HISTORY, best_attempt=4)
    assert passes(solved, "evaluations") == (Pass(2, 1.25), Pass(4, 2.0))
    assert [each.spent for each in passes(solved, "turns")] == [2, 6]
    assert [each.spent for each in passes(solved, "tokens")] == [100, 950]
    failed = episode("p/a/C1", 500, failure="wrong result", history=HISTORY, best_attempt=4)
    assert passes(failed, "turns") == ()


def test_an_episode_passes_is_cut_off_or_gives_up() -> None:
    assert trial(episode("p/a/C1", 5, history=HISTORY, best_attempt=4)) == Trial(2, passed=True)
    cut = episode("p/a/C1", 5, failure="fault", evaluations=7, limited=True)
    assert trial(cut) == Trial(7, passed=False, cut=True)
    assert trial(episode("p/a/C1", 5, failure="fault")) == Trial(3, passed=False)
    assert trial(episode("p/a/C1", 5)) == Trial(2, passed=True)  # a record without a history


def test_curves_over_turns_evaluations_and_tokens() -> None:
    solved = episode(
        "p/a/C1",
        500,
        agent="llm",
        model="m",
        turns=8,
        evaluations=4,
        history=HISTORY,
        best_attempt=4,
    )
    failed = episode(
        "p/b/C1", 9, agent="llm", model="m", turns=9, failure="fault", history=(), evaluations=0
    )
    old = episode("p/c/C1", 500, agent="llm", model="m", turns=3)
    found = scores(solved, failed, old)

    def curve(name: str) -> dict[str, float]:
        return {at: value for (score, at), value in found.items() if score == name}

    assert curve("solved by turns") == {"1": 0.0, "2": 0.5, "5": 0.5, "9": 0.5}
    assert curve("solved by evaluations") == {"1": 0.0, "2": 0.5, "4": 0.5}
    assert curve("speedup by evaluations") == pytest.approx(
        {"1": 1.0, "2": 1.25**0.5, "4": 2.0**0.5}
    )
    assert set(curve("solved by tokens")) == {"1", "2", "5", "10", "17"}


def test_costs_of_a_solved_cell() -> None:
    found = scores(
        episode("p/a/C1", 500, agent="llm", model="m", turns=2, cost=0.5),
        episode("p/b/C1", 9, agent="llm", model="m", turns=2, cost=0.25, failure="fault"),
    )
    assert found["per solved cell", "dollars"] == 0.75
    assert found["per solved cell", "tokens"] == 34
    assert found["per solved cell", "evaluations"] == 6
    unknown = scores(episode("p/a/C1", 500, agent="llm", model="m", turns=2, cost=None))
    assert ("per solved cell", "dollars") not in unknown
    assert not any(
        name == "per solved cell" for name, _ in scores(episode("p/a/C1", 1, failure="fault"))
    )


def test_every_number_of_the_tables_has_its_n() -> None:
    found = build([episode("p/a/C1", 500), episode("p/b/C1", 9, failure="fault")], ())
    text = as_markdown(found)
    assert "| tuner | 50.0% (1.3% to 98.7%), n = 2 |" in text
    for table in views.scores(found):
        assert all("n = " in cell or cell == "-" for row in table.rows for cell in row[1:])
    rows = list(csv.DictReader(io.StringIO(scores_as_csv(found))))
    assert len(rows) == len(found.scores)
    assert rows[0]["effective"] == "2.0"
    assert {row["agent"] for row in rows} == {"tuner"}


def test_rules_are_told_apart() -> None:
    found = build([episode("p/a/C1", 500), episode("p/a/C1", 250, rules="paper")], ())
    assert len(found.summaries) == 2
    assert [row[0] for row in views.scores(found)[0].rows] == ["tuner, strict", "tuner, paper"]
