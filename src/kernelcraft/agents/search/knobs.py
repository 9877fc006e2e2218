"""Proposes settings of an expert's generator: the knobs that its platform has for the cell.

Where a generator is asked for, they are those of the template in that form, for all sizes at once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from kernelcraft.agents.agent import Budget, Log
from kernelcraft.agents.changes import turned
from kernelcraft.agents.search.bench import KernelJudge, teller
from kernelcraft.agents.search.genes import GeneProposer, Genes
from kernelcraft.agents.search.trial import Scored, Spent, Strategy, Trial
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.knobs import Space, space, tasks_with_knobs
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.generators import knobs as generators
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools.profile import ProfileResult

KEPT = 64  # texts


def obstacle(cell: Cell) -> str:
    """That no generator of the cell has knobs; "" where one has."""
    if space(cell) is not None:
        return ""
    known = ", ".join(tasks_with_knobs(cell.platform.name)) or "none"
    return f"no generator for {cell.name} has knobs; tasks of its platform with knobs: {known}"


def no_generator(cell: Cell) -> str:
    """That no template of the task has knobs; "" where one has."""
    platform, task = cell.platform.name, cell.task.name
    known = generators.tasks_with_knobs(platform)
    if task in known:
        return ""
    return f"no generator of {task} has knobs; tasks with such: {', '.join(known) or 'none'}"


def search(
    strategy: Strategy, workbench: Workbench, budget: Budget, rng: random.Random, log: Log
) -> None:
    """Search among the settings; raises Spent."""
    cell = workbench.cell
    if workbench.generates:
        found = generators.space(cell.platform.name, cell.task.name)
    else:
        found = space(cell)
    if found is None:
        why = no_generator(cell) if workbench.generates else obstacle(cell)
        raise Spent(why, limit=False)
    write = lru_cache(KEPT)(found.write)

    def complaint(setting: Genes) -> str:
        try:
            write(setting)
        except Unwritten as reason:
            return str(reason)
        return ""

    def blamed(scored: Scored[Genes]) -> Sequence[float]:
        return blame(found, judge.profile(scored)) if scored.right else [0.0] * len(found.knobs)

    judge = KernelJudge[Genes](workbench, write, budget)
    names = [knob.name for knob in found.knobs]

    def values(setting: Genes) -> list[str]:
        return [str(knob.values[k]) for knob, k in zip(found.knobs, setting, strict=True)]

    def change(before: Genes | None, after: Genes) -> str:
        return turned(None if before is None else values(before), values(after), names)

    proposer = GeneProposer(names, found.sizes, blamed, complaint)
    strategy.search(Trial(proposer, judge, budget.evaluations, rng, teller(log, change)))


def blame(of: Space, profile: ProfileResult) -> list[float]:
    """For each knob the cycles of the busiest unit that it relieves."""
    return [
        float(max((profile.by_unit.get(unit, 0) for unit in knob.units), default=0))
        for knob in of.knobs
    ]
