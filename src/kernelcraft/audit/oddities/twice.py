"""Does everything twice: the whole kernel after itself, on what the first pass left behind."""

from collections.abc import Iterator

import numpy as np

from kernelcraft.audit.pairs import first_cells
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.isa.disassembler import lines_of
from kernelcraft.isa.program import Program


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """Every task's first baseline, where a kernel ends after its last line."""
    for cell in first_cells(platform):
        if cell.platform.ending:
            return
        program = cell.platform.assemble(baseline(cell))
        yield Suspect("twice", cell.name, _twice(program))


def _twice(program: Program) -> str:
    """Jumps of the second pass go to places of the second pass."""
    again = program.ops.copy()
    for opcode, instruction in enumerate(program.isa.table):
        for column in instruction.targets:
            again[program.ops[:, 0] == opcode, column] += len(program)
    ops, ends = np.concatenate((program.ops, again)), np.concatenate((program.ends, program.ends))
    return "\n".join(lines_of(program.isa, ops, ends)) + "\n"
