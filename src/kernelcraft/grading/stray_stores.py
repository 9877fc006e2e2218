"""Says which line of a kernel wrote where no kernel may: an input, a table, beside the output.

Such a store can always be a mistake of address or length, so it is a fault and nothing worse.
"""

from collections.abc import Sequence
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Breach
from kernelcraft.grading.input_set import InputSet
from kernelcraft.isa.program import Program
from kernelcraft.sim.run import Limits, Run

LONGEST: Final = 100_000  # instructions of a run that is repeated, 17 times at most


def sentence(
    cell: Cell, program: Program, given: InputSet, run: Run, broken: Sequence[Breach]
) -> str:
    """What was written, and the line that did it first where the run is short enough to repeat."""
    line = first_line(cell, program, given, run) if run.instructions <= LONGEST else None
    by = "" if line is None else f" (line {line})"
    return f"a store outside the output and the free memory: {broken[0]}{by}"


def first_line(cell: Cell, program: Program, given: InputSet, run: Run) -> int | None:
    """The line before which all is well and after which it is not, found by halving the run."""
    right, wrong, line = -1, run.instructions, None
    while wrong - right > 1:
        middle = (right + wrong) // 2
        part = cell.platform.run(program, given.staged.copy(), Limits(middle))
        if cell.platform.audit(cell.memory_map, given.staged, part.state):
            wrong = middle
            continue
        right = middle
        line = part.fault.line if part.fault is not None else None
    return line
