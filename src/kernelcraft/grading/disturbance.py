"""Runs a program again where something that its output may not depend on is different.

A program that counts the cycles of a DMA instead of asking its locks is right on the simulator,
whose DMA always has the same pace, and wrong on a machine where it is kept waiting.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.examination import Examination
from kernelcraft.grading.input_set import InputSet
from kernelcraft.isa.program import Program
from kernelcraft.sim.run import Limits

if TYPE_CHECKING:
    from kernelcraft.records.verdict import Failure


def undisturbed(
    cell: Cell, program: Program, given: InputSet, limits: Limits, found: Examination
) -> Examination:
    """What was found on `given`, refused if the output is another one under a disturbance."""
    if found.failure is not None:
        return found
    for when, state in cell.platform.disturbed(given.staged):
        run = cell.platform.run(program, state, limits)
        if run.fault is not None:
            kind: Failure = "fault" if run.fault.kind == "machine" else "limit"
            return replace(found, failure=kind, message=f"{run.fault}, when {when}")
        output = cell.platform.read(cell.memory_map.output, run.state)
        if not np.array_equal(output, found.output, equal_nan=True):
            count = int(np.count_nonzero(output != found.output))
            message = (
                f"{count} of {output.size} elements of the output are others when {when}: "
                "the kernel uses what it does not hold"
            )
            return replace(found, failure="wrong", message=message)
    return found
