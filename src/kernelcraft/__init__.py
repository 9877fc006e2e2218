"""KernelCraft: can an agent write fast kernels for an instruction set it has never seen?

All that a program needs is imported from here, such as `from kernelcraft import load_cell, grade`;
whatever lies below may change from one version to the next.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kernelcraft.agents.agent import Budget
    from kernelcraft.api import assemble, baseline, bound, expert, grade, profile, simulate
    from kernelcraft.cells.cell import Cell, UnknownName, load_cell
    from kernelcraft.cells.cell import find_cells as cells
    from kernelcraft.cells.protocol import Platform
    from kernelcraft.cells.simulation import SimulationFault
    from kernelcraft.cells.unwritten import Unwritten
    from kernelcraft.isa.errors import AssemblyError
    from kernelcraft.isa.isa import Isa, Syntax
    from kernelcraft.isa.operand import BranchTarget, Immediate
    from kernelcraft.isa.program import Program
    from kernelcraft.records.verdict import Verdict
    from kernelcraft.sim.machine import Machine, Memory, Parameter, Scalar
    from kernelcraft.sim.reference import run_reference
    from kernelcraft.sim.run import Limits, Run
    from kernelcraft.sim.state import State, fresh
    from kernelcraft.workbench.workbench import Workbench

    __version__: str

PLACES: Final = {
    # cells and their kernels
    "load_cell": "cells.cell:load_cell",
    "cells": "cells.cell:find_cells",
    "Cell": "cells.cell:Cell",
    "UnknownName": "cells.cell:UnknownName",
    "baseline": "api:baseline",
    "expert": "api:expert",
    "bound": "api:bound",
    "Unwritten": "cells.unwritten:Unwritten",
    # work on a cell
    "Workbench": "workbench.workbench:Workbench",
    "Budget": "agents.agent:Budget",
    "grade": "api:grade",
    "Verdict": "records.verdict:Verdict",
    "profile": "api:profile",
    # programs and machines
    "assemble": "api:assemble",
    "AssemblyError": "isa.errors:AssemblyError",
    "Program": "isa.program:Program",
    "simulate": "api:simulate",
    "SimulationFault": "cells.simulation:SimulationFault",
    "Limits": "sim.run:Limits",
    "Run": "sim.run:Run",
    "State": "sim.state:State",
    "Platform": "cells.protocol:Platform",
    # a machine of one's own
    "Isa": "isa.isa:Isa",
    "Syntax": "isa.isa:Syntax",
    "Immediate": "isa.operand:Immediate",
    "BranchTarget": "isa.operand:BranchTarget",
    "Machine": "sim.machine:Machine",
    "Scalar": "sim.machine:Scalar",
    "Memory": "sim.machine:Memory",
    "Parameter": "sim.machine:Parameter",
    "fresh": "sim.state:fresh",
    "run_reference": "sim.reference:run_reference",
}
"""Every public name, with the module that it is imported from when it is used."""

__all__ = [
    "__version__",
    "load_cell",
    "cells",
    "Cell",
    "UnknownName",
    "baseline",
    "expert",
    "bound",
    "Unwritten",
    "Workbench",
    "Budget",
    "grade",
    "Verdict",
    "profile",
    "assemble",
    "AssemblyError",
    "Program",
    "simulate",
    "SimulationFault",
    "Limits",
    "Run",
    "State",
    "Platform",
    "Isa",
    "Syntax",
    "Immediate",
    "BranchTarget",
    "Machine",
    "Scalar",
    "Memory",
    "Parameter",
    "fresh",
    "run_reference",
]

if not TYPE_CHECKING:  # who checks types shall see a wrong name

    def __getattr__(name: str) -> object:
        """Imported when it is used: `import kernelcraft` alone loads nothing."""
        import importlib

        if name == "__version__":
            return importlib.import_module("importlib.metadata").version("kernelcraft")
        if name not in PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, attribute = PLACES[name].partition(":")
        return getattr(importlib.import_module(f"{__name__}.{module}"), attribute)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
