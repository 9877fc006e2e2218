"""Turns a kernel's text into steps: loops run, integer arithmetic is done, only work is left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from kernelcraft.cells.cell import Cell
from kernelcraft.codegen.recorder import Recorder, Untraceable
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.plena.kernels.schedules.forms import TRACKED, Context, use
from kernelcraft.platforms.plena.kernels.schedules.steps import Maker, Step
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.state import Plena

LONGEST = 60_000  # operations executed; longer kernels are left to the schedules


@lru_cache(maxsize=16)
def trace(cell: Cell, text: str) -> tuple[Step, ...]:
    """The steps of a kernel; raises Untraceable for one that is wrong, too long, or whose
    addresses depend on data."""
    try:
        program = cell.platform.assemble(text)
    except AssemblyError as error:
        raise Untraceable("the kernel does not assemble") from error
    return _Tracer(cell.memory_map.parameters).steps(program.ops.tolist())


class _Tracer:
    def __init__(self, parameters: Mapping[str, int]) -> None:
        self._integers = Recorder(TRACKED, parameters)
        self._machine = Plena(self._integers)
        self._maker = Maker(parameters)

    def steps(self, operations: list[list[int]]) -> tuple[Step, ...]:
        found: list[Step] = []
        state, executed = self._integers, 0
        while state.next < len(operations):
            executed += 1
            if executed > LONGEST:
                raise Untraceable("the kernel is too long")
            state.pc = state.next
            state.next += 1
            row = operations[state.pc]
            instruction = plena.table[row[0]]
            values = row[1 : 1 + len(instruction.operands)]
            if use(instruction).work:
                found.append(self._step(instruction.mnemonic, values))
            else:
                operands = dict(zip(use(instruction).names, values, strict=True))
                instruction.function(self._machine, **operands)
        return tuple(found)

    def _step(self, mnemonic: str, values: list[int]) -> Step:
        used = use(plena.instructions[mnemonic])
        registers = self._integers.integers
        numbers = list(values)
        for column in used.addresses:
            numbers[column] = registers["gp"][values[column]]
            zero = values[column] and not numbers[column]
            if zero and mnemonic == "M_MM_WO" and used.names[column] == "rs1":
                raise Untraceable("M_MM_WO tells gp0 from a zero in another register")
        context = Context(registers["scale"][0], registers["stride"][0], registers["v_mask"][0])
        base = 0 if used.base is None else registers["a"][values[used.base]]
        return self._maker.step(mnemonic, *numbers, context=context, base=base)
