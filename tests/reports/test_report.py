"""A report says of every number whose it is, and leaves no failure out."""

from __future__ import annotations

import csv
import io
import math
import re

import pytest

from kernelcraft.records.episode import Episode
from kernelcraft.reports import views
from kernelcraft.reports.files import as_csv, as_markdown
from kernelcraft.reports.groups import groups
from kernelcraft.reports.report import Report, build
from kernelcraft.reports.tables import Column, Table, markdown
from kernelcraft.reports.web.leaderboard import contenders
from kernelcraft.scores.rates import rate
from tests.reports.made_up import episode


def report(*episodes: Episode) -> Report:
    return build(episodes, ())


def test_a_summary_shows_failures_both_ways() -> None:
    found = report(
        episode("p/a/C1", 500),
        episode("p/b/C1", 125),
        episode("p/c/C1", 900, failure="wrong result"),
    )
    (summary,) = found.summaries
    assert (summary.n, summary.correct) == (3, 2)
    assert summary.faster == summary.success == rate([True, True, False], ["a", "b", "c"])
    assert summary.speedup.value == pytest.approx(4.0)
    assert summary.speedup_failures_as_one.value == pytest.approx(16 ** (1 / 3))
    assert summary.speedup_failures_as_zero.value == 0.0
    assert summary.failures == {"wrong result": 1}
    assert summary.evaluations.value == 2
    assert summary.tokens == 3 * 17


def test_an_interval_is_honest_at_none_of_five() -> None:
    (summary,) = report(*(episode(f"p/{i}/C1", 9, failure="fault") for i in range(5))).summaries
    assert (summary.correct, summary.success.value) == (0, 0.0)
    assert summary.success.interval is not None
    assert summary.success.interval.high > 0.4
    assert (summary.speedup.value, summary.evaluations.value) == (None, None)


def test_a_wrong_kernel_has_no_cycles() -> None:
    (row,) = report(episode("p/a/C1", 5, failure="wrong result")).rows
    assert (row.verdict, row.cycles, row.speedup) == ("wrong result", None, None)
    assert row.baseline_cycles == 1000


def test_a_cell_without_baseline_is_no_failure() -> None:
    (summary,) = report(episode("p/a/C1", 50, baseline=None), episode("p/b/C1", 500)).summaries
    assert summary.correct == 2
    assert summary.speedup_failures_as_zero.value == pytest.approx(2.0)


def test_an_unknown_price_is_unknown() -> None:
    known = episode("p/a/C1", 500, agent="llm", model="openai/x", turns=3, cost=0.25)
    unknown = episode("p/b/C1", 500, agent="llm", model="openai/x", turns=3, cost=None)
    assert report(known).summaries[0].cost == 0.25
    both = report(known, unknown)
    assert both.summaries[0].cost is None
    assert [row[-2] for row in views.results(both).rows] == ["$0.2500", "unknown"]


def test_every_number_names_its_agent() -> None:
    model = episode("p/a/C1", 500, agent="llm", model="openai/x", turns=3)
    found = report(episode("p/a/C1", 400), model)
    assert [row.agent for row in found.rows] == ["tuner", "llm openai/x"]
    assert [each.agent for each in found.summaries] == ["tuner", "llm openai/x"]
    assert found.origins == (
        "p 1 (exact), compiler baseline, benchmark 0.1, rules strict, tasks aa, code bb, "
        "kernelcraft 0.1, inspect_ai 0.3",
    )


def test_several_settings_are_told_apart() -> None:
    found = report(episode("p/a/C1", 500), episode("p/a/C1", 400, fingerprint="g"))
    assert len(found.notes) == 1
    assert found.notes[0].startswith("tuner worked on the same cell with several settings")


def test_who_was_told_of_hazards_is_somebody_else() -> None:
    usual = episode("p/a/C1", 500, agent="llm", model="x/y", turns=3)
    aided = usual.model_copy(update={"feedback": "all,hazards", "fingerprint": "g"})
    masked = usual.model_copy(update={"feedback": "rows", "fingerprint": "h"})
    names = [group.agent for group in groups((usual, aided, masked))]
    assert names == ["llm x/y", "llm x/y with hazards"]
    assert [each.name for each in contenders((usual, aided))] == ["llm x/y", "llm with hazards x/y"]


def test_epochs_are_named() -> None:
    found = report(episode("p/a/C1", 500), episode("p/a/C1", 400, epoch=2))
    assert [row[0] for row in views.results(found).rows] == ["p/a/C1, epoch 1", "p/a/C1, epoch 2"]
    assert views.summary(found).rows[0][1] == "2 of 2 on 1 cells"


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


EVIL = "x](http://e)<img src=x>\n| a | b |\r\n# ![y](z) `c` _d_ &amp;\\|"


def test_markdown_shows_what_somebody_wrote() -> None:
    """As the pages do: no tag, link, image, heading, or row of its own."""
    found = build([episode(f"p/{EVIL}/C1", 500, agent=EVIL)], [f"line 3: {EVIL}"])
    text = as_markdown(found)
    assert "&lt;img src=x&gt; \\| a \\| b \\|" in text
    assert "&amp;amp;\\\\\\|" in text
    unescaped = re.sub(r"\\.", "", text)
    assert not re.search(r"<|\]\(|^# !|`c|^\| a \|", unescaped, re.MULTILINE)


def test_a_row_of_markdown_has_as_many_cells_as_columns() -> None:
    lines = markdown(Table("t", (Column("a"), Column("b")), ((EVIL, EVIL),))).strip().splitlines()
    assert [re.sub(r"\\.", "", line).count("|") for line in lines[2:]] == [3, 3, 3]
