"""Turns the visits of a log folder that have ended into episodes, graded like all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kernelcraft.agents import Budget
from kernelcraft.agents.open_tools import Call, OpenTools
from kernelcraft.cells.cell import Cell, UnknownName, load_cell
from kernelcraft.evaluation import journal, runner
from kernelcraft.evaluation.journal import Visited
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.origins import fingerprint
from kernelcraft.evaluation.plan import NO_MODEL, Briefing, Contestant, Plan
from kernelcraft.grading.job import Grader
from kernelcraft.records import logs
from kernelcraft.records.episode import OPEN_TOOLS, Episode, Key


@dataclass(frozen=True)
class Settled:
    """What was done: the new episodes, the visits that go on, and what could not be done."""

    episodes: tuple[Episode, ...] = ()
    going_on: int = 0
    warnings: tuple[str, ...] = ()


def settle(log_dir: Path, grader: Grader) -> Settled:
    """Record and grade every visit that has ended; what cannot be done now is kept for later.

    Safe to be killed and repeated, and to run in several processes. Call it in the main thread.
    """
    episodes: list[Episode] = []
    warnings: list[str] = []
    going_on = 0
    for path in logs.waiting(log_dir):
        with journal.ended(path) as visited:
            if visited is None:
                going_on += 1
                continue
            found = _settle(log_dir, visited, grader)
            episodes += found.episodes
            warnings += [*visited.unreadable, *found.warnings]
            if not found.warnings:
                path.unlink()
    return Settled(tuple(episodes), going_on, tuple(warnings))


def _settle(log_dir: Path, visited: Visited, grader: Grader) -> Settled:
    cells, unknown = _cells(visited)
    if not cells:
        return Settled(warnings=unknown)
    visit = visited.opened.visit
    who = Contestant(OpenTools(visit, visited.calls), NO_MODEL, f"{OPEN_TOOLS}:{visit}")
    options = Options(
        log_dir,
        rules=visited.opened.rules,
        prompt=visited.opened.prompt,
        budget=Budget(max(map(_evaluations, visited.calls.values()))),  # which a replay may spend
        parallel=1,
    )
    known = logs.load(log_dir).episodes
    plans = [_plan(cell, visited, known) for cell in cells]
    result = runner.run(plans, who, options, grader=grader)
    failures = tuple(f"not recorded: {failure}" for failure in result.failed)
    cut = ("interrupted; the same command goes on",) if result.interrupted else ()
    return Settled(result.episodes, warnings=(*unknown, *failures, *cut))


def _cells(visited: Visited) -> tuple[list[Cell], tuple[str, ...]]:
    """The cells that were worked on, and sentences about those that are gone."""
    found, unknown = [], []
    for name, calls in visited.calls.items():
        if all(call.refused for call in calls):
            continue
        try:
            found.append(load_cell(name))
        except UnknownName as error:
            unknown.append(f"visit {visited.opened.visit}: {error.message}")
    return found, tuple(unknown)


def _plan(cell: Cell, visited: Visited, known: Sequence[Episode]) -> Plan:
    """The next epoch of the cell, or that of the same visit where it is recorded already."""
    mark = fingerprint({"visit": visited.opened.visit})
    others = [each for each in known if (each.cell, each.agent) == (cell.name, OPEN_TOOLS)]
    recorded = [each.epoch for each in others if each.fingerprint == mark]
    epoch = recorded[0] if recorded else 1 + max((each.epoch for each in others), default=0)
    key = Key(cell=cell.name, agent=OPEN_TOOLS, model=NO_MODEL, epoch=epoch, fingerprint=mark)
    opened = visited.opened
    briefing = Briefing(opened.prompt, answer=opened.answer, clock=opened.clock)
    return Plan(cell, key, seed=0, briefing=briefing)


def _evaluations(calls: Sequence[Call]) -> int:
    return sum(call.tool == "run_evaluation" for call in calls)
