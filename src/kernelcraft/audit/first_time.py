"""What a changed instruction does the first time it runs: nothing else than before, or anything.

Half of the survivors of random changes are `a + b` for `b + a`, or the same twice where once is
enough. They say nothing about a grader, so they are left out before anything is graded.
"""

from dataclasses import dataclass, replace

import numpy as np

from kernelcraft.audit.mutation import Mutant, Site
from kernelcraft.cells.cell import Cell
from kernelcraft.grading.input_set import public_set
from kernelcraft.isa.program import Program
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State


@dataclass(frozen=True)
class _Effect:
    """The state after some bundles, and where and why the machine stopped there."""

    state: State
    stop: tuple[str, int]

    @classmethod
    def of(cls, program: Program, state: State, bundles: int) -> "_Effect":
        run = run_reference(program, state.copy(), Limits(instructions=bundles))
        return cls(run.state, (run.fault.kind, run.fault.line) if run.fault else ("end", 0))

    def same(self, other: "_Effect") -> bool:
        layout = self.state.machine.layout
        timing = {memory.name for memory in layout.memories if not memory.data}
        return self.stop == other.stop and all(
            np.array_equal(array, other.state[name], equal_nan=array.dtype.kind == "f")
            for name, array in self.state.arrays.items()
            if name not in timing
        )


def shows(cell: Cell, site: Site, changed: Mutant, limits: Limits) -> bool:
    """Whether the machine is another one after the first time that the operation is run."""
    given, program = public_set(cell), site.program
    start = _bundle(program, site.operation)
    run = cell.platform.run(program, given.staged.copy(), limits, stop_at=start)
    if run.stopped_at is None:
        return True
    if site.machine.layout.delayed and len(changed.program) != len(program):
        return True  # what is under way is known by the places of its operations
    bundles = 1 + int(changed.program.ends.sum()) - int(program.ends.sum())
    before = _Effect.of(replace(program, entry=start), run.state, 1)
    return not before.same(_Effect.of(replace(changed.program, entry=start), run.state, bundles))


def _bundle(program: Program, operation: int) -> int:
    """The first operation of the bundle that holds an operation."""
    while operation and not program.ends[operation - 1]:
        operation -= 1
    return operation
