"""What `verify` does: kernels from a writer, verdicts from worker processes, one summary."""

import os
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.cli.board import Board
from kernelcraft.cli.errors import UsageFault
from kernelcraft.grading.job import Grade
from kernelcraft.grading.verification import derive, fresh_seed
from kernelcraft.grading.workers import Workers
from kernelcraft.isa.suggest import did_you_mean, nearest
from kernelcraft.records.verdict import Rules, Verdict
from kernelcraft.reports import generalisation
from kernelcraft.reports.generalisation import Gap, Result
from kernelcraft.reports.tables import Column, Table, number, ratio
from kernelcraft.scores import light, speedups

Writer = Callable[[Cell], str]
COLUMNS = (
    Column("cell"),
    Column("verdict"),
    Column("cycles", right=True),
    Column("baseline", right=True, optional=True),
    Column("speedup", right=True),
    Column("message", optional=True),
)


@dataclass(frozen=True)
class Graded:
    """A cell and what came of it; no verdict where nobody wrote a kernel."""

    cell: str
    verdict: Verdict | None
    message: str
    task: str
    held_out: bool

    @property
    def correct(self) -> bool:
        """Whether there is a kernel and it is right."""
        return self.verdict is not None and self.verdict.correct

    @property
    def excused(self) -> bool:
        """Whether there need be no kernel: nobody promised one for sizes like these."""
        return self.held_out and self.verdict is None

    def record(self) -> dict[str, object]:
        """The verdict's record, with the same keys where there is none."""
        if self.verdict is not None:
            return self.verdict.model_dump(mode="json")
        nothing: dict[str, object] = dict.fromkeys(Verdict.model_fields)
        return {
            **nothing,
            "cell": self.cell,
            "correct": False,
            "message": self.message,
            "seeds": [],
        }

    def row(self) -> tuple[str, ...]:
        """For a table of `COLUMNS`."""
        if self.verdict is None:
            return (self.cell, "missing", "-", "-", "-", self.message)
        v = self.verdict
        state = "correct" if v.correct else v.failure or "wrong"
        reason = "" if v.correct else v.message
        cycles, baseline = number(v.cycles), number(v.baseline_cycles)
        return (self.cell, state, cycles, baseline, ratio(v.speedup), reason)


def writer(agent: str) -> Writer:
    """Who writes the kernels; raises UsageFault with the nearest names."""
    writers: dict[str, Writer] = {"baseline": kernels.baseline, "expert": kernels.expert}
    if agent not in writers:
        hint = did_you_mean(agent, writers) or f"; expected {' or '.join(writers)}"
        raise UsageFault(
            f"no agent {agent!r} can be verified{hint}", tuple(nearest(agent, writers))
        )
    return writers[agent]


def grade_all(
    cells: Sequence[Cell],
    write: Writer,
    rules: Rules,
    seed: int | None,
    workers: int | None,
) -> list[Graded]:
    """Grade every cell's kernel, in the cells' order, showing progress.

    Every cell has inputs of its own, drawn freshly or derived from `seed`.
    """
    found: dict[str, Graded] = {}
    with (
        Board(COLUMNS, len(cells), "verify") as board,
        Workers(workers or os.cpu_count() or 1) as pool,
    ):
        running: dict[Future[Verdict], Cell] = {}
        for index, cell in enumerate(cells):
            try:
                kernel = write(cell)
            except Unwritten as reason:
                found[cell.name] = _graded(cell, None, str(reason))
                board.set(cell.name, found[cell.name].row(), done=True)
                continue
            own = fresh_seed() if seed is None else derive(seed, index)
            running[pool.submit(Grade(cell.name, kernel, rules, own))] = cell
        for future in as_completed(running):
            cell, verdict = running[future], future.result()
            found[cell.name] = _graded(cell, verdict, verdict.message)
            board.set(cell.name, found[cell.name].row(), done=True)
    return [found[cell.name] for cell in cells]


def record(
    graded: Sequence[Graded], platforms: Sequence[str] | None, agent: str, rules: Rules
) -> dict[str, object]:
    """The summary and every grade."""
    verdicts = [each.verdict for each in graded if each.verdict is not None and each.correct]
    ratios = [v.cycles / v.bound_cycles for v in verdicts if v.cycles and v.bound_cycles]
    sols = [v.sol_score for v in verdicts if v.sol_score is not None]
    kinds = sorted({v.operands for v in verdicts if v.operands})
    names = platforms or dict.fromkeys(each.cell.partition("/")[0] for each in graded)
    return {
        "platform": ",".join(names),
        "agent": agent,
        "rules": rules,
        "cells": len(graded),
        "correct": len(verdicts),
        "geomean_speedup": _geomean(verdicts),
        "geomean_speedup_by_operands": {
            kind: _geomean([v for v in verdicts if v.operands == kind]) for kind in kinds
        },
        "mean_sol_score": statistics.fmean(sols) if sols else None,
        "median_bound_ratio": light.median_bound_ratio(ratios).value,
        "results": [each.record() for each in graded],
    }


def _geomean(verdicts: Sequence[Verdict]) -> float | None:
    return speedups.geomean_speedup([v.speedup for v in verdicts]).value


def table(graded: Sequence[Graded], agent: str) -> Table:
    """One row a cell."""
    return Table(f"Kernels of {agent}", COLUMNS, tuple(each.row() for each in graded))


def gap(agent: str, graded: Sequence[Graded]) -> Gap | None:
    """Published against held-out cells; None unless there are both."""
    sides: dict[bool, list[Result]] = {False: [], True: []}
    for each in graded:
        speedup = each.verdict.speedup if each.verdict is not None else None
        sides[each.held_out].append(Result(each.task, each.correct, speedup))
    return generalisation.gap(agent, sides[False], sides[True], "held-out")


def _graded(cell: Cell, verdict: Verdict | None, message: str) -> Graded:
    return Graded(cell.name, verdict, message, cell.task.name, cell.held_out)
