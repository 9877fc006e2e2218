"""Submits the compiler's kernel for the cell; submits nothing where there is none.

Where a generator is asked for, it submits the compiler's template in that form.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.generators.templates import missing, template
from kernelcraft.workbench import Workbench


@dataclass(frozen=True)
class Baseline:
    """One attempt: the baseline."""

    name: str = "baseline"

    def obstacle(self, cell: Cell) -> str:
        """No compiler writes kernels of the task for the platform."""
        return kernels.missing_writer(cell, "compiler")

    def no_generator(self, cell: Cell) -> str:
        """The compiler has no template in that form."""
        return missing(cell.platform.name, cell.task.name)

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Write the baseline and evaluate it once."""
        cell = workbench.cell
        try:
            if workbench.generates:
                kernel = template(cell.platform.name, cell.task.name)
            else:
                kernel = kernels.baseline(cell)
        except Unwritten as reason:
            log(str(reason))
            return
        workbench.write_code(kernel)
        log(workbench.run_evaluation().message)


def create(argument: str) -> Baseline:
    """The agent; it takes no argument."""
    if argument:
        raise AgentError(f"the baseline agent takes no argument, got {argument!r}")
    return Baseline()
