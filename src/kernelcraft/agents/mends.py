"""Plants faults in the compiler's kernel and takes them back: for data, not to compete.

An episode is a kernel with two faults, with one, with none, and what the tuner's moves make of it.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import moves
from kernelcraft.workbench import Workbench


@dataclass(frozen=True)
class Mends:
    """Writes kernels that are wrong on purpose, so that what is said of them is seen."""

    name: str = "mends"

    def obstacle(self, cell: Cell) -> str:
        """No compiler to start from."""
        return kernels.missing_writer(cell, "compiler")

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """The faults are drawn by the cell's name and the seed."""
        cell = workbench.cell
        rng = random.Random(zlib.crc32(cell.name.encode()) ^ seed)
        right = kernels.baseline(cell)
        once = faulty(right, rng)
        for text in (faulty(once, rng), once, right, *_improved(cell, right, rng)):
            if len(workbench.attempts) < budget.evaluations:
                workbench.write_code(text)
                log(workbench.run_evaluation().message)


def create(argument: str) -> Mends:
    """The agent; it takes no argument."""
    if argument:
        raise AgentError(f"the mends agent takes no argument, got {argument!r}")
    return Mends()


def faulty(text: str, rng: random.Random) -> str:
    """A text with a line left out, said twice, misspelt, or with another digit in it."""
    lines = text.split("\n")
    code = [at for at, line in enumerate(lines) if " " in line.strip() and not _directive(line)]
    at = rng.choice(code)
    line = lines[at]
    digits = [place for place, letter in enumerate(line) if letter.isdecimal()]
    ways = ["", f"{line}\n{line}", line.replace(line.strip(), line.strip()[1:])]
    if digits:
        place = rng.choice(digits)
        digit = (int(line[place]) + rng.randint(1, 9)) % 10
        ways.append(f"{line[:place]}{digit}{line[place + 1 :]}")
    lines[at] = rng.choice(ways)
    return "\n".join(lines)


def _directive(line: str) -> bool:
    return line.strip().startswith((".", "#", "//", ";"))


def _improved(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
    """A kernel of each move that has one, in an order that is drawn."""
    candidates = moves(cell)
    for move in rng.sample(candidates, len(candidates)):
        yield from islice(move.propose(cell, text, rng), 1)
