"""Submits our best known kernel for the cell; submits nothing where there is none."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.workbench import Workbench


@dataclass(frozen=True)
class Expert:
    """One attempt: the expert's kernel."""

    name: str = "expert"

    def obstacle(self, cell: Cell) -> str:
        """Nobody writes kernels of the task for the platform; other sizes are another matter."""
        return kernels.missing_writer(cell, "expert")

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Write the expert's kernel and evaluate it once."""
        try:
            kernel = kernels.expert(workbench.cell)
        except Unwritten as reason:
            log(str(reason))
            return
        workbench.write_code(kernel)
        log(workbench.run_evaluation().message)


def create(argument: str) -> Expert:
    """The agent; it takes no argument."""
    if argument:
        raise AgentError(f"the expert agent takes no argument, got {argument!r}")
    return Expert()
