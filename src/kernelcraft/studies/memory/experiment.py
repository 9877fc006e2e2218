"""Searches with every kind of store, on tasks that the store does not hold, on tables."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from kernelcraft.agents import Budget
from kernelcraft.agents.beam import Beam
from kernelcraft.agents.planner_coder_reviewer import PlannerCoderReviewer
from kernelcraft.agents.refine import Refine
from kernelcraft.agents.search import rewriter
from kernelcraft.agents.search.trial import Spent, Strategy
from kernelcraft.agents.tuner import Tuner
from kernelcraft.experience.advice import Advice
from kernelcraft.experience.evidence import Evidence, Origin
from kernelcraft.experience.learn import learnt
from kernelcraft.experience.store import Row
from kernelcraft.studies.memory.reader import Reader
from kernelcraft.studies.memory.table import Table
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools.profile import ProfileResult, profiled

Kind = Literal["none", "empty", "right", "irrelevant", "poisoned", "half poisoned", "one-sided"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
TUNER: Final = "tuner"
READER: Final = "reader"
SEARCHES: Final[Mapping[str, Strategy]] = {
    "refine": Refine(),
    "beam": Beam(),
    "planner-coder-reviewer": PlannerCoderReviewer(),
}
AGENTS: Final = (TUNER, READER, *SEARCHES)
EVALUATIONS: Final = 120
TAUGHT: Final = range(1000, 1002)
"""Seeds of the tuner's runs that fill the stores; no other run has them."""


@dataclass(frozen=True)
class Course:
    """One search: cycles of every attempt, None where it was wrong.

    start: of the compiler's kernel.
    """

    cell: str
    agent: str
    kind: Kind
    seed: int
    start: int
    cycles: tuple[int | None, ...]

    def needed(self, target: float, most: int = EVALUATIONS) -> int:
        """Evaluations until a kernel took at most these cycles; one more than `most` for never."""
        found = (n for n, each in enumerate(self.cycles, 1) if each and each <= target)
        return min(next(found, most + 1), most + 1)

    def best(self, evaluations: int) -> int:
        """The best cycles until then, the compiler's kernel's where no attempt was better."""
        return min([self.start, *(each for each in self.cycles[:evaluations] if each)])


def taught(table: Table) -> list[Evidence]:
    """What the tuner without a store finds on a cell."""
    cell = table.cell
    origin = Origin(TUNER, "none/none", 0, cell.platform.version, "")

    def profile(code: str) -> ProfileResult:
        return profiled(cell, code, table)

    found = []
    for seed in TAUGHT:
        bench = Workbench(cell, grader=table)
        Tuner(moves=table.moves)(bench, Budget(EVALUATIONS), seed, lambda line: None)
        found += learnt(cell, bench.attempts, origin, profile)
    known = {(each.before, each.change, each.after): each for each in found}
    return list(known.values())


def store(kind: Kind, cell: str, known: Mapping[str, Sequence[Evidence]]) -> Advice | None:
    """What an agent is given on a cell: never anything of its task, on any platform.

    Irrelevant is what was found on other platforms. Poisoned claims the contrary of what was
    found: what paid is said to have been wrong, and what did not to have paid as well as the
    others; nothing of it was replayed. Half poisoned claims so of every other piece. One-sided
    is true, and hides of each cell the better half of what was found.
    """
    if kind == "none":
        return None
    platform, task, _ = cell.split("/")
    others = {name: each for name, each in known.items() if name.split("/")[1] != task}
    away = {name: each for name, each in others.items() if name.split("/")[0] != platform}
    chosen = {"empty": {}, "irrelevant": away}.get(kind, others)
    rows = [row for each in chosen.values() for row in _rows(each)]
    if kind == "poisoned":
        return Advice(_poisoned(rows))
    if kind == "half poisoned":
        return Advice(_poisoned(rows, every=2))
    return Advice(_one_sided(rows) if kind == "one-sided" else rows)


def _rows(found: Sequence[Evidence]) -> list[Row]:
    return [Row(**vars(each), number=number, checked=None) for number, each in enumerate(found, 1)]


def _poisoned(rows: Sequence[Row], every: int = 1) -> list[Row]:
    gains = [row.ratio for row in rows if row.paid and row.ratio]
    rng = random.Random(0)
    made = []
    for place, row in enumerate(rows):
        if place % every:
            made.append(row)
        elif row.paid or not row.cycles_before:
            made.append(replace(row, cycles_after=None, failure="wrong"))
        else:
            after = min(row.cycles_before - 1, int(row.cycles_before / rng.choice(gains)))
            made.append(replace(row, cycles_after=after, failure=""))
    return made


def _one_sided(rows: Sequence[Row]) -> list[Row]:
    found = []
    for cell in dict.fromkeys(row.cell for row in rows):
        mine = sorted((row for row in rows if row.cell == cell), key=lambda row: row.ratio or 0.0)
        found += mine[: (len(mine) + 1) // 2]
    return found


def course(
    table: Table,
    agent: str,
    kind: Kind,
    seed: int,
    advice: Advice | None,
    evaluations: int = EVALUATIONS,
) -> Course:
    """One search on a cell's table."""
    bench = Workbench(table.cell, grader=table, experience=advice)
    work = _agent(table, agent)
    with suppress(Spent):
        work(bench, Budget(evaluations), seed)
    cycles = tuple(each.cycles if each.correct else None for each in bench.attempts)
    return Course(table.cell.name, agent, kind, seed, table.baseline_cycles, cycles)


def _agent(table: Table, agent: str) -> Callable[[Workbench, Budget, int], None]:
    def tune(bench: Workbench, budget: Budget, seed: int) -> None:
        Tuner(moves=table.moves)(bench, budget, seed, _quiet)

    def read(bench: Workbench, budget: Budget, seed: int) -> None:
        Reader(table.start, table.moves)(bench, budget, seed, _quiet)

    def search(bench: Workbench, budget: Budget, seed: int) -> None:
        rng = random.Random(zlib.crc32(table.cell.name.encode()) ^ seed)
        offered = table.moves(table.cell)
        rewriter.search(SEARCHES[agent], bench, budget, rng, _quiet, offered)

    return {TUNER: tune, READER: read}.get(agent, search)


def _quiet(line: str) -> None:
    """Says nothing."""
