"""A report says of every number whose it is, and leaves no failure out."""

from __future__ import annotations

import csv
import io
import math

import pytest

from kernelcraft.evaluation.records import Episode, FailureClass, Origins, Tokens
from kernelcraft.grading import scores
from kernelcraft.grading.verdict import Verdict
from kernelcraft.reports.files import as_csv, as_markdown
from kernelcraft.reports.report import Report, build
from kernelcraft.reports.tables import Column, Table, markdown

ORIGINS = Origins(
    kernelcraft="0.1",
    inspect_ai="0.3",
    platform="1",
    fidelity="exact",
    benchmark="0.1",
    tasks="aa",
    code="bb",
)


def verdict(cell: str, cycles: int | None, baseline: int | None, correct: bool) -> Verdict:
    return Verdict(
        cell=cell,
        profile="strict",
        correct=correct,
        failure=None if correct else "wrong",
        message="",
        cycles=cycles,
        baseline_cycles=baseline,
        speedup=baseline / cycles if correct and baseline and cycles else None,
        seed=1,
        platform_version="1",
        fidelity="exact",
        task_hash="aa",
        code_hash="bb",
        kernel_hash="cc",
    )


def episode(
    cell: str,
    cycles: int | None,
    *,
    baseline: int | None = 1000,
    failure: FailureClass | None = None,
    agent: str = "tuner",
    model: str = "none/none",
    turns: int | None = None,
    cost: float | None = 0.0,
    fingerprint: str = "f",
    epoch: int = 1,
) -> Episode:
    graded = verdict(cell, cycles, baseline, failure is None)
    return Episode(
        cell=cell,
        platform="plena",
        task=cell.split("/")[1],
        configuration="C1",
        level=1,
        agent=agent,
        model=model,
        epoch=epoch,
        seed=0,
        fingerprint=fingerprint,
        profile="strict",
        correct=failure is None,
        failure=failure,
        message="why",
        best=graded,
        last=graded,
        evaluations=3,
        evaluations_to_first_pass=2 if failure is None else None,
        turns=turns,
        turns_to_first_pass=None,
        tool_calls=0,
        refused_calls=0,
        stop="",
        tokens=Tokens(input=10, output=5, cache_read=2, reasoning=4),
        cost=cost,
        seconds=1.0,
        started="",
        kernel="kernels/x.asm" if failure is None else None,
        log="x.eval",
        origins=ORIGINS,
    )


def report(*episodes: Episode) -> Report:
    return build(episodes, ())


def test_a_summary_shows_failures_both_ways() -> None:
    found = report(
        episode("p/a/C1", 500),
        episode("p/b/C1", 125),
        episode("p/c/C1", 900, failure="wrong result"),
    )
    (summary,) = found.summaries
    assert (summary.n, summary.correct, summary.faster) == (3, 2, 2)
    assert summary.geomean_correct == pytest.approx(4.0)
    assert summary.geomean_failures_as_one == pytest.approx(16 ** (1 / 3))
    assert summary.geomean_failures_as_zero == 0.0
    assert (summary.low, summary.high) == (scores.wilson(2, 3).low, scores.wilson(2, 3).high)
    assert summary.failures == {"wrong result": 1}
    assert summary.evaluations == 2
    assert summary.tokens == 3 * 17


def test_an_interval_is_honest_at_none_of_five() -> None:
    (summary,) = report(*(episode(f"p/{i}/C1", 9, failure="fault") for i in range(5))).summaries
    assert (summary.correct, summary.low) == (0, 0.0)
    assert summary.high > 0.4
    assert summary.geomean_correct is None


def test_a_wrong_kernel_has_no_cycles() -> None:
    (row,) = report(episode("p/a/C1", 5, failure="wrong result")).rows
    assert (row.verdict, row.cycles, row.speedup) == ("wrong result", None, None)
    assert row.baseline_cycles == 1000


def test_a_cell_without_baseline_is_no_failure() -> None:
    (summary,) = report(episode("p/a/C1", 50, baseline=None), episode("p/b/C1", 500)).summaries
    assert summary.correct == 2
    assert summary.geomean_failures_as_zero == pytest.approx(2.0)


def test_an_unknown_price_is_unknown() -> None:
    known = episode("p/a/C1", 500, agent="llm", model="openai/x", turns=3, cost=0.25)
    unknown = episode("p/b/C1", 500, agent="llm", model="openai/x", turns=3, cost=None)
    assert report(known).summaries[0].cost == 0.25
    both = report(known, unknown)
    assert both.summaries[0].cost is None
    assert [row[-1] for row in both.results().rows] == ["$0.2500", "unknown"]


def test_every_number_names_its_agent() -> None:
    model = episode("p/a/C1", 500, agent="llm", model="openai/x", turns=3)
    found = report(episode("p/a/C1", 400), model)
    assert [row.agent for row in found.rows] == ["tuner", "llm openai/x"]
    assert [each.agent for each in found.summaries] == ["tuner", "llm openai/x"]
    assert found.origins == (
        "plena 1 (exact), benchmark 0.1, profile strict, tasks aa, code bb, kernelcraft 0.1, "
        "inspect_ai 0.3",
    )


def test_several_settings_are_told_apart() -> None:
    found = report(episode("p/a/C1", 500), episode("p/a/C1", 400, fingerprint="g"))
    assert len(found.notes) == 1
    assert found.notes[0].startswith("tuner worked on the same cell with several settings")


def test_epochs_are_named() -> None:
    found = report(episode("p/a/C1", 500), episode("p/a/C1", 400, epoch=2))
    assert [row[0] for row in found.results().rows] == ["p/a/C1, epoch 1", "p/a/C1, epoch 2"]
    assert found.summary().rows[0][1] == "2 of 2 on 1 cells"


def test_csv_keeps_every_digit() -> None:
    (row,) = csv.DictReader(io.StringIO(as_csv(report(episode("p/a/C1", 300)))))
    assert math.isclose(float(row["speedup"]), 1000 / 300, rel_tol=1e-15)
    assert (row["cycles"], row["baseline_cycles"], row["attempts"]) == ("300", "1000", "3")


def test_markdown() -> None:
    text = as_markdown(build([episode("p/a/C1", 500)], ["line 3: torn"]))
    assert "| p/a/C1 | tuner | correct | 500 | 1,000 | 2.000x | 3 | 17 | $0 |" in text
    assert "- line 3: torn" in text
    assert markdown(Table("t", (Column("a|b"),), (("c|d",),))).endswith("| c\\|d |\n")


def test_a_report_of_nothing() -> None:
    empty = report()
    assert (empty.rows, empty.summaries) == ((), ())
    assert "# KernelCraft report" in as_markdown(empty)
