"""Lessons: the rules that write them, what they promise, and how they are refuted."""

from __future__ import annotations

import math
import random
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from kernelcraft.agents.agent import Budget
from kernelcraft.agents.tuner import Tuner, create
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.held_out import held_out_cells
from kernelcraft.cells.moves import Move
from kernelcraft.experience.advice import PATIENCE, Advice, Expected, Trust, weight
from kernelcraft.experience.evidence import Evidence, Origin, Place, digest, titled
from kernelcraft.experience.learn import described, learnt
from kernelcraft.experience.lineages import joined, lineages, parted
from kernelcraft.experience.store import Row, Store, StoreFault, lessons
from kernelcraft.experience.verify import verify
from kernelcraft.grading.job import InProcess
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.prompt import approximate_tokens
from kernelcraft.workbench.remembered import lessons as lines_of
from kernelcraft.workbench.tools.profile import ProfileResult, profiled

CELL = load_cell("plena/silu/C1")
ORIGIN = Origin("tuner", "none/none", 0, CELL.platform.version, "abc")
HERE = Place("plena", "activation", "dma", "DMA", {"unit dma": 0.6, "unit vector": 0.4})


def profile(code: str, cell: Cell = CELL) -> ProfileResult:
    return profiled(cell, code, InProcess())


def tuned(cell: Cell = CELL, experience: Advice | None = None) -> Workbench:
    bench = Workbench(cell, experience=experience)
    create("")(bench, Budget(40), 0, lambda line: None)
    return bench


@dataclass(frozen=True)
class Tried:
    """An attempt of nobody's."""

    number: int
    code: str
    cycles: int | None = None
    failure: str = ""
    before: int | None = None
    move: str = ""
    change: str = ""

    @property
    def correct(self) -> bool:
        return not self.failure


def known(attempts: Sequence[Tried], cell: Cell = CELL) -> list[Evidence]:
    def shown(code: str) -> ProfileResult:
        return ProfileResult(success=True, message="", cycles=1, by_unit={"dma": 1})

    return learnt(cell, attempts, ORIGIN, shown)


def advice(found: Sequence[Evidence]) -> Advice:
    """Of a store with this evidence."""
    rows = enumerate(found, 1)
    return Advice(Row(**vars(each), number=number, checked=None) for number, each in rows)


def turned_round(found: Sequence[Evidence]) -> list[Evidence]:
    """What paid is said to have been wrong, and what did not to have paid."""
    return [
        replace(each, cycles_after=None if each.paid else 100, failure="wrong" if each.paid else "")
        for each in found
    ]


def measured(
    move: str, before: int | None, after: int | None, place: Place = HERE, text: str = ""
) -> Evidence:
    failure = "" if after else "wrong"
    start, end = f"b{text}{before}", f"a{text}{after}{move}"
    return Evidence(place, CELL.name, move, "", start, end, before, after, failure, ORIGIN)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty one."""
    return Store(tmp_path / "lessons.db")


def test_a_run_of_the_tuner_becomes_evidence() -> None:
    bench = tuned()
    found = learnt(CELL, bench.attempts, ORIGIN, profile)
    assert len(found) == len(bench.attempts) - 1
    first = found[0]
    assert first.before == kernels.baseline(CELL)
    assert (first.cycles_before, first.cycles_after) == (78, bench.attempts[1].cycles)
    assert (first.move, first.place.unit, first.place.cause) == ("fetched rows", "dma", "DMA")
    assert sum(share for name, share in first.place.mix.items() if name[:4] == "unit") == (
        pytest.approx(1.0, abs=0.01)
    )


def test_a_title_says_what_was_changed() -> None:
    assert titled("; plena/silu/C1: fetched rows\nadd", CELL) == "fetched rows"
    assert titled("; anything\nadd", CELL) == ""


def test_a_change_that_nobody_named_is_described_by_its_instructions() -> None:
    before, after = "V_EXP_V a\nV_ADD_VF b\n", "V_ADD_VF b\nV_ADD_VF b\nV_ADD_VF b\n"
    assert described(before, after, CELL) == "more V_ADD_VF, fewer V_EXP_V"


def test_without_a_word_from_the_agent_the_best_kernel_is_what_was_changed() -> None:
    found = known([Tried(1, "one", 9), Tried(2, "two", 8), Tried(3, "three", 9), Tried(4, "x", 7)])
    assert [(each.before, each.after) for each in found] == [
        ("one", "two"),
        ("two", "three"),
        ("two", "x"),
    ]


def test_a_mended_kernel_is_a_lesson_about_its_failure() -> None:
    (found,) = known([Tried(1, "bad", failure="fault"), Tried(2, "good", 5)])
    assert (found.cycles_before, found.cycles_after, found.place.cause) == (None, 5, "fault")
    assert found.paid


@pytest.mark.parametrize("failure", ["crash", "limit", "disagreement", "quarantined"])
def test_what_may_be_ours_is_never_stored(failure: str) -> None:
    assert not known([Tried(1, "one", 9), Tried(2, "two", failure=failure)])
    assert [each.after for each in known([Tried(1, "one", 9), Tried(2, "x", failure="fault")])]
    ours = Tried(1, "one", failure=failure)
    assert not known([ours, Tried(2, "two", 8, before=1)])  # it mended nothing


def test_nothing_is_learnt_on_held_out_cells() -> None:
    unseen = held_out_cells("plena", CELL.task.name, 1, 0)[0].cell
    assert unseen.held_out
    assert not known([Tried(1, "one", 9), Tried(2, "two", 8)], unseen)


def test_equal_evidence_counts_once(store: Store) -> None:
    assert store.add([measured("a", 10, 5), measured("a", 10, 5), measured("a", 10, 6)]) == 2
    assert store.add([measured("a", 10, 5)]) == 0
    (lesson,) = lessons(store.rows())
    assert (lesson.n, lesson.paid, lesson.wrong) == (2, 2, 0)
    assert lesson.gain == pytest.approx((2.0 * 10 / 6) ** 0.5)


def test_negative_lessons_are_kept(store: Store) -> None:
    store.add([measured("a", 10, None), measured("a", 10, 12), measured("a", 10, 5)])
    (lesson,) = lessons(store.rows())
    assert (lesson.n, lesson.paid, lesson.wrong) == (3, 1, 1)


def test_a_store_is_read_as_it_was(store: Store) -> None:
    store.add([measured("a", 10, 5)])
    then = store.now()
    store.add([measured("b", 10, 5)])
    store.check(1, "refuted", "", "")
    assert [(row.move, row.believed) for row in store.rows(then)] == [("a", True)]
    assert [(row.move, row.believed) for row in store.rows()] == [("a", False), ("b", True)]
    assert str(then) == f"{store.id}@1.0"


def test_another_file_is_no_store(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("no database, and longer than the head of one " * 9)
    with pytest.raises(StoreFault, match="no store of lessons"):
        Store(file)


def test_replays_confirm_what_was_measured_and_refute_what_was_not(store: Store) -> None:
    honest = learnt(CELL, tuned().attempts, ORIGIN, profile)
    store.add([honest[0], replace(honest[1], cycles_after=9)])
    found = verify(store, store.rows(), InProcess())
    assert [each.outcome for each in found] == ["holds", "refuted"]
    assert [row.checked for row in store.rows()] == ["holds", "refuted"]
    assert [lesson.retracted for lesson in lessons(store.rows())].count(True) == 1
    assert len(Advice(store.rows()).rows) == 1


def test_another_version_of_the_machine_refutes_nothing(store: Store) -> None:
    (first, *_) = learnt(CELL, tuned().attempts, replace(ORIGIN, version="older"), profile)
    store.add([replace(first, cycles_after=9)])
    assert [each.outcome for each in verify(store, store.rows(), InProcess())] == ["other machine"]
    assert store.rows()[0].believed


def test_kernels_can_be_read_again(store: Store) -> None:
    store.add([measured("a", 10, 5)])
    assert store.kernel(digest("b10")) == "b10"
    with pytest.raises(KeyError):
        store.kernel("0")


def test_two_writers_lose_nothing(store: Store) -> None:
    other = Store(store.path)
    store.add([measured("a", 10, 5)])
    other.add([measured("b", 10, 5)])
    assert other.id == store.id
    assert [row.move for row in store.rows()] == ["a", "b"]
    with sqlite3.connect(store.path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_evidence_of_like_kernels_weighs_most() -> None:
    alike = replace(HERE, mix={"unit dma": 0.5, "unit vector": 0.5})
    other = replace(HERE, mix={"unit matrix": 1.0})
    assert weight(HERE, HERE) == pytest.approx(1.0)
    assert 0.5 < weight(alike, HERE) < 1.0
    assert weight(other, HERE) == 0.0
    assert weight(replace(HERE, cause="vector"), HERE) == pytest.approx(0.5)
    assert weight(replace(HERE, platform="plena~timing-1"), HERE) == pytest.approx(1.0)
    assert weight(replace(HERE, platform="boom"), HERE) == pytest.approx(0.25)


def test_what_paid_promises_more_than_what_did_not(store: Store) -> None:
    store.add([measured("good", 10, 5, text=str(n)) for n in range(4)])
    store.add([measured("bad", 10, None, text=str(n)) for n in range(4)])
    here = Advice(store.rows()).at(HERE)
    good, bad, unknown = (here.expected(move, "") for move in ("good", "bad", "new"))
    assert good.gain > unknown.gain > bad.gain
    assert good.chance > 0.7 > 0.3 > bad.chance
    for _ in range(4):
        here.learn("good", "", 10, None)
    assert here.expected("good", "").chance < 0.5


def test_an_empty_store_promises_nothing() -> None:
    here = Advice(()).at(HERE)
    assert (here.weight, here.expected("a", "")) == (0.0, Expected())


def test_trust_ends_with_promises_that_are_not_kept() -> None:
    trust = Trust()
    for _ in range(20):
        trust.note(Expected(0.1, 0.5), 100, 90)
    assert trust.left
    trust.note(Expected(0.1, 0.3), 100, 100)
    assert trust.left
    trust.note(Expected(0.1, 0.3), 100, None)
    assert trust.disappointment > PATIENCE
    assert not trust.left


@pytest.mark.parametrize(("after", "left"), [(50, True), (66, True), (80, False), (None, False)])
def test_the_first_promise_must_be_kept(after: int | None, left: bool) -> None:
    trust = Trust()
    trust.note(Expected(math.log(2.0), 0.1), 100, after)
    assert trust.left is left


def test_a_store_that_knows_nothing_like_it_changes_nothing() -> None:
    elsewhere = replace(HERE, mix={"unit none": 1.0})
    rows = Advice(())
    first = [attempt.code for attempt in tuned().attempts]
    assert [attempt.code for attempt in tuned(experience=rows).attempts] == first
    assert weight(elsewhere, HERE) == 0.0


def test_the_tuner_begins_with_what_paid_elsewhere(store: Store) -> None:
    gemm, linear = load_cell("plena/gemm/C1"), load_cell("plena/linear/C1")
    store.add(learnt(gemm, tuned(gemm).attempts, ORIGIN, lambda code: profile(code, gemm)))
    without, with_it = tuned(linear), tuned(linear, Advice(store.rows()))
    assert with_it.best is not None
    assert without.best is not None
    assert with_it.best.cycles == without.best.cycles
    assert with_it.best.number < without.best.number


def test_a_prompt_holds_lessons_within_its_tokens(store: Store) -> None:
    gemm, linear = load_cell("plena/gemm/C1"), load_cell("plena/linear/C1")
    store.add(learnt(gemm, tuned(gemm).attempts, ORIGIN, lambda code: profile(code, gemm)))
    bench = Workbench(linear, experience=Advice(store.rows()))
    said = bench.prompt.task.partition("## Experience")[2]
    assert "- every fourth row M_BMV on every fourth row of W: 1 of 1, 2.1" in said
    assert "Experience" not in Workbench(linear).prompt.task
    bench.write_code(kernels.baseline(linear))
    assert "what paid on kernels like this one:" in str(bench.profile())
    few = lines_of(Advice(store.rows()), Place.of(gemm, profile(kernels.baseline(gemm), gemm)), 60)
    assert few
    assert approximate_tokens("\n".join(few)) <= 60


def test_the_fastest_kernel_of_each_cell_has_its_lineage() -> None:
    rows = [
        replace(measured("a", 1000, 600), after="one"),
        replace(measured("b", 600, 500), before="one", after="two"),
        replace(measured("c", 600, 550), before="one", after="other"),
        replace(measured("d", 500, 490), before="two", after="three"),
        measured("slower", 1000, 1200),
    ]
    (found,) = lineages(rows)
    assert [step.move for step in found.steps] == ["a", "b", "d"]
    assert found.place == HERE
    (short,) = lineages([*rows[:3], replace(rows[3], cycles_after=499)])
    assert [step.move for step in short.steps] == ["a", "b"]  # the last gained too little


def test_changes_in_a_row_are_written_as_one_and_read_as_several() -> None:
    assert joined([("a", "one thing")]) == ("a", "one thing")
    move, change = joined([("a", "one, two"), ("b", "three")])
    row = replace(measured("", 400, 100), move=move, change=change)
    assert [(step.move, step.change) for step in parted(row)] == [("a", "one, two"), ("b", "three")]
    assert sum(step.gain for step in parted(row)) == pytest.approx(math.log(4.0))


def test_a_tuner_begins_where_another_one_ended_and_its_own_run_teaches_the_same() -> None:
    gemm, linear = load_cell("plena/gemm/C2"), load_cell("plena/linear/C2")
    taught = learnt(gemm, tuned(gemm).attempts, ORIGIN, lambda code: profile(code, gemm))
    bench = tuned(linear, advice(taught))
    first, start = bench.attempts[0], kernels.baseline(linear)
    assert (first.before, first.move) == (0, "interleaved rows")
    assert bench.best is not None
    assert bench.best.cycles == first.cycles == 1227
    assert start not in [each.code for each in bench.attempts]
    found = learnt(linear, bench.attempts, ORIGIN, lambda code: profile(code, linear), start)
    assert (found[0].before, found[0].cycles_before, found[0].cycles_after) == (start, 9588, 1227)


def test_a_store_that_lies_costs_the_tuner_the_compilers_kernel_only() -> None:
    gemm, linear = load_cell("plena/gemm/C1"), load_cell("plena/linear/C1")
    taught = learnt(gemm, tuned(gemm).attempts, ORIGIN, lambda code: profile(code, gemm))
    lies = turned_round(taught)
    without, lied_to = tuned(linear), tuned(linear, advice(lies))
    assert without.best is not None
    assert lied_to.best is not None
    assert lied_to.best.cycles == without.best.cycles
    assert lied_to.best.number <= without.best.number
    assert kernels.baseline(linear) not in [each.code for each in lied_to.attempts]


def padded(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
    """A kernel that does its last instruction twice."""
    title, _, rest = text.partition("\n")
    yield f"; {cell.name}: padded\n{rest}{rest.splitlines()[-1]}\n"


def test_the_compilers_kernel_is_evaluated_last_where_nothing_is_as_fast() -> None:
    gemm, linear = load_cell("plena/gemm/C1"), load_cell("plena/linear/C1")
    (first, *_) = learnt(gemm, tuned(gemm).attempts, ORIGIN, lambda code: profile(code, gemm))
    lie = replace(first, move="pad", change="padded", cycles_after=100)
    bench = Workbench(linear, experience=advice([lie, replace(lie, after="another")]))
    Tuner(moves=lambda cell: (Move("pad", padded),))(bench, Budget(9), 0, lambda line: None)
    assert [each.move for each in bench.attempts] == ["pad", "baseline"]
    assert bench.best is not None
    assert bench.best.code == kernels.baseline(linear)
