"""What `kernelcraft lab memory` does: every agent with every kind of store, one task left out."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from typing import Final

from kernelcraft.agents.tuner import no_moves
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import find_cells
from kernelcraft.scores.bootstrap import mean_interval
from kernelcraft.scores.estimate import Interval
from kernelcraft.studies.memory.experiment import (
    AGENTS,
    EVALUATIONS,
    KINDS,
    SEARCHES,
    TUNER,
    Course,
    Kind,
    store,
    taught,
)
from kernelcraft.studies.memory.kept import kept
from kernelcraft.studies.memory.table import differences, tables

PAGE: Final = "experience.md"
SEEDS: Final = 30
SEARCHED: Final = 40
"""Evaluations of a search strategy, which looks at other kernels each time."""
SEARCH_SEEDS: Final = 10
QUICK: Final = frozenset({"plena"})
"""Platforms whose kernels are made in a millisecond: searches look at thousands of them."""
SAMPLED: Final = 64
"""One in this many kernels of the tables is run again."""
CLOSE: Final = 0.95
SLOWEST_MOVES: Final = frozenset({"amd_npu/gemv/C1"})
"""A tuner's run takes more than a quarter of an hour: moves try each step on the machine."""


@dataclass(frozen=True)
class Line:
    """One agent with one kind of store on the cells of a platform: evaluations until 95 % of the
    best known speed, summed over the cells, means over the seeds."""

    platform: str
    agent: str
    kind: Kind
    cells: int
    seeds: int
    close: float
    interval: Interval | None
    own: float
    """Until a kernel is as fast as what the agent ended with that had no store, less 1 %."""
    speedup: float
    """Geometric mean of the best speedups over the compiler at the end."""


@dataclass(frozen=True)
class Level:
    """Evaluations a cell until the geometric mean of a platform's speedups is that of the tuner's
    whole runs without a store, less 1 %; None where it never is."""

    platform: str
    kind: Kind
    evaluations: int | None


@dataclass(frozen=True)
class Results:
    """All courses by the cells' platforms, and what new runs say differently of the tables."""

    courses: tuple[Course, ...]
    changed: tuple[str, ...] = ()

    @property
    def lines(self) -> list[Line]:
        """In the order of the platforms, agents and kinds."""
        keys = dict.fromkeys((_platform(each.cell), each.agent) for each in self.courses)
        return [
            self._line(platform, agent, kind) for (platform, agent), kind in product(keys, KINDS)
        ]

    @property
    def levels(self) -> list[Level]:
        """Of the tuner."""
        names = dict.fromkeys(_platform(each.cell) for each in self.courses)
        return [self._level(name, kind) for name, kind in product(names, KINDS)]

    def record(self) -> dict[str, object]:
        """For JSON."""
        return {
            "lines": [asdict(each) for each in self.lines],
            "levels": [asdict(each) for each in self.levels],
            "changed": list(self.changed),
        }

    def _best(self, cell: str) -> int:
        return min(each.best(EVALUATIONS) for each in self.courses if each.cell == cell)

    def _of(self, platform: str, agent: str, kind: Kind) -> list[Course]:
        return [
            each
            for each in self.courses
            if (_platform(each.cell), each.agent, each.kind) == (platform, agent, kind)
        ]

    def _line(self, platform: str, agent: str, kind: Kind) -> Line:
        mine = self._of(platform, agent, kind)
        bare = {(each.cell, each.seed): each for each in self._of(platform, agent, "none")}
        most = SEARCHED if agent in SEARCHES else EVALUATIONS
        cells = sorted({each.cell for each in mine})
        best = {name: self._best(name) for name in cells}
        seeds = sorted({each.seed for each in mine})
        close = [each.needed(best[each.cell] / CLOSE, most) for each in mine]
        by_seed = [
            float(sum(n for n, each in zip(close, mine, strict=True) if each.seed == seed))
            for seed in seeds
        ]
        own = [each.needed(bare[each.cell, each.seed].best(most) / 0.99, most) for each in mine]
        logs = [math.log(each.start / each.best(most)) for each in mine]
        return Line(
            platform,
            agent,
            kind,
            len(cells),
            len(seeds),
            sum(close) / len(seeds),
            mean_interval(by_seed, [str(seed) for seed in seeds]),
            sum(own) / len(seeds),
            math.exp(sum(logs) / len(logs)),
        )

    def _level(self, platform: str, kind: Kind) -> Level:
        target = _mean_log(self._of(platform, "tuner", "none"), EVALUATIONS) - 0.01
        mine = self._of(platform, "tuner", kind)
        reached = (n for n in range(1, EVALUATIONS + 1) if _mean_log(mine, n) >= target)
        return Level(platform, kind, next(reached, None))


def _mean_log(courses: Sequence[Course], evaluations: int) -> float:
    logs = [math.log(each.start / each.best(evaluations)) for each in courses]
    return sum(logs) / len(logs) if logs else 0.0


def _platform(cell: str) -> str:
    return cell.partition("/")[0]


def usual_cells() -> list[str]:
    """Level 1, C1, where moves are quick."""
    names = platforms.names()
    found = [cell for name in names for cell in find_cells(name, level=1, config="C1")]
    return [cell.name for cell in found if cell.name not in SLOWEST_MOVES and not no_moves(cell)]


def study(
    cells: Sequence[str],
    agents: Sequence[str] = AGENTS,
    seeds: int = SEEDS,
    folder: Path | None = None,
    say: Callable[[str], None] = lambda line: None,
    searched: Container[str] = QUICK,
) -> Results:
    """Run everything; tables and courses are read from a folder, if there is one, and kept there.

    searched: platforms whose cells agents other than the tuner work on, too.
    """
    held = tables(cells, folder)
    known = {}
    for name, table in held.items():
        known[name] = taught(table)
        say(f"{name}: {len(known[name])} pieces of evidence")
        if folder is not None:
            table.save(folder)
    courses = []
    for agent, (name, table) in product(agents, held.items()):
        if agent != TUNER and _platform(name) not in searched:
            continue
        most = SEARCHED if agent in SEARCHES else EVALUATIONS
        wanted = seeds if agent == TUNER else min(seeds, SEARCH_SEEDS)
        own = wanted if agent != TUNER or table.chancy else 1
        for kind in KINDS:
            run = kept(folder, table, agent, kind, store(kind, name, known), most)
            found = [run(seed) for seed in range(own)]
            courses += [replace(found[seed % own], seed=seed) for seed in range(wanted)]
        say(f"{name}: {agent}")
        if folder is not None:
            table.save(folder)
    changed = tuple(each for table in held.values() for each in differences(table, SAMPLED))
    return Results(tuple(courses), changed)
