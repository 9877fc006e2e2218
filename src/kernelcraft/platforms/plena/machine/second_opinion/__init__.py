"""A second model of PLENA's data flow, in plain numpy, that shares no routine with the simulator.

It repeats a run that ended well and gives the machine's memory afterwards, without time and faults.
"""

from typing import Final

import ml_dtypes
import numpy as np

from kernelcraft.isa.program import Program
from kernelcraft.platforms.plena.machine.second_opinion.instructions import STEPS, Step
from kernelcraft.platforms.plena.machine.second_opinion.model import Model
from kernelcraft.sim.state import State

LONGEST: Final = 250_000
"""Executed instructions above which there is no second opinion: it would take over 4 seconds."""


def second_opinion(program: Program, state: State, instructions: int) -> State | None:
    """The memories after a run of this many instructions; None if it was too long for this model.

    `state` is the machine before the run and stays as it is.
    """
    if instructions > LONGEST:
        return None
    model = Model.of(state)
    steps: list[tuple[Step, list[int]]] = []
    for row in program.ops.tolist():
        instruction = program.isa.table[row[0]]
        if instruction.mnemonic not in STEPS:  # one that was proposed
            return None
        steps.append((STEPS[instruction.mnemonic], row[1 : 1 + len(instruction.operands)]))
    with np.errstate(all="ignore"):
        while model.next < len(steps):
            step, operands = steps[model.next]
            model.next += 1
            step(model, *operands)
    return _state(model, state)


def _state(model: Model, before: State) -> State:
    """The memories that a kernel's output may lie in, as the machine stores them."""
    after = before.copy()
    patterns = model.vector.astype(ml_dtypes.bfloat16).view(np.uint16)
    after.arrays["vector_sram"] = np.where(np.isnan(model.vector), 0x7FC0, patterns).astype(
        np.uint16
    )
    after.arrays["hbm"] = model.hbm
    after.arrays["int_sram"] = np.array(model.ints, dtype=np.uint64).astype(np.uint32)
    return after
