"""A program that acts on what it is told of earlier episodes, and on nothing else it knows.

It stands for a model whose memory is the text of its prompt and of `profile`: it makes the changes
that the lessons name in their order, then all others in an order that is drawn.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kernelcraft.agents.agent import Budget, Log
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move
from kernelcraft.experience.evidence import titled
from kernelcraft.workbench import Workbench

LESSON = "- "


@dataclass(frozen=True)
class Reader:
    """Reads lessons; `start` is the kernel that it begins with."""

    start: str
    moves: Callable[[Cell], Sequence[Move]]
    name: str = "reader (a program)"

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """From the best kernel on, until nothing new can be made of it."""
        cell = workbench.cell
        rng = random.Random(zlib.crc32(cell.name.encode()) ^ seed)
        told = _lessons(workbench.prompt.task.partition("## Experience")[2])
        self._evaluate(workbench, self.start)
        seen = {self.start}
        while workbench.best is not None and len(workbench.attempts) < budget.evaluations:
            best = workbench.best
            workbench.write_code(best.code)
            known = list(dict.fromkeys([*_lessons(str(workbench.profile())), *told]))
            made = [
                (_rank(known, move.name, titled(text, cell)), rng.random(), text)
                for move in self.moves(cell)
                for text in move.propose(cell, best.code, rng)
                if text not in seen
            ]
            for _, _, text in sorted(made):
                seen.add(text)
                self._evaluate(workbench, text)
                if workbench.best is not best or len(workbench.attempts) >= budget.evaluations:
                    break
            if workbench.best is best:
                return

    def _evaluate(self, workbench: Workbench, text: str) -> None:
        workbench.write_code(text)
        workbench.run_evaluation()


def _lessons(text: str) -> list[str]:
    """What the lines of lessons name, those that paid at least once, in their order."""
    lines = [line for line in text.splitlines() if line.startswith(LESSON) and ": " in line]
    parts = [line.removeprefix(LESSON).rpartition(": ") for line in lines]
    return [name for name, _, counts in parts if not counts.startswith("0 of")]


def _rank(known: Sequence[str], move: str, change: str) -> int:
    whole = f"{move} {change}".strip()
    return known.index(whole) if whole in known else len(known)
