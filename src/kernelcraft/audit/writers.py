"""The right kernels that suspects are made from: the compiler's, the expert's, the tuner's."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from kernelcraft.agents.agent import Budget
from kernelcraft.agents.tuner import Tuner
from kernelcraft.audit.trial import SEED
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.workbench import Workbench

TUNING: Final = Budget(evaluations=2)
"""The compiler's kernel and one move: enough for another text of the same kernel."""


@cache
def _tuned(name: str) -> str:
    bench = Workbench(load_cell(name))
    Tuner()(bench, TUNING, SEED, lambda line: None)
    best = bench.best
    if best is None:
        raise ValueError(f"{name}: the tuner has no right kernel")
    return best.code


def tuned(cell: Cell) -> str:
    """The best kernel of a short run of the tuner."""
    return _tuned(cell.name)


WRITERS: Final[Mapping[str, Callable[[Cell], str]]] = {
    "baseline": baseline,
    "expert": expert,
    "tuner": tuned,
}
