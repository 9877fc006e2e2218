"""Episodes made up for the reports' tests."""

from __future__ import annotations

from kernelcraft.records.attempt import Attempt
from kernelcraft.records.episode import Episode, Origins, Tokens
from kernelcraft.records.verdict import FailureClass, Rules, Verdict
from kernelcraft.scores.light import sol_score

ORIGINS = Origins(
    kernelcraft="0.1",
    inspect_ai="0.3",
    platform="1",
    fidelity="exact",
    benchmark="0.1",
    tasks="aa",
    code="bb",
)


def verdict(
    cell: str, cycles: int | None, baseline: int | None, bound: int | None, correct: bool
) -> Verdict:
    return Verdict(
        cell=cell,
        rules="strict",
        correct=correct,
        failure=None if correct else "wrong",
        message="",
        cycles=cycles,
        baseline_cycles=baseline,
        speedup=baseline / cycles if correct and baseline and cycles else None,
        bound_cycles=bound,
        sol_score=sol_score(cycles, baseline, bound) if correct and baseline and cycles else None,
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
    bound: int | None = None,
    failure: FailureClass | None = None,
    agent: str = "tuner",
    model: str = "none/none",
    turns: int | None = None,
    cost: float | None = 0.0,
    fingerprint: str = "f",
    epoch: int = 1,
    evaluations: int = 3,
    history: tuple[Attempt, ...] | None = None,
    best_attempt: int | None = None,
    limited: bool | None = None,
    rules: Rules = "strict",
    level: int = 1,
    origins: Origins = ORIGINS,
) -> Episode:
    graded = verdict(cell, cycles, baseline, bound, failure is None)
    return Episode(
        cell=cell,
        platform=cell.partition("/")[0],
        task=cell.split("/")[1],
        configuration="C1",
        level=level,
        agent=agent,
        model=model,
        epoch=epoch,
        seed=0,
        fingerprint=fingerprint,
        rules=rules,
        correct=failure is None,
        failure=failure,
        message="why",
        best=graded,
        last=graded,
        evaluations=evaluations,
        evaluations_to_first_pass=2 if failure is None else None,
        turns=turns,
        turns_to_first_pass=None,
        tool_calls=0,
        refused_calls=0,
        stop="",
        limited=limited,
        best_attempt=best_attempt,
        history=history,
        tokens=Tokens(input=10, output=5, cache_read=2, reasoning=4),
        cost=cost,
        seconds=1.0,
        started="",
        kernel="kernels/x.asm" if failure is None else None,
        log="x.eval",
        origins=origins,
    )
