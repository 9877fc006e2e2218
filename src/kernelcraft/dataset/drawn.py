"""A data set that programs make on drawn machines, part by part."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from kernelcraft.agents import Budget
from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.variants import Strength
from kernelcraft.cells.variants.cells import drawn_cells
from kernelcraft.dataset.collection import CARD, collect
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.replaying import logs
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.grading.job import Grader

AGENTS: Final = ("mends", "tuner", "refine:rewriter", "evolution:rewriter", "best-of-n:rewriter")
"""In turn, a part each."""
STRENGTHS: Final[tuple[Strength, ...]] = ("names", "encoding")
EVALUATIONS: Final = 6
"""Of an episode: short ones are read more easily."""
PART: Final = 100
"""Episodes of a log folder and of a folder of data."""
TRAJECTORIES: Final = "trajectories.jsonl"


def make(
    folder: Path,
    count: int,
    platforms: Sequence[str],
    seed: int,
    grader: Grader,
    at_once: int,
    say: Callable[[str], None],
) -> int:
    """Evaluate and export `count` episodes; gives how many trajectories there are then.

    Every kernel is graded again under the rules `train`. Parts that are finished stay as they are.
    """
    names = cells(platforms, seed)
    made = 0
    for number, start in enumerate(range(0, count, PART)):
        chosen = list(islice(names, min(PART, count - start)))
        part, log = folder / f"part-{number:04}", folder / "logs" / f"{number:04}"
        if not (part / CARD).is_file():
            budget = Budget(evaluations=EVALUATIONS)
            options = Options(log, rules="train", budget=budget, parallel=at_once)
            agent = AGENTS[number % len(AGENTS)]
            evaluate([load_cell(name) for name in chosen], agent, None, options, grader=grader)
            collect(logs(log), grader, "train", at_once=at_once).write(part)
        made += len((part / TRAJECTORIES).read_text(encoding="utf-8").splitlines())
        say(f"{made} trajectories in {folder}")
    return made


def cells(platforms: Sequence[str], seed: int) -> Iterator[str]:
    """Small cells of level 1, each with every strength, on machines that no evaluation draws."""
    usual = [cell.name for name in platforms for cell in find_cells(name, level=1, config="C1")]
    random.Random(seed).shuffle(usual)
    drawn = [drawn_cells(usual, strength, seed) for strength in STRENGTHS]
    while True:
        yield from map(next, drawn)
