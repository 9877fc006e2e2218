"""A data set that programs make on drawn machines, part by part."""

from __future__ import annotations

import json
import multiprocessing
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from kernelcraft.agents import Budget, load
from kernelcraft.agents.agent import Choosy
from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.variants import Strength
from kernelcraft.cells.variants.cells import drawn_cells
from kernelcraft.dataset import card
from kernelcraft.dataset.collection import CARD, KINDS, collection
from kernelcraft.dataset.rows import Trajectory
from kernelcraft.dataset.trajectories import Author, trajectory
from kernelcraft.grading.workers import Workers
from kernelcraft.workbench import Workbench

AGENTS: Final = ("mends", "tuner", "refine:rewriter", "evolution:rewriter", "best-of-n:rewriter")
"""In turn, a part each."""
STRENGTHS: Final[tuple[Strength, ...]] = ("names", "encoding")
EVALUATIONS: Final = 6
"""Of an episode: short ones are read more easily."""
PART: Final = 100
"""Episodes of a folder of data."""


@dataclass(frozen=True)
class Part:
    """Episodes of one agent, each on a cell of its own, and the folder that holds them."""

    folder: Path
    agent: str
    cells: tuple[str, ...]

    @property
    def finished(self) -> bool:
        """Whether it was made before: its card is written last."""
        return (self.folder / CARD).is_file()

    def count(self, rows: str = "trajectories") -> int:
        """How many rows it holds of a kind."""
        with (self.folder / f"{rows}.jsonl").open("rb") as file:
            return sum(1 for _ in file)

    def trajectories(self) -> Iterator[Trajectory]:
        """Those that it holds, without their conversations and steps."""
        with (self.folder / "trajectories.jsonl").open(encoding="utf-8") as file:
            for line in file:
                yield Trajectory.model_validate(json.loads(line) | {"messages": (), "steps": ()})

    def made(self) -> Part:
        """Its episodes, one after another, every kernel in a worker process."""
        with Workers(1) as grader:
            found = [_episode(self.agent, cell, grader) for cell in self.cells]
        rows = [each for each in found if isinstance(each, Trajectory)]
        left_out = [each for each in found if isinstance(each, str)]
        collection(rows, left_out).write(self.folder)
        return self


def make(
    folder: Path,
    count: int,
    platforms: Sequence[str],
    seed: int,
    at_once: int,
    say: Callable[[str], None],
) -> int:
    """Let programs work on `count` cells; gives how many trajectories there are then.

    Kernels that passed are graded on hidden inputs, under the rules `train`. `at_once` parts are
    made at a time; those that are finished stay as they are.
    """
    parts = list(_parts(folder, count, cells(platforms, seed)))
    made = sum(each.count() for each in parts if each.finished)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(at_once, mp_context=spawn) as processes:
        try:
            with _deaf():
                left = [processes.submit(each.made) for each in parts if not each.finished]
            for future in as_completed(left):
                made += future.result().count()
                say(f"{made} trajectories in {folder}")
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
    _write_card(folder, parts, count)
    return made


def _write_card(folder: Path, parts: Sequence[Part], count: int) -> None:
    """The card of the whole set."""
    rows = [row for part in parts for row in part.trajectories()]
    counts = {kind: sum(part.count(kind) for part in parts) for kind in KINDS}
    missing = [f"{count - len(rows):,} episodes, which the parts' cards name"]
    text = card.text(rows, counts, missing if len(rows) < count else [])
    (folder / CARD).write_text(text, encoding="utf-8")


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started here does not hear Ctrl-C, which ends it through this process."""
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _parts(folder: Path, count: int, names: Iterator[str]) -> Iterator[Part]:
    for number, start in enumerate(range(0, count, PART)):
        chosen = tuple(islice(names, min(PART, count - start)))
        yield Part(folder / f"part-{number:04}", AGENTS[number % len(AGENTS)], chosen)


def _episode(agent: str, cell: str, grader: Workers) -> Trajectory | str:
    """What came of it, or a sentence that says why there is nothing."""
    bench = Workbench(cell, grader=grader)
    strategy = load(agent)
    obstacle = strategy.obstacle(bench.cell) if isinstance(strategy, Choosy) else ""
    if obstacle:
        return f"{cell}, {strategy.name}: {obstacle}"
    strategy(bench, Budget(evaluations=EVALUATIONS), 0, lambda line: None)
    found = trajectory(bench, Author(strategy.name), "train", "default")
    return f"{cell}, {strategy.name}: nothing was evaluated" if found is None else found


def cells(platforms: Sequence[str], seed: int) -> Iterator[str]:
    """Small cells of level 1, each with every strength, on machines that no evaluation draws."""
    usual = [cell.name for name in platforms for cell in find_cells(name, level=1, config="C1")]
    random.Random(seed).shuffle(usual)
    drawn = [drawn_cells(usual, strength, seed) for strength in STRENGTHS]
    while True:
        yield from map(next, drawn)
