"""Search strategies with programs that propose: real kernels, one ledger, the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from kernelcraft.agents import AgentError, Budget, load, names, proposers
from kernelcraft.agents.search.bench import KernelJudge, behaviour
from kernelcraft.agents.search.rewriter import FIRST, Rewriter
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.moves import Move
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools.profile import ProfileResult

SEARCHES = ("beam", "best-of-n", "evolution", "planner-coder-reviewer", "refine")
REWRITTEN, WITH_KNOBS = "plena/silu/C1", "coral_npu/gemm/C1"


def crafted(
    agent: str, cell: str, evaluations: int = 12, seed: int = 0
) -> tuple[Workbench, list[str]]:
    workbench, lines = Workbench(load_cell(cell), seed=5), list[str]()
    load(agent)(workbench, Budget(evaluations), seed, lines.append)
    return workbench, lines


def test_every_strategy_is_an_agent() -> None:
    assert set(SEARCHES) < set(names())
    assert {name for name in names() if proposers(name)} == set(SEARCHES)


@pytest.mark.parametrize("strategy", SEARCHES)
def test_the_ledger_is_the_workbench(strategy: str) -> None:
    workbench, lines = crafted(f"{strategy}:rewriter", REWRITTEN)
    assert load(strategy).name == f"{strategy}:rewriter"  # the default
    assert 0 < len(workbench.attempts) <= 12
    evaluated = [line for line in lines if line[0].isdigit()]
    assert len(evaluated) == len(workbench.attempts)
    texts = [attempt.code for attempt in workbench.attempts]
    assert len(set(texts)) == len(texts)
    assert workbench.best is not None
    assert workbench.code == workbench.best.code


@pytest.mark.parametrize("agent", ["evolution:knobs", "planner-coder-reviewer:rewriter"])
def test_the_same_seed_gives_the_same_kernels(agent: str) -> None:
    first, again, other = (
        [attempt.code for attempt in crafted(agent, "plena/gemm/C1", seed=seed)[0].attempts]
        for seed in (3, 3, 4)
    )
    assert first == again != other


def test_knobs_give_right_and_wrong_kernels_and_the_right_ones_are_graded() -> None:
    workbench, lines = crafted("refine:knobs", WITH_KNOBS, 25)
    assert {attempt.correct for attempt in workbench.attempts} == {True, False}
    assert any("cycles" in line for line in lines)
    assert workbench.verdict().correct


@pytest.mark.parametrize(
    ("many", "shuffled", "made"),
    [(100, True, range(20, 21)), (100, False, range(21, 20 * FIRST)), (2, False, range(2, 5))],
)
def test_the_rewriter_makes_no_kernels_to_throw_away(
    many: int, shuffled: bool, made: range
) -> None:
    """In 20 drafts: one each of a move in a drawn order; all once of a move that has only few."""
    count = 0

    def propose(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        nonlocal count
        for number in range(many):
            count += 1
            yield f"; {number}\n"

    workbench = Workbench(load_cell(REWRITTEN))
    judge = KernelJudge[str](workbench, str, Budget(20))
    rewriter = Rewriter(workbench.cell, "", judge, [Move("move", propose, shuffled=shuffled)])
    rng = random.Random(0)
    found = {rewriter._moved("", rng) for _ in range(20)}
    assert found == {f"; {number}\n" for number in range(1 if shuffled else min(many, FIRST))}
    assert count in made


def test_the_rewriter_starts_from_the_compilers_kernel() -> None:
    workbench, _ = crafted("best-of-n:rewriter", REWRITTEN, 6)
    assert baseline(workbench.cell) in [attempt.code for attempt in workbench.attempts]


def test_without_knobs_nothing_is_submitted() -> None:
    workbench, lines = crafted("beam:knobs", "plena/gelu/C1")
    assert workbench.attempts == []
    (line,) = lines
    assert line.startswith("no generator for plena/gelu/C1 has knobs; tasks of its platform with")


def test_no_time_is_no_attempt() -> None:
    workbench, lines = Workbench(load_cell(REWRITTEN)), list[str]()
    load("beam")(workbench, Budget(10, seconds=0.0), 0, lines.append)
    assert (workbench.attempts, lines) == ([], ["time limit (0 s)"])


def test_an_unknown_proposer_is_answered_with_the_known_ones() -> None:
    with pytest.raises(AgentError, match="expected beam:knobs or beam:rewriter"):
        load("beam:oracle")


@pytest.mark.parametrize(
    ("by_unit", "by_reason", "kind"),
    [
        ({"dma": 90, "matrix": 10}, {"dram": 90, "execute": 10}, ("dma", 4, "dram", 4)),
        ({"dma": 50, "matrix": 50}, {"execute": 55, "dram": 45}, ("dma", 2, "execute", 2)),
        ({"matrix": 100}, {"execute": 100}, ("matrix", 4, "execute", 4)),
        ({}, {}, ("", 0, "", 0)),
    ],
)
def test_behaviour_is_what_the_machine_does(
    by_unit: dict[str, int], by_reason: dict[str, int], kind: tuple[str | int, ...]
) -> None:
    profile = ProfileResult(success=True, message="", by_unit=by_unit, by_reason=by_reason)
    assert behaviour(profile) == kind
