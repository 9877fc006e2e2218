"""What a kernel leaves in the output's place, bit for bit, without any judgement."""

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import examine
from kernelcraft.grading.input_set import InputSet, public_set
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.isa.program import Program


def public_output(cell: Cell, text: str) -> bytes:
    """The output on the public inputs; raises AssemblyError."""
    return output_bits(cell, cell.platform.assemble(text), public_set(cell))


def output_bits(cell: Cell, program: Program, given: InputSet) -> bytes:
    """The output on one input set, also of a kernel that faults."""
    rule, limits = strict_rule(lockfile.tau(cell, given.distribution)), lockfile.limits(cell)
    found = examine(cell, program, given, rule, limits, honest=False)
    return np.ascontiguousarray(found.output, np.float64).tobytes()
