"""The faulty oracle mends what the feedback names, and searches blindly where nothing does."""

from functools import cache
from pathlib import Path

import pytest

from kernelcraft.agents import Budget
from kernelcraft.cells.cell import load_cell
from kernelcraft.studies.lab.feedback import reading
from kernelcraft.studies.lab.feedback.case import Case, case
from kernelcraft.studies.lab.feedback.doubt import DEFECTS, MADE_FOR, Defect, Doubt, Draft
from kernelcraft.studies.lab.feedback.experiment import (
    ALL,
    NONE,
    THREE,
    Episode,
    Remembering,
    episodes,
)
from kernelcraft.studies.lab.feedback.oracle import FaultyOracle
from kernelcraft.studies.lab.feedback.orderings import Ordering, Results, orderings
from kernelcraft.studies.lab.feedback.page import INTRODUCTION, retrieval
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.feedback import Feedback

CELL = "plena/softmax/C2"
NEEDED = [Feedback.only(kind) for kind in dict.fromkeys(MADE_FOR.values())]
LACKING = [Feedback.without(kind) for kind in dict.fromkeys(MADE_FOR.values())]


@cache
def known() -> tuple[Case, Results]:
    """One cell's doubts, and its episodes."""
    grader = Remembering()
    found = case(CELL, grader, each=3)
    return found, Results(tuple(episodes(found, grader, [ALL, NONE, *NEEDED, *LACKING])))


@pytest.mark.parametrize("defect", DEFECTS)
def test_what_names_a_defect_mends_it_soonest(defect: Defect) -> None:
    results, kind = known()[1], MADE_FOR[defect]
    alone, none = (results.mean(defect, each) for each in (Feedback.only(kind), NONE))
    assert alone <= 3.5 < none
    assert results.mean(defect, Feedback.without(kind)) > results.mean(defect, ALL)


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_kind_alone_is_worth_nothing_on_other_defects(defect: Defect) -> None:
    for kind in set(MADE_FOR.values()) - {MADE_FOR[defect]}:
        ordering = Ordering(defect, Feedback.only(kind), NONE, differs=False)
        assert known()[1].holds(ordering), str(ordering)


def test_all_feedback_mends_three_defects_at_once() -> None:
    results = known()[1]
    every, none = (results.mended(THREE, each).value for each in (ALL, NONE))
    assert every == 1.0
    assert none is not None
    assert none < 1.0


def test_every_doubt_is_wrong_alone_and_all_right_lines_are_the_expert_s() -> None:
    found = known()[0]
    work = Workbench(load_cell(CELL))
    for doubt in found.doubts:
        work.write_code(Draft(found.lines, frozenset({doubt})).text)
        result = work.run_evaluation()
        assert not result.correct or (result.latency_cycles or 0) >= 1.05 * found.cycles


def test_the_oracle_says_that_it_is_a_program_and_stops_at_the_budget() -> None:
    found = known()[0]
    work = Workbench(load_cell(CELL), feedback=NONE)
    oracle = FaultyOracle(found, frozenset({found.of("order")[0]}))
    oracle(work, Budget(evaluations=2), 0, lambda line: None)
    assert "program" in oracle.name
    assert len(work.attempts) == 2


def test_the_same_seed_gives_the_same_kernels() -> None:
    found = known()[0]

    def texts() -> list[str]:
        work = Workbench(load_cell(CELL), feedback=NONE)
        wrong = frozenset({found.of("rows")[0]})
        FaultyOracle(found, wrong)(work, Budget(evaluations=6), 7, lambda line: None)
        return [attempt.code for attempt in work.attempts]

    assert texts() == texts()


def test_a_draft_knows_where_its_lines_went() -> None:
    twice = Doubt("waste", 0, ("one",), ("one", "one", "one"))
    swap = Doubt("order", 1, ("two", "three"), ("three", "two"))
    draft = Draft(("one", "two", "three"), frozenset({twice, swap}))
    assert draft.text == "one\none\none\nthree\ntwo\n"
    assert (draft.places(twice), draft.places(swap)) == (range(1, 4), range(4, 6))
    assert draft.toggled(twice).text == "one\nthree\ntwo\n"


def test_the_page_has_the_words_and_the_recall_of_today() -> None:
    text = (Path(__file__).parents[3] / "docs" / "feedback.md").read_text(encoding="utf-8")
    assert text.startswith(INTRODUCTION)
    assert text.endswith("\n".join(retrieval()) + "\n")
    assert f"{sum(1 for _ in orderings())} of these 50 orderings hold" in text


def test_a_broken_ordering_is_found() -> None:
    same = [Episode("a", "rows", 0, each, 3, 3) for each in (ALL, NONE)]
    assert not Results(tuple(same)).holds(Ordering("rows", ALL, NONE, differs=True))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(allowed: 0)\nworst rows:\n  row [3]: 63\n  row [1]: 2", "rows 1; 3"),
        ("(allowed: 0.01)\n  row [3]: 0.5\n  row [1]: 0.011", "rows 3"),
        ("(allowed: 0.01)\n  row [2]: inf", "rows 2"),
        ("the output is wrong", ""),
    ],
)
def test_symptoms_are_rows_that_are_clearly_wrong(text: str, found: str) -> None:
    assert reading.symptom(text) == found


def test_what_else_is_read() -> None:
    gains = "  DMA: 1,266 cycles (28.1%), 1.39x as fast\n  vector: 4 cycles (1.0%), nothing is left"
    assert reading.gains(gains) == {"DMA": 1266}
    assert reading.grown({"DMA": 1266, "vector": 4}, {"DMA": 1266}) == "vector"
    assert reading.lines_named("line 12: V_EXP: no such\nline 3: x") == {3, 12}
    assert reading.hot_lines("  line 4: 1,204 cycles (3%), 2 times: a\n  line 2: 9 cycles") == [
        4,
        2,
    ]
    assert reading.sections("## Section 3: a.b\ntext\nAlike: c, d\n## Section 9: e") == [
        "a.b", "c", "d", "e"
    ]  # fmt: skip
