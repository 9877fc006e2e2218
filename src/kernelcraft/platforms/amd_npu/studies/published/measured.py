"""Cycles of programs of ours, and of kernels for a cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.simulate import AmdNpuBench
from kernelcraft.sim.run import Limits, Run

OWN_BANKS = (0x74000, 0x78000, 0x7C000)
NEIGHBOURS = (0x40000, 0x50000, 0x60000)  # for operands of 64 KB
NOTHING: Mapping[int, bytes] = {}
_ENOUGH = Limits(instructions=1_000_000)


def run(
    text: str,
    operands: Sequence[int] = OWN_BANKS,
    *,
    r0: int = 0,
    memory: Mapping[int, bytes] = NOTHING,
) -> Run:
    """A program to its end; p0, p1, ... point to the operands."""
    bench = AmdNpuBench()
    program, state = bench.assemble(text), bench.reset()
    bench.load(state, program)
    state["scalars"][NUMBER["r0"]] = r0
    for number, address in enumerate(operands):
        state["scalars"][NUMBER[f"p{number}"]] = address
    for address, data in memory.items():
        bench.write(state, address, data)
    return bench.run(program, state, _ENOUGH, stop_at=None, reference=False)


def cycles_of_cell(writer: Callable[[Cell], str], name: str) -> int:
    """Of the kernel that somebody writes for a cell; what it reads does not matter to its cycles.

    Raises `Unwritten` where nobody has written one.
    """
    cell = load_cell(f"amd_npu/{name}")
    program = cell.platform.assemble(writer(cell))
    inputs = {each.tensor.name: np.zeros(each.tensor.shape) for each in cell.memory_map.inputs}
    state = cell.platform.stage(cell.memory_map, inputs, None)
    return cell.platform.run(program, state, _ENOUGH).cycles
