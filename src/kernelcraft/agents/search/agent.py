"""A search strategy with a proposer that is a program, as an offline agent."""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass
from typing import Final

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.agents.search import knobs, rewriter
from kernelcraft.agents.search.trial import Spent, Strategy
from kernelcraft.agents.tuner import no_moves
from kernelcraft.cells.cell import Cell
from kernelcraft.workbench import Workbench

PROGRAMS: Final = {"knobs": knobs.search, "rewriter": rewriter.search}
OBSTACLES: Final = {"knobs": knobs.obstacle, "rewriter": no_moves}
DEFAULT: Final = "rewriter"


@dataclass(frozen=True)
class Searcher:
    """A strategy, and which program proposes kernels to it.

    `given`: whether the program was named. Where a language model proposes, no program does.
    """

    strategy_name: str
    strategy: Strategy
    proposer: str
    given: bool

    @property
    def name(self) -> str:
        """Both names, such as "beam:rewriter": who proposed belongs to every result."""
        return f"{self.strategy_name}:{self.proposer}"

    def with_model(self) -> ModelSearch:
        """The same strategy, to which a language model proposes."""
        return ModelSearch(self.strategy_name, self.strategy)

    def obstacle(self, cell: Cell) -> str:
        """What the proposing program lacks."""
        return OBSTACLES[self.proposer](cell)

    def no_generator(self, cell: Cell) -> str:
        """The knobs of a template are turned; rewriters change kernels only."""
        if self.proposer == DEFAULT:
            return f"{self.name} changes kernels of one cell, no generators"
        return knobs.no_generator(cell)

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Search until the budget is spent or nothing new is proposed."""
        rng = random.Random(zlib.crc32(workbench.cell.name.encode()) ^ seed)
        try:
            PROGRAMS[self.proposer](self.strategy, workbench, budget, rng, log)
        except Spent as reason:
            log(str(reason))
        if workbench.best is not None:
            workbench.write_code(workbench.best.code)


@dataclass(frozen=True)
class ModelSearch:
    """A search strategy to which a language model proposes; `search.model` makes it an agent."""

    name: str
    strategy: Strategy


def searcher(name: str, strategy: Strategy, argument: str) -> Searcher:
    """The agent for `name:argument`; raises AgentError for a proposer that does not exist."""
    if argument and argument not in PROGRAMS:
        known = " or ".join(f"{name}:{each}" for each in PROGRAMS)
        raise AgentError(f"no program called {argument!r} proposes kernels; expected {known}")
    return Searcher(name, strategy, argument or DEFAULT, bool(argument))
