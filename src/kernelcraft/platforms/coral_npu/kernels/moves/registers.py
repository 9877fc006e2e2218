"""Register operands of a line."""

from __future__ import annotations

from kernelcraft.platforms.coral_npu.kernels.moves.kernel import group
from kernelcraft.platforms.coral_npu.kernels.moves.listing import Line
from kernelcraft.platforms.coral_npu.machine.touches import operand_registers

RESERVED = group("x", 0, 1) | group("x", 2, 1)  # zero, the stack pointer
RESULTS = ("rd", "fd", "vd")


def registers_of(line: Line, name: str) -> set[int]:
    """The numbers of the registers of an operand."""
    operation, facts = line.operations[0], line.facts
    vector = facts.vector if facts else None
    return operand_registers(operation.instruction, operation.operands, name, vector)
