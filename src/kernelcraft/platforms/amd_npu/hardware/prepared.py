"""What a run needs of a cell and its inputs: the texts, what the host sends, where answers go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.hardware import HardwareError
from kernelcraft.cells.protocol import FloatArray, MemoryMap
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.amd_npu.hardware import design as resident
from kernelcraft.platforms.amd_npu.hardware.column import Column, Host
from kernelcraft.platforms.amd_npu.hardware.counts import recounted
from kernelcraft.platforms.amd_npu.hardware.design import COMMON, LOCKS, WEST, Bytes
from kernelcraft.platforms.amd_npu.hardware.startup import startup
from kernelcraft.platforms.amd_npu.hardware.text import WINDOW
from kernelcraft.platforms.amd_npu.machine import memory_map as memories
from kernelcraft.platforms.amd_npu.machine.column_plan import column_plan
from kernelcraft.platforms.amd_npu.machine.memory_map import MEMORY_ARRAY
from kernelcraft.platforms.amd_npu.machine.plan import Plan, check
from kernelcraft.platforms.amd_npu.machine.plan_text import plan_of, split
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from kernelcraft.platforms.amd_npu.machine.transfers import INBOUND, OUTBOUND
from kernelcraft.sim.state import State

GO: tuple[tuple[int, int], ...] = ((LOCKS * WEST, 1),)  # the lock of a streamed cell's design


@dataclass(frozen=True)
class Prepared:
    """Texts for the tools, bytes for the design, and in which arrays which bytes come back."""

    kernel: str
    startup: str
    design: str
    given: Bytes
    answer: tuple[tuple[str, int, int], ...]
    memory_map: MemoryMap = field(repr=False)
    state: State = field(repr=False)

    @property
    def size(self) -> int:
        """Bytes of the answer."""
        return sum(end - start for _, start, end in self.answer)

    def output(self, answered: Bytes) -> FloatArray:
        """The tensor that the bytes are, in its own shape."""
        at = 0
        for array, start, end in self.answer:
            self.state[array][start:end] = answered[at : at + end - start]
            at += end - start
        return memories.read(self.memory_map.output, self.state)


def prepared(cell: Cell, text: str, inputs: Mapping[str, FloatArray]) -> Prepared:
    """All of a run; raises HardwareError for a plan that is wrong or more than the array can do."""
    memory_map = cell.memory_map
    try:
        own = plan_of(text)
    except AssemblyError as error:
        raise HardwareError(str(error)) from None
    state = memories.stage(memory_map, inputs, None)
    if memory_map.streamed:
        return _streamed(cell, text, own, state)
    if own is not None:
        raise HardwareError("nothing is streamed here, so that a plan has nothing to move")
    plan = resident.transfer_plan(memory_map)
    return Prepared(
        text,
        startup(
            memory_map,
            resident.locks(plan.inbound, resident.FULL),
            [number for number, _ in resident.locks(plan.outbound, resident.DONE)],
        ),
        resident.design(plan),
        resident.image(plan, state[MEMORY_ARRAY]),
        tuple(
            (MEMORY_ARRAY, each.start - MEMORY_START, each.end - MEMORY_START)
            for each in plan.outbound
        ),
        memory_map,
        state,
    )


def _streamed(cell: Cell, text: str, own: Plan | None, state: State) -> Prepared:
    """Inputs and outputs lie in the host's buffers; tables and arguments come with the design."""
    memory_map = cell.memory_map
    inputs, output = memory_map.inputs, memory_map.output
    plan = own or column_plan(memory_map.plan, memory_map.streams, memory_map.spill)
    assert plan is not None  # a cell that streams has one
    tensors = {each.tensor.name: Host("given", each.region) for each in inputs}
    tensors[output.tensor.name] = Host("answer", output.region)
    wrong = list(check(plan, {name: each.region.size for name, each in tensors.items()}))
    if wrong:
        raise HardwareError("\n".join(wrong))
    given, answer = (memory_map.parameters[each] for each in (INBOUND, OUTBOUND))
    first = {
        resident.NAMES[resident.window(each)]: (
            each.start % WINDOW,
            state[MEMORY_ARRAY][each.start - MEMORY_START : each.end - MEMORY_START].tobytes(),
        )
        for each in COMMON
    }
    design = Column(plan, tensors, {"given": given, "answer": answer}, first).design()
    kernel, register = recounted(cell, text, state)
    return Prepared(
        split(kernel)[0],
        startup(memory_map, GO, (), register),
        design,
        state[INBOUND].astype(np.uint8),
        ((OUTBOUND, 0, answer),),
        memory_map,
        state,
    )
