"""The study of stores: tables say what the simulator says, and stores hold what they claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.experience.evidence import Evidence
from kernelcraft.experience.store import Store
from kernelcraft.experience.verify import verify
from kernelcraft.grading.job import InProcess
from kernelcraft.studies.memory.experiment import KINDS, READER, TUNER, course, store, taught
from kernelcraft.studies.memory.page import BEGIN, END, page
from kernelcraft.studies.memory.study import study
from kernelcraft.studies.memory.table import Table, differences, tables
from kernelcraft.workbench import Workbench

CELLS = ("plena/gemm/C1", "plena/linear/C1", "plena/relu/C1", "boom/median/C1")


@pytest.fixture(scope="module")
def held() -> Mapping[str, Table]:
    """Tables of a few cells."""
    return tables(CELLS, None)


@pytest.fixture(scope="module")
def known(held: Mapping[str, Table]) -> Mapping[str, Sequence[Evidence]]:
    """What the tuner finds on each."""
    return {name: taught(table) for name, table in held.items()}


def test_a_table_says_what_the_simulator_says(held: Mapping[str, Table]) -> None:
    table = held["plena/relu/C1"]
    found = course(table, TUNER, "none", 0, None)
    assert len(found.cycles) > 4
    assert differences(table, 1) == []
    name = next(name for name, each in table.held.graded.items() if each.cycles)
    bench = Workbench(load_cell(table.cell.name))
    bench.write_code(table.text(name))
    assert bench.run_evaluation().latency_cycles == table.held.graded[name].cycles


def test_a_changed_table_is_found(held: Mapping[str, Table]) -> None:
    table = Table.of("plena/relu/C1")
    course(table, TUNER, "none", 0, None)
    name, graded = next(iter(table.held.graded.items()))
    table.held.graded[name] = graded.model_copy(update={"cycles": 1})
    assert len(differences(table, 1)) == 1


def test_a_saved_table_makes_its_texts_again(tmp_path: Path, held: Mapping[str, Table]) -> None:
    course(held["plena/gemm/C1"], TUNER, "none", 0, None)
    held["plena/gemm/C1"].save(tmp_path)
    again = Table.of("plena/gemm/C1", tmp_path)
    assert again.held == held["plena/gemm/C1"].held
    made = next(name for name in again.held.origins)
    assert again.text(made).startswith("; plena/gemm/C1: ")


def test_stores_hold_nothing_of_the_task(known: Mapping[str, Sequence[Evidence]]) -> None:
    held = {kind: store(kind, "plena/linear/C1", known) for kind in KINDS}
    assert held["none"] is None
    cells = {
        kind: {row.cell for row in each.rows} for kind, each in held.items() if each is not None
    }
    assert cells["empty"] == set()
    assert cells["irrelevant"] == {"boom/median/C1"}
    assert cells["right"] == {"plena/gemm/C1", "plena/relu/C1", "boom/median/C1"}
    right, poisoned = held["right"], held["poisoned"]
    assert right is not None
    assert poisoned is not None
    pairs = zip(right.rows, poisoned.rows, strict=True)
    assert all(one.paid != other.paid for one, other in pairs)


def test_replays_retract_all_poison(
    tmp_path: Path, held: Mapping[str, Table], known: Mapping[str, Sequence[Evidence]]
) -> None:
    poisoned = store("poisoned", "plena/linear/C1", {"plena/gemm/C1": known["plena/gemm/C1"]})
    assert poisoned is not None
    table, kept = held["plena/gemm/C1"], Store(tmp_path / "lessons.db")

    def text(stub: str) -> str:
        name = stub.partition("\n@")[2]
        return table.text(name) if name else kernels.baseline(table.cell)

    forged = [
        Evidence(
            row.place,
            row.cell,
            row.move,
            row.change,
            text(row.before),
            text(row.after),
            row.cycles_before,
            row.cycles_after,
            row.failure,
            row.origin,
        )
        for row in poisoned.rows[:6]
    ]
    kept.add(forged)
    honest = [
        replace(each, before=text(each.before), after=text(each.after))
        for each in known["plena/gemm/C1"][:6]
    ]
    other = Store(tmp_path / "honest.db")
    other.add(honest)
    assert {each.outcome for each in verify(kept, kept.rows(), InProcess())} == {"refuted"}
    assert {each.outcome for each in verify(other, other.rows(), InProcess())} == {"holds"}


@pytest.mark.parametrize("agent", [TUNER, READER])
def test_the_right_store_finds_the_best_sooner_on_an_unseen_task(
    agent: str, held: Mapping[str, Table], known: Mapping[str, Sequence[Evidence]]
) -> None:
    name = "plena/linear/C1"
    found = {kind: course(held[name], agent, kind, 0, store(kind, name, known)) for kind in KINDS}
    best = min(each.best(120) for each in found.values())
    needed = {kind: each.needed(best / 0.95) for kind, each in found.items()}
    assert needed["right"] < needed["none"]
    assert needed["empty"] == needed["none"]


def test_the_page_holds_the_table() -> None:
    found = study(("plena/gemm/C1", "plena/linear/C1"), (TUNER,), 2)
    written = page(f"head\n{BEGIN}\nold\n{END}\ntail", found)
    assert written.startswith(f"head\n{BEGIN}\n| platform |")
    assert written.endswith(f"{END}\ntail")
    assert "old" not in written
    with pytest.raises(ValueError, match="expected"):
        page("nothing", found)
