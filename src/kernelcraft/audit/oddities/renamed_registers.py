"""Uses the registers in another order: every file that has a choice, turned by one."""

from collections.abc import Iterator

from kernelcraft.audit.pairs import first_cells
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.isa.disassembler import lines_of
from kernelcraft.isa.operand import Register
from kernelcraft.isa.program import Program


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """Register i becomes i + 1 and the last becomes 1; 0 may be constant and stays.

    Programs with data of their own, a stack pointer and groups of registers are left alone, and
    those of machines that others describe.
    """
    for cell in first_cells(platform):
        program = cell.platform.assemble(baseline(cell))
        if program.image is not None or not cell.platform.described:
            return
        yield Suspect("registers turned", cell.name, _turned(program))


def _turned(program: Program) -> str:
    ops = program.ops.copy()
    for opcode, instruction in enumerate(program.isa.table):
        chosen = program.ops[:, 0] == opcode
        for column, operand in enumerate(instruction.operands, start=1):
            if isinstance(operand, Register):
                before = program.ops[chosen, column]
                ops[chosen, column] = before % (operand.count - 1) + (before > 0)
    return "\n".join(lines_of(program.isa, ops, program.ends)) + "\n"
